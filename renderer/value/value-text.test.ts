import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assign,
  bytes,
  CODE_PAGES,
  colour,
  count,
  encodeText,
  encoded,
  document,
  f32,
  f64,
  i16,
  locate,
  restText,
  struct,
  text,
  u32,
  u64,
  vec3,
  type Document,
  type Node,
} from '@areal-studio/core/layout'
import { colourOf, isTypable, parseText, sameValue, tailOf, textOf } from './value-text'

const All = struct('all', {
  n: u32(),
  s: i16(),
  big: u64(),
  x: f32(),
  y: f64(),
  at: vec3(),
  flags: u32({ bits: {} }),
  name: text(8),
  raw: bytes(4),
})
const whole = (data: Uint8Array): Document => document(All, data)
const node = (from: Document, path: string): Node => {
  const found = locate(from, path)
  if (!found) throw new Error(path)
  return found
}
const said = (from: Document, path: string, words: string) => {
  const parsed = parseText(node(from, path), words)
  return parsed.ok ? parsed.value : parsed.code
}

describe('a text in another form', () => {
  it('is typed as it is shown; one that cannot be decoded is shown as bytes and not typed', () => {
    const Script = struct('script', { seed: u32(), words: encoded('ei.script', restText(), { key: 'seed' }) })
    const Keyless = struct('keyless', { words: encoded('ei.script', restText(), { key: '..seed' }) })
    const plain = node(document(Script, Uint8Array.of(1, 0, 0, 0, 0x48, 0x41)), 'words')
    expect([isTypable(plain), textOf(plain), parseText(plain, 'ж')]).toEqual([true, 'ab', { ok: true, value: 'ж' }])
    const undecoded = node(document(Keyless, Uint8Array.of(0x48, 0x41)), 'words')
    expect([isTypable(undecoded), textOf(undecoded)]).toEqual([false, '48 41'])
    expect(parseText(undecoded, '48 42')).toMatchObject({ ok: false, code: 'ui.value.not-typable' })
  })
})

describe('colours', () => {
  const Colours = struct('colours', { rgba: colour(), bgra: colour(['b', 'g', 'r', 'a']) })
  const from = document(Colours, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))
  it('are told in red, green and blue whatever the order of their bytes', () => {
    expect(['rgba', 'bgra'].map(path => colourOf(node(from, path), node(from, path).value))).toEqual([
      [1, 2, 3],
      [7, 6, 5],
    ])
  })
  it('are typed as numbers or as hex digits, with their alpha or without', () => {
    expect(['9 8 7 6', '#102030', '#10203040', '#1020'].map(words => said(from, 'rgba', words))).toEqual([
      [9, 8, 7, 6],
      [16, 32, 48, 4],
      [16, 32, 48, 64],
      'ui.value.parts',
    ])
    expect(said(from, 'bgra', ' #102030 ')).toEqual([48, 32, 16, 8])
  })
})

