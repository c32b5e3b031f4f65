import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { array, fromJson, attribute, own, setOwn, brokenLaws, document, locate, struct, toJson, u8, write } from '.'

const name = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype), 'plain')
const fieldName = name.filter(one => !one.startsWith('_'))
/** A declaration by name; a literal would lose `__proto__`. */
const fieldsOf = <T>(pairs: readonly (readonly [string, T])[]): Record<string, T> => Object.fromEntries(pairs)

describe('names that every object inherits', () => {
  it('are found in a record only where they were put in', () => {
    fc.assert(
      fc.property(name, fc.integer(), (asked, value) => {
        const record: Record<string, number> = {}
        expect(own(record, asked)).toBeUndefined()
        setOwn(record, asked, value)
        expect(own(record, asked)).toBe(value)
        expect(Object.entries(record)).toEqual([[asked, value]])
        expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
      }),
    )
  })

  it('may name fields: the laws hold, and what is missing is missing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fieldName, { minLength: 1 }), fc.infiniteStream(fc.nat(255)), (names, numbers) => {
        const layout = struct('named', fieldsOf(names.map(one => [one, u8()] as const)))
        const bytes = Uint8Array.from(names, () => numbers.next().value ?? 0)
        expect(brokenLaws(layout, bytes)).toEqual([])
        const opened = document(layout, bytes)
        expect(names.map(one => locate(opened, one)?.value)).toEqual([...bytes])
        expect(write(layout, fromJson(layout, toJson(opened.root))).bytes).toEqual(bytes)
        expect(() => write(layout, {})).toThrow('layout.missing-field')
      }),
    )
  })

  it('may name the attribute that holds a length', () => {
    fc.assert(
      fc.property(name, fc.uint8Array({ maxLength: 5 }), (asked, bytes) => {
        const layout = array(u8(), attribute(asked, bytes.length))
        const written = write(layout, [...bytes])
        expect(written.bytes).toEqual(bytes)
        expect(Object.entries(written.attributes)).toEqual([[asked, bytes.length]])
      }),
    )
  })
})
