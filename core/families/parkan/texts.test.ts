import { describe, expect, it } from 'vitest'
import { apply } from '../../edit'
import {
  assign,
  brokenLaws,
  decodeText,
  document,
  encodeText,
  formRows,
  locate,
  rest,
  type AnyLayout,
  type Bytes,
} from '../../layout'
import { openTable } from '../../query'
import { shelf } from './opened.fixture'
import { readBuildDat } from './build-dat/build-dat'
import { sampleCopy } from './sample/sample.fixture'
import { readWear } from './wear/wear'
import { WEAR } from './wear/wear-format'

const bytesOf = (text: string): Bytes => {
  const bytes = encodeText(text, 'cp1251')
  return 'missing' in bytes ? new Uint8Array(0) : bytes
}
const check = async (name: string, text: string) => {
  const all = shelf({ [name]: bytesOf(text) })
  return (await all.check(all.open(name))).map(p => `${p.severity} ${p.code} ${p.path ?? ''} ${String(p.range)}`)
}
const wearLayout: AnyLayout = WEAR.layout?.(shelf({ 'a.wea': new Uint8Array(0) }).open('a.wea')) ?? rest()
const wear = (text: string) => check('Land1.wea', text.replaceAll('\n', '\r\n'))
const buildDat = (text: string) => check('BuildDat.lst', text.replaceAll('\n', '\r\n'))

const WHOLE = [
  'Bunker_Small',
  'Bunker_Medium',
  'Bunker_Large',
  'Generator',
  'Mine',
  'Storage',
  'Plant',
  'Hangar',
  'MainTeleport',
  'Institute',
  'Tower_Medium',
  'Tower_Large',
]
  .map(name => `${name} 1\n"UNITS\\BUILDS\\A.dat"\n`)
  .join('\n')

describe('a wear table', () => {
  it('reads rows by their place, and lightmaps', () => {
    const table = readWear(bytesOf('2\r\n0 B_S0\r\n7 L04\r\n\r\nLIGHTMAPS\r\n1\r\n0 lm01\r\n'))
    expect(table.materials.map(row => [row.id, row.name])).toEqual([
      ['0', 'B_S0'],
      ['7', 'L04'],
    ])
    expect(table.lightmaps.map(row => row.name)).toEqual(['lm01'])
  })
  it('that is right has no problems, and keeps the laws', async () => {
    expect(await wear('2\n0 B_S0\n1 L04\n')).toEqual([])
    expect(await wear('1\n0 A\n\nLIGHTMAPS\n1\n0 lm\n')).toEqual([])
    expect(brokenLaws(wearLayout, bytesOf('2\r\n0 B_S0\n1 L04'))).toEqual([])
  })
  it('has a number and a name in each row; its other lines are plain', () => {
    const bytes = bytesOf('2\r\n0 B_S0\r\n1  L04\n\r\nLIGHTMAPS\r\n1\r\n0 lm01\r\n')
    const opened = document(wearLayout, bytes)
    expect(opened.root.value).toEqual({
      lines: [
        '2',
        { id: '0', name: 'B_S0' },
        { id: { text: '1', tail: '2020' }, name: { text: 'L04', tail: '0a' } },
        '',
        'LIGHTMAPS',
        '1',
        { id: '0', name: 'lm01' },
      ],
    })
    const rows = formRows(locate(opened, 'lines/1') ?? opened.root)
    expect(rows.map(({ path, key, control }) => [path, key, control])).toEqual([
      ['lines/1/id', 'field.wear.id', 'text'],
      ['lines/1/name', 'field.wear.name', 'text'],
    ])
    expect(locate(opened, 'lines/1/name')?.meta).toMatchObject({ names: 'parkan.material', source: 'parkan 8.1' })
    const { splices } = assign(opened, 'lines/1/name', 'L05')
    expect(decodeText(apply(bytes, splices), 'cp1251')).toContain('\r\n0 L05\r\n1  L04\n')
  })
  it('of the sample has such rows', () => {
    const bytes = sampleCopy().find(({ path }) => path.endsWith('Land1.wea'))?.bytes ?? new Uint8Array(0)
    const names = openTable(document(wearLayout, bytes), 'lines').texts('name')
    expect(names.filter(name => name !== '')).toEqual(readWear(bytes).materials.map(row => row.name))
    expect(names.length).toBeGreaterThan(2)
  })
  it('answers for every rule', async () => {
    expect(await wear('')).toEqual(['error wear.count-missing  0,0'])
    expect(await wear('B_S0\n')).toEqual(['error wear.count-missing lines/0 0,4'])
    expect(await wear('0\n')).toEqual(['error wear.count-not-positive lines/0 0,1'])
    expect(await wear('3\n0 A\n1 B\n')).toEqual(['error wear.rows-missing lines/0 0,1'])
    expect(await wear('2\n0 A\nB\n')).toEqual(['error wear.row-malformed lines/2 8,1'])
    expect(await wear('1\n0 A\nLIGHTMAPS\n1\n0 lm\n')).toEqual(['error wear.lightmaps-blank lines/2 8,9'])
    expect(await wear('1\n0 A\n\nLIGHTMAPS\n')).toEqual(['error wear.lightmap-count-missing  21,0'])
    expect(await wear('1\n0 A\n\nLIGHTMAPS\n-1\n')).toEqual(['error wear.lightmap-count-not-positive lines/4 21,2'])
    expect(await wear('1\n0 A\n\nLIGHTMAPS\n2\n0 lm\n')).toEqual(['error wear.lightmap-rows-missing lines/4 21,1'])
    expect(await wear('1\n0 A\n\nLIGHTMAPS\n1\nlm\n')).toEqual(['error wear.lightmap-row-malformed lines/5 24,2'])
    expect(await wear('1\n0 A\nmore\n')).toEqual(['warning wear.text-after lines/2 8,4'])
  })
})

