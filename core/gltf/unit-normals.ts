import type { GltfScene } from './scene'

/** Most by which the length of a unit vector may differ from 1. */
const UNIT = 1e-3

/** Normals of a scene, xyz per vertex; none where one has another length: glTF has unit vectors only, games have others too. */
export function unitNormals(normals: Float32Array): Pick<GltfScene, 'normals'> {
  for (let at = 0; at + 2 < normals.length; at += 3) {
    const length = Math.hypot(normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0)
    if (!(Math.abs(length - 1) <= UNIT)) return {}
  }
  return { normals }
}
