import type { Bytes } from '../../../layout'
import { sampleField, type Relief } from './relief'
import { makeTexture } from './textures'

/** A picture of the map from above, north up: water, sand, grass and rock under a low sun. */
export function minimap(relief: Relief): Bytes {
  const extent = relief.size * relief.step
  return makeTexture(
    (u, v) => {
      const [x, y] = [u * extent, (1 - v) * extent]
      const height = sampleField(relief, relief.heights, x, y)
      const over = height - relief.water
      if (over < 0) return [58, 96, 132, 255]
      const dx = sampleField(relief, relief.heights, x - relief.step, y) - height
      const dy = sampleField(relief, relief.heights, x, y + relief.step) - height
      const light = Math.max(0.45, Math.min(1.4, 1 - (dx - dy) * 0.09))
      const [r, g, b] =
        over < 8 ? [168, 150, 112] : Math.abs(dx) + Math.abs(dy) > 4.5 || height > 150 ? [128, 120, 112] : [94, 110, 62]
      return [(r ?? 0) * light, (g ?? 0) * light, (b ?? 0) * light, 255]
    },
    64,
    565,
  )
}
