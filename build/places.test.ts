import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './files.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const FAMILIES = path.join(ROOT, 'core/families')

/** What reads or names a place in bytes by a number of its own. */
const BY_HAND: readonly RegExp[] = [
  /\bDataView\b/,
  /\.[gs]et(?:Big)?(?:Uint|Int|Float)(?:8|16|32|64)\(/,
  /\brange: \[\s*\d+,\s*[1-9]\d*\s*\]/,
  /\brange: \[[^\]\n]*\d+ \* \w+/,
  /\boffset: \d{2,}/,
  /(?:OFFSETS?|_AT|STRIDES?): [^=\n]*= (?:\d|\{[^\n]*: \d)/,
  /_AT = (?:0x)?\d/,
  /\.subarray\(\d+, [1-9]\d*\)/,
]

const sources = filesBelow(FAMILIES)
  .map(file => path.relative(FAMILIES, file).replaceAll('\\', '/'))
  .filter(name => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))

const placesIn = (text: string): string[] =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .split('\n')
    .filter(line => BY_HAND.some(pattern => pattern.test(line)))
    .map(line => line.trim())

const found = (name: string): string[] => placesIn(readFileSync(path.join(FAMILIES, name), 'utf8'))

describe('places in bytes', () => {
  it('are declared once: families take them from layouts', () => {
    expect(sources.flatMap(name => found(name).map(line => `${name}: ${line}`))).toEqual([])
  })

  it.each(['data_offset', 'sort_index', 'unpacked_total', 'row_count_again'])(
    'of an archive are declared in one file: %s',
    field => {
      const declares = new RegExp(`\\b${field}: [ui](?:8|16|32)\\(`)
      const files = sources.filter(name => declares.test(readFileSync(path.join(FAMILIES, name), 'utf8')))
      expect(files).toHaveLength(1)
    },
  )

  it.each([
    'const view = new DataView(bytes.buffer)',
    'view.setFloat32(at + 16, area, true)',
    "{ path: 'mip_count', range: [12, 4] }",
    'range: [28 * face + 8, 6]',
    'const FIELD_OFFSETS: Readonly<Record<string, number>> = { class_id: 40 }',
    'const TEXTURE_AT = 18',
    'const version = latin(bytes.subarray(4, 8))',
  ])('are seen in %s', line => {
    expect(placesIn(line)).toHaveLength(1)
  })

  it.each(['range: [at, size]', 'rangeOf(0, Header, "count")', '// view.getUint32(0, true)'])(
    'are not seen in %s',
    line => {
      expect(placesIn(line)).toEqual([])
    },
  )
})