describe('values as words', () => {
  it('what a field shows, typed again, changes no byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 54, maxLength: 54 }), data => {
        const from = whole(data)
        for (let i = 0; i < from.root.childCount; i++) {
          const field = from.root.child(i)
          expect(isTypable(field)).toBe(true)
          for (const isHex of [false, true]) {
            const parsed = parseText(field, textOf(field, isHex) ?? '')
            // A vector that holds a NaN by its bits is changed component by component.
            if (field.kind === 'vector' && /NaN/.test(textOf(field) ?? '')) continue
            // Hexadecimal shows the bits of a negative number.
            if (isHex && field.name === 's' && field.value !== undefined && Number(field.value) < 0) continue
            if (!parsed.ok) throw new Error(`${field.name}: ${parsed.code} of ${textOf(field)}`)
            expect(assign(from, field.path, parsed.value).splices, field.name).toEqual([])
          }
        }
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('numbers are expressions within the limits of their field', () => {
    const from = whole(new Uint8Array(54).fill(1))
    expect(said(from, 'n', '+1')).toBe(0x01010102)
    expect(said(from, 'n', '-1')).toBe('ui.number.range')
    expect(said(from, 'n', '1.5')).toBe('ui.number.whole')
    expect(said(from, 'n', 'x y')).toBe('ui.number.mistake')
    expect(said(from, 'big', '18446744073709551615')).toBe(2n ** 64n - 1n)
    expect(said(from, 'x', '-inf')).toBe(-Infinity)
    expect(said(from, 'x', 'NaN 0x7f800001')).toEqual({ bits: '0x7f800001' })
    expect(said(from, 'at', '1 2 3')).toEqual([1, 2, 3])
    expect(said(from, 'at', '1, 2')).toBe('ui.value.parts')
    expect(said(from, 'raw', '0A 0b0C0d')).toEqual(Uint8Array.of(10, 11, 12, 13))
    expect(said(from, 'raw', '0A')).toBe('ui.value.bytes')
    expect(said(from, 'raw', 'zz')).toBe('ui.value.hex')
  })

  it('bytes whose count follows them may be more or fewer', () => {
    const counted = document(struct('c', { n: count('run', { as: 'u8' }), run: bytes('n') }), Uint8Array.of(1, 9))
    expect(said(counted, 'run', '0A 0B')).toEqual(Uint8Array.of(10, 11))
    expect(said(counted, 'run', '0')).toBe('ui.value.hex')
  })

  it('bytes behind a text stay where they stand', () => {
    const data = new Uint8Array(54)
    data.set([65, 66, 0, 1, 2, 3, 4, 5], 42)
    const from = whole(data)
    const parsed = parseText(node(from, 'name'), 'ABC')
    if (!parsed.ok) throw new Error(parsed.code)
    expect(assign(from, 'name', parsed.value).splices.map(splice => [splice.offset, ...splice.inserted])).toEqual([
      [44, 67, 0],
    ])
  })

  it('a text is the same bytes in every code page, and typed in one becomes the bytes of that', () => {
    const page = fc.constantFrom(...CODE_PAGES)
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        page,
        fc.constantFrom('Юг', 'AB', '', 'Ïé'),
        (place, shown, words) => {
          const data = new Uint8Array(54)
          data.set(place, 42)
          const from = whole(data)
          const name = node(from, 'name')
          const same = parseText(name, textOf(name, undefined, shown) ?? '', { page: shown, tail: tailOf(name) })
          expect(same.ok && assign(from, 'name', same.value).splices).toEqual([])
          const typed = parseText(name, words, { page: shown, tail: '' })
          const expected = encodeText(words, shown)
          expect(typed.ok).toBe(expected instanceof Uint8Array)
          if (!typed.ok || !(expected instanceof Uint8Array)) return
          const [splice, ...others] = assign(from, 'name', typed.value).splices
          expect(others).toEqual([])
          const after = data.slice()
          if (splice) after.set(splice.inserted, splice.offset)
          expect(after.slice(42, 50)).toEqual(Uint8Array.from({ length: 8 }, (_, i) => expected[i] ?? 0))
        },
      ),
      { seed: 6 },
    )
  })

  it('a text that does not fit is told of before anything is changed', () => {
    const from = whole(new Uint8Array(54))
    const told = (words: string, tail?: string) => {
      const parsed = parseText(node(from, 'name'), words, { page: 'cp866', tail })
      return parsed.ok ? parsed.value : [parsed.code, parsed.params]
    }
    expect(told('漢')).toEqual(['ui.value.character', { character: '漢', page: 'cp866' }])
    expect(told('123456789')).toEqual(['ui.value.text-long', { n: 8 }])
    expect(told('12345', '0a 0B 0c')).toEqual(['ui.value.tail-long', { n: 2 }])
    expect(told('12345', '0a 0B')).toEqual({ text: '12345', tail: '0a0b' })
    expect(told('12345', '00 00')).toBe('12345')
    expect(told('1', 'x')).toEqual(['ui.value.hex', {}])
  })

  it('same values are the same bits', () => {
    expect(sameValue(0, -0)).toBe(false)
    expect(sameValue(NaN, NaN)).toBe(true)
    expect(sameValue([1, 2], [1, 2])).toBe(true)
    expect(sameValue({ bits: '0x1' }, { bits: '0x2' })).toBe(false)
    expect(sameValue(Uint8Array.of(1), Uint8Array.of(1))).toBe(true)
  })
})
