// Builds the window, the browser host, its workers and the command line with a second family, into out/second-family.
// Nothing of the program differs from `npm run build` but the lines that register the family in core/index.ts.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprint } from '../built.mjs'
import { ROOT, installed } from '../steps.mjs'

/** Where the studio of the test is: a folder like that of the program, with its own package.json and out/. */
const STUDIO = join(ROOT, 'out/second-family')
const STAMP = join(STUDIO, 'fingerprint')

/** The lines that adding a family to core/index.ts means: an import and an entry of the list. */
export function withFamily(source, folder) {
  const list = 'registry([\n'
  if (!source.includes(list)) throw new Error('core/index.ts has no list of families')
  return `import { detect as orchard } from '${folder}/detect'\n${source.replace(
    list,
    `${list}  {
    id: 'orchard',
    title: 'Orchard',
    detect: orchard,
    load: async () => (await import('${folder}/orchard')).ORCHARD,
  },
`,
  )}`
}

const registered = {
  name: 'areal:second-family',
  enforce: 'pre',
  transform: (source, id) =>
    relative(ROOT, id.replace(/\?.*/, '')) === join('core', 'index.ts')
      ? withFamily(source, join(import.meta.dirname, 'orchard').replaceAll('\\', '/'))
      : null,
}

async function buildAll() {
  installed()
  const sources = fingerprint()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return
  rmSync(STUDIO, { recursive: true, force: true })
  // Vite takes it from the caller: under Vitest it would build a development window.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const { renderer, studio } = await import('../vite.config.mjs')
  mkdirSync(STUDIO, { recursive: true })
  copyFileSync(join(ROOT, 'package.json'), join(STUDIO, 'package.json'))
  for (const config of [renderer, studio])
    await build({
      ...config,
      plugins: [registered, ...(config.plugins ?? [])],
      build: { ...config.build, outDir: join(STUDIO, relative(ROOT, config.build.outDir)) },
    })
  writeFileSync(STAMP, sources)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildAll()
