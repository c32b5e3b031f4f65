import type { MeshAnimation, MeshItem, PoseTime } from '@areal-studio/core/format'
import { project, type Lens, type Vec } from '../camera/camera'
import { nodePlace } from '../scene/mesh-scene'

/** Where a node is over the whole animation. */
export interface NodePath {
  readonly node: number
  readonly places: readonly Vec[]
  /** Where it is at its keys. */
  readonly keys: readonly Vec[]
}

/** More frames, and more keys, are not sampled one by one. */
const MOST = 400
/** Nodes that are posed for all samples together: each sample poses the whole model. */
const MOST_POSED = 50_000
const INK = '#ffc83d'

/** The places of a node over the frames; undefined where it does not move, or the model is too large. */
export function nodePath(
  { nodes }: Pick<MeshItem, 'nodes'>,
  node: number,
  animation: MeshAnimation,
  sample: (animation: MeshAnimation, time: PoseTime) => Float32Array,
): NodePath | undefined {
  const last = animation.frames - 1
  if (last < 1 || node >= nodes.count) return undefined
  const placeAt = (time: number): Vec => nodePlace(sample(animation, { time }), node)
  const most = Math.min(MOST, Math.floor(MOST_POSED / nodes.count))
  if (most < 1) return undefined
  const steps = Math.min(most, last)
  const places = Array.from({ length: steps + 1 }, (_, k) => placeAt((k * last) / steps))
  const [first] = places
  if (places.every(place => place.every((value, axis) => value === first?.[axis]))) return undefined
  const { keys } = animation
  const times = keys?.times.subarray(keys.starts[node] ?? 0, keys.ends[node] ?? 0) ?? new Float32Array(0)
  return { node, places, keys: Array.from(times.subarray(0, most), placeAt) }
}

/** Draws the way of a node, dashed, and a mark at each of its keys. */
export function drawNodePath(context: CanvasRenderingContext2D, lens: Lens, { places, keys }: NodePath): void {
  const seen = places.map(place => (place.every(Number.isFinite) ? project(lens, place) : undefined))
  context.beginPath()
  seen.forEach((at, k) => {
    if (!at) return
    if (seen[k - 1]) context.lineTo(at.x, at.y)
    else context.moveTo(at.x, at.y)
  })
  context.lineJoin = 'round'
  for (const [ink, width] of [
    ['rgba(18, 21, 27, 0.75)', 4],
    [INK, 2],
  ] as const) {
    context.setLineDash(ink === INK ? [5, 3] : [])
    context.strokeStyle = ink
    context.lineWidth = width
    context.stroke()
  }
  context.setLineDash([])
  context.lineWidth = 1
  for (const place of keys) {
    const at = place.every(Number.isFinite) ? project(lens, place) : undefined
    if (!at) continue
    context.beginPath()
    for (const [x, y] of [
      [0, -5],
      [5, 0],
      [0, 5],
      [-5, 0],
    ] as const)
      context.lineTo(at.x + x, at.y + y)
    context.closePath()
    context.fillStyle = '#ffffff'
    context.fill()
    context.strokeStyle = 'rgba(18, 21, 27, 0.9)'
    context.stroke()
  }
}
