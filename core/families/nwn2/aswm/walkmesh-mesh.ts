import { meshConversions, type Conversion, type EntryInfo, type Opened } from '../../../format'
import type { GltfScene } from '../../../gltf'
import { document } from '../../../layout'
import { ASWM, SURFACE_BITS, SURFACES, WALKABLE } from './aswm'
import { meshOfDocument } from './mesh'

/** Flags of triangles by the material that they are written with: the surface, or walkable without one, or neither. */
export const MATERIALS: ReadonlyMap<string, number> = new Map([
  ...[...SURFACE_BITS].map(([name, bits]) => [name, WALKABLE | bits] as const),
  ['walkable', WALKABLE],
  ['not_walkable', 0],
])
const NAMES = new Map([...MATERIALS].map(([name, flags]) => [flags, name]))

/** The material of a triangle; a walkable one with bits of several surfaces has none of them. */
export function materialOf(flags: number): string {
  const isWalkable = (flags & WALKABLE) !== 0
  return NAMES.get(isWalkable ? flags & (WALKABLE | SURFACES) : 0) ?? 'walkable'
}

/** The walkmesh, a part for each material of its triangles (nwn2 4). */
function walkmeshScene({ name, bytes }: Opened): GltfScene | undefined {
  const opened = document(ASWM, bytes)
  if (!opened.isWhole) return undefined
  const { vertices, triangles } = meshOfDocument(opened)
  const { v0, v1, v2, flags } = triangles
  const corners = new Map([...MATERIALS.keys()].map(material => [material, [] as number[]]))
  for (let triangle = 0; triangle < v0.length; triangle++)
    corners.get(materialOf(flags[triangle] ?? 0))?.push(v0[triangle] ?? 0, v1[triangle] ?? 0, v2[triangle] ?? 0)
  const parts = [...corners]
    .filter(([, indices]) => indices.length > 0)
    .map(([material, indices]) => ({ node: 0, material, indices: Uint32Array.from(indices) }))
  return {
    name,
    positions: vertices,
    nodes: [{ name, parent: -1 }],
    parts,
  }
}

/** GLB and OBJ. Edges, islands and path tables hang on the vertices: a file with other ones is refused (nwn2 4.9, 4.10). */
export const walkmeshConversions = (isCurrent: (entry: EntryInfo) => boolean): readonly Conversion[] =>
  meshConversions({ isFor: isCurrent, read: async entry => (isCurrent(entry) ? walkmeshScene(entry) : undefined) })
