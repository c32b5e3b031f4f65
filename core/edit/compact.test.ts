import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  apply,
  compacted,
  concat,
  History,
  journalLine,
  readJournal,
  redoOf,
  undoOf,
  type Change,
  type Commit,
  type Transaction,
} from '.'

const SIZE = 6
const act = fc.record({
  do: fc.constantFrom('edit', 'key', 'key', 'key', 'undo', 'redo', 'branch', 'pack'),
  at: fc.nat(SIZE - 1),
  to: fc.nat(255),
  where: fc.nat(1000),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** A journal of these acts. */
function written(acts: readonly Act[]): { readonly commits: readonly Commit[]; readonly bytes: Uint8Array } {
  const history = new History()
  const commits: Commit[] = []
  let bytes: Uint8Array = new Uint8Array(SIZE)
  const take = (kind: Change['kind'], transaction: Transaction, step?: number): void => {
    const commit: Change = {
      kind,
      revision: history.revision + 1,
      transaction,
      time: commits.length,
      ...(step !== undefined && { step }),
    }
    if (!history.accepts(commit)) throw new Error('a commit of the test does not fit')
    history.push(commit)
    commits.push(commit)
    for (const { splices } of transaction.edits) bytes = apply(bytes, splices)
  }
  const poke = ({ at, to }: Act, joins?: number): Transaction => ({
    label: { code: 'label.field-set', params: { before: bytes[at] ?? 0, after: to } },
    edits: [
      { entry: 'a', base: 0, splices: [{ offset: at, removed: bytes.slice(at, at + 1), inserted: Uint8Array.of(to) }] },
    ],
    ...(joins !== undefined && { joins }),
  })
  for (const one of acts) {
    const off = history.steps.filter(step => history.redoable(step.revision))
    const step = one.do === 'redo' ? history.toRedo : off[one.where % Math.max(1, off.length)]
    if (one.do === 'edit') take('edit', poke(one))
    else if (one.do === 'key') take('edit', poke(one, history.revision))
    else if (one.do === 'undo' && history.toUndo?.transaction) take('undo', undoOf(history.toUndo.transaction, 0))
    else if ((one.do === 'redo' || one.do === 'branch') && step?.transaction)
      take('redo', redoOf(step.transaction, 0), step.revision)
    else if (one.do === 'pack') {
      const pack: Commit = { kind: 'packed', revision: history.revision + 1, files: [], time: 0 }
      history.push(pack)
      commits.push(pack)
    }
  }
  return { commits, bytes }
}

function folded(commits: readonly Commit[]): History {
  const history = new History()
  for (const commit of commits) {
    if (!history.accepts(commit)) throw new Error(`commit ${commit.revision} does not continue the history`)
    history.push(commit)
  }
  return history
}
const told = (history: History): unknown => ({
  revision: history.revision,
  pack: history.lastPack?.revision,
  toUndo: history.toUndo?.revision,
  toRedo: history.toRedo?.revision,
  steps: history.steps.map(({ revision, until, parent, label, time, entries, state, transaction }) => ({
    revision,
    until,
    parent: parent?.revision,
    label,
    time,
    entries,
    state,
    edits: transaction?.edits,
  })),
})

describe('a compact journal', () => {
  it('tells the same history, step by step and branch by branch, and goes on as the long one would', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), acts => {
        const { commits } = written(acts)
        const short = readJournal(concat(...compacted(commits).map(journalLine))).commits
        expect(told(folded(short))).toEqual(told(folded(commits)))
        const next: Change = {
          kind: 'edit',
          revision: folded(commits).revision + 1,
          time: 99,
          transaction: {
            label: { code: 'label.field-set', params: {} },
            joins: folded(commits).revision,
            edits: [{ entry: 'a', base: 0, splices: [] }],
          },
        }
        expect(told(folded([...short, next]))).toEqual(told(folded([...commits, next])))
      }),
      { numRuns: 300, seed: 5 },
    )
  })

  it('undoes back to the pristine bytes, and does every branch again', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), acts => {
        const { commits, bytes } = written(acts)
        const history = folded(compacted(commits))
        let present = bytes
        for (let step = history.toUndo; step; step = history.toUndo) {
          const transaction = undoOf(step.transaction ?? { label: step.label, edits: [] }, 0)
          for (const { splices } of transaction.edits) present = apply(present, splices)
          history.push({ kind: 'undo', revision: history.revision + 1, transaction, time: 0 })
        }
        expect(present).toEqual(new Uint8Array(SIZE))
        for (const step of history.steps) expect(history.wayTo(step.revision), `step ${step.revision}`).toBeDefined()
      }),
      { numRuns: 300, seed: 6 },
    )
  })

  it('has one line for a gesture, and none for what lost against another writer', () => {
    const key = (to: number): Act => ({ do: 'key', at: 0, to, where: 0 })
    const { commits } = written([
      { do: 'edit', at: 0, to: 1, where: 0 },
      ...Array.from({ length: 50 }, (_, i) => key(i + 2)),
      { do: 'edit', at: 1, to: 9, where: 0 },
    ])
    expect(commits).toHaveLength(52)
    const [first] = commits
    expect(compacted([...commits, ...(first ? [first] : [])]).map(({ revision }) => revision)).toEqual([1, 52])
    expect(compacted(compacted(commits))).toEqual(compacted(commits))
  })

  it('is not read where a line claims to end before it begins', () => {
    const {
      commits: [first],
    } = written([{ do: 'edit', at: 0, to: 1, where: 0 }])
    if (first?.kind !== 'edit') throw new Error('no edit')
    expect(readJournal(journalLine({ ...first, until: 0 })).commits).toEqual([])
    expect(readJournal(journalLine({ ...first, until: 3 })).commits).toEqual([{ ...first, until: 3 }])
  })
})
