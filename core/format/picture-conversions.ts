import type { Bytes } from '../layout'
import { PICTURE_ENDINGS, resample, resampleNearest, toRgba, withoutAlpha, type Raster, type Size } from '../picture'
import type { Conversion, DecodeOptions, Opened } from './format'
import type { Pictures } from './pictures'
import { StudioError, type Words } from './problem'

/** How the picture in the bytes of an entry is read and replaced. */
export interface Pictured {
  /**
   * The picture in bytes of an entry, its present or its next ones; undefined where they are damaged or hold none. The
   * entry gives what is stored elsewhere: the palette of a package.
   */
  raster(bytes: Bytes, entry: Opened): Raster | undefined | Promise<Raster | undefined>
  /** The bytes with another picture of the same size; pixels that are the same keep their bytes. */
  redrawn(bytes: Bytes, raster: Raster, entry: Opened): Bytes | Promise<Bytes>
}

/** PNG, TGA and BMP, out and in, for entries that hold a picture. */
export const pictureConversions = ({ raster, redrawn }: Pictured): readonly Conversion[] =>
  PICTURE_ENDINGS.map(ending => ({
    ending,
    encode: async (entry, work) => work('encodePicture', ending, await needed(raster, entry)),
    decode: async (entry, file, work, { fit } = {}) => {
      const { width, height } = await needed(raster, entry)
      const read = await work('decodePicture', file, fit ? undefined : { width, height })
      if ('code' in read) throw new StudioError(read.code, read.params, entry.path)
      const after = fit ? scaled(read, { width, height }, fit) : read
      const bytes = await redrawn(entry.bytes, after, entry)
      return { bytes, notices: lost(after, await raster(bytes, entry)) }
    },
  }))

/** A picture in another size; of one with a palette the nearest pixels keep their numbers. */
function scaled(raster: Raster, { width, height }: Size, fit: NonNullable<DecodeOptions['fit']>): Raster {
  const size = { width, height }
  if (raster.width === width && raster.height === height) return raster
  if (fit === 'nearest') {
    const channels = raster.pixels.length / (raster.width * raster.height)
    return { ...raster, ...size, pixels: resampleNearest(raster.pixels, raster, size, channels) }
  }
  const pixels = resample(toRgba(raster), raster, size, 4)
  const isOpaque = raster.kind === 'rgb' || raster.kind === 'grey'
  return { ...size, kind: isOpaque ? 'rgb' : 'rgba', pixels: isOpaque ? withoutAlpha(pixels) : pixels }
}

async function needed(raster: Pictured['raster'], entry: Opened): Promise<Raster> {
  const found = await raster(entry.bytes, entry)
  if (!found) throw new StudioError('convert.no-picture', { name: entry.name }, entry.path)
  return found
}

/** Pixels that the format stores with another colour than the file has. */
function lost(wanted: Raster, stored: Raster | undefined): readonly Words[] {
  if (!stored) return []
  const [a, b] = [toRgba(wanted), toRgba(stored)]
  const hasAlpha = stored.kind === 'rgba'
  let [colours, alphas] = [0, 0]
  for (let at = 0; at < a.length; at += 4) {
    if (a[at] !== b[at] || a[at + 1] !== b[at + 1] || a[at + 2] !== b[at + 2]) colours++
    if (a[at + 3] !== b[at + 3]) alphas++
  }
  return [
    ...(colours > 0 ? [{ code: 'notice.picture-colours', params: { n: colours } }] : []),
    ...(alphas > 0
      ? [{ code: hasAlpha ? 'notice.picture-alphas' : 'notice.picture-opaque', params: { n: alphas } }]
      : []),
  ]
}

/** Pictures of an entry with one level that is not stored in one piece. */
export const singlePicture =
  (raster: Pictured['raster'], pixels: string) =>
  async (bytes: Bytes, entry: Opened): Promise<Pictures> => {
    const level = await raster(bytes, entry)
    return { levels: level ? [level] : [], declared: 1, pixels }
  }
