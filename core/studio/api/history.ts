import type { EntryPath, Label, Revision } from '../../edit'

export interface HistoryStep {
  readonly revision: Revision
  /** The step it was made on; 0: the start. */
  readonly parent: Revision
  readonly label: Label
  readonly time: number
  readonly entries: readonly EntryPath[]
  /** done: in effect; undone: can be redone; branch: left behind by a new edit after undo; packed: a pack was noted. */
  readonly state: 'done' | 'undone' | 'branch' | 'packed'
}
