import { describe, expect, it } from 'vitest'
import { latinText, nameText, payloadOf, type PresentRow } from '../../../format'
import { newRecord, read, writeRecord, type Bytes } from '../../../layout'
import { describeReference, fixture } from '../reference.fixture'
import { archiveFile, textBytes } from '../sample/files'
import { ERF_CODEC } from './erf'
import { ErfHeader, KeyEnd, ResourceRow } from './resources'

const presentOf = (bytes: Bytes): readonly PresentRow[] =>
  ERF_CODEC.open(bytes).rows.map(({ id, attributes }) => ({ id: String(id), attributes }))
const contentOf = (bytes: Bytes): readonly (readonly [string, string])[] =>
  ERF_CODEC.open(bytes).rows.map(row => [nameText(row.attributes['name']), latinText(payloadOf(ERF_CODEC, bytes, row))])
const same = (a: Bytes, b: Bytes): boolean => Buffer.from(a).equals(Buffer.from(b))
const image = archiveFile('MOD ', [
  ['a.txt', textBytes('first')],
  ['b.nss', textBytes('')],
  ['c.2da', textBytes('third')],
])
const KEYS = 160
const RESOURCES = KEYS + 3 * 40

describe('a module', () => {
  it('gives its bytes for the rows that it has', () => {
    expect(contentOf(image)).toEqual([
      ['a.txt', 'first'],
      ['b.nss', ''],
      ['c.2da', 'third'],
    ])
    expect(same(ERF_CODEC.pack(image, presentOf(image)).bytes, image)).toBe(true)
  })

  it('adds, removes, renames and resizes rows, in the order in which they should be', () => {
    const [a, b, c] = presentOf(image)
    if (!a || !b || !c) throw new Error('rows')
    const added = { id: '+0', attributes: { name: 'new.trx' }, payload: textBytes('NWN2') }
    const packed = ERF_CODEC.pack(image, [
      added,
      { ...c, payload: textBytes('much longer') },
      { ...b, attributes: { name: 'renamed.git' }, payload: textBytes('filled') },
    ])
    expect(contentOf(packed.bytes)).toEqual([
      ['new.trx', 'NWN2'],
      ['c.2da', 'much longer'],
      ['renamed.git', 'filled'],
    ])
    const places = ERF_CODEC.open(packed.bytes).rows.map(({ offset, size }) => [offset, size])
    expect(packed.rows.map(({ offset, size }) => [offset, size])).toEqual(places)
    expect(contentOf(ERF_CODEC.pack(packed.bytes, []).bytes)).toEqual([])
  })

  it('keeps its descriptions, dates and reserved bytes where rows are added, changed and removed', () => {
    const text = Uint8Array.of(2, 0, 0, 0, 5, 0, 0, 0, ...textBytes('Hafen'))
    const described = Uint8Array.of(...image.subarray(0, KEYS), ...text, ...image.subarray(KEYS))
    described[KEYS - 1] = 0xab // the last reserved byte
    writeRecord(described, 0, ErfHeader, {
      string_count: 1,
      strings_size: text.length,
      keys_offset: KEYS + text.length,
      resources_offset: RESOURCES + text.length,
      build_year: 107,
      build_day: 364,
      description_strref: 12_345,
    })
    for (const [row, { offset, size }] of ERF_CODEC.open(image).rows.entries())
      writeRecord(described, RESOURCES + text.length + row * 8, ResourceRow, { offset: offset + text.length, size })
    expect(contentOf(described)).toEqual(contentOf(image))
    expect(same(ERF_CODEC.pack(described, presentOf(described)).bytes, described)).toBe(true)
    const [a, , c] = presentOf(described)
    if (!a || !c) throw new Error('rows')
    const added = { id: '+0', attributes: { name: 'new.trx' }, payload: textBytes('NWN2') }
    const packed = ERF_CODEC.pack(described, [a, added, { ...c, payload: textBytes('longer than before') }]).bytes
    expect(packed.subarray(KEYS, KEYS + text.length)).toEqual(text)
    const fields = [
      'string_count',
      'strings_size',
      'build_year',
      'build_day',
      'description_strref',
      'reserved_44',
    ] as const
    const [before, after] = [described, packed].map(file => read(ErfHeader, file.subarray(0, KEYS)))
    for (const field of fields) expect(after?.[field], field).toEqual(before?.[field])
  })

  it('shares the bytes of two rows of one resource until one of them is changed or removed', () => {
    const shared = image.slice()
    writeRecord(shared, KEYS + 2 * 40 + 32, KeyEnd, { resource_id: 0 })
    const before = contentOf(shared)
    expect(before[2]).toEqual(['c.2da', 'first'])
    expect(same(ERF_CODEC.pack(shared, presentOf(shared)).bytes, shared)).toBe(true)
    const one = presentOf(shared).map((row, k) => (k === 2 ? { ...row, payload: textBytes('own') } : row))
    const apart = ERF_CODEC.pack(shared, one).bytes
    expect(contentOf(apart)).toEqual([...before.slice(0, 2), ['c.2da', 'own']])
    const rest = ERF_CODEC.pack(shared, presentOf(shared).slice(0, 2)).bytes
    expect(contentOf(rest)).toEqual(before.slice(0, 2))
  })

  it('gives a changed row whose bytes overlap those of another one a place of its own', () => {
    const overlapping = image.slice()
    const third = ERF_CODEC.open(image).rows[2]?.offset ?? 0
    writeRecord(overlapping, RESOURCES, ResourceRow, { offset: third - 2, size: 4 })
    const before = contentOf(overlapping)
    const changed = presentOf(overlapping).map((row, k) => (k === 0 ? { ...row, payload: textBytes('own') } : row))
    expect(contentOf(ERF_CODEC.pack(overlapping, changed).bytes)).toEqual([['a.txt', 'own'], ...before.slice(1)])
  })

  it('whose tables overlap gives its bytes for its rows, and refuses others', () => {
    const broken = image.slice()
    writeRecord(broken, 0, ErfHeader, { resources_offset: KEYS + 8 })
    expect(ERF_CODEC.open(broken).isSound).toBe(false)
    expect(same(ERF_CODEC.pack(broken, presentOf(broken)).bytes, broken)).toBe(true)
    expect(() => ERF_CODEC.pack(broken, presentOf(broken).slice(1))).toThrowError('erf.unsound')
  })

  it.each([
    ['entry_count', 0x7fffffff],
    ['keys_offset', 0xfffffff0],
    ['resources_offset', 0xfffffff0],
  ] as const)('with a %s beyond the file is refused', (field, value) => {
    const broken = image.slice()
    writeRecord(broken, 0, ErfHeader, { [field]: value })
    expect(() => ERF_CODEC.open(broken)).toThrowError('erf.damaged')
  })

  it.each(['', 'noending', '.txt', 'a.unknown', `${'x'.repeat(33)}.txt`, 'ä.txt', 'a.99999'])(
    'has no row called %j',
    name => {
      expect(() => ERF_CODEC.validate({ name })).toThrowError('erf.name')
    },
  )

  it('takes a type by its number, and no name twice', () => {
    expect(() => ERF_CODEC.validate({ name: 'a.2345' })).not.toThrow()
    const place = { named: () => [{ name: 'A.TXT' }] }
    expect(() => ERF_CODEC.validate({ name: 'a.txt' }, place)).toThrowError('erf.name-taken')
  })

  it('is refused without its type', () => {
    expect(() => ERF_CODEC.open(newRecord(ErfHeader, {}))).toThrowError('erf.damaged')
  })
})

describeReference('archives of the reference files', () => {
  it('have payloads and resources in another order, which stays when one is changed', () => {
    const hak = fixture('nwn2-small/user/hak/harbour_hak.hak')
    const rows = ERF_CODEC.open(hak).rows
    expect(rows.map(({ attributes, offset }) => [attributes['name'], offset])).toEqual([
      ['terrainmaterials.2da', 314],
      ['cell.trx', 482],
      ['note.txt', 304],
    ])
    const present = presentOf(hak).map((row, k) => (k === 2 ? { ...row, payload: textBytes('a longer note') } : row))
    const packed = ERF_CODEC.pack(hak, present).bytes
    const by = packed.length - hak.length
    expect(ERF_CODEC.open(packed).rows.map(({ offset }) => offset)).toEqual([314 + by, 482 + by, 304])
    expect(contentOf(packed).slice(0, 2)).toEqual(contentOf(hak).slice(0, 2))
  })
})
