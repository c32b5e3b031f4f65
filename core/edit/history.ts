import type { Change, Commit, EntryPath, Label, Packed, Revision, Transaction } from './edit'
import { invert } from './transaction'

/** done: in effect; undone: can be redone; branch: left behind by a new edit after an undo; packed: a pack was noted. */
export type StepState = 'done' | 'undone' | 'branch' | 'packed'

/** Where a line stands in the journal, in bytes. */
export interface Place {
  readonly offset: number
  readonly size: number
}

/** One thing the user did, or a pack. */
export interface Step {
  readonly revision: Revision
  readonly label: Label
  readonly time: number
  readonly entries: readonly EntryPath[]
  readonly place: Place | undefined
  /** Undefined once it is old and the memory budget is spent: then it is read back from its place. */
  transaction: Transaction | undefined
  state: StepState
}

/** Bytes of splices that history keeps in memory. */
export const MEMORY_BUDGET = 64 * 1024 * 1024
/** What a step costs beside its bytes, roughly. */
const STEP_WEIGHT = 400

/** The fold of the journal: one stack of what is done, one of what can be done again. Pushes, never copies. */
export class History {
  readonly steps: Step[] = []
  private readonly done: Step[] = []
  private readonly undone: Step[] = []
  private last: Revision = 0
  private pack: Packed | undefined
  private held = 0
  private oldestHeld = 0

  constructor(private readonly budget = MEMORY_BUDGET) {}

  get revision(): Revision {
    return this.last
  }
  get lastPack(): Packed | undefined {
    return this.pack
  }
  get canUndo(): boolean {
    return this.done.length > 0
  }
  get canRedo(): boolean {
    return this.undone.length > 0
  }
  /** What undo would take back; its transaction may have to be read from its place. */
  get toUndo(): Step | undefined {
    return this.done.at(-1)
  }
  get toRedo(): Step | undefined {
    return this.undone.at(-1)
  }

  /** Whether this commit continues the history: the next number, and something there to undo or redo. */
  accepts(commit: Commit): boolean {
    if (commit.revision !== this.last + 1) return false
    return commit.kind === 'undo' ? this.canUndo : commit.kind === 'redo' ? this.canRedo : true
  }

  push(commit: Commit, place?: Place): void {
    this.last = commit.revision
    if (commit.kind === 'packed') this.pushPack(commit, place)
    else if (commit.kind === 'edit') this.pushEdit(commit, place)
    else if (commit.kind === 'undo') move(this.done, this.undone, 'undone')
    else move(this.undone, this.done, 'done')
  }

  private pushPack(commit: Packed, place: Place | undefined): void {
    const { revision, time, files } = commit
    this.pack = commit
    const label = { code: 'label.packed', params: { n: files.length } }
    this.steps.push({ revision, time, label, entries: files.map(file => file.path), place, transaction: undefined, state: 'packed' })
  }

  private pushEdit({ revision, time, transaction }: Change, place: Place | undefined): void {
    for (const step of this.undone.splice(0)) step.state = 'branch'
    const entries = [...new Set(transaction.edits.map(edit => edit.entry))]
    const step: Step = { revision, time, label: transaction.label, entries, place, transaction, state: 'done' }
    this.steps.push(step)
    this.done.push(step)
    this.held += weight(transaction)
    while (this.held > this.budget && this.oldestHeld < this.steps.length - 1) this.release(this.steps[this.oldestHeld++])
  }

  private release(step: Step | undefined): void {
    if (!step?.transaction || !step.place) return
    this.held -= weight(step.transaction)
    step.transaction = undefined
  }

  /** Everything in effect, in order; for a history that was folded without a budget. */
  inEffect(): readonly Transaction[] {
    return this.done.flatMap(step => step.transaction ?? [])
  }
}

const weight = ({ edits }: Transaction): number =>
  edits.reduce((sum, { splices }) => splices.reduce((bytes, { removed, inserted }) => bytes + removed.length + inserted.length, sum), STEP_WEIGHT)

/** What undo of a transaction is on the image at `base`, and what redo is. */
export const undoOf = (transaction: Transaction, base: Revision): Transaction => invert(transaction, base)
export const redoOf = ({ label, edits }: Transaction, base: Revision): Transaction => ({ label, edits: edits.map(edit => ({ ...edit, base })) })

function move(from: Step[], to: Step[], state: StepState): void {
  const step = from.pop()
  if (!step) return
  step.state = state
  to.push(step)
}

/** History as the fold of commits, all in memory; those that do not continue it (the loser of two writers) are left out. */
export function fold(commits: Iterable<Commit>): History {
  const history = new History(Infinity)
  for (const commit of commits) if (history.accepts(commit)) history.push(commit)
  return history
}
