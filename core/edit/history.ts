import type { Change, Commit, Packed, Revision, Transaction } from './edit'
import { invert } from './transaction'

/** done: in effect; undone: can be redone; branch: left behind by a new edit after an undo. */
export type StepState = 'done' | 'undone' | 'branch'

/** One thing the user did, or a pack. */
export interface Step {
  readonly commit: Change | Packed
  state: StepState | 'packed'
}

/** The fold of the journal: one stack of what is done, one of what can be done again. Pushes, never copies. */
export class History {
  readonly steps: Step[] = []
  private readonly done: Step[] = []
  private readonly undone: Step[] = []
  private last: Revision = 0
  private pack: Packed | undefined

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

  /** Whether this commit continues the history: the next number, and something there to undo or redo. */
  accepts(commit: Commit): boolean {
    if (commit.revision !== this.last + 1) return false
    return commit.kind === 'undo' ? this.canUndo : commit.kind === 'redo' ? this.canRedo : true
  }

  push(commit: Commit): void {
    this.last = commit.revision
    if (commit.kind === 'packed') {
      this.pack = commit
      this.steps.push({ commit, state: 'packed' })
    } else if (commit.kind === 'edit') {
      for (const step of this.undone.splice(0)) step.state = 'branch'
      const step: Step = { commit, state: 'done' }
      this.steps.push(step)
      this.done.push(step)
    } else if (commit.kind === 'undo') move(this.done, this.undone, 'undone')
    else move(this.undone, this.done, 'done')
  }

  /** What undo would do: the inverse of the last thing done, on the image at `revision`. */
  toUndo(): Transaction | undefined {
    const step = this.done.at(-1)
    return step && step.commit.kind !== 'packed' ? invert(step.commit.transaction, this.last) : undefined
  }

  toRedo(): Transaction | undefined {
    const step = this.undone.at(-1)
    if (!step || step.commit.kind === 'packed') return undefined
    const { label, edits } = step.commit.transaction
    return { label, edits: edits.map(edit => ({ ...edit, base: this.last })) }
  }

  /** Everything in effect, in order. */
  inEffect(): readonly Transaction[] {
    return this.done.flatMap(step => (step.commit.kind === 'packed' ? [] : [step.commit.transaction]))
  }
}

function move(from: Step[], to: Step[], state: StepState): void {
  const step = from.pop()
  if (!step) return
  step.state = state
  to.push(step)
}

/** History as the fold of commits; those that do not continue it (the loser of two writers) are left out. */
export function fold(commits: Iterable<Commit>): History {
  const history = new History()
  for (const commit of commits) if (history.accepts(commit)) history.push(commit)
  return history
}
