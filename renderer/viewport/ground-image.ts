import { pointAt } from './map-scene'
import { SUN, type MapLook } from './map-look'
import type { MapPicker } from './map-picker'

interface Scale {
  x(x: number): number
  y(y: number): number
}

/** Draws the near triangles of the ground from above, tinted by height and lit as on the map. */
export function drawGround(context: CanvasRenderingContext2D, picker: MapPicker, look: MapLook, scale: Scale): void {
  const { terrain, bounds } = picker.map
  if (!terrain) return
  const span = Math.max(1e-3, bounds.max[2] - bounds.min[2])
  const length = Math.hypot(...SUN)
  for (let t = 0; 3 * t + 2 < terrain.indices.length; t++) {
    if (picker.levels?.lods[t] === 1) continue
    const [a, b, c] = [0, 1, 2].map(corner => pointAt(terrain.positions, terrain.indices[3 * t + corner] ?? 0))
    if (!a || !b || !c) continue
    const [x, y] = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3]
    const normal = picker.normalAt(x, y)
    const lit = Math.max(0, (normal[0] * SUN[0] + normal[1] * SUN[1] + normal[2] * SUN[2]) / length) / (SUN[2] / length)
    const light = look.ambient + (1 - look.ambient) * lit
    const tone = Math.min(2.999, Math.max(0, (((a[2] + b[2] + c[2]) / 3 - bounds.min[2]) / span) * 3))
    const low = look.ramp[Math.floor(tone)] ?? look.ramp[0]
    const high = look.ramp[Math.floor(tone) + 1] ?? look.ramp[3]
    const rgb = low.map((part, i) => Math.min(255, Math.round(255 * light * (part + ((high[i] ?? 0) - part) * (tone % 1)))))
    context.beginPath()
    context.moveTo(scale.x(a[0]), scale.y(a[1]))
    context.lineTo(scale.x(b[0]), scale.y(b[1]))
    context.lineTo(scale.x(c[0]), scale.y(c[1]))
    context.closePath()
    context.fillStyle = context.strokeStyle = `rgb(${rgb.join(' ')})`
    context.lineWidth = 0.6
    context.fill()
    // Closes the seams that smoothing leaves between neighbours.
    context.stroke()
  }
}
