import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { allFamilies } from '@areal-studio/core'
import { CATALOGUES } from '@areal-studio/core/messages'
import { describe, expect, it } from 'vitest'
import { glyphs } from '../renderer/hex/code-page'

const ROOT = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** The characters of a WOFF file, as its table `cmap` of format 4 has them: segments of 16-bit numbers. */
function charactersOf(path: string): ReadonlySet<number> {
  const file = readFileSync(join(ROOT, 'node_modules', path))
  const tables = Array.from({ length: file.readUInt16BE(12) }, (_, i) => 44 + i * 20)
  const entry = tables.find(at => file.toString('latin1', at, at + 4) === 'cmap') ?? NaN
  const [offset, stored, whole] = [4, 8, 12].map(at => file.readUInt32BE(entry + at))
  const bytes = file.subarray(offset, (offset ?? 0) + (stored ?? 0))
  const cmap = stored === whole ? bytes : inflateSync(bytes)
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + i * 8))
  const table = records.find(at => cmap.readUInt16BE(at) === 4) ?? NaN
  const double = cmap.readUInt16BE(table + 6)
  const found = new Set<number>()
  for (let at = table + 14; at < table + 14 + double; at += 2) {
    for (let code = cmap.readUInt16BE(at + double + 2); code <= cmap.readUInt16BE(at); code++) found.add(code)
  }
  return found
}

/** What the window imports at its start, whichever of its scripts does. */
const imports = readdirSync(join(ROOT, 'renderer/app'))
  .filter(name => name.endsWith('.ts'))
  .map(name => read(`renderer/app/${name}`))
  .join('\n')

/** Letters of a bundled family, of the subsets that the window loads. */
function bundled(family: string): ReadonlySet<number> {
  const subsets = [...imports.matchAll(new RegExp(`@fontsource/${family}/([a-z-]+)-400\\.css`, 'g'))].map(
    match => match[1],
  )
  return new Set(
    subsets.flatMap(subset => [...charactersOf(`@fontsource/${family}/files/${family}-${subset}-400-normal.woff`)]),
  )
}

/** What theme.css takes from a font of the same width. */
const substituted = (code: number): boolean =>
  [
    ...(/unicode-range: ([^;]+);/.exec(read('renderer/app/theme.css'))?.[1] ?? '').matchAll(/U\+(\w+)(?:-(\w+))?/g),
  ].some(([, from = '', to = from]) => code >= parseInt(from, 16) && code <= parseInt(to, 16))

const missing = (characters: Iterable<string>, has: (code: number) => boolean): string[] =>
  [...new Set(characters)].filter(one => !has(one.codePointAt(0) ?? 0))

await allFamilies()

describe('fonts', () => {
  it('give every byte of the hex grid a character of the same width, in each code page', () => {
    const mono = bundled('jetbrains-mono')
    expect(mono.size).toBeGreaterThan(300)
    for (const page of ['cp1251', 'cp866', 'latin1'] as const)
      expect([page, missing(glyphs(page), code => mono.has(code) || substituted(code))]).toEqual([page, []])
  })
  it('have every character of what the window says, in both languages', () => {
    const inter = bundled('inter')
    for (const language of ['en', 'ru'] as const) {
      const said = Object.entries(CATALOGUES[language])
        .filter(([key]) => !key.startsWith('cli.'))
        .flatMap(([, words]) => [...String(words).replaceAll('\n', '')])
      expect([language, missing(said, code => inter.has(code))]).toEqual([language, []])
    }
  })
})
