import type { Change, Commit, EntryPath, Label, Packed, Revision, Transaction } from './edit'
import { invert, squash } from './transaction'

/** done: in effect; undone: can be redone; branch: left behind by a new edit after an undo; packed: a pack was noted. */
export type StepState = 'done' | 'undone' | 'branch' | 'packed'

/** Offset of a line in the journal, in bytes. */
export interface Place {
  readonly offset: number
  readonly size: number
}

/** One action of the user, or a pack. */
export interface Step {
  readonly revision: Revision
  /** The step before this one: the last in effect when it was made; undefined at the start. */
  readonly parent: Step | undefined
  readonly entries: readonly EntryPath[]
  /** Its last commit: a gesture may be several. */
  until: Revision
  label: Label
  time: number
  places: readonly Place[]
  /** Undefined once it is old and the memory budget is spent: then it is read back from its places. */
  transaction: Transaction | undefined
  state: StepState
}

/** The path from the state in effect to another point: steps to undo, last first, then steps to redo. */
export interface Way {
  readonly undo: readonly Step[]
  readonly redo: readonly Step[]
}

/** Bytes of splices that history keeps in memory. */
const MEMORY_BUDGET = 64 * 1024 * 1024
/** What a step costs beside its bytes, roughly. */
const STEP_WEIGHT = 400

/**
 * The fold of the journal: a stack of steps done, a stack of steps to redo, and every abandoned branch. Pushes, never
 * copies.
 */
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
  /** The step that undo reverts; its transaction may have to be read from its places. */
  get toUndo(): Step | undefined {
    return this.done.at(-1)
  }
  get toRedo(): Step | undefined {
    return this.undone.at(-1)
  }

  /** The step that can be redone now: it was made on the state in effect. */
  redoable(revision: Revision): Step | undefined {
    const step = this.find(revision)
    const isOff = step?.state === 'undone' || step?.state === 'branch'
    return isOff && step.parent === this.toUndo ? step : undefined
  }

  private find(revision: Revision): Step | undefined {
    const step = this.steps[firstAt(this.steps, revision)]
    return step?.revision === revision ? step : undefined
  }

  /**
   * Path to the point where this step, or pack, is the last in effect; 0 is the start. Undefined if there is no such
   * step.
   */
  wayTo(revision: Revision): Way | undefined {
    const found = this.find(revision)
    if (!found && revision !== 0) return undefined
    const redo: Step[] = []
    let at = found?.state === 'packed' ? found.parent : found
    for (; at && at.state !== 'done'; at = at.parent) redo.push(at)
    const kept = at ? this.done.lastIndexOf(at) + 1 : 0
    return { undo: this.done.slice(kept).reverse(), redo: redo.reverse() }
  }

  /** Whether this commit continues the history: it has the next number, and what it undoes or redoes exists. */
  accepts(commit: Commit): boolean {
    if (commit.revision !== this.last + 1) return false
    if (commit.kind === 'undo') return this.canUndo
    if (commit.kind === 'redo')
      return commit.step === undefined ? this.canRedo : this.redoable(commit.step) !== undefined
    return true
  }

  push(commit: Commit, place?: Place): void {
    this.last = endOf(commit)
    if (commit.kind === 'packed') this.pushPack(commit, place)
    else if (commit.kind === 'edit') this.pushEdit(commit, place)
    else if (commit.kind === 'undo') move(this.done, this.undone, 'undone')
    else {
      if (commit.step !== undefined && commit.step !== this.toRedo?.revision) this.turnTo(commit.step)
      move(this.undone, this.done, 'done')
    }
  }

  /** The steps to redo become the branch that begins with this step, along its newest steps. */
  private turnTo(revision: Revision): void {
    this.leaveBranch()
    const newest = new Map(this.steps.filter(step => step.state !== 'packed').map(step => [step.parent, step]))
    for (let at = this.redoable(revision); at; at = newest.get(at)) {
      at.state = 'undone'
      this.undone.unshift(at)
    }
  }

  private leaveBranch(): void {
    for (const step of this.undone.splice(0)) step.state = 'branch'
  }

  private pushPack(commit: Packed, place: Place | undefined): void {
    const { revision, time, files } = commit
    this.pack = commit
    const label = { code: 'label.packed', params: { n: files.length } }
    this.steps.push({
      revision,
      until: revision,
      time,
      label,
      parent: this.toUndo,
      entries: files.map(file => file.path),
      places: place ? [place] : [],
      transaction: undefined,
      state: 'packed',
    })
  }

  private pushEdit(change: Change, place: Place | undefined): void {
    const { revision, time, transaction } = change
    const places = place ? [place] : []
    const top = this.toUndo
    if (top && isOneGesture(top, change)) this.grow(top, change, places)
    else {
      this.leaveBranch()
      const step: Step = {
        revision,
        until: endOf(change),
        time,
        label: transaction.label,
        parent: top,
        entries: entriesOf(transaction),
        places,
        transaction,
        state: 'done',
      }
      this.steps.push(step)
      this.done.push(step)
      this.held += weight(transaction)
    }
    while (this.held > this.budget && this.oldestHeld < this.steps.length - 1)
      this.release(this.steps[this.oldestHeld++])
  }

  private grow(step: Step, change: Change, places: readonly Place[]): void {
    if (!step.transaction) return
    const { time, transaction } = change
    const until = endOf(change)
    this.held -= weight(step.transaction)
    step.transaction = joined(step.transaction, transaction)
    this.held += weight(step.transaction)
    step.until = until
    step.time = time
    step.label = step.transaction.label
    step.places = [...step.places, ...places]
  }

  private release(step: Step | undefined): void {
    if (!step?.transaction || step.places.length === 0) return
    this.held -= weight(step.transaction)
    step.transaction = undefined
  }

  /** Everything in effect, in order; for a history that was folded without a budget. */
  inEffect(): readonly Transaction[] {
    return this.done.flatMap(step => step.transaction ?? [])
  }
}

