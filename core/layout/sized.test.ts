import { describe, expect, it } from 'vitest'
import {
  array,
  describe as described,
  document,
  fromJson,
  jsonSchema,
  locate,
  read,
  sized,
  struct,
  toEnd,
  toJson,
  u16,
  u32,
  u8,
  write,
  type AnyLayout,
} from '.'
import { hex, refusalOf } from './bytes.fixture'

const Bytes = array(u8(), toEnd)
const Short = struct('short', { body: sized(u8(), Bytes) })
const Shortened = struct('shortened', { body: sized(u32(), Bytes, { isShortened: true }) })

describe('a frame', () => {
  it.each([
    ['another number than a u32', () => sized(u16(), Bytes, { isShortened: true })],
    ['a number that counts itself', () => sized(u32(), Bytes, { isShortened: true, includesPrefix: true })],
    ['a number that counts bytes before it', () => sized(u32(), Bytes, { isShortened: true, counted: 4 })],
  ])('does not shorten %s', (_, declare) => expect(declare).toThrow(new TypeError('sized: only a u32 is shortened')))

  it('takes at most as many bytes as its number can state', () => {
    const values = (length: number): number[] => new Array<number>(length).fill(1)
    expect(write(Short, { body: values(255) }).bytes.length).toBe(256)
    expect(refusalOf(() => write(Short, { body: values(256) }))).toBe('layout.long body')
    try {
      write(Short, { body: values(256) })
    } catch (error) {
      expect(error).toMatchObject({ params: { max: 255, found: 256 } })
    }
  })

  it('states in its type what its number counts', () => {
    const typeOf = (body: AnyLayout): string => described(struct('frame', { tag: u32(), body })).join('\n')
    expect(typeOf(sized(u16(), Bytes))).toContain('u16 bytes of ')
    expect(typeOf(sized(u16(), Bytes, { includesPrefix: true }))).toContain('u16 bytes with it of ')
    expect(typeOf(sized(u16(), Bytes, { counted: 4 }))).toContain('u16 bytes and 4 before it of ')
    expect(typeOf(sized(u32(), Bytes, { isShortened: true }))).toContain('u8 or u32 bytes of ')
  })

  it.each([
    ['a size beyond the end', '05 01', 'count body/size', 1, false],
    ['bytes behind the body', '03 0100 07', 'trailing body', 4, true],
  ])('keeps %s', (_, bytes, found, size, isBounded) => {
    const layout = struct('frame', { body: sized(u8(), found.startsWith('count') ? Bytes : u16()) })
    const opened = document(layout, hex(bytes))
    expect(opened.findings.map(({ what, path }) => `${what} ${path}`)).toContain(found)
    const body = locate(opened, 'body')
    expect([body?.size, body?.isWhole]).toEqual([size, false])
    expect(opened.root.childCount).toBe(isBounded ? 1 : 2)
  })
})

describe('a shortened size of four bytes that one would hold', () => {
  const LONG = hex('05000000 0102')

  it('is part of the value, of its JSON and of the schema', () => {
    expect(read(Shortened, LONG)).toEqual({ body: { $long: [1, 2] } })
    expect(read(Shortened, hex('04 0102'))).toEqual({ body: [1, 2] })
    const opened = document(Shortened, LONG)
    expect(JSON.parse(toJson(opened.root))).toEqual({ body: { $long: [1, 2] } })
    expect(write(Shortened, fromJson(Shortened, toJson(opened.root))).bytes).toEqual(LONG)
    const bodyOf = (layout: AnyLayout, name: string): unknown =>
      (jsonSchema(layout) as { definitions: Record<string, { properties: { body: unknown } }> }).definitions[name]
        ?.properties.body
    expect(bodyOf(Shortened, 'shortened')).toMatchObject({
      anyOf: [
        { type: 'array' },
        {
          type: 'object',
          properties: { $long: { type: 'array' } },
          required: ['$long'],
          additionalProperties: false,
        },
      ],
    })
    expect(bodyOf(Short, 'short')).toMatchObject({ type: 'array' })
  })

  it('is no other record: one with a second key is the body', () => {
    const Body = struct('body', { a: u8() })
    const Frame = struct('frame', { body: sized(u32(), Body, { isShortened: true }) })
    expect(write(Frame, fromJson(Frame, '{"body": {"a": 7}}')).bytes).toEqual(hex('02 07'))
    expect(refusalOf(() => fromJson(Frame, '{"body": {"$long": {"a": 7}, "a": 7}}'))).toBe(
      'layout.unknown-field body/body',
    )
  })
})
