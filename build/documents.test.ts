import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importGraph } from './arrows'
import { DRAWING, moduleGraph, withDrawing } from './modules'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'resources/docs/architecture.md', 'resources/docs/manual.md']
const textOf = (document: string): string => readFileSync(join(ROOT, document), 'utf8')

/** Files and folders of the repository that a text names in backticks, with placeholders (`<family>`) and patterns (`*`). */
const pathsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/`((?:core|electron|renderer|resources|build|e2e)\/(?:[\w./*-]|<\w+>)*)`/g),
    match => match[1] ?? '',
  )

/** Whether some file or folder has such a path; a placeholder or pattern is for a part of one name. */
function isThere(path: string): boolean {
  const [folder = '', ...parts] = path.replace(/\/$/, '').split('/')
  const found = parts.reduce<readonly string[]>(
    (folders, part) => {
      if (!/[*<]/.test(part)) return folders.map(at => join(at, part)).filter(at => existsSync(at))
      const name = new RegExp(`^${part.replaceAll('.', '\\.').replace(/<\w+>|\*/g, '.*')}$`)
      return folders.flatMap(at =>
        (statSync(at).isDirectory() ? readdirSync(at) : []).filter(one => name.test(one)).map(one => join(at, one)),
      )
    },
    [join(ROOT, folder)],
  )
  return found.length > 0
}

/** Relative targets of links, without their anchors. */
const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g), match => match[1] ?? '')

describe('documents', () => {
  it.each(DOCUMENTS)('%s names files that exist', document => {
    const text = textOf(document)
    expect(pathsIn(text).filter(path => !isThere(path))).toEqual([])
    expect(linksIn(text).filter(path => !existsSync(join(ROOT, document, '..', path)))).toEqual([])
  })
  it('paths and links are recognised', () => {
    expect(pathsIn('see `core/edit/gone.ts`, `core/<x>/*.ts` and `build/`')).toEqual([
      'core/edit/gone.ts',
      'core/<x>/*.ts',
      'build/',
    ])
    expect(['core/<x>/*.ts', 'core/<x>/gone-*.ts', 'core/gone.ts', 'build/'].map(isThere)).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(linksIn('[a](b/c.md#d) [e](https://f) [g](#h)')).toEqual(['b/c.md'])
  })
})

describe('the manual', () => {
  const manual = textOf('resources/docs/manual.md')
  const verbs = Array.from(textOf('electron/cli/program.ts').matchAll(/\bverb\('([a-z-]+) ?/g), match => match[1] ?? '')

  it('names every verb of the command line', () => {
    expect(verbs.length).toBeGreaterThan(20)
    const words = new Set(
      Array.from(manual.matchAll(/`([^`\n]+)`/g), match => match[1] ?? '').flatMap(code => code.split(/[\s|\\]+/)),
    )
    expect(verbs.filter(verb => !words.has(verb))).toEqual([])
  })
})

describe('the drawing of the modules in the architecture document', () => {
  const drawn = DRAWING.exec(textOf('resources/docs/architecture.md'))?.[0] ?? ''

  it('has every module, and no other (npm run modules -- --write)', () => {
    const names = Array.from(drawn.matchAll(/^ {2}(\S+)/gm), match => match[1])
    expect(names.sort()).toEqual([...moduleGraph(importGraph(ROOT)).keys()].sort())
  })
  it('is replaced as a whole', () => {
    const once = withDrawing('a\n<!-- modules: x -->\nold\n<!-- end of modules -->\nb', 'new\n')
    expect(once).toBe('a\n<!-- modules: x -->\n\n```\nnew\n```\n\n<!-- end of modules -->\nb')
    expect(withDrawing(once, 'new\n')).toBe(once)
  })
})
