import { describe, expect, it } from 'vitest'
import {
  array,
  assign,
  assignAll,
  brokenLaws,
  bytes,
  count,
  coversOnce,
  document,
  encoded,
  fromJson,
  locate,
  read,
  restText,
  struct,
  u32,
  u8,
  write,
} from '.'
import { apply } from '../edit'
import { hex } from './bytes.fixture'

describe('bytes whose number a formula gives', () => {
  const Blob = struct('sized-blob', { n: u8(), data: bytes('n - 2'), tail: u8() })

  it.each([
    ['04 0a0b 07', [10, 11]],
    ['02 07', []],
  ])('are those of the formula in %s', (text, data) => {
    expect(read(Blob, hex(text))).toMatchObject({ data: Uint8Array.from(data), tail: 7 })
    expect(brokenLaws(Blob, hex(text))).toEqual([])
  })
  it.each([
    ['more than there are', '09 0a0b 07'],
    ['one more than there are', '06 0a0b 07'],
    ['fewer than none', '01 0a0b 07'],
  ])('are %s: damaged, and every byte is kept', (_, text) => {
    const opened = document(Blob, hex(text))
    expect(opened.isWhole).toBe(false)
    expect(locate(opened, 'tail')?.kind).not.toBe('integer')
    expect(coversOnce(opened)).toBe(true)
  })
})

describe('a count of threes', () => {
  const Triples = struct('counted-triples', { n: count('rows', { as: 'u8', per: 3 }), rows: array(u8(), 'n * 3') })

  it('is a third of the records, also where the JSON leaves it out', () => {
    expect(fromJson(Triples, '{"rows": [1, 2, 3, 4, 5, 6]}')).toEqual({ n: 2, rows: [1, 2, 3, 4, 5, 6] })
    const before = write(Triples, { n: 1, rows: [1, 2, 3] }).bytes
    expect(apply(before, assign(document(Triples, before), 'rows', [1, 2, 3, 4, 5, 6]).splices)).toEqual(
      hex('02 010203040506'),
    )
  })
})

it('a key and a text behind it are set in any order, alone and together', () => {
  const Script = struct('keyed-script', { seed: u32(), words: encoded('ei.script', restText(), { key: 'seed' }) })
  const before = write(Script, { seed: 7, words: 'object' }).bytes
  const opened = document(Script, before)
  const [seed, words] = [
    { path: 'seed', value: 9 },
    { path: 'words', value: 'objects' },
  ]
  expect(read(Script, apply(before, assignAll(opened, [seed]).splices))).toEqual({ seed: 9, words: 'object' })
  for (const given of [
    [seed, words],
    [words, seed],
  ])
    expect(read(Script, apply(before, assignAll(opened, given).splices))).toEqual({ seed: 9, words: 'objects' })
})
