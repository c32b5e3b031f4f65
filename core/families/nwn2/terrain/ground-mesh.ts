import { apply } from '../../../edit'
import { meshConversions, type ChangedMesh, type Conversion, type EntryInfo, type Opened } from '../../../format'
import { unitNormals, type GltfPart, type GltfScene } from '../../../gltf'
import { assignAll, column, columns, document, type AnyLayout, type Assigned, type Bytes } from '../../../layout'
import { TRRN, WATR } from './terrain'

/** A surface of an area: a packet with vertices and triangles of its own (nwn2 6.2, 6.3). */
interface Surface {
  readonly layout: AnyLayout
  readonly hasNormals: boolean
  /** Names of the material of each triangle; absent: one. */
  materialsOf?(bytes: Bytes): readonly string[]
}

const GROUND: Surface = { layout: TRRN, hasNormals: true }
const WATER: Surface = {
  layout: WATR,
  hasNormals: false,
  materialsOf: bytes =>
    Array.from(column(document(WATR, bytes), 'triangle_flags', '', 'u32'), flag => (flag === 0 ? 'water' : 'none')),
}

function sceneOf({ layout, hasNormals, materialsOf }: Surface, { name, bytes }: Opened): GltfScene | undefined {
  const opened = document(layout, bytes)
  if (!opened.isWhole) return undefined
  const { position, uv } = columns(opened, 'vertices', { position: 'f32', uv: 'f32' })
  const { v0, v1, v2 } = columns(opened, 'triangles', { v0: 'u16', v1: 'u16', v2: 'u16' })
  const materials = materialsOf?.(bytes)
  const corners = new Map<string, number[]>()
  for (let triangle = 0; triangle < v0.length; triangle++) {
    const material = materials?.[triangle] ?? 'surface'
    const own = corners.get(material) ?? []
    own.push(v0[triangle] ?? 0, v1[triangle] ?? 0, v2[triangle] ?? 0)
    corners.set(material, own)
  }
  return {
    name,
    positions: position,
    ...(uv.every(Number.isFinite) && { uvs: uv }),
    ...(hasNormals && unitNormals(columns(opened, 'vertices', { normal: 'f32' }).normal)),
    nodes: [{ name, parent: -1 }],
    parts: Array.from(
      corners,
      ([material, indices]): GltfPart => ({ node: 0, material, indices: Uint32Array.from(indices) }),
    ),
  }
}

/**
 * The packet with other vertices. Normals of moved vertices that the file leaves as they were are those of the triangles
 * round them. Nothing else in the packet depends on vertices; the walkmesh is a packet of its own.
 */
function changedSurface(surface: Surface, entry: Opened, changed: ChangedMesh): Bytes {
  const opened = document(surface.layout, entry.bytes)
  const turned = new Map<number, readonly number[]>()
  if (surface.hasNormals && changed.normals.length > 0) {
    const { v0, v1, v2 } = columns(opened, 'triangles', { v0: 'u16', v1: 'u16', v2: 'u16' })
    for (const [vertex, normal] of normalsRound(changed, [v0, v1, v2])) turned.set(vertex, normal)
    for (const vertex of changed.turned) turned.set(vertex, at(changed.normals, 3, vertex))
  }
  const given: Assigned[] = [
    ...changed.moved.map(vertex => ({ path: `vertices/${vertex}/position`, value: at(changed.positions, 3, vertex) })),
    ...Array.from(turned, ([vertex, value]) => ({ path: `vertices/${vertex}/normal`, value })),
    ...changed.mapped.map(vertex => ({ path: `vertices/${vertex}/uv`, value: at(changed.uvs, 2, vertex) })),
  ]
  return apply(entry.bytes, assignAll(opened, given).splices)
}

const at = (data: Float32Array, width: number, vertex: number): readonly number[] =>
  Array.from(data.subarray(width * vertex, width * (vertex + 1)))

/** Normals of moved vertices: the mean of the triangles at them, by area, to the side to which each pointed. */
function normalsRound(
  { positions, normals, moved }: ChangedMesh,
  corners: readonly Uint16Array[],
): ReadonlyMap<number, readonly number[]> {
  const sums = new Map(moved.map(vertex => [vertex, [0, 0, 0]]))
  for (let triangle = 0; triangle < (corners[0]?.length ?? 0); triangle++) {
    const own = corners.map(column => column[triangle] ?? 0)
    if (!own.some(vertex => sums.has(vertex))) continue
    const cross = crossOf(own.map(vertex => at(positions, 3, vertex)))
    for (const vertex of own) sums.get(vertex)?.forEach((_, k, sum) => (sum[k] = (sum[k] ?? 0) + (cross[k] ?? 0)))
  }
  const found = new Map<number, readonly number[]>()
  for (const [vertex, sum] of sums) {
    const before = at(normals, 3, vertex)
    const side = before.reduce((dot, part, k) => dot + part * (sum[k] ?? 0), 0) < 0 ? -1 : 1
    const length = Math.hypot(...sum)
    if (length > 0)
      found.set(
        vertex,
        sum.map(part => Math.fround((side * part) / length)),
      )
  }
  return found
}

/** Perpendicular to a triangle, as long as twice its area. */
function crossOf([a = [], b = [], c = []]: readonly (readonly number[])[]): readonly number[] {
  const [ux = 0, uy = 0, uz = 0] = b.map((value, k) => value - (a[k] ?? 0))
  const [vx = 0, vy = 0, vz = 0] = c.map((value, k) => value - (a[k] ?? 0))
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

const conversionsOf = (surface: Surface): readonly Conversion[] =>
  meshConversions({
    isFor: (_: EntryInfo) => true,
    read: async entry => sceneOf(surface, entry),
    write: async (entry, changed) => changedSurface(surface, entry, changed),
  })

/** Ground and water as GLB and OBJ. */
export const GROUND_MESH = conversionsOf(GROUND)
export const WATER_MESH = conversionsOf(WATER)
