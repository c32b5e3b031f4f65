import type { Opened, Paint, Picture } from '../../../format'
import { textureImage } from '../texture/pixels'
import { materialPhases } from './material'
import { materialVersion } from './material-format'

/** Names that the game sets for its libraries (parkan 8.3). */
const MATERIALS = 'Material.lib'
const TEXTURES = 'Textures.lib'

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
  const texture = phases.find(phase => phase.texture !== '')?.texture ?? ''
  if (texture === '')
    return { material, texture, picture: { width: 1, height: 1, pixels: Uint8Array.from(first.diffuse) } }
  const key = texture.toLowerCase()
  const found = shelf.pictures.get(key) ?? pictureOf(texture, shelf)
  shelf.pictures.set(key, found)
  const picture = await found
  return typeof picture === 'string' ? { material, texture, missing: picture } : { material, texture, picture }
}

async function pictureOf(texture: string, { textures }: Shelf): Promise<Picture | 'texture' | 'pixels'> {
  const row = await textures?.row(texture)
  return row ? (textureImage(row.bytes) ?? 'pixels') : 'texture'
}
