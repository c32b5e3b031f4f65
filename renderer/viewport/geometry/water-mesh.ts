import type { SurfaceItem } from '@areal-studio/core/format'
import { wholeTriangles } from './terrain-mesh'

/** Water as the shader takes it: three vertices of their own for each triangle, so that records keep their colours. */
interface WaterBuffers {
  readonly positions: Float32Array
  /** Red, green and blue from 0 to 1 per vertex. */
  readonly colours: Float32Array
}

/** Lays the triangles out one by one. Those with a vertex that is not finite are left out. */
export function waterBuffers(item: SurfaceItem): WaterBuffers {
  const triangles = wholeTriangles(item)
  const positions = new Float32Array(9 * triangles.length)
  const colours = new Float32Array(9 * triangles.length)
  triangles.forEach((t, place) => {
    const record = item.records[t] ?? 0
    for (let corner = 0; corner < 3; corner++) {
      const vertex = item.indices[3 * t + corner] ?? 0
      for (let axis = 0; axis < 3; axis++) {
        const at = 9 * place + 3 * corner + axis
        positions[at] = item.positions[3 * vertex + axis] ?? 0
        colours[at] = item.colours?.[3 * record + axis] ?? 0
      }
    }
  })
  return { positions, colours }
}
