import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from './files.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const SKIPPED = new Set(['node_modules', 'frozen', 'out', 'dist'])

/** Names that only tests, benchmarks and other tools use, each with the reason that it stays. */
const TOOLS_ONLY: Readonly<Record<string, string>> = {
  blendOffset: 'part of the poses that the format notes describe (evil-islands 11.3)',
  blendVertices: 'part of the poses that the format notes describe (evil-islands 11.3)',
  heightFactor: 'part of the poses that the format notes describe (evil-islands 11.3)',
  morphsAt: 'part of the poses that the format notes describe (evil-islands 11.3)',
  posedVertices: 'part of the poses that the format notes describe (evil-islands 11.3)',
  retailInstall: 'a generated install of the size of the real one, part of the sample',
  snapshot: 'of the folder in memory, which is for tests and samples',
}

/** Names that a tool reads of a module that it loads. */
const READ_BY_TOOLS = new Set(['strykerPlugins'])

const isTest = (file: string): boolean => /\.(?:test|fixture|spec)\.ts$/.test(file) || file.startsWith('e2e/')
/** Tests, benchmarks, the fuzzer, the build: what is no part of the product. */
const isTool = (file: string): boolean => isTest(file) || file.startsWith('build/')

const texts: ReadonlyMap<string, string> = new Map(
  ['core', 'electron', 'renderer', 'build', 'e2e']
    .flatMap(folder => filesBelow(path.join(ROOT, folder), file => SKIPPED.has(path.basename(file))))
    .filter(file => /\.(?:ts|vue|mjs)$/.test(file) && !file.endsWith('.d.mts'))
    .map(file => [path.relative(ROOT, file).replaceAll('\\', '/'), withoutComments(readFileSync(file, 'utf8'))]),
)

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}

const wordsOf = (text: string): readonly string[] => text.match(/[A-Za-z_$][\w$]*/g) ?? []

/** Values that a text exports by declaring them; a type may be exported because others are built of it. */
const exportsOf = (text: string): readonly string[] =>
  Array.from(
    text.matchAll(/^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|enum) ([\w$]+)/gm),
    ([, name = '']) => name,
  )

/** Methods and accessors of classes, as the formatter indents them; private ones are the linter's. */
const methodsOf = (text: string): readonly string[] =>
  /^(?:export )?(?:abstract )?(?:default )?class /m.test(text)
    ? Array.from(
        text.matchAll(/^ {2}(?:static |async |get |set |override |\*)*([a-z_$][\w$]*)(?:<[^>]*>)?\(.*$/gm),
        ([, name = '']) => name,
      )
    : []
/** Methods that the language or a library calls. */
const CALLED_BY_OTHERS = /^(?:constructor|_getViewMatrix)$/

/** Files by the words in them. */
function filesByWord(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const [file, text] of texts)
    for (const word of wordsOf(text)) {
      const files = found.get(word)
      if (files) files.add(file)
      else found.set(word, new Set([file]))
    }
  return found
}

/** Files whose names the package of core offers: its indexes and what they export again. */
function published(): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const [, from = ''] of (texts.get(file) ?? '').matchAll(
      /^export (?:type )?(?:\*|\{[^}]*\}) from '(\.[^']+)'/gm,
    )) {
      const to = path.posix.join(path.posix.dirname(file), from)
      const next = [`${to}.ts`, `${to}/index.ts`].find(name => existsSync(path.join(ROOT, name)))
      if (next) follow(next)
    }
  }
  for (const file of texts.keys()) if (/^core\/(?:\w+\/)?index\.ts$/.test(file)) follow(file)
  return found
}

describe('exports', () => {
  const where = filesByWord()
  const offered = published()
  const exported = Array.from(texts).flatMap(([file, text]) =>
    isTest(file) || offered.has(file) ? [] : exportsOf(text).map(name => ({ file, name, text })),
  )
  const others = (file: string, name: string): readonly string[] =>
    Array.from(where.get(name) ?? []).filter(other => other !== file)

  it('are used somewhere, or offered by the package of core', () => {
    const unused = exported.filter(
      ({ file, name, text }) =>
        !READ_BY_TOOLS.has(name) &&
        others(file, name).length === 0 &&
        wordsOf(text).filter(word => word === name).length === 1,
    )
    expect(unused.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })

  it('of the product are used by the product, not by tests and benchmarks alone; methods too', () => {
    const methods = Array.from(texts).flatMap(([file, text]) => methodsOf(text).map(name => ({ file, name, text })))
    const tools = [
      ...exported.filter(({ file, name }) => others(file, name).length > 0),
      ...methods.filter(({ name }) => !CALLED_BY_OTHERS.test(name)),
    ].filter(
      ({ file, name, text }) =>
        !isTool(file) && others(file, name).every(isTool) && wordsOf(text).filter(word => word === name).length === 1,
    )
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(TOOLS_ONLY).sort())
  })

  it('are found however they are declared', () => {
    const text =
      'export const a = 1\nexport async function b() {}\nexport interface C {}\nexport * from "./d"\nconst e = 2'
    expect(exportsOf(text)).toEqual(['a', 'b'])
    expect(exportsOf(withoutComments('/* export const a = 1 */\n// export const b = 1'))).toEqual([])
    expect(methodsOf('class A {\n  get a() {\n    if (b) c()\n  }\n  static async d<T>(): void {}\n}')).toEqual([
      'a',
      'd',
    ])
  })
})
