import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  array,
  assign,
  CODE_PAGES,
  decodeText,
  document,
  line,
  nulText,
  restText,
  struct,
  textLine,
  toEnd,
  u32,
  type AnyLayout,
  type Bytes,
  type CodePage,
} from '@areal-studio/core/layout'
import { apply } from '@areal-studio/core/edit'
import { isWholeText, textNode } from '../value/text-node'
import { barrierOf, declaredPage, readTyped, shownText, storedText, withLineEnds } from './leaf-text'

const linesIn = (page: CodePage): AnyLayout =>
  struct('lines', {
    lines: array(textLine({ parts: [{ name: 'key' }, '=', { name: 'value', words: 'text' }], page }), toEnd),
  })
const leafIn = (page: CodePage): AnyLayout => struct('leaf', { seed: u32(), text: restText({ page }) })

const stored = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '=', '\n', '\r', '\r\n'), maxLength: 24 })
const typed = fc.string({ unit: fc.constantFrom('a', 'c', ' ', '=', '\n'), maxLength: 24 })

/** The bytes after a text is typed over that of an entry; undefined where it was refused. */
function typeOver(layout: AnyLayout, bytes: Bytes, words: string, page: CodePage): Bytes | undefined {
  const opened = document(layout, bytes)
  const node = textNode(opened, undefined)
  const answer = node && readTyped(opened, node.path, words, page)
  if (!node || !answer?.ok) return undefined
  return apply(bytes, assign(opened, node.path, answer.value).splices)
}

function shown(layout: AnyLayout, bytes: Bytes, page: CodePage): string | undefined {
  const opened = document(layout, bytes)
  const node = textNode(opened, undefined)
  const words = node && storedText(opened, node, page)
  return words === undefined ? undefined : shownText(words)
}

describe('line ends', () => {
  it('the text that is shown, given back, is the stored one', () => {
    fc.assert(fc.property(stored, before => withLineEnds(before, shownText(before)) === before))
  })
  it('what was typed is what is shown then', () => {
    fc.assert(fc.property(stored, typed, (before, after) => shownText(withLineEnds(before, after)) === after))
  })
  it('those outside the change stay, new ones are as most are', () => {
    expect(withLineEnds('a\r\nb\nc\r\n', 'a\nb\nx\ny\n')).toBe('a\r\nb\nx\r\ny\r\n')
    expect(withLineEnds('a\nb\nc\r\n', 'a\nx\nb\nc\n')).toBe('a\nx\nb\nc\r\n')
    expect(withLineEnds('', 'a\n')).toBe('a\r\n')
  })
  it('a CR and an LF that meet stay two ends', () => {
    expect(shownText(withLineEnds('a\rb\n', 'a\n\n'))).toBe('a\n\n')
  })
})

describe.each([
  { name: 'lines', layoutIn: linesIn, head: 0 },
  { name: 'a text to the end', layoutIn: leafIn, head: 4 },
])('$name', ({ layoutIn, head }) => {
  it('the same text changes no byte, in every code page', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.constantFrom(...CODE_PAGES), (body, page) => {
        const bytes = Uint8Array.of(...new Uint8Array(head).fill(1), ...body)
        const words = shown(layoutIn(page), bytes, page)
        expect(words).toBeDefined()
        expect(typeOver(layoutIn(page), bytes, words ?? '', page)).toEqual(bytes)
      }),
      { numRuns: 60 },
    )
  })
  it('another text is shown as it was typed, and what is before it stays', () => {
    fc.assert(
      fc.property(stored, typed, (before, after) => {
        const bytes = Uint8Array.of(...new Uint8Array(head).fill(7), ...new TextEncoder().encode(before))
        const made = typeOver(layoutIn('cp1251'), bytes, after, 'cp1251')
        expect(made && shown(layoutIn('cp1251'), made, 'cp1251')).toBe(after)
        expect(made?.subarray(0, head)).toEqual(bytes.subarray(0, head))
      }),
      { numRuns: 60 },
    )
  })
  it('letters are written in the code page, others are refused with their place', () => {
    const layout = layoutIn('cp1251')
    const bytes = Uint8Array.of(...new Uint8Array(head), 0x61, 0x0d, 0x0a)
    expect([...(typeOver(layout, bytes, 'Ю\n', 'cp1251') ?? [])].slice(head)).toEqual([0xde, 0x0d, 0x0a])
    const opened = document(layout, bytes)
    const answer = readTyped(opened, textNode(opened, undefined)?.path ?? '', 'a\nß', 'cp1251')
    expect(answer).toMatchObject({
      ok: false,
      mistake: {
        code: 'ui.value.character',
        params: { character: 'ß', page: 'cp1251' },
        place: { line: 2, column: 1 },
      },
    })
  })
})

it('a text read in another code page keeps its bytes', () => {
  const bytes = Uint8Array.of(0, 0, 0, 0, 0xe0, 0x61)
  expect(shown(leafIn('cp1251'), bytes, 'cp866')).toBe(decodeText(bytes.subarray(4), 'cp866'))
  expect(typeOver(leafIn('cp1251'), bytes, decodeText(bytes.subarray(4), 'cp866'), 'cp866')).toEqual(bytes)
})

it('the selected text comes before the only one of an entry; a line of a text is no text of its own', () => {
  const two = document(struct('two', { a: nulText(), b: nulText() }), Uint8Array.of(65, 0, 66, 0))
  expect(textNode(two)).toBeUndefined()
  expect(isWholeText(two)).toBe(false)
  expect(textNode(two, two.root.child(1))?.path).toBe('b')
  const lines = document(struct('some', { head: line(), rest: array(line(), toEnd) }), Uint8Array.of(65, 10, 66, 10))
  expect(textNode(lines, lines.root.child(0))?.path).toBe('')
  expect(declaredPage(lines.root)).toBe('cp1251')
  expect(barrierOf(lines.root)).toBeUndefined()
  expect(isWholeText(lines)).toBe(true)
})

it('a NUL within a text that ends at NUL is refused', () => {
  const opened = document(struct('one', { a: nulText() }), Uint8Array.of(65, 0))
  expect(readTyped(opened, 'a', 'b\0', 'cp1251')).toMatchObject({ ok: false, mistake: { place: null } })
})
