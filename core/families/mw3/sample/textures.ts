import { write, type AnyLayout, type Bytes, type Value } from '../../../layout'
import { PACKAGE_CODEC } from '../textures/package'
import { PackageHeader } from '../textures/package-rows'
import { TEXTURE } from '../textures/texture'

const SIZE = 32

/** Shade of a pixel, 0 to 1. */
type Pattern = (x: number, y: number) => number

interface Picture {
  readonly name: string
  /** Colour of a full shade, 0 to 255 each. */
  readonly color: readonly [r: number, g: number, b: number]
  readonly pattern: Pattern
}

const checks: Pattern = (x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? 1 : 0.75)
const planks: Pattern = (x, y) => (y % 8 === 0 || (x + (y >> 3) * 9) % 16 === 0 ? 0.4 : 0.9)
const waves =
  (phase: number): Pattern =>
  (x, y) =>
    0.7 + 0.1 * (((x + 2 * y + phase) >> 2) % 3)

const PICTURES: readonly Picture[] = [
  { name: 'grass', color: [70, 120, 50], pattern: checks },
  { name: 'crate', color: [160, 120, 70], pattern: planks },
  { name: 'water0', color: [60, 90, 170], pattern: waves(0) },
  { name: 'water1', color: [60, 90, 170], pattern: waves(5) },
]
/** Skin of the 'mech. */
const SKINS: readonly Picture[] = [{ name: 'scout', color: [120, 130, 120], pattern: planks }]

const shade = ({ color, pattern }: Picture, x: number, y: number): readonly number[] =>
  color.map(value => Math.min(255, Math.round(value * pattern(x, y))))

/** Two bytes a pixel: 5, 6 and 5 bits (mw3 13). */
const packed = ([r = 0, g = 0, b = 0]: readonly number[]): number =>
  (Math.round((r * 31) / 255) << 11) | (Math.round((g * 63) / 255) << 5) | Math.round((b * 31) / 255)

const pixelsOf = (picture: Picture): readonly number[] =>
  Array.from({ length: SIZE * SIZE }, (_, at) => packed(shade(picture, at % SIZE, Math.floor(at / SIZE))))

const HEAD = { width: SIZE, height: SIZE, zero_8: 0, stretch: 0, alpha: new Uint8Array(0) }

function direct(picture: Picture): Value {
  const pixels = new Uint8Array(SIZE * SIZE * 2)
  pixelsOf(picture).forEach((pixel, at) => pixels.set([pixel & 0xff, pixel >> 8], 2 * at))
  return { ...HEAD, flags: 0x05, palette_count: 0, pixels, palette: [] }
}

function palettised(picture: Picture): Value {
  const stored = pixelsOf(picture)
  const palette = [...new Set(stored)]
  const pixels = Uint8Array.from(stored, pixel => palette.indexOf(pixel))
  return { ...HEAD, flags: 0x05, palette_count: palette.length, pixels, palette }
}

function packageOf(pictures: readonly Picture[], store: (picture: Picture) => Value): Bytes {
  const layout: AnyLayout = TEXTURE
  const empty = write(PackageHeader, {
    zero_0: 0,
    has_entries: 1,
    global_palette_count: 0,
    texture_count: 0,
    zero_16: 0,
    zero_20: 0,
  }).bytes
  const present = pictures.map((picture, row) => ({
    id: `+${row}`,
    attributes: { ...PACKAGE_CODEC.newAttributes(picture.name), row },
    payload: write(layout, store(picture)).bytes,
  }))
  return PACKAGE_CODEC.pack(empty, present).bytes
}

/** Textures of a chapter for graphics cards: two bytes a pixel (mw3 13). */
export const sampleTextures = (): Bytes => packageOf(PICTURES, direct)
/** The same for software drawing: with palettes. */
export const sampleSoftwareTextures = (): Bytes => packageOf(PICTURES, palettised)
export const sampleSkins = (): Bytes => packageOf(SKINS, direct)
