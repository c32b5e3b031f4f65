import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attributes } from '../../../edit'
import type { PresentRow } from '../../../format'
import { brokenLaws, encodeText, type Bytes } from '../../../layout'
import { describeReference, fixture, fixtureFiles, manifest } from '../reference.fixture'
import { directoryOf, faultsOf, hasMagic, ResLayout } from './directory'
import { bucketOf } from './hash'
import { RES_CODEC } from './res'
import { writeArchive } from './res-pack'
import { hex } from '../../../layout/bytes.fixture'

const cp1251 = (text: string): Bytes => {
  const bytes = encodeText(text, 'cp1251')
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(0)
}
const sha256 = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('hex')

const rowsOf = (image: Bytes): PresentRow[] =>
  RES_CODEC.open(image).rows.map(({ id, attributes }) => ({ id: String(id), attributes }))
const payloads = (image: Bytes): Record<string, string> =>
  Object.fromEntries(
    RES_CODEC.open(image).rows.map(({ attributes, offset, size }) => [
      String(attributes['name']),
      Buffer.from(image.subarray(offset, offset + size)).toString('hex'),
    ]),
  )
const isSoundTable = (image: Bytes): boolean => {
  const { lost, broken } = faultsOf(directoryOf(image))
  return lost.size === 0 && broken.size === 0
}
const named = (rows: readonly PresentRow[], name: string): number =>
  rows.findIndex(row => row.attributes['name'] === name)
const withPayload = (image: Bytes, name: string, payload: Bytes): Bytes => {
  const rows = rowsOf(image)
  const k = named(rows, name)
  const row = rows[k]
  if (row) rows[k] = { ...row, payload }
  return RES_CODEC.pack(image, rows).bytes
}

describe('the hash of names', () => {
  it('is that of the notes', () => {
    const words: readonly (readonly [string, number, number])[] = [
      ['cannotDisplay.bon', 30, 26],
      ['trapZone.mmp', 30, 29],
      ['light.bon', 30, 1],
      ['default.mod', 30, 27],
      ['view', 2, 1],
      ['mesh', 2, 1],
      ['amb\\wind.wav', 5, 0],
      ['AMB\\Wind.wav', 5, 0],
      ['звук', 7, 5],
      ['звук', 3167, 2152],
    ]
    for (const [name, count, slot] of words) expect([name, bucketOf(cp1251(name), count)]).toEqual([name, slot])
  })
})

describe('an archive', () => {
  const two = hex(
    '3CE29C01 02000000 20000000 02000000 010203' +
      '00'.repeat(13) +
      'FFFFFFFF 03000000 10000000 80C84F3A 0100 00000000 FFFFFFFF 00000000 20000000 00000000 0100 01000000 6261',
  )
  it('is written as the notes have it', () => {
    const made = writeArchive([
      { name: 'b', payload: Uint8Array.of(1, 2, 3), time: 0x3a4fc880 },
      { name: 'a', payload: new Uint8Array(0) },
    ])
    expect(Buffer.from(made).toString('hex')).toBe(Buffer.from(two).toString('hex'))
    expect(brokenLaws(ResLayout, two)).toEqual([])
  })
  it('keeps padding that is not zero, the bytes behind the names, and its own when nothing changed', () => {
    const odd = Uint8Array.of(...two, 9, 9)
    odd[20] = 7
    expect(RES_CODEC.pack(odd, rowsOf(odd)).bytes).toEqual(odd)
    const longer = withPayload(odd, 'b', Uint8Array.of(1, 2, 3, 4))
    expect(Array.from(longer.subarray(16, 32))).toEqual([1, 2, 3, 4, 0, 7, ...new Array<number>(10).fill(0)])
    expect(Array.from(longer.subarray(-2))).toEqual([9, 9])
  })
  it('takes names of one row, in letters that cp1251 has', () => {
    const place = { named: (): readonly Attributes[] => [{ name: 'Wolf.MMP' }] }
    expect(() => RES_CODEC.validate({ name: 'wolf.mmp', time: 0 }, place)).toThrow('res.name-taken')
    for (const name of ['', '你', 'x'.repeat(70_000)]) expect(() => RES_CODEC.validate({ name })).toThrow('res.name')
    expect(() => RES_CODEC.validate({ name: 'x', time: -1 })).toThrow('res.attribute')
    expect(() => RES_CODEC.validate({ name: 'x', slot: 1 })).toThrow('res.attribute-unknown')
  })
})

/** Random changes of the rows of an image, each packed from what the last one gave. */
function changed(
  image: Bytes,
  count: number,
  seed: number,
): { readonly image: Bytes; readonly expected: Record<string, string> } {
  const expected = payloads(image)
  let at = image
  const [steps] = fc.sample(
    fc.array(
      fc.record({
        kind: fc.nat(3),
        pick: fc.nat(),
        name: fc.string({ unit: fc.constantFrom(...'abcXYZ_\\я.'), minLength: 1, maxLength: 8 }),
        payload: fc.uint8Array({ maxLength: 40 }),
      }),
      { minLength: count, maxLength: count },
    ),
    { numRuns: 1, seed },
  )
  for (const { kind, pick, name, payload } of steps ?? []) {
    const rows = rowsOf(at)
    const isTaken = rows.some(row => String(row.attributes['name']).toLowerCase() === name.toLowerCase())
    const k = rows.length === 0 ? -1 : pick % rows.length
    const row = rows[k]
    const old = String(row?.attributes['name'])
    if (kind === 0 && !isTaken) {
      rows.push({ id: '+0', attributes: { name, time: pick }, payload })
      expected[name] = Buffer.from(payload).toString('hex')
    } else if (kind === 1 && row && rows.length > 3) {
      rows.splice(k, 1)
      delete expected[old]
    } else if (kind === 2 && row && !isTaken) {
      rows[k] = { ...row, attributes: { ...row.attributes, name } }
      expected[name] = expected[old] ?? ''
      delete expected[old]
    } else if (row) {
      rows[k] = { ...row, payload }
      expected[old] = Buffer.from(payload).toString('hex')
    }
    const order = rows.map(one => one.attributes['name'])
    const packed = RES_CODEC.pack(at, rows)
    at = packed.bytes
    expect(rowsOf(at).map(one => one.attributes['name'])).toEqual(order)
    expect(packed.rows.map(({ offset, size }) => [offset, size])).toEqual(
      RES_CODEC.open(at).rows.map(({ offset, size }) => [offset, size]),
    )
  }
  return { image: at, expected }
}

