import type { Opened, Paint, Picture, Work } from '../../../format'
import type { GltfMaterial, GltfScene } from '../../../gltf'
import { withoutAlpha } from '../../../picture'
import { paintTable } from '../material/paint-table'
import { wearOfChunk } from '../wear/wear'

/** What parts of meshes are named before their materials are known, and the row of the wear table. */
export const MATERIAL = 'material '
const rowOf = (part: string): number => Number(part.slice(MATERIAL.length))

/**
 * A mesh with the materials of the wear table that its chunk uses, and their textures (parkan 8.1, 8.3). What is missing
 * is named in the `extras` of the material.
 */
export async function withMaterials(chunk: Opened, scene: GltfScene, work: Work): Promise<GltfScene> {
  const rows = (await wearOfChunk(chunk))?.materials ?? []
  const used = [...new Set(scene.parts.map(({ material }) => rowOf(material)))].filter(row => row < rows.length)
  const paints = await paintTable(
    chunk,
    used.map(row => rows[row]?.name ?? ''),
  )
  const pngs = new Map<Picture, Promise<Uint8Array>>()
  const pngOf = (picture: Picture): Promise<Uint8Array> => {
    const known = pngs.get(picture) ?? encoded(picture, work)
    pngs.set(picture, known)
    return known
  }
  const materials = await Promise.all(paints.map((paint, at) => materialOf(used[at] ?? 0, paint, pngOf)))
  const names = new Map(used.map((row, at) => [row, materials[at]?.name ?? '']))
  return {
    ...scene,
    parts: scene.parts.map(part => ({ ...part, material: names.get(rowOf(part.material)) ?? part.material })),
    materials,
  }
}

async function materialOf(
  row: number,
  { material, texture, picture, missing }: Paint,
  pngOf: (picture: Picture) => Promise<Uint8Array>,
): Promise<GltfMaterial> {
  const extras = { row, material, texture, ...(missing && { missing }) }
  const own = { name: `${row} ${material}`, extras }
  if (!picture) return own
  if (texture !== '') return { ...own, png: await pngOf(picture) }
  const [r = 0, g = 0, b = 0] = picture.pixels
  return { ...own, colour: [r, g, b].map(channel => channel / 255) }
}

/** The alpha of many textures is no opacity: it is left out. */
const encoded = ({ width, height, pixels }: Picture, work: Work): Promise<Uint8Array> =>
  work('encodePicture', 'png', { width, height, kind: 'rgb', pixels: withoutAlpha(pixels) })
