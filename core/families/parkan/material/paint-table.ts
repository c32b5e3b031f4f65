import type { EntryInfo, Opened, Paint, PaintPhase, PaintsOptions, Picture, UnreadArchive } from '../../../format'
import type { Bytes } from '../../../layout'
import { textureImage } from '../texture/pixels'
import { cellOf } from '../texture/texture-cell'
import { materialCycle, materialPhases } from './material'
import { materialVersion } from './material-format'

/** Names that the game sets for its libraries (parkan 8.3). */
const MATERIALS = 'Material.lib'
const TEXTURES = 'Textures.lib'
const LIGHTMAPS = 'LightMap.lib'

interface Shelf extends PaintsOptions {
  readonly materials: UnreadArchive | undefined
  readonly textures: UnreadArchive | undefined
  readonly pictures: Map<string, Promise<TextureFound>>
}

/** The paints of materials: each one's first textured phase, its texture (parkan 8.3). */
export async function paintTable(
  entry: Opened,
  materials: readonly string[],
  options: PaintsOptions = {},
): Promise<readonly Paint[]> {
  const shelf: Shelf = {
    ...options,
    materials: await entry.archive(MATERIALS),
    textures: await entry.archive(TEXTURES),
    pictures: new Map(),
  }
  return Promise.all(materials.map(name => paintOf(name, shelf)))
}

/** The paint of a material. A missing one is reported, not replaced by DEFAULT as in the game. */
async function paintOf(material: string, shelf: Shelf): Promise<Paint> {
  const row = await shelf.materials?.row(material)
  if (!row) return { material, texture: '', missing: 'material' }
  const version = materialVersion(row)
  const looks = materialPhases(row.bytes, version)
  const [first] = looks
  if (!first) return { material, texture: '', missing: 'material', entry: row.path }
  const look = looks.find(one => one.texture !== '') ?? first
  const paint = { material, entry: row.path, ...blendingOf(row, look.opacity), ...(await phaseOf(look, shelf)) }
  if (!shelf.hasPhases) return paint
  const phases = await Promise.all(looks.map(async one => ({ ...(await phaseOf(one, shelf)), opacity: one.opacity })))
  const cycle = materialCycle(row.bytes, version, phases.length)
  return { ...paint, phases, ...(cycle && { cycle }) }
}

/** The texture of a phase; a plain colour is a picture of one pixel. */
async function phaseOf(
  { texture, cell, diffuse: [r, g, b] }: ReturnType<typeof materialPhases>[number],
  shelf: Shelf,
): Promise<Omit<PaintPhase, 'opacity'>> {
  if (texture === '') return { texture, picture: { width: 1, height: 1, pixels: Uint8Array.of(r, g, b, 255) } }
  const key = `${texture.toLowerCase()} ${cell}`
  const found = shelf.pictures.get(key) ?? pictureOf(texture, shelf, cell)
  shelf.pictures.set(key, found)
  return { texture, ...(await found) }
}

/** The light maps of a wear table, as paints (parkan 7.6, 8.1). */
export async function lightmapTable(entry: Opened, names: readonly string[]): Promise<readonly Paint[]> {
  const textures = names.length > 0 ? await entry.archive(LIGHTMAPS) : undefined
  return Promise.all(
    names.map(
      async (texture): Promise<Paint> => ({ material: texture, texture, ...(await pictureOf(texture, { textures })) }),
    ),
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

type TextureFound = Pick<PaintPhase, 'picture' | 'missing' | 'textureEntry'>

/** The largest level of a texture, or a rectangle of its atlas. */
async function pictureOf(texture: string, { textures }: Pick<Shelf, 'textures'>, cell = -1): Promise<TextureFound> {
  const row = await textures?.row(texture)
  if (!row) return { missing: 'texture' }
  const picture = decoded.get(row.bytes) ?? textureImage(row.bytes)
  if (!picture) return { missing: 'pixels', textureEntry: row.path }
  decoded.set(row.bytes, picture)
  return { picture: cellOf(row.bytes, picture, cell), textureEntry: row.path }
}
