import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { array, document, i64, struct, u64, write } from '../layout'
import { openTable, shownRows, type RecordTable } from '.'

const EDGE = 2n ** 53n
const Row = struct('row', { id: u64(), delta: i64() })
/** Many that one float stands for. */
const wides = fc.oneof(
  fc.bigInt(0n, 2n ** 64n - 1n),
  fc.bigInt(EDGE - 2n, EDGE + 4n),
  fc.bigInt(2n ** 63n - 3n, 2n ** 63n + 3n),
  fc.bigInt(0n, 5n),
)
const rows = fc.array(fc.record({ id: wides, delta: wides.map(value => BigInt.asIntN(64, value)) }), { maxLength: 12 })
type Column = 'id' | 'delta'

function tableOf(values: readonly { readonly id: bigint; readonly delta: bigint }[]): RecordTable {
  const layout = struct('rows', { rows: array(Row, values.length) })
  return openTable(document(layout, write(layout, { rows: [...values] }).bytes), 'rows')
}

const bits = (value: bigint): bigint => BigInt.asUintN(64, value)
const TESTS: Readonly<Record<string, (value: bigint, limit: bigint) => boolean>> = {
  '': (value, limit) => value === limit,
  '=': (value, limit) => value === limit,
  '!=': (value, limit) => value !== limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '&': (value, limit) => (bits(value) & bits(limit)) === bits(limit),
  '!&': (value, limit) => (bits(value) & bits(limit)) === 0n,
}

describe('a column of 64 bits', () => {
  it('is filtered as a naive scan of bigints does', () => {
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(...Object.keys(TESTS)),
        fc.constantFrom<Column>('id', 'delta'),
        wides,
        fc.boolean(),
        (values, sign, column, number, isHex) => {
          const limit = column === 'id' ? number : BigInt.asIntN(64, number)
          const word = isHex && limit >= 0n ? `0x${limit.toString(16)}` : String(limit)
          const expected = values.flatMap((value, i) => (TESTS[sign]?.(value[column], limit) ? [i] : []))
          expect([...shownRows(tableOf(values), { [column]: `${sign}${word}` }, undefined)]).toEqual(expected)
        },
      ),
    )
  })

  it('takes ranges, lists and fractions', () => {
    const table = tableOf([EDGE, EDGE + 1n, EDGE + 2n, 3n].map(id => ({ id, delta: -id })))
    const shown = (words: string, column: Column = 'id'): number[] => [
      ...shownRows(table, { [column]: words }, undefined),
    ]
    expect([
      shown('9007199254740993..9007199254740994'),
      shown('9007199254740993,3'),
      shown('>2.5 <3.5'),
      shown('3.5'),
    ]).toEqual([[1, 2], [1, 3], [3], []])
    expect([
      shown('-9007199254740993', 'delta'),
      shown('<-9007199254740993', 'delta'),
      shown('1e400'),
      shown('<1e400'),
    ]).toEqual([[1], [2], [], [0, 1, 2, 3]])
  })

  it('is sorted by its numbers, equal ones in their own order', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom<Column>('id', 'delta'), fc.boolean(), (values, column, isDown) => {
        const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
        const expected = values
          .map((value, i) => [value[column], i] as const)
          .sort(([a, i], [b, j]) => (isDown ? compare(b, a) : compare(a, b)) || i - j)
        expect([...shownRows(tableOf(values), {}, { column, isDown })]).toEqual(expected.map(([, i]) => i))
      }),
    )
  })
})
