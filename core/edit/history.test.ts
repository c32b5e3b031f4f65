import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  apply,
  concat,
  fold,
  History,
  joined,
  journalLine,
  readJournal,
  redoOf,
  undoOf,
  type Change,
  type Commit,
  type Transaction,
} from '.'

const SIZE = 6

function poke(bytes: Uint8Array, offset: number, to: number, joins?: number): Transaction {
  const removed = bytes.slice(offset, offset + 1)
  return {
    label: { code: 'label.field-set', params: { before: removed[0] ?? 0, after: to } },
    edits: [{ entry: 'a', base: 0, splices: [{ offset, removed, inserted: Uint8Array.of(to) }] }],
    ...(joins !== undefined && { joins }),
  }
}

/** A history with the bytes that it is about. */
class Book {
  bytes: Uint8Array = new Uint8Array(SIZE)
  readonly commits: Commit[] = []
  readonly history = new History()
  /** What the bytes were when a step was the last in effect. */
  readonly seen = new Map<number, string>([[0, this.bytes.join()]])

  take(kind: Change['kind'], transaction: Transaction, step?: number): void {
    const commit: Change = {
      kind,
      revision: this.history.revision + 1,
      transaction,
      time: 0,
      ...(step !== undefined && { step }),
    }
    expect(this.history.accepts(commit)).toBe(true)
    this.history.push(commit)
    this.commits.push(commit)
    for (const { splices } of transaction.edits) this.bytes = apply(this.bytes, splices)
    this.seen.set(this.history.toUndo?.revision ?? 0, this.bytes.join())
  }
  edit(offset: number, to: number): void {
    this.take('edit', poke(this.bytes, offset, to))
  }
  /** The same key again. */
  repeat(offset: number, to: number): void {
    this.take('edit', poke(this.bytes, offset, to, this.history.revision))
  }
  undo(): void {
    const { toUndo } = this.history
    if (toUndo?.transaction) this.take('undo', undoOf(toUndo.transaction, 0))
  }
  redo(step = this.history.toRedo): void {
    if (step?.transaction) this.take('redo', redoOf(step.transaction, 0), step.revision)
  }
  jump(revision: number): void {
    const way = this.history.wayTo(revision)
    expect(way).toBeDefined()
    for (let i = 0; i < (way?.undo.length ?? 0); i++) this.undo()
    for (const step of way?.redo ?? []) this.redo(step)
  }
}

const act = fc.record({
  do: fc.constantFrom('edit', 'edit', 'key', 'undo', 'redo', 'jump'),
  at: fc.nat(SIZE - 1),
  to: fc.nat(255),
  where: fc.nat(1000),
})

