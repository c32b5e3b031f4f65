import type { Edit } from '../../../edit'
import { StudioError, type Opened } from '../../../format'
import { numberOf, numbersOf } from '../../../format/fields'
import { column, columns, document, encode, locate, type Bytes, type Document, type Splice } from '../../../layout'
import { cornersOf, LANES, meshLayout } from './fig'

/** The box around a mesh for a corner of its shape: as stored, or as its vertices give it. */
interface Bounds {
  readonly center: readonly number[]
  readonly min: readonly number[]
  readonly max: readonly number[]
}

const AXES = [0, 1, 2] as const
const indices = (count: number): readonly number[] => Array.from({ length: count }, (_, k) => k)

export const storedBounds = ({ root }: Document, corners: number): readonly Bounds[] =>
  indices(corners).map(k => ({
    center: numbersOf(root, `centers/${k}`),
    min: numbersOf(root, `mins/${k}`),
    max: numbersOf(root, `maxs/${k}`),
  }))

/** Bounds of the vertices that a mesh uses, as they are; padding may hold anything. Empty where it uses none. */
export function boundsOf(opened: Document, corners: number): readonly Bounds[] {
  const positions = column(opened, 'positions', '', 'f32')
  const vertices = 4 * numberOf(opened.root, 'vertex_blocks')
  const used = [...new Set(columns(opened, 'components', { position: 'u16' }).position)].filter(k => k < vertices)
  if (used.length === 0) return []
  return indices(corners).map(corner => {
    const [min, max] = [
      [Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity],
    ]
    for (const vertex of used)
      for (const axis of AXES) {
        const block = (vertex >> 2) * AXES.length * corners + axis * corners + corner
        const at = positions[block * LANES + (vertex % LANES)] ?? 0
        min[axis] = Math.min(min[axis] ?? at, at)
        max[axis] = Math.max(max[axis] ?? at, at)
      }
    return { center: AXES.map(axis => ((min[axis] ?? 0) + (max[axis] ?? 0)) / 2), min, max }
  })
}

/** What floats that were computed in another order may differ by, in parts of the size of the mesh. */
const ROUNDING = 1e-3
const SMALLEST = 1e-2

/** Whether stored bounds are those of the vertices: as they are, or around the stored centre (evil-islands 9.1). */
export function isBounded(right: Bounds, stored: Bounds | undefined): boolean {
  if (!stored || ![...stored.center, ...stored.min, ...stored.max].every(Number.isFinite)) return true
  const size = Math.max(SMALLEST, ...right.min.map(Math.abs), ...right.max.map(Math.abs))
  const isNear = (given: readonly number[], there: readonly number[], by: readonly number[]): boolean =>
    AXES.every(k => Math.abs((given[k] ?? 0) - (by[k] ?? 0) - (there[k] ?? 0)) <= ROUNDING * size)
  return [[0, 0, 0], stored.center].some(by => isNear(right.min, stored.min, by) && isNear(right.max, stored.max, by))
}

export const REBOUND = { id: 'fig.rebound', params: {} }

/** Whether bounds are stored around the centre: they are then as long to both sides. */
const isAroundCenter = ({ center, min, max }: Bounds): boolean => {
  const far = Math.max(...center.map(Math.abs))
  return far > 0 && AXES.every(k => Math.abs((min[k] ?? 0) + (max[k] ?? 0)) <= ROUNDING * Math.max(SMALLEST, far))
}

/** Edits for a fix: centres, bounds and radii of the vertices, in the way in which the mesh has them. */
export function repairMesh(entry: Opened, id: string): readonly Edit[] {
  const opened = document(meshLayout(entry.head), entry.bytes)
  const splices = opened.isWhole && id === REBOUND.id ? reboundSplices(opened, cornersOf(entry.head)) : []
  if (splices.length === 0) throw new StudioError('repair.unknown', { id })
  return [{ entry: entry.path, base: 0, splices }]
}

/** Bounds of the vertices, for all corners of the shape or those that are `wanted`; none where no vertex is used. */
export function reboundSplices(
  opened: Document,
  corners: number,
  wanted: (corner: number) => boolean = () => true,
): readonly Splice[] {
  const bounds = boundsOf(opened, corners)
  if (bounds.length === 0) return []
  const stored = storedBounds(opened, corners)
  const radii = numbersOf(opened.root, 'radii')
  const isRelative = stored.every(isAroundCenter)
  const around = (point: readonly number[], center: readonly number[]): readonly number[] =>
    isRelative ? point.map((value, k) => Math.fround(value - (center[k] ?? 0))) : point
  const radiusOf = ({ min, max }: Bounds): number =>
    Math.fround(Math.hypot(...AXES.map(k => ((max[k] ?? 0) - (min[k] ?? 0)) / 2)))
  const own = (k: number, now: readonly number[], before: readonly number[] | undefined): readonly number[] =>
    wanted(k) ? now : (before ?? now)
  const values = {
    centers: bounds.map(({ center }, k) => own(k, center.map(Math.fround), stored[k]?.center)),
    mins: bounds.map(({ min, center }, k) => own(k, around(min, center), stored[k]?.min)),
    maxs: bounds.map(({ max, center }, k) => own(k, around(max, center), stored[k]?.max)),
    radii: bounds.map((one, k) => (wanted(k) ? radiusOf(one) : (radii[k] ?? radiusOf(one)))),
  }
  return Object.entries(values).flatMap(([array, value]) => {
    const node = locate(opened, array)
    if (!node) return []
    const inserted: Bytes = encode(node.layout, value, array).bytes
    return [{ offset: node.offset, removed: opened.bytes.slice(node.offset, node.offset + node.size), inserted }]
  })
}
