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
import { checksum } from './base64'

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

  it('keep what a step joins, leaves equal to the original or repeats, what a pack left out, and bytes after texts', () => {
    const named = { name: { text: 'Имя', tail: 'cd00' }, type_id: 7, row: 0 }
    const attributes = (before: typeof named | null, after: typeof named | null): Transaction => ({
      label: { code: 'label.attributes-set', params: {} },
      edits: [{ entry: 'a.map!#0', base: 0, splices: [], attributes: { before, after } }],
    })
    const given: readonly Commit[] = [
      {
        kind: 'edit',
        revision: 1,
        time: 9,
        transaction: { ...edit(3, 1, 2), joins: 0, pristine: ['a.map'] },
        until: 4,
      },
      { kind: 'redo', revision: 5, time: 9, transaction: edit(3, 2, 1), step: 1 },
      { kind: 'packed', revision: 6, time: 5, files: [], aside: ['c.map'] },
      change(7, attributes(null, named)),
      change(8, attributes(named, null)),
    ]
    expect(readJournal(concat(...given.map(journalLine))).commits).toEqual(given)
    for (const [line, absent] of [
      [edit(3, 1, 2), ['joins', 'pristine', 'step', 'until']],
      [edit(3, 1, 2), ['aside', 'files']],
    ] as const)
      for (const key of absent) expect(String.fromCharCode(...journalLine(change(1, line)))).not.toContain(`"${key}"`)
  })

  describe('with a right sum but a wrong form', () => {
    const whole = { kind: 'edit', revision: 1, time: 5, label: { code: 'a', params: {} }, edits: [] as unknown[] }
    const one = { entry: 'a', base: 0, splices: [] as unknown[] }
    const lineOf = (json: unknown): Uint8Array => {
      const text = JSON.stringify(json)
      const body = new TextEncoder().encode(text.startsWith('{') ? text.slice(1) : `"x":${text}}`)
      return concat(new TextEncoder().encode(`{"sum":"${checksum(body)}",`), body, Uint8Array.of(10))
    }
    const read = (json: unknown): number => readJournal(lineOf(json)).commits.length

    it('are made by this test as the program makes them', () => {
      expect(read(whole)).toBe(1)
      expect(read({ ...whole, edits: [one] })).toBe(1)
    })
    it.each<[string, unknown]>([
      ['no commit', 5],
      ['another kind', { ...whole, kind: 'done' }],
      ['a negative revision', { ...whole, revision: -1 }],
      ['a revision with a fraction', { ...whole, revision: 1.5 }],
      ['a revision as text', { ...whole, revision: '1' }],
      ['an end before its start', { ...whole, until: 0 }],
      ['a label that is null', { ...whole, label: null }],
      ['a label that is a list', { ...whole, label: [] }],
      ['a label that is a text', { ...whole, label: 'a' }],
      ['a code that is a number', { ...whole, label: { code: 5, params: {} } }],
      ['a parameter that is a record', { ...whole, label: { code: 'a', params: { n: {} } } }],
      ['edits that are a record', { ...whole, edits: {} }],
      ['a file that is a number', { ...whole, pristine: [5] }],
      ['an entry that is a number', { ...whole, edits: [{ ...one, entry: 5 }] }],
      ['bytes that are not base64', { ...whole, edits: [{ ...one, splices: [[0, '#', '']] }] }],
      [
        'an attribute that is a list',
        { ...whole, edits: [{ ...one, attributes: { before: null, after: { a: [] } } }] },
      ],
      [
        'an attribute that is null',
        { ...whole, edits: [{ ...one, attributes: { before: null, after: { a: null } } }] },
      ],
      ['no attributes after', { ...whole, edits: [{ ...one, attributes: { before: null } }] }],
      ['a move without an array', { ...whole, edits: [{ ...one, moves: [{ at: 0, removed: 0, inserted: 0 }] }] }],
      ['a pack of no files', { kind: 'packed', revision: 1, time: 5 }],
      ['a pack that leaves out a number', { kind: 'packed', revision: 1, time: 5, files: [], aside: [5] }],
    ])('are not read: %s', (_, json) => expect(read(json)).toBe(0))

    it('nor with anything before the sum or behind it', () => {
      const line = lineOf(whole)
      expect(readJournal(concat(Uint8Array.of(32), line)).commits).toEqual([])
      expect(readJournal(concat(Uint8Array.of(10), line))).toEqual({ commits: [], places: [], validSize: 0 })
    })
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
