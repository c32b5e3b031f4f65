import type { Operation } from '../../../format'
import { BAKE } from './bake-operation'
import { SET_SURFACE, SET_WALKABLE } from './set-flags'

/** Operations on the walkmesh of an area, which are offered on its file, too. */
export const AREA_OPERATIONS: readonly Operation[] = [BAKE]

/** Operations on a walkmesh and its triangles. */
export const WALKMESH_OPERATIONS: readonly Operation[] = [...AREA_OPERATIONS, SET_WALKABLE, SET_SURFACE]
