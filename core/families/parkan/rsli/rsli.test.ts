import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payloadOf, type Archive, type PresentRow, matchFormat } from '../../../format'
import type { Bytes } from '../../../layout'
import { PARKAN } from '../parkan'
import { shelf } from '../opened.fixture'
import { describeReference, FIXTURES, hasFixtures } from '../reference.fixture'
import { inflate } from './inflate'
import { packLzhuf, unpackLzhuf } from './lzhuf'
import { packLzss, unpackLzss } from './lzss'
import { RSLI, RSLI_CODEC } from './rsli'
import { xorStream } from './xor'

const bytesOf = (hex: string): Bytes => Uint8Array.from(hex.trim().split(/\s+/), word => Number.parseInt(word, 16))
const ascii = (text: string): Bytes => Uint8Array.from(text, c => c.charCodeAt(0))

/** Two stored rows, B.TXT and A.TXT (parkan 2.9). */
const SMALL = bytesOf(`
  4E 4C 00 01 02 00 02 00 00 00 00 00 00 00 BA AB 08 00 00 00 34 12 00 00 00 00 00 00 00 00 00 00
  38 A9 E4 D7 B2 56 B7 D4 21 27 5B E7 01 64 9F 8A C4 24 3B 77 9B 93 E4 4D F5 B8 81 FB 72 D0 69 DF
  26 EB 1E E6 83 2C 35 69 BA FA 49 85 84 CB 3C 11 07 1B 27 61 B1 E7 6E E2 5A 35 7C 8F AF A4 94 D2
  68 69 21 68 65 6C 6C 6F`)

const presentOf = (archive: Archive, change: (row: PresentRow) => PresentRow = row => row): PresentRow[] =>
  archive.rows.map((row, place) => change({ id: String(row.id), attributes: { ...row.attributes, row: place } }))

/** Rows of an image: name, method, payload. */
function contents(image: Bytes): readonly (readonly [name: unknown, method: unknown, payload: Bytes])[] {
  return RSLI_CODEC.open(image).rows.map(row => [
    row.attributes['name'],
    row.attributes['method'],
    payloadOf(RSLI_CODEC, image, row),
  ])
}

const storedRows = (image: Bytes): ReadonlyMap<unknown, Bytes> =>
  new Map(
    RSLI_CODEC.open(image).rows.map(row => [row.attributes['name'], image.slice(row.offset, row.offset + row.size)]),
  )

describe('packing methods', () => {
  it('give the bytes of the format notes', () => {
    expect(xorStream(bytesOf('00 01 02 03'), 0x1234)).toEqual(bytesOf('7A 86 B2 8C'))
    expect(xorStream(ascii('hello'), 1)).toEqual(bytesOf('6A 63 67 72 49'))
    expect(packLzss(ascii('ABC'))).toEqual(bytesOf('07 41 42 43'))
    expect(packLzss(ascii('ABCABCABCABC'))).toEqual(bytesOf('07 41 42 43 EE F6'))
    expect(packLzss(ascii('    hello hello hello'))).toEqual(bytesOf('3E ED F1 68 65 6C 6C 6F F1 F9'))
    expect(packLzhuf(ascii('A'))).toEqual(bytesOf('E6 80'))
    expect(packLzhuf(ascii('ABC'))).toEqual(bytesOf('E6 F3 B9 E0'))
    expect(packLzhuf(ascii('ABABABABAB'))).toEqual(bytesOf('E6 F3 A4 40 20'))
  })

  it('unpack what they packed, and deflate of another program, whatever the bytes', () => {
    const run = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.nat(60)).map(([part, n]) => {
      const all = new Uint8Array(part.length * n)
      for (let i = 0; i < n; i++) all.set(part, i * part.length)
      return all
    })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 500 }), run), fc.nat(9), (payload, level) => {
        expect(unpackLzss(packLzss(payload), payload.length)).toEqual(payload)
        expect(unpackLzhuf(packLzhuf(payload), payload.length)).toEqual(payload)
        expect(inflate(new Uint8Array(deflateRawSync(payload, { level })), payload.length)).toEqual(payload)
        const ours = RSLI_CODEC.encode?.(payload, 'deflate') ?? payload
        expect(new Uint8Array(inflateRawSync(ours))).toEqual(payload)
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  it('keep their trees over a rebuild', () => {
    const long = Uint8Array.from({ length: 70_000 }, (_, i) => (i * i * 31) >> 3)
    expect(unpackLzhuf(packLzhuf(long), long.length)).toEqual(long)
    expect(unpackLzss(packLzss(long), long.length)).toEqual(long)
  })

  it.each([
    ['03 00', 0, new Uint8Array(0)],
    ['01 03 00 FC FF 41 42 43', 3, ascii('ABC')],
    ['01 03 00 FC FE 41 42 43', 3, 'stored-length'],
    ['78 9C 03 00 00 00 00 01', 0, 'stored-length'],
    ['03 00 00', 0, 'left-over'],
    ['07', 0, 'block-type'],
    ['01 03 00 FC FF 41', 3, 'cut'],
    ['01 03 00 FC FF 41 42 43', 4, 'size'],
    ['01 03 00 FC FF 41 42 43', 2, 'size'],
    ['03 00', 1_000_000, 'size'],
  ])('deflate %s of %d bytes', (hex, size, expected) => {
    expect(inflate(bytesOf(hex), size)).toEqual(expected)
  })

  it('refuse damaged deflate as zlib does: never another result, never a crash', () => {
    const payload = Uint8Array.from({ length: 3000 }, (_, i) => (i % 7) * (i % 13) + (i >> 6))
    const good = new Uint8Array(deflateRawSync(payload))
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bad = good.slice()
        bad[at] = (bad[at] ?? 0) ^ change
        const ours = inflate(bad, payload.length)
        if (!(ours instanceof Uint8Array)) return
        expect(new Uint8Array(inflateRawSync(bad))).toEqual(ours)
      }),
      { numRuns: 300, seed: 4 },
    )
  })

  it('need more input for what they declare: a bomb allocates nothing', () => {
    expect(unpackLzss(Uint8Array.of(0, 0, 0), 0xffffffff)).toBe('size')
    expect(unpackLzhuf(Uint8Array.of(0, 0, 0), 0xffffffff)).toBe('size')
    expect(inflate(Uint8Array.of(0, 0, 0), 0xffffffff)).toBe('size')
    expect(unpackLzss(Uint8Array.of(7, 65), 3)).toBe('cut')
    expect(unpackLzhuf(new Uint8Array(0), 0)).toEqual(new Uint8Array(0))
  })
})

