import { describe, expect, it } from 'vitest'
import { brokenLaws, document, locate, read, type Bytes, type Value } from '../../../layout'
import { changed, problemsOf, referenceShelf } from '../entries.fixture'
import { writeArchive } from '../nres/nres-pack'
import { shelf } from '../opened.fixture'
import { describeReference, truth } from '../reference.fixture'
import { unitFile, type UnitPart } from '../sample/missions'
import { UNIT } from './unit'

const part = (key: string, children: number): UnitPart => ({ key, description: 'Шасси', attach: -1, type: 0, children })
/** Root with two children, the first of which has one. */
const GOOD = unitFile(0x01020000, [part('a', 2), part('b', 1), part('c', 0), part('d', 0)])

const codes = (bytes: Bytes): Promise<readonly string[]> => problemsOf(shelf({ 'u.dat': bytes }).open('u.dat'))
const withField = (path: string, value: Value): Promise<readonly string[]> => codes(changed(UNIT, GOOD, path, value))

describe('unit', () => {
  it('keeps the laws and is a list in stored order', async () => {
    expect(brokenLaws(UNIT, GOOD)).toEqual([])
    expect(await codes(GOOD)).toEqual([])
    expect(read(UNIT, GOOD)).toMatchObject({
      magic: 0xf0f1,
      scheme: 0x01020000,
      records: [{ name: 'a', child_count: 2 }, {}, {}, { name: 'd', description: 'Шасси' }],
    })
  })
  it('is one whole tree', async () => {
    expect(await withField('records/1/child_count', 2)).toEqual(['unit.children records/0/child_count'])
    expect(await withField('records/3/child_count', 1)).toEqual(['unit.children records/3/child_count'])
    expect(await withField('records/0/child_count', 1)).toEqual(['unit.orphans records/0/child_count'])
    expect(await withField('records/1/child_count', -1)).toEqual(['unit.children-negative records/1/child_count'])
    expect(await codes(GOOD.subarray(0, 8))).toEqual(['unit.empty'])
  })
  it('has problems where it is cut, is no unit, or has numbers that no unit of the game has', async () => {
    expect(await codes(GOOD.subarray(0, GOOD.length - 10))).toContainEqual(expect.stringMatching(/^unit\.cut/))
    expect(await withField('magic', 1)).toEqual(['unit.magic'])
    expect(await withField('records/2/kind', 2)).toEqual(['unit.kind records/2/kind'])
    expect(await withField('records/2/type', 6)).toEqual(['unit.type records/2/type'])
    expect(await withField('records/2/archive', 'static.rlb')).toEqual(['unit.archive records/2/archive'])
  })
  it('names entries of objects.rlb, where that is there', async () => {
    const row = (name: string) => ({
      attributes: { name, type_id: 0, attr1: 0, attr2: 0, attr3: 0 },
      payload: new Uint8Array(0),
    })
    const files = { 'u.dat': GOOD, 'objects.rlb': writeArchive(['a', 'B', 'd'].map(row)) }
    expect(await problemsOf(shelf(files).open('u.dat'))).toEqual(['unit.key-missing records/2/name'])
  })
})

interface UnitTruth {
  readonly scheme: string
  readonly records: readonly (readonly [name: string, attach: number, type: number, children: number])[]
}
const { units = {} } = truth as { units?: Readonly<Record<string, UnitTruth>> }

describeReference('units of the reference files', () => {
  it.each(Object.entries(units))('%s has the parts of its manifest', (file, right) => {
    const opened = document(UNIT, referenceShelf().open(file).bytes)
    const records = locate(opened, 'records')
    const found = Array.from({ length: records?.childCount ?? 0 }, (_, at) =>
      ['name', 'attach', 'type', 'child_count'].map(field => {
        const value = records?.child(at).childNamed(field)?.value
        return typeof value === 'object' && 'text' in value ? value.text : value
      }),
    )
    expect(found).toEqual(right.records)
    expect(locate(opened, 'scheme')?.value).toBe(Number(right.scheme))
  })
})
