import type { Opened, Paint, Picture } from '../../../format'
import { materialPhases } from '../material/material'
import { materialVersion } from '../material/material-format'
import { textureImage } from '../texture/pixels'
import { readWear } from '../wear/wear'

/** Names that the game sets for its libraries (parkan 8.3). */
const MATERIALS = 'Material.lib'
const TEXTURES = 'Textures.lib'
/** Both material bytes of a face are rows of it, near and far; `Land2.wea` names microtextures only (parkan 3.8). */
const TABLE = 'Land1.wea'
/** A face names its row in one byte. */
const MOST_ROWS = 255

/** The paints of a terrain: wear table, material, its first textured phase, texture (parkan 8.3). */
export async function terrainPaints(entry: Opened): Promise<readonly Paint[]> {
  const table = await entry.beside(TABLE)
  const rows = table ? readWear(table.bytes).materials.slice(0, MOST_ROWS) : []
  return paintsOf(
    entry,
    rows.map(({ name }) => name),
  )
}

/** The paints of materials: their first textured phase, and its texture (parkan 8.3). */
export async function paintsOf(entry: Opened, materials: readonly string[]): Promise<readonly Paint[]> {
  const shelf: Shelf = {
    materials: await entry.file(MATERIALS),
    textures: await entry.file(TEXTURES),
    pictures: new Map(),
  }
  return Promise.all(materials.map(material => paintOf(material, shelf)))
}

interface Shelf {
  readonly materials: Opened | undefined
  readonly textures: Opened | undefined
  readonly pictures: Map<string, Promise<Picture | 'texture' | 'pixels'>>
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