describe('a library', () => {
  const archive = RSLI_CODEC.open(SMALL)

  it('is read as the format notes say, and packed again byte for byte', () => {
    expect(contents(SMALL)).toEqual([
      ['B.TXT', 0, ascii('hi!')],
      ['A.TXT', 0, ascii('hello')],
    ])
    expect(RSLI_CODEC.pack(SMALL, presentOf(archive)).bytes).toEqual(SMALL)
  })

  it.each([0x20, 0x40, 0x60, 0x80, 0xa0, 0x100, 0])('stores a row with method %d and keeps its payload', method => {
    const rows = presentOf(archive, row =>
      row.id === '1' ? { ...row, attributes: { ...row.attributes, method }, payload: ascii('hello') } : row,
    )
    const { bytes } = RSLI_CODEC.pack(SMALL, rows)
    expect(contents(bytes)).toEqual([
      ['B.TXT', 0, ascii('hi!')],
      ['A.TXT', method, ascii('hello')],
    ])
    if (method === 0) expect(bytes).toEqual(SMALL)
  })

  it('adds, renames and removes; a row whose key changes is encrypted anew', () => {
    const added: PresentRow = { id: '+0', attributes: { name: 'C.TXT', method: 0x20, flags: 0 }, payload: ascii('see') }
    const three = RSLI_CODEC.pack(SMALL, [...presentOf(archive), added]).bytes
    expect(contents(three).map(([name]) => name)).toEqual(['B.TXT', 'A.TXT', 'C.TXT'])
    const renamed = RSLI_CODEC.pack(
      three,
      presentOf(RSLI_CODEC.open(three), row =>
        row.id === '2' ? { ...row, attributes: { ...row.attributes, name: '0.TXT' } } : row,
      ),
    ).bytes
    expect(contents(renamed)[2]).toEqual(['0.TXT', 0x20, ascii('see')])
    expect(storedRows(renamed).get('0.TXT')).not.toEqual(storedRows(three).get('C.TXT'))
    const two = RSLI_CODEC.pack(three, presentOf(RSLI_CODEC.open(three)).slice(0, 2)).bytes
    expect(two).toEqual(SMALL)
  })

  it('refuses names and methods that the table cannot hold', () => {
    const others = { named: () => [{ name: 'B.TXT' }] }
    for (const name of ['', 'lower.txt', 'THIRTEEN.LONG', 'B.TXT'])
      expect(() => RSLI_CODEC.validate({ name, method: 0, flags: 0 }, others)).toThrow()
    for (const method of [1, 0x1c0, -1, 0x200])
      expect(() => RSLI_CODEC.validate({ name: 'N', method, flags: 0 }, others)).toThrow()
    expect(() => RSLI_CODEC.validate(RSLI_CODEC.newAttributes('new.txt'), others)).not.toThrow()
  })

  it('shares the bytes of two rows until one of them is edited', () => {
    const one = RSLI_CODEC.pack(SMALL, presentOf(archive)).bytes.slice()
    const table = xorStream(one.subarray(32, 96), 0x1234)
    const view = new DataView(table.buffer)
    for (const [at, value] of [
      [20, 5],
      [24, 0x63],
      [28, 5],
    ] as const)
      view.setUint32(at, value, true)
    one.set(xorStream(table, 0x1234), 32)
    const both = RSLI_CODEC.open(one)
    expect(contents(one).map(([, , payload]) => payload)).toEqual([ascii('hello'), ascii('hello')])
    expect(RSLI_CODEC.pack(one, presentOf(both)).bytes).toEqual(one)
    const rows = presentOf(both, row => (row.id === '0' ? { ...row, payload: ascii('other') } : row))
    expect(contents(RSLI_CODEC.pack(one, rows).bytes).map(([, , payload]) => payload)).toEqual([
      ascii('other'),
      ascii('hello'),
    ])
    expect(contents(RSLI_CODEC.pack(one, presentOf(both).slice(1)).bytes)).toEqual([['A.TXT', 0, ascii('hello')]])
    const same = RSLI_CODEC.pack(
      one,
      presentOf(both, row => ({ ...row, payload: ascii('again') })),
    )
    expect(contents(same.bytes).map(([, , payload]) => payload)).toEqual([ascii('again'), ascii('again')])
    expect(new Set(same.rows.map(({ offset }) => offset)).size).toBe(1)
    expect(same.bytes.length).toBe(one.length)
  })
})

