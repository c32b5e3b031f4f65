import type { Edit, Label } from '../edit'
import type { Words } from './problem'

/** World units. */
export type PlanPoint = readonly [x: number, y: number]
/** World units, z up. */
export type SpacePoint = readonly [x: number, y: number, z: number]

/**
 * Result of an operation: the edits of one transaction, and what the user is shown about it. Nothing changes until they
 * are committed; before that they are drawn as a draft, and `counts` is the preview of a command.
 */
export interface Outcome {
  readonly label: Label
  /**
   * Empty where there is nothing to do. `base` is 0: the committer sets the revision of the image that they were made
   * on.
   */
  readonly edits: readonly Edit[]
  /** Records that were changed or made, by their numbers after the edit, in ascending order. */
  readonly records: readonly number[]
  /** Path of the array that they are in, where it is another one than that of the operation. */
  readonly array?: string
  /** Side effects and leftovers: `notice.<code>`. */
  readonly notices: readonly Words[]
  /** How much of each kind, by name: `areals`, `links`, `cells`, `faces`, `vertices`, `slots`. */
  readonly counts: Readonly<Record<string, number>>
}
