import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  apply,
  type Commit,
  concat,
  fold,
  fromBase64,
  History,
  journalLine,
  readJournal,
  redoOf,
  toBase64,
  type Transaction,
  undoOf,
} from '.'

const edit = (offset: number, removed: number, inserted: number): Transaction => ({
  label: { code: 'label.field-set', params: { path: 'areals/7/class_id', name: 'Класс', n: 1 } },
  edits: [
    {
      entry: 'a.map!#0',
      base: 0,
      splices: [{ offset, removed: Uint8Array.of(removed), inserted: Uint8Array.of(inserted) }],
    },
  ],
})
const change = (revision: number, transaction: Transaction, kind: 'edit' | 'undo' | 'redo' = 'edit'): Commit => ({
  kind,
  revision,
  transaction,
  time: 1000 + revision,
})

describe('base64', () => {
  it('loses nothing and refuses what it is not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(fromBase64(toBase64(bytes))).toEqual(bytes)
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64').replace(/=+$/, ''))
      }),
      { seed: 1 },
    )
    for (const size of [6143, 6144, 6145]) {
      const bytes = Uint8Array.from({ length: size }, (_, i) => i * 7)
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }
    for (const text of ['A', 'AA=A', 'Ω0==', '####']) expect(fromBase64(text)).toBeUndefined()
  })
})

describe('journal lines', () => {
  const commits: readonly Commit[] = [
    change(1, edit(3, 1, 2)),
    { kind: 'packed', revision: 2, time: 5, files: [{ path: 'DATA/a.map', hash: 'ff' }] },
    change(3, {
      label: { code: 'label.entry-added', params: {} },
      edits: [
        {
          entry: 'a.map!#+0',
          base: 2,
          splices: [],
          attributes: { before: null, after: { name: { text: 'x', tail: 'hex:00ff' }, row: 4 } },
          moves: [{ array: 'areals', at: 1, removed: 0, inserted: 2 }],
        },
      ],
    }),
    change(4, edit(3, 2, 1), 'undo'),
  ]
  const text = concat(...commits.map(journalLine))

  it('are JSON in ASCII, one line each, and are read back as they were', () => {
    const read = readJournal(text)
    expect(read).toMatchObject({ commits, validSize: text.length })
    for (const [i, { offset, size }] of read.places.entries())
      expect(readJournal(text.slice(offset, offset + size)).commits).toEqual([commits[i]])
    const lines = String.fromCharCode(...text).split('\n')
    expect(lines).toHaveLength(5)
    expect(lines.slice(0, 4).map(line => (JSON.parse(line) as Commit).kind)).toEqual(['edit', 'packed', 'edit', 'undo'])
    expect(text.every(byte => byte === 10 || (byte >= 32 && byte < 127))).toBe(true)
  })

  it('a journal torn at any byte of its last two lines keeps all lines before', () => {
    const ends = [...text.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1)
    for (let size = ends[1] ?? 0; size <= text.length; size++) {
      const whole = ends.filter(end => end <= size)
      expect(readJournal(text.slice(0, size))).toMatchObject({
        commits: commits.slice(0, whole.length),
        validSize: whole.at(-1),
      })
    }
  })

  it('any damaged byte is noticed; earlier lines stay', () => {
    for (let at = 0; at < text.length; at++) {
      const damaged = text.slice()
      damaged[at] = (damaged[at] ?? 0) ^ 4
      const before = text.subarray(0, at).filter(byte => byte === 10).length
      expect(readJournal(damaged).commits).toEqual(commits.slice(0, before))
    }
  })

  it('random garbage is never taken for history and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), garbage => {
        expect(readJournal(concat(text, garbage, Uint8Array.of(10))).commits).toEqual(commits)
      }),
      { seed: 2 },
    )
    fc.assert(
      fc.property(fc.json(), json => {
        const line = Uint8Array.from(`${json}\n`, char => char.charCodeAt(0) & 255)
        expect(readJournal(line).commits).toEqual([])
      }),
      { seed: 3 },
    )
  })
})

function step(history: History, act: string): Transaction | undefined {
  const found = act === 'undo' ? history.toUndo : act === 'redo' ? history.toRedo : undefined
  return found?.transaction && (act === 'undo' ? undoOf : redoOf)(found.transaction, history.revision)
}

describe('history', () => {
  it('undo steps back, redo forward, and a new edit keeps the undone ones as a branch', () => {
    const history = new History()
    history.push(change(1, edit(0, 0, 1)))
    history.push(change(2, edit(1, 0, 1)))
    const undo = history.toUndo?.transaction && undoOf(history.toUndo.transaction, history.revision)
    expect(undo?.edits[0]).toMatchObject({
      base: 2,
      splices: [{ offset: 1, removed: Uint8Array.of(1), inserted: Uint8Array.of(0) }],
    })
    history.push(change(3, undo ?? edit(0, 0, 0), 'undo'))
    expect(history.canRedo).toBe(true)
    expect(history.toRedo?.transaction?.edits[0]?.splices).toEqual(edit(1, 0, 1).edits[0]?.splices)
    history.push(change(4, edit(2, 0, 5)))
    expect(history.canRedo).toBe(false)
    expect(history.steps.map(step => step.state)).toEqual(['done', 'branch', 'done'])
    expect(history.inEffect()).toHaveLength(2)
  })

  it('beyond its memory budget keeps the place, the label and the entries of old steps', () => {
    const history = new History(2000)
    for (let i = 1; i <= 10; i++) history.push(change(i, edit(i, 0, 1)), { offset: i * 100, size: 100 })
    const held = history.steps.map(one => one.transaction !== undefined)
    expect(held).toEqual([false, false, false, false, false, false, true, true, true, true])
    expect(history.steps[0]).toMatchObject({
      places: [{ offset: 100, size: 100 }],
      entries: ['a.map!#0'],
      label: { code: 'label.field-set' },
    })
  })

  it('leaves out lines that do not continue it', () => {
    const history = fold([
      change(1, edit(0, 0, 1)),
      change(1, edit(0, 0, 9)),
      change(2, edit(0, 1, 0), 'redo'),
      change(5, edit(0, 0, 1)),
    ])
    expect(history.revision).toBe(1)
    expect(history.steps).toHaveLength(1)
  })

  it('what is in effect is what all commits one after another make', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ act: fc.constantFrom('edit', 'edit', 'undo', 'redo'), at: fc.nat(7), to: fc.nat(255) })),
        acts => {
          const history = new History()
          let bytes: Uint8Array = new Uint8Array(8)
          for (const { act, at, to } of acts) {
            const transaction = step(history, act) ?? (act === 'edit' ? edit(at, bytes[at] ?? 0, to) : undefined)
            if (!transaction) continue
            history.push(change(history.revision + 1, transaction, act === 'undo' || act === 'redo' ? act : 'edit'))
            for (const { splices } of transaction.edits) bytes = apply(bytes, splices)
          }
          const replayed = history
            .inEffect()
            .flatMap(one => one.edits)
            .reduce<Uint8Array>((now, { splices }) => apply(now, splices), new Uint8Array(8))
          expect(replayed).toEqual(bytes)
        },
      ),
      { seed: 4 },
    )
  })

  it('30,000 commits are read and folded', () => {
    const lines = concat(...Array.from({ length: 30_000 }, (_, i) => journalLine(change(i + 1, edit(i, 0, 1)))))
    const history = fold(readJournal(lines).commits)
    expect(history.inEffect()).toHaveLength(30_000)
  })
})
