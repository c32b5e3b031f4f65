import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'

const { isBuilt } = (await import(new URL('built.mjs', import.meta.url).href)) as { isBuilt(): boolean }
const WINDOW = join(import.meta.dirname, '../out/renderer')
const NODE = join(import.meta.dirname, '../out/node')
const ELECTRON = join(import.meta.dirname, '../out/electron')
const LARGEST = 600_000
/** Words that occur in the code of an engine and nowhere else. */
const ENGINES = { monaco: 'monaco-mouse-cursor-text', babylon: 'Babylon.js v' }
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.m?js)["'`]/g
const LINKED = /(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g

const hasBuild = isBuilt()
if (!hasBuild) console.log('The bundles are not tested: out/ is not what the sources say. Run `npm run build` first.')

const read = (path: string): string => readFileSync(join(WINDOW, path), 'utf8')

/** The scripts of a folder that these import statically, and themselves. */
function withImports(folder: string, scripts: Iterable<string>): readonly string[] {
  const files = new Set(scripts)
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(STATIC_IMPORT)) files.add(name)
  return [...files]
}

/** Scripts and styles that the page loads before anything is done in it, and all that these import. */
function loadedAtStart(): readonly string[] {
  const linked = [...read('index.html').matchAll(LINKED)].flatMap(([, path]) => path ?? [])
  const scripts = linked.filter(path => path.endsWith('.js')).map(path => basename(path))
  const loaded = withImports(join(WINDOW, 'assets'), scripts).map(name => `assets/${name}`)
  return [...new Set([...linked, ...loaded])]
}

describe.skipIf(!hasBuild)('the bundles of the window', () => {
  it('are small at the start', () => {
    const files = loadedAtStart()
    expect(files.filter(file => file.endsWith('.js'))).not.toEqual([])
    const size = files.reduce((sum, file) => sum + gzipSync(read(file)).length, 0)
    console.log(`initial bundle: ${files.length} files, ${Math.round(size / 1000)} kB gzip`)
    expect(size).toBeLessThan(LARGEST)
  })

  it.each(Object.entries(ENGINES))('leave %s for when it is needed first', (_, words) => {
    const start = loadedAtStart()
    const holders = readdirSync(join(WINDOW, 'assets'))
      .filter(name => name.endsWith('.js') && read(`assets/${name}`).includes(words))
      .map(name => `assets/${name}`)
    expect(holders).not.toEqual([])
    expect(holders.filter(file => start.includes(file))).toEqual([])
  })
})

/** The scripts of a folder that hold a word, for each word. */
function holdersOf(
  folder: string,
  wordsOf: (code: string) => Iterable<string>,
): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>()
  for (const name of readdirSync(folder).filter(file => /\.m?js$/.test(file)))
    for (const word of new Set(wordsOf(readFileSync(join(folder, name), 'utf8'))))
      holders.set(word, [...(holders.get(word) ?? []), name])
  return holders
}

describe.skipIf(!hasBuild)('the code of the families', async () => {
  const families = await allFamilies()
  const formats = families.flatMap(family => family.formats.map(({ id }) => id))
  const texts = families.flatMap(({ messages }) => Object.keys(messages.en))

  it('is in the window once, in chunks that nothing loads at the start', () => {
    const holders = holdersOf(join(WINDOW, 'assets'), code => [
      ...formats.filter(id => ['"', "'", '`'].some(quote => code.includes(quote + id + quote))),
      ...texts.filter(key => code.includes(`"${key}":`)),
    ])
    expect(texts.filter(key => !holders.has(key))).toEqual([])
    for (const { id } of families)
      expect(
        formats.some(name => name.startsWith(`${id}.`) && holders.has(name)),
        id,
      ).toBe(true)
    expect([...holders].filter(([, names]) => names.length > 1)).toEqual([])
    const atStart = loadedAtStart().map(path => basename(path))
    expect([...holders].filter(([, [name = '']]) => atStart.includes(name))).toEqual([])
  })

  it('is in the program once, in chunks that neither it nor its threads load at the start', () => {
    const holders = holdersOf(ELECTRON, code =>
      [...code.matchAll(/^\/\/ (core\/families\/(?!.*\/detect\.ts$).*\.(?:ts|json))$/gm)].map(([, path = '']) => path),
    )
    for (const { id } of families)
      expect([...holders.keys()].filter(path => path.startsWith(`core/families/${id}/`)).length, id).toBeGreaterThan(5)
    expect([...holders].filter(([, names]) => names.length > 1)).toEqual([])
    const atStart = withImports(ELECTRON, [
      'main.mjs',
      'search-worker.mjs',
      'encode-worker.mjs',
      'operation-worker.mjs',
      'reference-worker.mjs',
    ])
    expect([...holders].filter(([, [name = '']]) => atStart.includes(name))).toEqual([])
  })

  it('may be missing or broken: the game of the family is a message, the others open', () => {
    const folder = mkdtempSync(join(tmpdir(), 'areal-broken-family-'))
    try {
      cpSync(join(NODE, '../../package.json'), join(folder, 'package.json'))
      cpSync(NODE, join(folder, 'out/node'), { recursive: true })
      const areal = (...words: string[]): { status: number | null; text: string } => {
        const options = { encoding: 'utf8', env: { ...process.env, AREAL_USER_DATA: join(folder, 'user') } } as const
        const { status, stdout, stderr } = spawnSync(
          process.execPath,
          [join(folder, 'out/node/areal.mjs'), ...words],
          options,
        )
        return { status, text: `${stdout}${stderr}` }
      }
      const [broken, sound] = ['nwn2', 'evil-islands'].map(id => areal('sample', id).text.trim())
      const chunk = readdirSync(join(folder, 'out/node')).filter(name => /^chunk-nwn2-.*\.mjs$/.test(name))
      for (const name of chunk) writeFileSync(join(folder, 'out/node', name), "throw new Error('half a chunk')")
      const opened = areal('list', sound ?? '')
      expect([opened.status, opened.text]).toEqual([0, expect.stringContaining('Res/database.res')])
      const unread = areal('list', broken ?? '')
      expect([unread.status, unread.text]).toEqual([0, expect.stringContaining('half a chunk')])
      expect(unread.text).toContain('Neverwinter Nights 2')
      expect(unread.text).toContain('override/terrainmaterials.2da')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
