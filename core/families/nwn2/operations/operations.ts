import type { Operation } from '../../../format'
import { BAKE } from './bake-operation'
import { APPLY_CUTTERS, MAKE_TRX } from './make-trx'
import { SET_SURFACE, SET_WALKABLE } from './set-flags'

const WHOLE: readonly Operation[] = [BAKE, APPLY_CUTTERS]

/** Operations on the file of an area. */
export const AREA_OPERATIONS: readonly Operation[] = [...WHOLE, MAKE_TRX]

/** Operations on a walkmesh and its triangles. */
export const WALKMESH_OPERATIONS: readonly Operation[] = [...WHOLE, SET_WALKABLE, SET_SURFACE]
