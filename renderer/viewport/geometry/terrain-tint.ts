import { own } from '@areal-studio/core/layout'
import type { SurfaceItem } from '@areal-studio/core/format'
import { hasFilter, isMarked, masksOf, type FaceFilter } from '../scene/face-filter'
import type { Ground } from '../scene/map-options'
import { smoothNormals } from './terrain-mesh'

type Tint = readonly [red: number, green: number, blue: number, weight: number]

const MARKED: Tint = [0xff, 0x4f, 0xd8, 190]
const FULL = 255
/** From level to steep: distinguishable without red and green. */
const STEEPNESS: readonly (readonly [number, number, number])[] = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
]
/** Degrees of the last colour. */
const STEEPEST = 60

/**
 * Red, green, blue and weight (0 … 255) of each vertex of the drawn triangles, three for each; undefined where nothing is
 * laid over the ground.
 */
export function groundTint(
  item: SurfaceItem,
  triangles: Uint32Array,
  ground: Ground,
  filter: FaceFilter,
): Uint8Array | undefined {
  const colourOf = tintOf(item, ground)
  const flags = hasFilter(filter) ? masksOf(item) : undefined
  if (!colourOf && !flags) return undefined
  const tint = new Uint8Array(12 * triangles.length)
  triangles.forEach((t, place) => {
    const record = item.records[t] ?? 0
    const marked = flags && isMarked(flags[record] ?? 0, filter) ? MARKED : undefined
    for (let corner = 0; corner < 3; corner++) {
      const found = marked ?? colourOf?.(record, item.indices[3 * t + corner] ?? 0)
      if (found) tint.set(found, 12 * place + 4 * corner)
    }
  })
  return tint
}

function tintOf(item: SurfaceItem, ground: Ground): ((record: number, vertex: number) => Tint) | undefined {
  const normals =
    ground === 'normals' || ground === 'slope'
      ? (item.normals ?? smoothNormals(item.positions, item.indices))
      : undefined
  const bytes = ground === 'micro' || ground === 'aux' ? item.channels?.[ground] : undefined
  if (ground === 'material') {
    const rows = own(item.fields, item.colouring[0] ?? '')
    return rows && (record => falseColour(rows[record] ?? 0))
  }
  if (bytes)
    return (_, vertex) => [bytes[4 * vertex] ?? 0, bytes[4 * vertex + 1] ?? 0, bytes[4 * vertex + 2] ?? 0, FULL]
  if (!normals) return undefined
  return ground === 'slope'
    ? (_, vertex) => slopeColour(normals[3 * vertex + 2] ?? 1)
    : (_, vertex) => [unit(normals[3 * vertex]), unit(normals[3 * vertex + 1]), unit(normals[3 * vertex + 2]), FULL]
}

const unit = (part = 0): number => Math.round((part + 1) * 127.5)

/** A colour for a number that its neighbours do not have. */
function falseColour(value: number): Tint {
  const hue = 0.11 + value * 0.381966
  const part = (shift: number): number => Math.round(255 * (0.35 + 0.3 * Math.cos(2 * Math.PI * (hue + shift))))
  return [part(0), part(0.33), part(0.67), 191]
}

/** The colour of a slope by the upward part of its unit normal. */
export function slopeColour(up: number): Tint {
  const degrees = (Math.acos(Math.min(1, Math.max(-1, up))) * 180) / Math.PI
  const at = Math.min(1, degrees / STEEPEST) * (STEEPNESS.length - 1)
  const low = STEEPNESS[Math.floor(at)] ?? [0, 0, 0]
  const high = STEEPNESS[Math.ceil(at)] ?? low
  const part = (i: 0 | 1 | 2): number => Math.round(low[i] + (high[i] - low[i]) * (at % 1))
  return [part(0), part(1), part(2), 217]
}
