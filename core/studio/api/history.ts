import type { EntryPath, Label, Revision } from '../../edit'

/** A step of the history, as windows list it. */
export interface HistoryStep {
  readonly revision: Revision
  /** The previous step; 0: the start. */
  readonly parent: Revision
  readonly label: Label
  readonly time: number
  readonly entries: readonly EntryPath[]
  /** done: in effect; undone: can be redone; branch: replaced by a new edit after undo; packed: marks a pack. */
  readonly state: 'done' | 'undone' | 'branch' | 'packed'
}
