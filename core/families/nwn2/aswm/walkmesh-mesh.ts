import { meshConversions, type Conversion, type EntryInfo, type Opened } from '../../../format'
import type { GltfScene } from '../../../gltf'
import { document } from '../../../layout'
import { ASWM, WALKABLE } from './aswm'
import { meshOfDocument } from './mesh'

/** The walkmesh, a part for triangles that can be walked and one for the others (nwn2 4). */
function walkmeshScene({ name, bytes }: Opened): GltfScene | undefined {
  const opened = document(ASWM, bytes)
  if (!opened.isWhole) return undefined
  const { vertices, triangles } = meshOfDocument(opened)
  const { v0, v1, v2, flags } = triangles
  const parts = [true, false].map(isWalkable => {
    const indices: number[] = []
    for (let triangle = 0; triangle < v0.length; triangle++)
      if ((((flags[triangle] ?? 0) & WALKABLE) !== 0) === isWalkable)
        indices.push(v0[triangle] ?? 0, v1[triangle] ?? 0, v2[triangle] ?? 0)
    return { node: 0, material: isWalkable ? 'walkable' : 'not walkable', indices: Uint32Array.from(indices) }
  })
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
