import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '@areal-studio/core/edit'
import {
  array,
  assign,
  count,
  document,
  f32,
  locate,
  struct,
  toJson,
  u16,
  u32,
  vec3,
  write,
  type Document,
} from '@areal-studio/core/layout'
import { readText } from './read-text'

const Item = struct('item', {
  place: vec3(),
  n: count('links'),
  links: array(struct('link', { to: u32(), edge: u16() }), 'n'),
  size: f32(),
})
const File = struct('file', { items: array(Item, 3), tail: u16() })
const whole = document(
  File,
  write(File, {
    items: [0, 1, 2].map(i => ({
      place: [i, i + 0.5, 0.25] as const,
      n: i,
      links: Array.from({ length: i }, (_, k) => ({ to: k, edge: i })),
      size: NaN,
    })),
    tail: 9,
  }).bytes,
)
const textOf = (at: Document, path: string): string => {
  const node = locate(at, path)
  if (!node) throw new Error(path)
  return toJson(node, { fold: true })
}

/** What the session would commit; the same bytes where the text cannot be read. */
function committed(path: string, text: string): Document {
  const answer = readText(whole, path, text)
  return answer.ok ? document(File, apply(whole.bytes, assign(whole, path, answer.value).splices)) : whole
}

const PIECES = [
  '',
  '0',
  '-1',
  '1e3',
  '70000',
  '"x"',
  'null',
  'true',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"to"',
  '"n": 7,',
  '1.5',
  'NaN',
  '\u0000',
  '\n',
  '// no',
  '"NaN"',
  '[]',
  '{"to": 1, "edge": 2}',
  ', {"to": 1, "edge": 2}',
]
const mutation = fc.array(fc.tuple(fc.nat(600), fc.nat(30), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 3 })
const mutated = (text: string, cuts: readonly (readonly [number, number, string])[]): string =>
  cuts.reduce((now, [at, length, piece]) => {
    const from = at % (now.length + 1)
    return now.slice(0, from) + piece + now.slice(from + length)
  }, text)

/** One number of the text becomes another one: most of those are read. */
const renumbered = (text: string, at: number, next: string): string => {
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)]
  const match = numbers[at % Math.max(1, numbers.length)]
  return match ? text.slice(0, match.index) + next + text.slice(match.index + match[0].length) : text
}
const change = fc.oneof(
  mutation.map(cuts => (text: string) => mutated(text, cuts)),
  fc.tuple(fc.nat(99), fc.constantFrom('0', '3', '65535', '65536', '-1', '1e300', '0.1', '4294967295', '-0')).map(
    ([at, next]) =>
      (text: string) =>
        renumbered(text, at, next),
  ),
)

describe('text of JSON to bytes', () => {
  it('a mutated text is either refused, with a place in it, or what it says is in the bytes and nothing else changed', () => {
    let read = 0
    fc.assert(
      fc.property(
        fc.constantFrom('', 'items/2', 'items/0', 'items/1/links', 'items/2/links/1'),
        change,
        (path, mutate) => {
          const text = mutate(textOf(whole, path))
          const answer = readText(whole, path, text)
          if (!answer.ok) {
            expect(answer.mistake.start).toBeGreaterThanOrEqual(0)
            expect(answer.mistake.end).toBeLessThanOrEqual(Math.max(1, text.length))
            expect(answer.mistake.start).toBeLessThanOrEqual(answer.mistake.end)
            return
          }
          read++
          const after = committed(path, text)
          expect(after.isWhole).toBe(true)
          const node = locate(after, path)
          // Written again, the text says the same bytes.
          expect(node && readText(after, path, toJson(node)).ok).toBe(true)
          expect(apply(after.bytes, assign(after, path, answer.value).splices)).toEqual(after.bytes)
          const outside = (at: Document): string[] =>
            ['items/0', 'items/1', 'items/2', 'tail']
              .filter(other => !`${path}/`.startsWith(`${other}/`) && path !== '')
              .map(other => textOf(at, other))
          expect(outside(after)).toEqual(outside(whole))
        },
      ),
      { seed: 7, numRuns: 800 },
    )
    expect(read).toBeGreaterThan(100)
  })

  it('an array grows and shrinks, its count follows, and what stands behind it stays', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { maxLength: 9 }), (item, links) => {
        const path = `items/${item}`
        const present: { n?: number; links: unknown } = JSON.parse(textOf(whole, path)) as {
          n?: number
          links: unknown
        }
        const after = committed(
          path,
          JSON.stringify({ ...present, n: links.length, links: links.map(([to, edge]) => ({ to, edge })) }),
        )
        expect(locate(after, `${path}/n`)?.value).toBe(links.length)
        expect(locate(after, `${path}/links`)?.childCount).toBe(links.length)
        expect(locate(after, 'tail')?.value).toBe(9)
        // The count as it stood, or left out, follows; in the text of the whole file too.
        const grown = { ...present, links: links.map(([to, edge]) => ({ to, edge })) }
        expect(committed(path, JSON.stringify(grown)).bytes).toEqual(after.bytes)
        expect(committed(path, JSON.stringify({ ...grown, n: undefined })).bytes).toEqual(after.bytes)
        const file = JSON.parse(textOf(whole, '')) as { items: unknown[] }
        expect(committed('', JSON.stringify({ ...file, items: file.items.with(item, grown) })).bytes).toEqual(
          after.bytes,
        )
        const alone = committed(`${path}/links`, JSON.stringify(links.map(([to, edge]) => ({ to, edge }))))
        expect(alone.bytes).toEqual(after.bytes)
      }),
      { seed: 1 },
    )
  })

  it('a mistake is marked where it stands', () => {
    const text = textOf(whole, 'items/2')
    const placeOf = (wrong: string): unknown => {
      const answer = readText(whole, 'items/2', wrong)
      return answer.ok ? undefined : answer.mistake.place
    }
    expect(placeOf(text.replace('"size"', '"sise"'))).toEqual({
      line: text.split('\n').findIndex(line => line.includes('"size"')) + 1,
      column: 3,
    })
    expect(placeOf(text.replace('"n": 2', '"n": 3'))).toEqual({ line: 3, column: 8 })
    expect(placeOf(`[${text}]`)).toEqual({ line: 1, column: 1 })
    // Those words begin with the place.
    expect(placeOf(`${text},`)).toBeNull()
    const marked = (wrong: string): string => {
      const answer = readText(whole, 'items/2', wrong)
      if (answer.ok) throw new Error('that was read')
      return wrong.slice(answer.mistake.start, answer.mistake.end)
    }
    expect(marked(text.replace('"edge": 2', '"edge": 70000'))).toBe('70000')
    expect(marked(text.replace('"edge": 2', '"edge": "two"'))).toBe('"two"')
    expect(marked(text.replace('"to": 1', '"to": 1.5'))).toBe('1.5')
    expect(marked(text.replace('"to": 1', '"to": oops'))).toBe('oops')
    expect(marked(text.replace('"size"', '"sise"'))).toBe('"sise"')
    // A count that was typed says something: it is not put right in silence.
    expect(marked(text.replace('"n": 2', '"n": 3'))).toBe('3')
  })
})