it('after 1,000 random additions, removals, renames and changes every name is found with its bytes', () => {
  const start = writeArchive(
    ['a', 'B', 'ж.mmp', 'd\\e'].map((name, k) => ({ name, payload: new Uint8Array(k * 9).fill(k) })),
  )
  const count = Number(process.env['AREAL_LONG'] ?? 1000)
  const { image, expected } = changed(start, count, 11)
  expect(payloads(image)).toEqual(expected)
  expect(isSoundTable(image)).toBe(true)
  expect(brokenLaws(ResLayout, image)).toEqual([])
})

it('one payload longer by one byte: every other row keeps its bytes, slot and time', () => {
  const rows = [0, 1, 15, 16, 17, 40].map((size, k) => ({
    name: `row ${k}`,
    payload: new Uint8Array(size).fill(k + 1),
    time: 1000 + k,
  }))
  const start = writeArchive(rows)
  const tableOf = (image: Bytes) =>
    directoryOf(image).rows.map(({ slot, next, time, offset, size }) => ({
      slot,
      next,
      time,
      payload: Array.from(image.subarray(offset, offset + size)),
    }))
  const before = tableOf(start)
  for (const [k, { name, payload }] of rows.entries()) {
    const longer = Uint8Array.of(...payload, 99)
    const expected = before.map((row, at) => (at === k ? { ...row, payload: Array.from(longer) } : row))
    expect(tableOf(withPayload(start, name, longer))).toEqual(expected)
  }
})

describeReference('archives of the reference files', () => {
  const archives = Object.entries(fixtureFiles).filter(([, bytes]) => hasMagic(bytes))
  const texts = fixture('Res/texts.res')

  it.each(archives)('%s: rows in order, identical when packed, rebuilt alike', (path, bytes) => {
    const rows = rowsOf(bytes)
    const found = RES_CODEC.open(bytes).rows.map(({ attributes, offset, size }) => [
      attributes['name'],
      size,
      sha256(bytes.subarray(offset, offset + size)).slice(0, 16),
    ])
    expect(found).toEqual((manifest.truth['archives'] as Record<string, unknown>)[path])
    const full = rows.map((row, k) => {
      const { offset, size } = RES_CODEC.open(bytes).rows[k] ?? { offset: 0, size: 0 }
      return { ...row, payload: bytes.slice(offset, offset + size) }
    })
    for (const present of [rows, full]) expect(Buffer.compare(RES_CODEC.pack(bytes, present).bytes, bytes)).toBe(0)
    expect(brokenLaws(ResLayout, bytes)).toEqual([])
    expect(isSoundTable(bytes)).toBe(true)
  })

  it('texts.res: a longer payload and an alias of its own give the files of the table, and back', () => {
    expect(texts.length).toBe(3931)
    const wolf = RES_CODEC.open(texts).rows[1]
    const longer = Uint8Array.of(...texts.subarray(wolf?.offset, (wolf?.offset ?? 0) + (wolf?.size ?? 0)), 0x21)
    const made = withPayload(texts, 'unit wolf', longer)
    expect([made.length, sha256(made)]).toEqual([
      3931,
      '031f0a387714d99bb12bcbbd83565f2e999146717866dc3f9991224ff1ade641',
    ])
    expect(withPayload(made, 'unit wolf', longer.subarray(0, -1))).toEqual(texts)
    const alone = withPayload(texts, 'WEAPON Bronze_Sword Steel', cp1251('alone'))
    expect([alone.length, sha256(alone)]).toEqual([
      3947,
      '342bddcfcb0c5e9c92ed755d98cadc735c76125b4c0a2e0e31871b165f3ca22d',
    ])
  })

  it('one payload longer by a byte leaves slots, times, names and payloads of the others', () => {
    const made = withPayload(texts, 'quest q1', new Uint8Array(32).fill(0x41))
    const [before, after] = [directoryOf(texts), directoryOf(made)]
    for (const [k, row] of before.rows.entries()) {
      const then = after.rows[k]
      expect([then?.slot, then?.next, then?.time, then?.nameOffset]).toEqual([
        row.slot,
        row.next,
        row.time,
        row.nameOffset,
      ])
      if (k !== 4)
        expect(made.subarray(then?.offset, (then?.offset ?? 0) + (then?.size ?? 0))).toEqual(
          texts.subarray(row.offset, row.offset + row.size),
        )
    }
  })

  it('stay sound after random changes', () => {
    for (const [path, bytes] of archives.slice(0, 4)) {
      const { image, expected } = changed(bytes, 6, path.length)
      expect(payloads(image)).toEqual(expected)
      expect(isSoundTable(image)).toBe(true)
    }
  })
})
