import { describe, expect, it } from 'vitest'
import { array, document, locate, struct, u16, u32, vec3 } from '@areal-studio/core/layout'
import { fieldsIn, framesOf, rowNames } from './fields'

const Item = struct('item', { kind: u16(), flags: u16(), place: vec3() })
const ITEM = 16
const whole = document(struct('file', { head: u32(), items: array(Item, 3), tail: u32() }), new Uint8Array(56))
const names = (from: number, to: number): string[] => rowNames(fieldsIn(whole, from, to), from, to)

describe('fields of bytes', () => {
  it('cover every byte once, in order, from the field that is cut at the start', () => {
    for (const [from, to] of [
      [0, 56],
      [6, 30],
      [13, 14],
    ] as const) {
      const fields = fieldsIn(whole, from, to)
      expect(fields[0]?.start).toBeLessThanOrEqual(from)
      expect(fields.at(-1)?.end).toBeGreaterThanOrEqual(to)
      fields.slice(1).forEach((field, i) => expect(field.start).toBe(fields[i]?.end))
    }
  })

  it('know their record and where it begins', () => {
    const [field] = fieldsIn(whole, 4 + ITEM + 2, 4 + ITEM + 3)
    expect(field).toMatchObject({ path: 'items/1/flags', record: 'items/1', recordStart: 4 + ITEM })
    expect(fieldsIn(whole, 0, 1)[0]).toMatchObject({ path: 'head', record: '', recordStart: -1 })
  })

  it('are one nameless field without a declared record', () => {
    expect(fieldsIn(undefined, 3, 9)).toMatchObject([{ start: 3, end: 9, name: '', path: '' }])
  })

  it('name a row by those that begin in it, else by the one that goes on', () => {
    expect(names(0, 16).join(' · ')).toContain('head')
    expect(names(4, 8)).toHaveLength(2)
    expect(names(12, 16)).toEqual(fieldsIn(whole, 12, 13).map(field => field.name))
  })
})

describe('frames of a selected node', () => {
  it('are round the field and the record it lies in', () => {
    const place = locate(whole, 'items/1/place')
    expect(framesOf(place)).toEqual({ field: [4 + ITEM + 4, 4 + 2 * ITEM], record: [4 + ITEM, 4 + 2 * ITEM] })
    expect(framesOf(locate(whole, 'items/2'))).toEqual({ field: [0, 0], record: [4 + 2 * ITEM, 4 + 3 * ITEM] })
  })
  it('are none where nothing is selected, or the whole', () => {
    expect(framesOf(undefined)).toEqual({ field: [0, 0], record: [0, 0] })
    expect(framesOf(whole.root)).toEqual({ field: [0, 0], record: [0, 0] })
  })
})
