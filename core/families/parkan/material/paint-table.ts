import type { EntryInfo, Opened, Paint, Picture } from '../../../format'
import type { Bytes } from '../../../layout'
import { textureImage } from '../texture/pixels'
import { materialPhases } from './material'
import { materialVersion } from './material-format'

/** Names that the game sets for its libraries (parkan 8.3). */
const MATERIALS = 'Material.lib'
const TEXTURES = 'Textures.lib'
const LIGHTMAPS = 'LightMap.lib'

interface Shelf {
  readonly materials: Opened | undefined
  readonly textures: Opened | undefined
  readonly pictures: Map<string, Promise<Picture | 'texture' | 'pixels'>>
}

/** The paints of materials: each one's first textured phase, its texture (parkan 8.3). */
export async function paintTable(entry: Opened, materials: readonly string[]): Promise<readonly Paint[]> {
  const shelf: Shelf = {
    materials: await entry.file(MATERIALS),
    textures: await entry.file(TEXTURES),
    pictures: new Map(),
  }
  return Promise.all(materials.map(name => paintOf(name, shelf)))
}

/** The paint of a material. A missing one is reported, not replaced by DEFAULT as in the game. */
async function paintOf(material: string, shelf: Shelf): Promise<Paint> {
  const row = await shelf.materials?.row(material)
  if (!row) return { material, texture: '', missing: 'material' }
  const phases = materialPhases(row.bytes, materialVersion(row))
  const [first] = phases
  if (!first) return { material, texture: '', missing: 'material' }
  const phase = phases.find(one => one.texture !== '') ?? first
  const { texture } = phase
  const blending = blendingOf(row, phase.opacity)
  if (texture === '') {
    const [r, g, b] = phase.diffuse
    return { material, texture, ...blending, picture: { width: 1, height: 1, pixels: Uint8Array.of(r, g, b, 255) } }
  }
  const key = texture.toLowerCase()
  const found = shelf.pictures.get(key) ?? pictureOf(texture, shelf)
  shelf.pictures.set(key, found)
  const picture = await found
  return typeof picture === 'string'
    ? { material, texture, missing: picture }
    : { material, texture, ...blending, picture }
}

/** The light maps of a wear table, as paints (parkan 7.6, 8.1). */
export async function lightmapTable(entry: Opened, names: readonly string[]): Promise<readonly Paint[]> {
  const textures = names.length > 0 ? await entry.file(LIGHTMAPS) : undefined
  return Promise.all(
    names.map(async (texture): Promise<Paint> => {
      const picture = await pictureOf(texture, { textures })
      return typeof picture === 'string'
        ? { material: texture, texture, missing: picture }
        : { material: texture, texture, picture }
    }),
  )
}

/** Blend indices of materials that are laid over what is behind them; the others are opaque (parkan 8.2). */
const BLENDS: Readonly<Record<number, Paint['blend']>> = { 4: 'alpha', 5: 'alpha', 8: 'additive' }

/** Bits 2 to 5 of attr1 are the blend index; every one but 0 leaves out pixels without opacity (parkan 8.2). */
function blendingOf({ attributes }: EntryInfo, opacity: number): Pick<Paint, 'blend' | 'opacity' | 'hasHoles'> {
  const index = (Number(attributes['attr1'] ?? 0) >> 2) & 15
  const blend = BLENDS[index]
  return { ...(index !== 0 && { hasHoles: true }), ...(blend && { blend, opacity }) }
}

/** Decoded once for the bytes of a texture, whichever materials name it. */
const decoded = new WeakMap<Bytes, Picture>()

async function pictureOf(
  texture: string,
  { textures }: Pick<Shelf, 'textures'>,
): Promise<Picture | 'texture' | 'pixels'> {
  const row = await textures?.row(texture)
  if (!row) return 'texture'
  const picture = decoded.get(row.bytes) ?? textureImage(row.bytes)
  if (!picture) return 'pixels'
  decoded.set(row.bytes, picture)
  return picture
}