/** The last revision that a line of the journal contains. */
export const endOf = (commit: Commit): Revision =>
  commit.kind === 'packed' ? commit.revision : (commit.until ?? commit.revision)

const entriesOf = ({ edits }: Transaction): readonly EntryPath[] => [...new Set(edits.map(edit => edit.entry))]

/** Whether a change continues the gesture of the step before it. */
function isOneGesture({ until, transaction }: Step, change: Change): boolean {
  if (!transaction || change.transaction.joins !== until || until !== change.revision - 1) return false
  const [entry, ...others] = new Set([...entriesOf(transaction), ...entriesOf(change.transaction)])
  return entry !== undefined && others.length === 0
}

/**
 * Two transactions on one entry as one: undoing it undoes both. It is computed from the bytes before the first and
 * after the second.
 */
export function joined(first: Transaction, second: Transaction): Transaction {
  const { before } = first.label.params
  const label =
    before !== undefined && 'before' in second.label.params
      ? { ...second.label, params: { ...second.label.params, before } }
      : second.label
  const { pristine } = second
  return { label, edits: squash([...first.edits, ...second.edits]), ...(pristine && { pristine }) }
}

/** Index of the step of this revision, or of the next one. */
function firstAt(steps: readonly Step[], revision: Revision): number {
  let from = 0
  let to = steps.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((steps[middle]?.revision ?? 0) < revision) from = middle + 1
    else to = middle
  }
  return from
}

const weight = ({ edits }: Transaction): number =>
  edits.reduce(
    (sum, { splices }) =>
      splices.reduce((bytes, { removed, inserted }) => bytes + removed.length + inserted.length, sum),
    STEP_WEIGHT,
  )

/** The transaction that undoes another one, on the image at `base`. */
export const undoOf = (transaction: Transaction, base: Revision): Transaction => ({
  ...invert(transaction, base),
  ...(transaction.pristine && { pristine: transaction.pristine }),
})
/** The transaction that redoes another one, on the image at `base`. */
export const redoOf = ({ label, edits, pristine }: Transaction, base: Revision): Transaction => ({
  label,
  edits: edits.map(edit => ({ ...edit, base })),
  ...(pristine && { pristine }),
})

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
