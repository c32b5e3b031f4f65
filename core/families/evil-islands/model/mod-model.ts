import { modelOfScene, type Opened, type PaintedModel } from '../../../format'
import { records, textOf } from '../../../format/fields'
import { column, document } from '../../../layout'
import type { GltfNode } from '../../../gltf'
import { nameKey, sameName, stem } from '../names'
import { BON } from './bon'
import { figScene } from './fig-mesh'
import { LNK } from './lnk'

/** The place of a part relative to the one above, in the first shape; the same place where it is not known (evil-islands 8). */
function offsetOf(row: Opened | undefined): readonly number[] {
  const opened = row && document(BON, row.bytes)
  const offsets = opened?.isWhole === true ? [...column(opened, 'offsets', '', 'f32')].slice(0, 3) : []
  return offsets.length === 3 && offsets.every(Number.isFinite) ? offsets : [0, 0, 0]
}

/**
 * The parts of a MOD put together at rest, as its link has them, each at its offset from the part above, in the first shape and
 * without textures, which the objects name (evil-islands 7, 8, 11.3). A part without a mesh is a node that draws nothing.
 * Undefined where there is no whole link.
 */
export async function modModel(entry: Opened): Promise<PaintedModel | undefined> {
  const name = stem(entry.name)
  const rows = await entry.entries()
  const link = rows.find(row => sameName(row.name, name))
  const opened = link && document(LNK, link.bytes)
  if (!opened?.isWhole) return undefined
  const meshes = new Map(rows.filter(row => row !== link).map(row => [nameKey(row.name), row]))
  const beside = (await (await entry.beside(`${name}.bon`))?.entries()) ?? []
  const offsets = new Map(beside.map(row => [nameKey(row.name), row]))
  const before = new Map<string, number>()
  const nodes: GltfNode[] = []
  const found = records(opened, 'parts').flatMap((part, node) => {
    const [own, above] = [textOf(part, 'name'), textOf(part, 'parent')]
    const parent = before.get(nameKey(above)) ?? -1
    nodes.push({ name: own, parent, translation: offsetOf(offsets.get(nameKey(own))) })
    before.set(nameKey(own), node)
    const mesh = meshes.get(nameKey(own))
    const scene = mesh && figScene(mesh)
    const [first] = scene?.parts ?? []
    if (!scene || !first) return []
    // The vertices of its other shapes are behind those of the first.
    const end = scene.positions.length / Math.max(1, scene.parts.length)
    return [{ node, positions: scene.positions.subarray(0, end), normals: scene.normals?.subarray(0, end), first }]
  })
  const size = found.reduce((sum, { positions }) => sum + positions.length, 0)
  const [positions, normals] = [new Float32Array(size), new Float32Array(size)]
  let at = 0
  const parts = found.map(part => {
    const vertex = at / 3
    positions.set(part.positions, at)
    if (part.normals) normals.set(part.normals, at)
    at += part.positions.length
    return { node: part.node, material: 'material', indices: part.first.indices.map(index => index + vertex) }
  })
  const hasNormals = found.every(part => part.normals !== undefined)
  return modelOfScene(entry, { name: entry.name, positions, ...(hasNormals && { normals }), nodes, parts })
}
