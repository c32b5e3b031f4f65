import { numberOf, plainText, recordsOf, records, textOf, fieldOf } from '../../../format/fields'
import { meshConversions, modelOfScene, type Opened, type Paint, type PaintedModel, type Work } from '../../../format'
import type { GltfMaterial, GltfScene } from '../../../gltf'
import { document, type Node } from '../../../layout'
import { toRgba } from '../../../picture'
import { mechPackages } from '../links'
import { MECHLIB_MATERIALS, MECHLIB_MODEL } from '../mechlib/mechlib'
import { MATERIAL, MeshBuilder, placeOf } from './mesh-builder'
import { textureNamed, texturePng } from './texture-png'

/** A 'mech: its nodes, each with its model (mw3 11). */
function mechScene({ name, bytes }: Opened): GltfScene | undefined {
  const opened = document(MECHLIB_MODEL, bytes)
  if (!opened.isWhole) return undefined
  const mesh = new MeshBuilder()
  const open: { readonly record: Node; readonly parent: number }[] = [{ record: opened.root, parent: -1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { record, parent } = next
    const node = mesh.addNode({ name: textOf(record, 'name'), parent, ...placeOf(fieldOf(record, 'object3d')) })
    const [data] = recordsOf(record, 'model_data')
    if (data) mesh.addModel(node, data)
    for (const child of recordsOf(record, 'children').toReversed()) open.push({ record: child, parent: node })
  }
  return mesh.scene(name)
}

/** The mesh with the materials of the library, and the textures of the first package that has them (mw3 11, 13). */
async function withMaterials(entry: Opened, scene: GltfScene, work: Work): Promise<GltfScene> {
  const row = await entry.beside('materials')
  const rows = row ? records(document(MECHLIB_MATERIALS, row.bytes), 'materials') : []
  const used = new Set(scene.parts.map(({ material }) => Number(material.slice(MATERIAL.length))))
  const materials = await Promise.all(
    [...used].map(async (number): Promise<GltfMaterial> => {
      const texture = plainText(rows[number]?.childNamed('texture')?.value)
      const name = `${MATERIAL}${number}`
      if (!rows[number]) return { name, extras: { missing: 'material' } }
      if (texture === '') return { name }
      const png = await texturePng(entry, namesOf(texture), mechPackages(entry.path), work)
      return { name, extras: { texture, ...(!png && { missing: 'texture' }) }, ...(png && { png }) }
    }),
  )
  return { ...scene, materials }
}

/** What the materials of a 'mech look like: their textures, or their colours (mw3 5.2, 11). */
async function mechPaints(entry: Opened, { parts }: GltfScene): Promise<readonly Paint[]> {
  const library = await entry.beside('materials')
  const rows = library ? records(document(MECHLIB_MATERIALS, library.bytes), 'materials') : []
  const used = [...new Set(parts.map(({ material }) => material))]
  return Promise.all(
    used.map(async (material): Promise<Paint> => {
      const row = rows[Number(material.slice(MATERIAL.length))]
      if (!library || !row) return { material, texture: '', missing: 'material' }
      const texture = plainText(row.childNamed('texture')?.value)
      const paint = { material, texture, entry: library.path }
      if (texture === '') return { ...paint, picture: { width: 1, height: 1, pixels: colourOf(row) } }
      const found = await textureNamed(entry, namesOf(texture), mechPackages(entry.path))
      if (!found) return { ...paint, missing: 'texture' }
      const { width, height } = found.raster
      return { ...paint, picture: { width, height, pixels: toRgba(found.raster) }, textureEntry: found.row.path }
    }),
  )
}

/** A texture is stored under its name with or without its ending. */
const namesOf = (texture: string): readonly string[] => [texture, texture.replace(/\.[^.]*$/, '')]

/** The colour of a material as one pixel. */
const colourOf = (row: Node): Uint8Array =>
  new Uint8Array(Uint8ClampedArray.of(...['r', 'g', 'b'].map(part => numberOf(row, `color/${part}`)), 255))

/** A 'mech with its textures. */
export async function mechModel(entry: Opened): Promise<PaintedModel | undefined> {
  const scene = mechScene(entry)
  return scene && modelOfScene(entry, scene, await mechPaints(entry, scene))
}

/** 'Mechs as GLB and OBJ. Polygons have corners, boxes and pivots of their own: a file with other vertices is refused. */
export const MECH_CONVERSIONS = meshConversions({
  isFor: () => true,
  read: async entry => mechScene(entry),
  dressed: withMaterials,
})
