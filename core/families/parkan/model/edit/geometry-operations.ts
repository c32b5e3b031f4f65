import { StudioError, type Operation } from '../../../../format'
import { without, withCopiedRuns, withCopies } from './arrangement'
import { drawnByBatches, minus } from './geometry'
import { batchesOfSlot, indicesOfBatch, trianglesOfSlot, type Model } from './model-edit'
import { modelOperation } from './model-operation'

/** A copy of each chosen vertex behind it, in all streams of vertices; no triangle uses it yet (parkan 6.1). */
const ADD_VERTEX: Operation = modelOperation({
  id: 'add-model-vertex',
  code: 'label.model-vertices-added',
  records: 'positions',
  change(model, { records }) {
    const vertices = withCopies(model.count('vertices'), new Set(records), 'behind')
    return {
      tables: { vertices },
      records: vertices.isCopy.flatMap((copy, place) => (copy ? [place] : [])),
      counts: { vertices: records.length },
    }
  },
})

/** Deletes the chosen vertices from all streams; refused for those that a triangle uses. */
const DELETE_VERTEX: Operation = modelOperation({
  id: 'delete-model-vertex',
  code: 'label.model-vertices-deleted',
  records: 'positions',
  change: (model, { records }) => ({
    tables: { vertices: without(model.count('vertices'), new Set(records)) },
    records: [],
    counts: { vertices: records.length },
  }),
})

/**
 * Triangles of batches, a run for each batch and slot that draws it; a slot without triangles has none. Throws StudioError
 * `model.edit-triangles` where a slot has not as many as its batches (parkan 6.5).
 */
function triangleRuns(model: Model, batches: ReadonlySet<number>): readonly (readonly number[])[] {
  const runs = new Map<number, readonly number[]>()
  for (let slot = 0; slot < model.slots.count; slot++) {
    const own = batchesOfSlot(model, slot)
    const triangles = trianglesOfSlot(model, slot)
    if (triangles.length === 0 || !own.some(batch => batches.has(batch))) continue
    const sizes = own.map(batch => (model.batches.of.index_count[batch] ?? 0) / 3)
    if (sizes.reduce((sum, size) => sum + size, 0) !== triangles.length || !sizes.every(Number.isInteger))
      throw new StudioError('model.edit-triangles', { slot }, model.entry.path)
    let next = 0
    for (const [k, batch] of own.entries()) {
      const run = triangles.slice(next, (next += sizes[k] ?? 0))
      if (batches.has(batch) && run[0] !== undefined) runs.set(run[0], run)
    }
  }
  return disjoint(model, [...runs.values()])
}

/** Throws StudioError `model.edit-shared` where two runs have a record in common. */
function disjoint(model: Model, runs: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const all = runs.flat()
  if (new Set(all).size !== all.length) throw new StudioError('model.edit-shared', {}, model.entry.path)
  return runs
}

/** A copy of each chosen batch behind it, in the slots that draw it, with indices and triangles of its own; vertices are shared. */
const DUPLICATE_BATCH: Operation = modelOperation({
  id: 'duplicate-batch',
  code: 'label.batches-duplicated',
  records: 'batches',
  change(model, { records }) {
    const batches = withCopies(model.batches.count, new Set(records), 'behind')
    const indices = disjoint(
      model,
      records.map(batch => indicesOfBatch(model, batch)),
    )
    return {
      tables: {
        batches,
        indices: withCopiedRuns(model.indices.length, indices),
        triangles: withCopiedRuns(model.count('triangles'), triangleRuns(model, new Set(records))),
      },
      records: batches.isCopy.flatMap((copy, place) => (copy ? [place] : [])),
      counts: { batches: records.length },
    }
  },
})

/** Deletes the chosen batches with their indices and triangles, and the vertices that no other batch uses. */
const DELETE_BATCH: Operation = modelOperation({
  id: 'delete-batch',
  code: 'label.batches-deleted',
  records: 'batches',
  change(model, { records }) {
    const deleted = new Set(records)
    const all = new Set(Array.from({ length: model.batches.count }, (_, batch) => batch))
    const [drawn, kept] = [drawnByBatches(model, deleted), drawnByBatches(model, minus(all, deleted))]
    const triangles = new Set(triangleRuns(model, deleted).flat())
    return {
      tables: {
        batches: without(model.batches.count, deleted),
        indices: without(model.indices.length, minus(drawn.indices, kept.indices)),
        triangles: without(model.count('triangles'), triangles),
        vertices: without(model.count('vertices'), minus(drawn.vertices, kept.vertices)),
      },
      records: [],
      counts: { batches: deleted.size },
    }
  },
})

/** Operations on the vertices of a model. */
export const VERTEX_OPERATIONS: readonly Operation[] = [ADD_VERTEX, DELETE_VERTEX]
/** Operations on its batches. */
export const BATCH_OPERATIONS: readonly Operation[] = [DUPLICATE_BATCH, DELETE_BATCH]
