import { apply } from '../../../edit'
import { meshConversions, modelOfScene, type ChangedMesh, type Opened, type PaintedModel } from '../../../format'
import { unitNormals, type GltfScene } from '../../../gltf'
import { assignAll, column, columns, document, type Assigned, type Bytes } from '../../../layout'
import { cornersOf, isMesh, LANES, meshLayout } from './fig'
import { reboundSplices } from './mesh-bounds'

const AXES = [0, 1, 2] as const
/** Numbers of a normal: x, y, z and one more. */
const NORMAL_PARTS = 4

/** The columns of a mesh, and where a number of a position or normal is in them. */
function tablesOf({ head, bytes }: Opened) {
  if (!isMesh(head)) return undefined
  const opened = document(meshLayout(head), bytes)
  if (!opened.isWhole) return undefined
  return {
    opened,
    corners: cornersOf(head),
    positions: column(opened, 'positions', '', 'f32'),
    normals: column(opened, 'normals', '', 'f32'),
    uvs: columns(opened, 'uvs', { u: 'f32', v: 'f32' }),
    components: columns(opened, 'components', { position: 'u16', normal: 'u16', uv: 'u16' }),
    indices: column(opened, 'indices', '', 'u16'),
  }
}

/** Path of the block of a position for an axis and a corner of the shape, and the place of its number in the column. */
function positionAt(position: number, axis: number, corner: number, corners: number) {
  const block = position >> 2
  return {
    path: `positions/${block}/${axis}/${corner}/${position % LANES}`,
    at: ((block * AXES.length + axis) * corners + corner) * LANES + (position % LANES),
  }
}

function normalAt(normal: number, axis: number) {
  const block = normal >> 2
  return {
    path: `normals/${block}/${axis}/${normal % LANES}`,
    at: (block * NORMAL_PARTS + axis) * LANES + (normal % LANES),
  }
}

/**
 * A mesh, a scene for each corner of its shape (evil-islands 9.1). Vertex k of corner c is component k, by the number
 * `c * components + k`. Undefined where a component names what is not there.
 */
export function figScene(entry: Opened): GltfScene | undefined {
  const tables = tablesOf(entry)
  if (!tables) return undefined
  const { corners, components, indices, uvs } = tables
  const count = components.position.length
  const all = Array.from({ length: corners }, (_, corner) => corner)
  const positions = new Float32Array(3 * count * corners)
  const normals = new Float32Array(positions.length)
  const coordinates = new Float32Array(2 * count * corners)
  const shared = {
    positions: new Uint32Array(count * corners),
    normals: new Uint32Array(count * corners),
    uvs: new Uint32Array(count * corners),
  }
  for (let k = 0; k < count; k++) {
    const [position, normal, uv] = [components.position[k] ?? 0, components.normal[k] ?? 0, components.uv[k] ?? 0]
    for (const corner of all) {
      const vertex = corner * count + k
      for (const axis of AXES) {
        positions[3 * vertex + axis] = tables.positions[positionAt(position, axis, corner, corners).at] ?? NaN
        normals[3 * vertex + axis] = tables.normals[normalAt(normal, axis).at] ?? NaN
      }
      coordinates[2 * vertex] = uvs.u[uv] ?? NaN
      coordinates[2 * vertex + 1] = uvs.v[uv] ?? NaN
      shared.positions[vertex] = position * corners + corner
      shared.normals[vertex] = normal
      shared.uvs[vertex] = uv
    }
  }
  return {
    name: entry.name,
    positions,
    shared,
    ...unitNormals(normals),
    ...(coordinates.every(Number.isFinite) && { uvs: coordinates }),
    scenes: all.map(corner => (corners === 1 ? 'shape' : `shape ${corner}`)),
    nodes: all.map(corner => ({
      name: corner === 0 ? entry.name : `${entry.name} ${corner}`,
      parent: -1,
      scene: corner,
    })),
    parts: all.map(corner => ({
      node: corner,
      material: 'material',
      indices: Uint32Array.from(indices, index => index + corner * count),
    })),
  }
}

/** The mesh with other positions, normals and texture coordinates; bounds of the corners whose vertices moved. */
function changedFig(entry: Opened, changed: ChangedMesh): Bytes {
  const tables = tablesOf(entry)
  if (!tables) return entry.bytes
  const { opened, corners, components } = tables
  const count = components.position.length
  const given = new Map<string, Assigned>()
  const assign = (path: string, value: number | undefined): void => {
    given.set(path, { path, value: value ?? 0 })
  }
  for (const vertex of changed.moved) {
    const [corner, k] = [Math.floor(vertex / count), vertex % count]
    for (const axis of AXES)
      assign(positionAt(components.position[k] ?? 0, axis, corner, corners).path, changed.positions[3 * vertex + axis])
  }
  for (const vertex of changed.turned)
    for (const axis of AXES)
      assign(normalAt(components.normal[vertex % count] ?? 0, axis).path, changed.normals[3 * vertex + axis])
  for (const vertex of changed.mapped)
    for (const [k, name] of ['u', 'v'].entries())
      assign(`uvs/${components.uv[vertex % count] ?? 0}/${name}`, changed.uvs[2 * vertex + k])
  const bytes = apply(entry.bytes, assignAll(opened, [...given.values()]).splices)
  const moved = new Set(changed.moved.map(vertex => Math.floor(vertex / count)))
  const after = document(meshLayout(entry.head), bytes)
  return apply(
    bytes,
    reboundSplices(after, corners, corner => moved.has(corner)),
  )
}

/** The mesh in its first shape, without textures: these are named by the objects that have it. */
export async function figModel(entry: Opened): Promise<PaintedModel | undefined> {
  const scene = figScene(entry)
  return scene && modelOfScene(entry, scene)
}

/** Meshes as GLB and OBJ. */
export const FIG_CONVERSIONS = meshConversions({
  isFor: () => true,
  read: async entry => figScene(entry),
  write: async (entry, changed) => changedFig(entry, changed),
})