describe('BuildDat.lst', () => {
  it('that is right has no problems', async () => {
    expect(await buildDat(`// said\n\n${WHOLE}`)).toEqual([])
    expect(readBuildDat(bytesOf(WHOLE)).map(section => section.paths.length)).toEqual(
      Array.from({ length: 12 }, () => 1),
    )
  })
  it('answers for every rule', async () => {
    const codes = async (text: string) => (await buildDat(text)).map(line => line.split(' ').slice(0, 3).join(' '))
    expect(await codes(WHOLE.replace('Hangar', 'Hanger'))).toEqual(['error build-dat.category-unknown lines/21'])
    expect(await codes(WHOLE.replace('Plant', 'Mine'))).toEqual(['error build-dat.category-repeated lines/18'])
    expect(await codes(WHOLE.replace('Plant 1', 'Plant 2'))).toEqual(['error build-dat.count lines/18'])
    expect(await codes(WHOLE.replace('Plant 1', 'Plant 0'))).toEqual(['error build-dat.path-left-over lines/19'])
    expect(await codes(WHOLE.replace('"UNITS\\BUILDS\\A.dat"', 'UNITS\\BUILDS\\A.dat'))).toEqual([
      'error build-dat.path-unquoted lines/1',
    ])
    for (const wrong of ['UNITS/BUILDS/A.dat', '"UNITS A.dat"', '"A.dat']) {
      expect(await codes(WHOLE.replace('"UNITS\\BUILDS\\A.dat"', wrong))).toEqual([
        'error build-dat.path-unquoted lines/1',
      ])
    }
    expect(await codes(WHOLE.replace('Plant 1', 'Plant one more'))).toEqual([
      'error build-dat.header lines/18',
      'error build-dat.path-left-over lines/19',
      'warning build-dat.order lines/21',
    ])
    expect(await codes(WHOLE.replace('Bunker_Small 1\n"UNITS\\BUILDS\\A.dat"\n\n', ''))).toEqual([
      'warning build-dat.order lines/0',
    ])
  })
})
