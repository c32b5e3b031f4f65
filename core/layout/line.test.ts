import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import { array, assign, brokenLaws, document, insertRecords, line, locate, read, struct, toEnd, u16, write } from '.'
import { textBytes } from './bytes.fixture'

const TEXT = struct('text-file', { lines: array(line(), toEnd) })

describe('a text by lines', () => {
  it('has a value per line that says how the line ends where it is not CR LF', () => {
    const bytes = textBytes('два\r\n\r\nunix\nlast')
    expect(read(TEXT, bytes)).toEqual({ lines: ['два', '', { text: 'unix', tail: '0a' }, { text: 'last', tail: '' }] })
    expect(brokenLaws(TEXT, bytes)).toEqual([])
    expect(read(TEXT, new Uint8Array(0))).toEqual({ lines: [] })
  })
  it('is lossless for any bytes', () => {
    const BYTE = fc.oneof(fc.constantFrom(0x0a, 0x0d, 0, 0x98, 0x20), fc.nat(255))
    fc.assert(
      fc.property(fc.array(BYTE, { maxLength: 40 }), bytes => {
        expect(brokenLaws(TEXT, Uint8Array.from(bytes))).toEqual([])
      }),
      { seed: 41, numRuns: 300 },
    )
  })
  it('takes a longer line, a new one, and refuses a line break within one', () => {
    const bytes = textBytes('6\r\n0 B_S0\r\n')
    const opened = document(TEXT, bytes)
    expect(locate(opened, 'lines/1')).toMatchObject({ offset: 3, size: 8, kind: 'text' })
    expect(apply(bytes, assign(opened, 'lines/0', '12').splices)).toEqual(textBytes('12\r\n0 B_S0\r\n'))
    const added = insertRecords(opened, 'lines', 2, ['1 L04'])
    expect(apply(bytes, added.splices)).toEqual(textBytes('6\r\n0 B_S0\r\n1 L04\r\n'))
    expect(added.moves).toEqual([{ array: 'lines', at: 2, removed: 0, inserted: 1 }])
    expect(() => assign(opened, 'lines/0', 'a\nb')).toThrow()
    expect(() => assign(opened, 'lines/0', { text: '6', tail: '' })).toThrow('layout.line-end at lines/0')
    expect(() => insertRecords(opened, 'lines', 1, [{ text: '6', tail: '' }])).toThrow('layout.line-end at lines/1')
    expect(() => insertRecords(document(TEXT, textBytes('6')), 'lines', 1, ['7'])).toThrow('layout.line-end at lines/0')
    expect(() => write(TEXT, { lines: [{ text: 'a', tail: '' }, 'b'] })).toThrow('layout.line-end at lines/0')
    expect(write(TEXT, { lines: ['b', { text: 'a', tail: '' }] }).bytes).toEqual(textBytes('b\r\na'))
    expect(() => write(TEXT, { lines: ['юникод ☺'] })).toThrow()
  })
})

describe('an array to the end that is the whole', () => {
  it('has as many records as there are bytes for, of one size or of many', () => {
    const numbers = array(u16(), toEnd)
    expect(read(numbers, Uint8Array.of(1, 0, 2, 1))).toEqual([1, 258])
    expect(brokenLaws(numbers, Uint8Array.of(1, 0, 2, 1))).toEqual([])
    const lines = array(line(), toEnd)
    expect(read(lines, textBytes('a\r\nb\r\n'))).toEqual(['a', 'b'])
    expect(brokenLaws(lines, textBytes('a\r\nb'))).toEqual([])
    expect(read(numbers, new Uint8Array(0))).toEqual([])
  })
  it('takes another number of records, at once or one by one', () => {
    const opened = document(array(u16(), toEnd), Uint8Array.of(1, 0, 2, 0))
    expect([...apply(opened.bytes, assign(opened, '', [1, 7, 2]).splices)]).toEqual([1, 0, 7, 0, 2, 0])
    expect([...apply(opened.bytes, insertRecords(opened, '', 2, [3]).splices)]).toEqual([1, 0, 2, 0, 3, 0])
  })
  it('keeps half a record behind the others as bytes left over', () => {
    const opened = document(array(u16(), toEnd), Uint8Array.of(1, 0, 2))
    expect(opened.findings).toMatchObject([{ what: 'trailing', offset: 2, size: 1 }])
    expect([locate(opened, '0')?.value, locate(opened, 'gap')?.value]).toEqual([1, Uint8Array.of(2)])
  })
})