describe('the tree of the history', () => {
  it('leads to a point by undoing the latest step first and redoing the earliest first', () => {
    const book = new Book()
    for (const at of [0, 1, 2]) book.edit(at, 9)
    const revisions = (to: number): unknown => {
      const way = book.history.wayTo(to)
      return [way?.undo.map(step => step.revision), way?.redo.map(step => step.revision)]
    }
    expect(revisions(0)).toEqual([[3, 2, 1], []])
    book.jump(0)
    expect(book.history.canUndo).toBe(false)
    expect(revisions(3)).toEqual([[], [1, 2, 3]])
    expect(book.history.wayTo(99)).toBeUndefined()
    expect(book.history.redoable(99)).toBeUndefined()
  })

  it('names a pack, leads to it, and keeps a branch across it', () => {
    const book = new Book()
    book.edit(0, 1)
    book.edit(1, 2)
    const packed: Commit = { kind: 'packed', revision: 3, time: 0, files: [{ path: 'a', hash: 'f' }] }
    expect(book.history.accepts(packed)).toBe(true)
    book.history.push(packed, { offset: 7, size: 8 })
    expect(book.history.steps.at(-1)).toMatchObject({
      label: { code: 'label.packed', params: { n: 1 } },
      entries: ['a'],
      places: [{ offset: 7, size: 8 }],
      state: 'packed',
    })
    book.undo()
    expect(book.history.wayTo(3)?.redo.map(step => step.revision)).toEqual([2])
    expect(book.history.redoable(3)).toBeUndefined()
    book.undo()
    book.edit(2, 3)
    book.undo()
    book.redo(book.history.steps[0])
    expect(book.history.toUndo?.revision).toBe(book.history.steps[0]?.revision)
    book.redo()
    expect(book.history.toUndo?.revision).toBe(2)
  })

  it('keeps the files that equal their original with a step, its undo and its redo', () => {
    const step = { ...poke(new Uint8Array(SIZE), 0, 1), pristine: ['a'] }
    expect(undoOf(step, 4).pristine).toEqual(['a'])
    expect(redoOf(step, 4).pristine).toEqual(['a'])
    expect(
      joined(poke(new Uint8Array(SIZE), 0, 1), { ...poke(Uint8Array.of(1), 0, 2), pristine: ['a'] }).pristine,
    ).toEqual(['a'])
    for (const transaction of [
      undoOf(poke(new Uint8Array(SIZE), 0, 1), 4),
      redoOf(poke(new Uint8Array(SIZE), 0, 1), 4),
    ])
      expect(transaction).not.toHaveProperty('pristine')
  })

  it('releases old steps only as far as the budget demands, and none that cannot be read again', () => {
    const readable = (budget: number, placed: boolean): boolean[] => {
      const history = new History(budget)
      for (let revision = 1; revision <= 4; revision++) {
        const commit: Commit = { kind: 'edit', revision, time: 0, transaction: poke(new Uint8Array(SIZE), 0, revision) }
        history.push(commit, placed ? { offset: revision, size: 1 } : undefined)
      }
      return history.steps.map(step => step.transaction !== undefined)
    }
    const all = readable(Infinity, true)
    expect(all).toEqual([true, true, true, true])
    expect(readable(0, true)).toEqual([false, false, false, true])
    expect(readable(0, false)).toEqual(all)
    expect(readable(1e9, true)).toEqual(all)
  })

  it('every step ever made stays reachable and holds what it held, also after the journal was read again', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), acts => {
        const book = new Book()
        for (const one of acts) {
          const { steps } = book.history
          if (one.do === 'edit') book.edit(one.at, one.to)
          else if (one.do === 'key') book.repeat(one.at, one.to)
          else if (one.do === 'undo') book.undo()
          else if (one.do === 'redo') book.redo()
          else book.jump(steps[one.where % Math.max(1, steps.length)]?.revision ?? 0)
        }
        const again = fold(readJournal(concat(...book.commits.map(journalLine))).commits)
        const told = ({ steps }: History): unknown =>
          steps.map(({ revision, state, parent, until }) => [revision, state, parent?.revision, until])
        expect(told(again)).toEqual(told(book.history))
        for (const { revision } of [...book.history.steps]) {
          book.jump(revision)
          expect(book.bytes.join()).toBe(book.seen.get(revision))
        }
        book.jump(0)
        expect(book.bytes).toEqual(new Uint8Array(SIZE))
      }),
      { seed: 21, numRuns: 200 },
    )
  })

  it('comes back to a branch with all that followed on it', () => {
    const book = new Book()
    book.edit(0, 1)
    book.edit(1, 2)
    book.edit(2, 3)
    book.undo()
    book.undo()
    book.edit(3, 4)
    expect(book.history.steps.map(step => step.state)).toEqual(['done', 'branch', 'branch', 'done'])
    expect(book.history.redoable(2)).toBeUndefined()
    book.undo()
    book.redo(book.history.redoable(2))
    expect(book.history.steps.map(step => step.state)).toEqual(['done', 'done', 'undone', 'branch'])
    book.redo()
    expect(book.bytes).toEqual(Uint8Array.of(1, 2, 3, 0, 0, 0))
    expect(book.history.canRedo).toBe(false)
  })

  it('accepts only the next revision, and an undo or redo only where there is one', () => {
    const history = new History()
    const commit = (kind: Change['kind'], revision: number, step?: number): Change => ({
      kind,
      revision,
      transaction: poke(new Uint8Array(SIZE), 0, 1),
      time: 0,
      ...(step !== undefined && { step }),
    })
    const accepted = (revision: number): boolean[] =>
      (['edit', 'undo', 'redo'] as const).map(kind => history.accepts(commit(kind, revision)))
    expect([accepted(1), accepted(2)]).toEqual([
      [true, false, false],
      [false, false, false],
    ])
    history.push(commit('edit', 1))
    expect(accepted(2)).toEqual([true, true, false])
    history.push(commit('undo', 2))
    expect(accepted(3)).toEqual([true, false, true])
    expect([1, 2].map(step => history.accepts(commit('redo', 3, step)))).toEqual([true, false])
  })
  it('has the latest pack', () => {
    const history = new History()
    expect(history.lastPack).toBeUndefined()
    const packs = [1, 2].map(revision => ({ kind: 'packed', revision, time: 0, files: [] }) as const)
    for (const pack of packs) history.push(pack)
    expect(history.lastPack).toBe(packs[1])
  })
  it('counts a step that grows against the budget, and keeps all places of it', () => {
    const long = (revision: number, joins?: number): Change => ({
      kind: 'edit',
      revision,
      time: 0,
      transaction: {
        label: { code: 'label.bytes', params: {} },
        edits: [
          {
            entry: 'a',
            base: 0,
            splices: [{ offset: 0, removed: new Uint8Array(0), inserted: new Uint8Array(4000) }],
          },
        ],
        ...(joins !== undefined && { joins }),
      },
    })
    const history = new History(10_000)
    history.push(long(1), { offset: 0, size: 9 })
    history.push(long(2), { offset: 9, size: 9 })
    expect(history.steps.map(step => step.transaction !== undefined)).toEqual([true, true])
    for (const revision of [3, 4]) history.push(long(revision, revision - 1), { offset: 9 * (revision - 1), size: 9 })
    expect(history.steps.map(step => step.transaction !== undefined)).toEqual([false, true])
    expect(history.steps[1]?.places.map(({ offset }) => offset)).toEqual([9, 18, 27])
  })
  it('refuses to do a step again that was made on something else', () => {
    const book = new Book()
    book.edit(0, 1)
    book.edit(1, 2)
    book.undo()
    book.undo()
    expect(
      book.history.accepts({ kind: 'redo', revision: 5, step: 2, transaction: poke(book.bytes, 1, 2), time: 0 }),
    ).toBe(false)
    expect(book.history.wayTo(77)).toBeUndefined()
  })
})

