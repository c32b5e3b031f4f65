import { latinText } from '../../../format'
import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { assign, brokenLaws, document, locate, toJson, withWords, type AnyLayout, type Bytes } from '../../../layout'
import { textBytes } from '../sample/files'
import { TWO_DA_FORMAT } from './two-da'

const layout = TWO_DA_FORMAT.layout?.({
  path: 'a.2da',
  name: 'a.2da',
  size: 0,
  head: new Uint8Array(0),
  attributes: {},
  container: null,
}) as AnyLayout
const LINES = [
  '2DA V2.0',
  '',
  '   Label      Name         R    STR_REF',
  '0  Grass      "Green field" 160  ****',
  '1\tDirt\t"Dirt"\t124\t12 ',
  '2  "Odd"one   a            1    ****',
  '3  "open       b           1    ****',
  '',
]
const table = textBytes(LINES.join('\r\n'))
/** The table with the words of a cell replaced, as forms, tables and queries do it. */
function changed(path: string, words: string): Bytes {
  const opened = document(layout, table)
  const node = locate(opened, path)
  if (!node) throw new Error(`no ${path}`)
  return apply(table, assign(opened, path, withWords(node, words)).splices)
}

describe('a table', () => {
  it('keeps the laws, without a last line end and with lines of other kinds too', () => {
    expect(brokenLaws(layout, table)).toEqual([])
    expect(brokenLaws(layout, table.slice(0, -2))).toEqual([])
    expect(brokenLaws(layout, textBytes('2DA V2.0\n\nA\n0 1\n\n  1 2\nDEFAULT: x y\n'))).toEqual([])
  })

  it.each([
    ['rows/0/c1', 'Grass'],
    ['rows/0/c2', '"Green field"'],
    ['rows/0/c4', '****'],
    ['rows/1/c2', '"Dirt"'],
    ['rows/2/c1', '"Odd"one'],
    ['rows/3/c1', '"open'],
  ])('has the cell %s = %s', (path, value) => {
    const node = locate(document(layout, table), path)
    expect(node && toJson(node)).toContain(JSON.stringify(value))
  })

  it.each([
    ['rows/0/c2', '"Blue  field"', '"Green field"'],
    ['rows/1/c3', '7', '124'],
    ['rows/1/c1', '****', 'Dirt'],
    ['rows/0/c4', '16777215', '****'],
  ])('changes only the text of the cell %s that is set to %s', (path, value, before) => {
    const [, row = ''] = path.split('/')
    const at = 3 + Number(row)
    const lines = LINES.with(at, LINES[at]?.replace(before, value) ?? '')
    expect(latinText(changed(path, value))).toBe(lines.join('\r\n'))
  })

  it.each(['two words', '"a" b', '', '"open it'])('refuses %j as a cell, which would be two cells or none', value => {
    expect(() => changed('rows/0/c1', value)).toThrow()
  })
})