const SMALL_INSTALL = join(FIXTURES, 'parkan-small')

interface Truth {
  readonly name: string
  readonly method: string
  readonly sha256: string
  readonly unpacked: number
}

describeReference('libraries of the fixtures', () => {
  const sha = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('hex')
  const manifest = hasFixtures
    ? (JSON.parse(readFileSync(join(SMALL_INSTALL, 'manifest.json'), 'utf8')) as {
        truth: { rsli: Record<string, readonly Truth[]> }
      })
    : { truth: { rsli: {} } }
  const files = Object.entries(manifest.truth.rsli)
  const read = (file: string): Bytes => new Uint8Array(readFileSync(join(FIXTURES, file)))

  it.each(files)('%s is read right and written byte for byte', async (file, truth) => {
    const image = read(`parkan-small/${file}`)
    expect(contents(image).map(([name, method, payload]) => [name, method, sha(payload)])).toEqual(
      truth.map(({ name, method, sha256 }) => [name, Number(method), sha256]),
    )
    expect(RSLI_CODEC.pack(image, presentOf(RSLI_CODEC.open(image))).bytes).toEqual(image)
    const all = shelf({ [file]: image })
    expect((await all.check(all.open(file))).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it.each(files)('%s with one row changed keeps the stored bytes of every other', file => {
    const image = read(`parkan-small/${file}`)
    const before = storedRows(image)
    const archive = RSLI_CODEC.open(image)
    for (const { id, attributes } of archive.rows) {
      const payload = Uint8Array.from({ length: 700 }, (_, i) => i & 31)
      const rows = presentOf(archive, row => (row.id === String(id) ? { ...row, payload } : row))
      const { bytes } = RSLI_CODEC.pack(image, rows)
      const after = storedRows(bytes)
      for (const [name, stored] of before) if (name !== attributes['name']) expect(after.get(name)).toEqual(stored)
      expect(contents(bytes)[id]?.[2]).toEqual(payload)
    }
  })

  it.each([
    ['rsli_count', 'rsli.header.count', []],
    ['rsli_count2', 'rsli.header.count2', 8],
    ['rsli_cut', 'rsli.entry.bounds', 7],
    ['rsli_method', 'rsli.method', 7],
    ['rsli_permutation', 'rsli.sort', 7],
    ['rsli_nlen', 'rsli.payload.stored-length', 0],
    ['rsli_short', 'rsli.payload.cut', 0],
  ])('%s is judged %s and every other row is served', async (folder, code, good) => {
    const image = read(`mutants/${folder}/mixed.rlb`)
    const all = shelf({ 'mixed.rlb': image })
    const problems = [...(await all.check(all.open('mixed.rlb')))]
    if (Array.isArray(good)) return expect(problems.map(problem => problem.code)).toContain(code)
    const { rows } = RSLI_CODEC.open(image)
    const faults = rows.flatMap(row => RSLI_CODEC.fault?.(image, row)?.code ?? [])
    expect([...problems.map(problem => problem.code), ...faults]).toContain(code)
    expect(rows.filter(row => row.isReadable && RSLI_CODEC.decode?.(image, row)).length).toBeGreaterThanOrEqual(good)
    expect(RSLI_CODEC.pack(image, presentOf(RSLI_CODEC.open(image))).bytes).toEqual(image)
  })

  it('six chance bytes at the end are no trailer', async () => {
    const image = read('mutants/ok_rsli_chance_ao/chance.rlb')
    const all = shelf({ 'chance.rlb': image })
    expect((await all.check(all.open('chance.rlb'))).filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(RSLI_CODEC.pack(image, presentOf(RSLI_CODEC.open(image))).bytes).toEqual(image)
  })
})

it('is a format of the family, before the archives that are known by their ending', () => {
  const info = { path: 'a.rlb', name: 'a.rlb', size: 104, attributes: {}, head: SMALL.subarray(0, 16), container: null }
  expect(matchFormat(info, PARKAN.formats)).toBe(RSLI)
})
