import type { Opened, Work } from '../../../format'
import type { Raster } from '../../../picture'
import { textureRaster } from '../textures/texture-picture'

/** A texture of one of several packages: of the first that has it, under the first of its names (mw3 13). */
export async function textureNamed(
  entry: Opened,
  names: readonly string[],
  packages: readonly string[],
): Promise<{ readonly row: Opened; readonly raster: Raster } | undefined> {
  for (const name of new Set(names))
    for (const file of packages) {
      const row = await (await entry.archive(file))?.row(name)
      const raster = row && (await textureRaster(row.bytes, row))
      if (raster) return { row, raster }
    }
  return undefined
}

/** The same as a PNG. */
export async function texturePng(
  entry: Opened,
  names: readonly string[],
  packages: readonly string[],
  work: Work,
): Promise<Uint8Array | undefined> {
  const found = await textureNamed(entry, names, packages)
  return found && work('encodePicture', 'png', found.raster)
}
