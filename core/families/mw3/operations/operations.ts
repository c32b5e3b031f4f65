import type { Operation } from '../../../format'
import { ADD_NODE } from './add-node'
import { ADD_MATERIAL, ADD_TEXTURE, ADD_VERTEX, DELETE_POLYGON } from './change-model'
import { RENAME_NODE, REPARENT_NODE } from './change-node'
import { DELETE_NODE } from './delete-node'
import { DUPLICATE_NODE } from './duplicate-node'

/** Operations on the worlds of MechWarrior 3. */
export const WORLD_OPERATIONS: readonly Operation[] = [
  ADD_NODE,
  DUPLICATE_NODE,
  RENAME_NODE,
  REPARENT_NODE,
  DELETE_NODE,
  ADD_VERTEX,
  DELETE_POLYGON,
  ADD_MATERIAL,
  ADD_TEXTURE,
]