describe('a gesture', () => {
  it('of several commits is one step: undo of it is undo of all', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(SIZE - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }), pokes => {
        const book = new Book()
        book.edit(0, 9)
        const before = book.bytes.slice()
        for (const [i, [at, to]] of pokes.entries()) book[i === 0 ? 'edit' : 'repeat'](at, to)
        const after = book.bytes.slice()
        expect(book.history.steps).toHaveLength(2)
        book.undo()
        expect(book.bytes).toEqual(before)
        book.redo()
        expect(book.bytes).toEqual(after)
      }),
      { seed: 22 },
    )
  })

  it('is told by what was before it and what is after it', () => {
    const first = poke(Uint8Array.of(1), 0, 2)
    expect(joined(first, poke(Uint8Array.of(2), 0, 3)).label.params).toEqual({ before: 1, after: 3 })
  })

  it('ends with a step between that was undone, whatever the change says it joins', () => {
    const book = new Book()
    book.edit(1, 1)
    book.edit(2, 2)
    book.undo()
    book.take('edit', poke(book.bytes, 1, 3, 1))
    expect(book.history.steps.map(({ revision }) => revision)).toEqual([1, 2, 4])
  })
  it('ends with anything between: another edit, an undo, a pack, another entry', () => {
    const book = new Book()
    book.edit(0, 1)
    book.edit(0, 2)
    book.undo()
    book.redo()
    book.repeat(0, 3)
    book.history.push({ kind: 'packed', revision: book.history.revision + 1, files: [], time: 0 })
    book.repeat(0, 4)
    book.take('edit', poke(book.bytes, 0, 5, 1))
    const other = poke(book.bytes, 0, 6, book.history.revision)
    book.take('edit', { ...other, edits: other.edits.map(edit => ({ ...edit, entry: 'b' })) })
    expect(book.history.steps.map(step => step.state)).toEqual([
      'done',
      'done',
      'done',
      'packed',
      'done',
      'done',
      'done',
    ])
  })
})
