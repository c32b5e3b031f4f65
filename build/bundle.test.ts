import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const { isBuilt } = (await import(new URL('built.mjs', import.meta.url).href)) as { isBuilt(): boolean }
const WINDOW = join(import.meta.dirname, '../out/renderer')
const LARGEST = 600_000
/** Words that occur in the code of an engine and nowhere else. */
const ENGINES = { monaco: 'monaco-mouse-cursor-text', babylon: 'Babylon.js v' }
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g
const LINKED = /(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g

const hasBuild = isBuilt()
if (!hasBuild) console.log('The bundles are not tested: out/ is not what the sources say. Run `npm run build` first.')

const read = (path: string): string => readFileSync(join(WINDOW, path), 'utf8')

/** Scripts and styles that the page loads before anything is done in it, and all that these import. */
function loadedAtStart(): readonly string[] {
  const files = new Set([...read('index.html').matchAll(LINKED)].flatMap(([, path]) => path ?? []))
  for (const file of files) {
    if (file.endsWith('.js')) for (const [, name] of read(file).matchAll(STATIC_IMPORT)) files.add(`assets/${name}`)
  }
  return [...files]
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
