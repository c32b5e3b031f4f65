import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './files.mjs'

const ROOT = join(import.meta.dirname, '..')
const FAMILIES = join(ROOT, 'core/families')
const families = readdirSync(FAMILIES, { withFileTypes: true }).flatMap(item => (item.isDirectory() ? [item.name] : []))

/** Numbers of the sections of a family's format notes. */
const sectionsOf = (notes: string): ReadonlySet<string> =>
  new Set(Array.from(notes.matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm), match => match[1] ?? ''))

/** Sections that a text cites: `parkan 4.2`, `parkan 3.1, 3.2`. */
function citationsIn(text: string, family: string): string[] {
  const found = text.matchAll(new RegExp(`\\b${family} (\\d+(?:\\.\\d+)*(?:, \\d+(?:\\.\\d+)*)*)`, 'g'))
  return Array.from(found, match => match[1] ?? '').flatMap(list => list.split(', '))
}

const SKIPPED = new Set(['node_modules', 'frozen', 'dist'])
/** Every TypeScript file and single-file component below the folders, tests included. */
const files = ['core', 'electron', 'renderer', 'build', 'e2e']
  .flatMap(folder => filesBelow(join(ROOT, folder), path => SKIPPED.has(basename(path))))
  .filter(path => /\.(?:ts|vue)$/.test(path) && basename(path) !== 'citations.test.ts')
  .map(path => relative(ROOT, path))

describe('citations of format notes', () => {
  it('are found in texts', () => {
    expect(citationsIn('Edges (parkan 3.6) of tiles (parkan 3.1, 3.2).', 'parkan')).toEqual(['3.6', '3.1', '3.2'])
    expect([...sectionsOf('## 1. Archive\n\n### 1.8.1 Example\n')]).toEqual(['1', '1.8.1'])
  })
  it.each(families)('of %s name sections that its notes have', family => {
    const path = join(FAMILIES, family, 'formats.md')
    expect(existsSync(path), path).toBe(true)
    const sections = sectionsOf(readFileSync(path, 'utf8'))
    const cited = files.flatMap(file =>
      citationsIn(readFileSync(join(ROOT, file), 'utf8'), family).map(section => ({ file, section })),
    )
    expect(cited.length).toBeGreaterThan(0)
    expect(cited.filter(({ section }) => !sections.has(section))).toEqual([])
  })
})
