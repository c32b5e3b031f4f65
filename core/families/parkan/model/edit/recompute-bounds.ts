import type { Operation } from '../../../../format'
import { offsetOf, RecordView, strideOf, type Bytes, type ScalarsOf } from '../../../../layout'
import { boundsIn, extentOf, type Vec } from '../../mesh/slot-bounds'
import { modelPose, rotationOrder } from '../animation'
import { transform } from '../../../../format/matrix'
import { ModelHeader, ModelSlot, modelKind } from '../model-chunks'
import { tracksOf, modelPositions } from '../model-table'
import { slotsOfNodes } from './geometry'
import { batchesOfSlot, modelOf, verticesOfBatch, type Model } from './model-edit'
import { chunkEdits, outcomeOf } from './model-operation'

/** Nodes drawn from inside only, which the bounds of the whole leave out (parkan 6.3, 6.4). */
const COCKPIT = 0x20
/** Part of a number by which a bound may differ and still be the same one, written with another rounding. */
const ROUNDING = 1e-5

type Box = readonly [least: Vec, most: Vec]
/** A number of a bound: the present one where it is the same but for rounding. */
const kept = (before: number, value: number): number =>
  Math.abs(before - value) <= ROUNDING * Math.max(1, Math.abs(value)) ? before : value

function boxOf(positions: Float32Array, vertices: Iterable<number>): Box | undefined {
  const own = [...vertices]
  const [x, y, z] = ([0, 1, 2] as const).map(axis => extentOf(positions, own, axis))
  const isBox = x && y && z && [x, y, z].every(({ min, max }) => Number.isFinite(min) && Number.isFinite(max))
  return isBox
    ? [
        [x.min, y.min, z.min],
        [x.max, y.max, z.max],
      ]
    : undefined
}

/** The middle of a box and half its diagonal. */
function sphereOf([least, most]: Box): { readonly center: Vec; readonly radius: number } {
  const middle = (axis: 0 | 1 | 2): number => (least[axis] + most[axis]) / 2
  const [dx, dy, dz] = [most[0] - least[0], most[1] - least[1], most[2] - least[2]]
  return { center: [middle(0), middle(1), middle(2)], radius: Math.hypot(dx, dy, dz) / 2 }
}

const verticesOfSlot = (model: Model, slot: number): ReadonlySet<number> =>
  new Set(batchesOfSlot(model, slot).flatMap(batch => verticesOfBatch(model, batch)))

/** Box and sphere of each slot that draws something, in the space of its node. */
function slotBounds(model: Model, positions: Float32Array, bytes: Uint8Array): void {
  const view = boundsIn(bytes)
  const first = (modelKind(2)?.header ?? 0) + offsetOf(ModelSlot, 'aabb_min')
  for (let slot = 0; slot < model.slots.count; slot++) {
    const box = boxOf(positions, verticesOfSlot(model, slot))
    if (!box) continue
    const at = first + strideOf(ModelSlot) * slot
    const { center, radius } = sphereOf(box)
    const centre = view.numbers(at, 'sphere_center')
    view.write(at, {
      aabb_min: box[0],
      aabb_max: box[1],
      sphere_center: center.map((value, axis) => kept(centre[axis] ?? NaN, value)),
      sphere_radius: kept(view.number(at, 'sphere_radius'), radius),
    })
  }
}

/** The box around what is drawn in any state and level, in the pose at frame 0 (parkan 6.4). */
function posedBox(model: Model, positions: Float32Array): Box | undefined {
  const { nodes, keys } = model
  if (!keys) return undefined
  const { order } = rotationOrder(keys.of.rotation)
  const matrices = modelPose(tracksOf({ ...model, keys }), 0, { order })
  const points: number[] = []
  for (let node = 0; node < nodes.count; node++) {
    if (((nodes.of.flags[node] ?? 0) & COCKPIT) !== 0) continue
    const matrix = Array.from(matrices.subarray(12 * node, 12 * node + 12))
    for (const vertex of new Set([...slotsOfNodes(model, [node])].flatMap(slot => [...verticesOfSlot(model, slot)]))) {
      const [x = NaN, y = NaN, z = NaN] = positions.subarray(3 * vertex, 3 * vertex + 3)
      for (const value of transform(matrix, x, y, z)) points.push(value)
    }
  }
  return boxOf(
    Float32Array.from(points),
    Array.from({ length: points.length / 3 }, (_, at) => at),
  )
}

/** Corners of a box: those below first, each on the side that it was on (parkan 3.4). */
function hullOf(before: readonly number[], box: Box): readonly number[] {
  const order = [0, 1, 1, 0]
  return Array.from({ length: 24 }, (_, word) => {
    const [corner, axis] = [Math.floor(word / 3), (word % 3) as 0 | 1 | 2]
    const values = before.filter((_value, at) => at % 3 === axis)
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const own = before[word] ?? NaN
    const usual = axis === 0 ? order[corner % 4] === 1 : axis === 1 ? corner % 4 > 1 : corner > 3
    const isFar = most > least ? own - least > most - own : usual
    return kept(own, box[isFar ? 1 : 0][axis])
  })
}

/** Hull, sphere and axis of the whole model. */
function headerBounds(view: RecordView<ScalarsOf<typeof ModelHeader>>, box: Box): void {
  const [least, most] = box
  const { center, radius } = sphereOf(box)
  const near = (field: 'sphere_center' | 'segment_a' | 'segment_b', values: Vec): readonly number[] => {
    const before = view.numbers(0, field)
    return values.map((value, axis) => kept(before[axis] ?? NaN, value))
  }
  view.write(0, {
    hull: hullOf(view.numbers(0, 'hull'), box),
    sphere_center: near('sphere_center', center),
    sphere_radius: kept(view.number(0, 'sphere_radius'), radius),
    segment_a: near('segment_a', [center[0], center[1], least[2]]),
    segment_b: near('segment_b', [center[0], center[1], most[2]]),
    xy_radius: kept(view.number(0, 'xy_radius'), Math.hypot(most[0] - least[0], most[1] - least[1]) / 2),
  })
}

/** Bounds of all slots, and of the whole model in the header, from what they draw (parkan 3.4, 6.4). */
export const RECOMPUTE_BOUNDS: Operation = {
  id: 'recompute-bounds',
  async run(entry) {
    const model = await modelOf(entry)
    const positions = modelPositions(model.chunks.get(3)?.entry.bytes ?? new Uint8Array(0))
    const before: Bytes = model.slots.document.bytes
    const bytes = before.slice()
    slotBounds(model, positions, bytes)
    const box = posedBox(model, positions)
    if (box) headerBounds(new RecordView(ModelHeader, bytes), box)
    const header = modelKind(2)?.header ?? 0
    const isChanged = (from: number, to: number): boolean =>
      before.subarray(from, to).some((byte, at) => byte !== bytes[from + at])
    const place = (slot: number): number => header + strideOf(ModelSlot) * slot
    const slots = Array.from({ length: model.slots.count }, (_, slot) => slot)
    return outcomeOf(model, 'label.bounds-recomputed', chunkEdits(model, new Map([[2, bytes]])), {
      records: [],
      counts: {
        slots: slots.filter(slot => isChanged(place(slot), place(slot + 1))).length,
        headers: isChanged(0, header) ? 1 : 0,
      },
    })
  },
}
