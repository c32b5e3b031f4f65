import { pictureConversions, singlePicture, type Picture, type Pictured } from '../../../format'
import {
  document,
  locate,
  RecordView,
  strideOf,
  struct,
  u32,
  type AnyLayout,
  type Bytes,
  type Document,
} from '../../../layout'
import { toRgba } from '../../../picture'
import { TRRN, WATR } from './terrain'

/** The head of a DDS file as far as it is needed; the pixels follow the whole of it (nwn2 6.2). */
const DdsHead = struct('nwn2-dds-head', {
  magic: u32({ hex: true }),
  size: u32(),
  flags: u32(),
  height: u32(),
  width: u32(),
})
/** Bytes of the whole head. */
const HEAD_SIZE = 128

/** A DDS picture of a packet, the bytes of its pixels, and which of them are maps, in the order of the textures. */
interface Stored {
  readonly field: string
  readonly pixel: number
  readonly maps: readonly number[]
}
/** Pixels are stored as blue, green, red, alpha; red is the weight of the first texture (nwn2 6.2). */
const WEIGHTS: readonly Stored[] = [
  { field: 'dds_a', pixel: 4, maps: [2, 1, 0, 3] },
  { field: 'dds_b', pixel: 4, maps: [2, 1] },
]
const MASK: readonly Stored[] = [{ field: 'dds', pixel: 1, maps: [0] }]

/** One map: pixel k is the byte at `start + k * step`. */
interface WeightMap {
  readonly width: number
  readonly height: number
  readonly start: number
  readonly step: number
}

/** The maps of a packet, all of one size; undefined where a picture is damaged or of another kind. */
function mapsOf(layout: AnyLayout, stored: readonly Stored[], bytes: Bytes): readonly WeightMap[] | undefined {
  const opened = document(layout, bytes)
  const maps: WeightMap[] = []
  for (const one of stored) {
    const own = mapsIn(opened, one)
    if (!own) return undefined
    for (const map of own) maps.push(map)
  }
  const [first] = maps
  return maps.every(({ width, height }) => width === first?.width && height === first.height) ? maps : undefined
}

/** The maps in one picture of a packet. */
function mapsIn(opened: Document, { field, pixel, maps }: Stored): readonly WeightMap[] | undefined {
  const node = locate(opened, field)
  if (!node?.isWhole || node.size < strideOf(DdsHead)) return undefined
  const view = new RecordView(DdsHead, opened.bytes)
  const [width, height] = [view.number(node.offset, 'width'), view.number(node.offset, 'height')]
  if (width === 0 || height === 0 || node.size !== HEAD_SIZE + width * height * pixel) return undefined
  return maps.map(channel => ({ width, height, start: node.offset + HEAD_SIZE + channel, step: pixel }))
}

/** Shares of up to four textures of a megatile as red, green, blue and alpha; of `dds_a`, then of `dds_b`. */
export function sharePictures(opened: Document): readonly (Picture | undefined)[] {
  return WEIGHTS.map(stored => {
    const maps = mapsIn(opened, stored)
    const [first] = maps ?? []
    if (!maps || !first) return undefined
    const { width, height } = first
    const pixels = new Uint8Array(4 * width * height)
    for (const [channel, { start, step }] of maps.entries())
      for (let k = 0; k < width * height; k++) pixels[4 * k + channel] = opened.bytes[start + k * step] ?? 0
    return { width, height, pixels }
  })
}

/** Maps side by side as one grey picture. Where a picture is not grey, its red is taken. */
const picturedBy = (layout: AnyLayout, stored: readonly Stored[]): Pictured => ({
  raster(bytes) {
    const maps = mapsOf(layout, stored, bytes)
    const [first] = maps ?? []
    if (!maps || !first) return undefined
    const width = first.width * maps.length
    const pixels = new Uint8Array(width * first.height)
    eachPixel(maps, (map, at) => (pixels[map] = bytes[at] ?? 0))
    return { width, height: first.height, kind: 'grey', pixels }
  },
  redrawn(bytes, raster) {
    const rgba = toRgba(raster)
    const after = bytes.slice()
    eachPixel(mapsOf(layout, stored, bytes) ?? [], (pixel, at) => (after[at] = rgba[4 * pixel] ?? 0))
    return after
  },
})

/** Pixels of the maps side by side, and the place of the byte of each. */
function eachPixel(maps: readonly WeightMap[], work: (pixel: number, at: number) => void): void {
  for (const [place, { width, height, start, step }] of maps.entries())
    for (let k = 0; k < width * height; k++) {
      const row = Math.floor(k / width)
      work((row * maps.length + place) * width + (k % width), start + k * step)
    }
}

/** The weights of six textures, from left to right. */
const WEIGHT_PICTURE = picturedBy(TRRN, WEIGHTS)
export const WEIGHT_CONVERSIONS = pictureConversions(WEIGHT_PICTURE)
export const weightPictures = singlePicture(WEIGHT_PICTURE.raster, 'grey')
/** Where there is water: 255. */
const MASK_PICTURE = picturedBy(WATR, MASK)
export const MASK_CONVERSIONS = pictureConversions(MASK_PICTURE)
export const maskPictures = singlePicture(MASK_PICTURE.raster, 'grey')
