import type { Opened, Work } from '../../../format'
import { textureRaster } from '../textures/texture-picture'

/** A texture of one of several packages as a PNG, of the first that has it, under the first of its names (mw3 13). */
export async function texturePng(
  entry: Opened,
  names: readonly string[],
  packages: readonly string[],
  work: Work,
): Promise<Uint8Array | undefined> {
  for (const name of new Set(names))
    for (const file of packages) {
      const row = await (await entry.file(file))?.row(name)
      const raster = row && (await textureRaster(row.bytes, row))
      if (raster) return work('encodePicture', 'png', raster)
    }
  return undefined
}
