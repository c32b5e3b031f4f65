import { meshConversions, type Opened, type Work } from '../../../format'
import { fieldOf, numberOf, numbersOf, textOf } from '../../../format/fields'
import type { GltfMaterial, GltfScene } from '../../../gltf'
import { document, locate, type Document, type Node } from '../../../layout'
import { GAMEZ } from '../gamez/gamez'
import { worldPackages } from '../links'
import { MATERIAL, MeshBuilder, placeOf } from './mesh-builder'
import { texturePng } from './texture-png'

/** Values of `node_class`. */
const [OBJECT, LOD] = [5, 6]
/** A bit of the flags of a material. */
const TEXTURED = 1

/** A slot of the tree, and where its node is written. */
interface Open {
  readonly slot: number
  readonly parent: number
}

/**
 * The world of a chapter: its tree of nodes with their models (mw3 7). All levels of detail are there; the node of a
 * level has the distance from which it is drawn.
 */
function worldScene({ name, bytes }: Opened): GltfScene | undefined {
  const opened = document(GAMEZ, bytes)
  if (!opened.isWhole) return undefined
  const mesh = new MeshBuilder()
  const visited = new Set<number>()
  const slots = locate(opened, 'nodes')
  const roots = Array.from({ length: slots?.childCount ?? 0 }, (_, slot) => slot).filter(slot => {
    const node = slots?.child(slot)
    return node?.isWhole === true && numberOf(node, 'action_priority') !== 0 && numberOf(node, 'parent_count') === 0
  })
  const open: Open[] = roots.toReversed().map(slot => ({ slot, parent: -1 }))
  for (let next = open.pop(); next; next = open.pop()) {
    // Both directions of the tree are stored and nothing keeps them equal (mw3 7.5).
    if (visited.has(next.slot)) continue
    visited.add(next.slot)
    addSlot(opened, mesh, next, open)
  }
  return mesh.scene(name)
}

const childOf = (opened: Document, array: string, at: number): Node | undefined => {
  const child = locate(opened, `${array}/${at}`)
  return child?.isWhole === true ? child : undefined
}

function addSlot(opened: Document, mesh: MeshBuilder, { slot, parent }: Open, open: Open[]): void {
  const [node, data] = [childOf(opened, 'nodes', slot), childOf(opened, 'node_data', slot)]
  if (!node) return
  const kind = numberOf(node, 'node_class')
  const object = data && fieldOf(data, 'class_data')
  const place = kind === OBJECT ? placeOf(object) : {}
  const level = kind === LOD && object ? { range_near_sq: numberOf(object, 'range_near_sq') } : undefined
  const extras = { ...place.extras, node: slot, ...level }
  const number = mesh.addNode({ name: textOf(node, 'name') || `node ${slot}`, parent, ...place, extras })
  const model = numberOf(node, 'model_index')
  const geometry = model >= 0 ? childOf(opened, 'model_data', model) : undefined
  if (geometry) mesh.addModel(number, geometry)
  const children = data ? numbersOf(data, 'child_indices') : []
  for (const child of children.toReversed()) open.push({ slot: child, parent: number })
}

/** The mesh with its materials, and the textures of the first package that has them (mw3 4, 5.2, 13). */
async function withMaterials(entry: Opened, scene: GltfScene, work: Work): Promise<GltfScene> {
  const opened = document(GAMEZ, entry.bytes)
  const materialOf = async (name: string): Promise<GltfMaterial> => {
    const material = childOf(opened, 'materials', Number(name.slice(MATERIAL.length)))
    if (!material) return { name, extras: { missing: 'material' } }
    const isTextured = (numberOf(material, 'flags') & TEXTURED) !== 0
    const row = isTextured ? childOf(opened, 'textures', numberOf(material, 'texture_index')) : undefined
    if (!row) return { name }
    const texture = textOf(row, 'name')
    const png = await texturePng(entry, [texture], worldPackages(entry.path), work)
    return { name, extras: { texture, ...(!png && { missing: 'texture' }) }, ...(png && { png }) }
  }
  const names = [...new Set(scene.parts.map(({ material }) => material))]
  return { ...scene, materials: await Promise.all(names.map(materialOf)) }
}

/** Worlds as GLB and OBJ; a file with other vertices is refused. */
export const WORLD_CONVERSIONS = meshConversions({
  isFor: () => true,
  read: async entry => worldScene(entry),
  dressed: withMaterials,
})
