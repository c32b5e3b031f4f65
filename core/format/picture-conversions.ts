import type { Bytes } from '../layout'
import { PICTURE_ENDINGS, toRgba, type Raster } from '../picture'
import type { Conversion, Opened } from './format'
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
    decode: async (entry, file, work) => {
      const { width, height } = await needed(raster, entry)
      const after = await work('decodePicture', file, { width, height })
      if ('code' in after) throw new StudioError(after.code, after.params, entry.path)
      const bytes = await redrawn(entry.bytes, after, entry)
      return { bytes, notices: lost(after, await raster(bytes, entry)) }
    },
  }))

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
