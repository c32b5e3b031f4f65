import type { Operation } from '../../../format'
import { BAKE } from './bake-operation'
import {
  ADD_TRIANGLE,
  DELETE_TRIANGLES,
  DELETE_VERTICES,
  MERGE_VERTICES,
  MOVE_VERTICES,
  SPLIT_TRIANGLES,
} from './edit-mesh'
import { APPLY_CUTTERS, MAKE_TRX } from './make-trx'
import { SET_SURFACE, SET_WALKABLE } from './set-flags'
import { TAKE_WALKMESH } from './take-walkmesh'

const WHOLE: readonly Operation[] = [BAKE, APPLY_CUTTERS, TAKE_WALKMESH]

/** Operations on the file of an area. */
export const AREA_OPERATIONS: readonly Operation[] = [...WHOLE, MAKE_TRX]

/** Operations on a walkmesh and its triangles. */
export const WALKMESH_OPERATIONS: readonly Operation[] = [
  ...WHOLE,
  SET_WALKABLE,
  SET_SURFACE,
  SPLIT_TRIANGLES,
  ADD_TRIANGLE,
  DELETE_TRIANGLES,
  MOVE_VERTICES,
  MERGE_VERTICES,
  DELETE_VERTICES,
]
