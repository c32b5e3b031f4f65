import { History, invertEdit, type Change, type Commit, type Edit, type Revision, type Step } from '../../edit'

/** State of the history at a revision: the last step in effect, and the number of commits. */
interface IndexedState {
  readonly step: Step | undefined
  readonly count: number
}

/**
 * The edits between a revision and the present, without undone steps, and without those that were undone and redone, so
 * that records are found again after a removal is undone.
 */
export class Trail {
  private readonly history = new History()
  private readonly changes = new Map<Step, Change[]>()
  /** By revision; one that is missing here equals the last one before it. */
  private readonly states: IndexedState[] = [{ step: undefined, count: 0 }]

  get revision(): Revision {
    return this.history.revision
  }

  /** Adds the next commit. */
  push(commit: Commit): void {
    const light = commit.kind === 'packed' ? commit : lightened(commit)
    this.history.push(light)
    const step = this.history.toUndo
    if (step && light.kind === 'edit') this.changes.set(step, [...this.changesOf(step), light])
    this.states[commit.revision] = { step, count: step ? this.changesOf(step).length : 0 }
  }

  /** Only splices that change a length, and moves: no others change offsets. */
  editsSince(revision: Revision): readonly Edit[] {
    const from = this.states[revision] ?? { step: undefined, count: 0 }
    const chain: Step[] = []
    for (let step = this.history.toUndo; step; step = step.parent) chain.push(step)
    const present = new Set(chain)
    const back: Edit[] = []
    let at = from.step
    let { count } = from
    while (at && !present.has(at)) {
      for (const change of this.changesOf(at).slice(0, count).reverse()) {
        for (const edit of change.transaction.edits.toReversed()) back.push(invertEdit(edit))
      }
      at = at.parent
      count = at ? this.changesOf(at).length : 0
    }
    const grown = at ? this.changesOf(at).slice(count) : []
    const on = chain
      .slice(0, at ? chain.indexOf(at) : chain.length)
      .reverse()
      .flatMap(step => this.changesOf(step))
    return [...back, ...[...grown, ...on].flatMap(change => change.transaction.edits)]
  }

  private changesOf(step: Step): readonly Change[] {
    return this.changes.get(step) ?? []
  }
}

function lightened(change: Change): Change {
  const edits = change.transaction.edits.map(edit => ({
    ...edit,
    splices: edit.splices.filter(splice => splice.removed.length !== splice.inserted.length),
  }))
  return { ...change, transaction: { ...change.transaction, edits } }
}
