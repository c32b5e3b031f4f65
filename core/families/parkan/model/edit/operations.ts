import type { Operation } from '../../../../format'
import { BATCH_OPERATIONS, VERTEX_OPERATIONS } from './geometry-operations'
import { ADD_KEY, DELETE_KEY, DUPLICATE_KEY } from './key-operations'
import { NODE_OPERATIONS } from './node-operations'
import { REBUILD_MAP } from './rebuild-map'
import { RECOMPUTE_BOUNDS } from './recompute-bounds'
import { RECOMPUTE_NORMALS } from './recompute-normals'

/** Operations on a model, by the type of the chunk that they are called on; they change other chunks of it too. */
export const MODEL_OPERATIONS: Readonly<Record<number, readonly Operation[]>> = {
  1: [...NODE_OPERATIONS, ADD_KEY, REBUILD_MAP],
  2: [RECOMPUTE_BOUNDS],
  3: [...VERTEX_OPERATIONS, RECOMPUTE_NORMALS, RECOMPUTE_BOUNDS],
  4: [RECOMPUTE_NORMALS],
  7: [RECOMPUTE_NORMALS],
  8: [DUPLICATE_KEY, DELETE_KEY, REBUILD_MAP],
  13: BATCH_OPERATIONS,
  19: [REBUILD_MAP],
}
