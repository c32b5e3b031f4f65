// What Vite makes of the sources: one window, and the programs that Node and Electron run, each folder with chunks that its programs share.
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { coreAliases } from './core-sources.mjs'
import { ROOT } from './steps.mjs'

const quiet = process.env.AREAL_BUILD_LOG ?? 'warn'

/** The module that the page's own script imports when it runs: the page loads it, with all its imports, at once. */
const NEXT = '/renderer/app/bootstrap.ts'
const preloaded = {
  name: 'areal:preloaded',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const files = new Set(
        Object.values(bundle)
          .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(NEXT))
          .map(({ fileName }) => fileName),
      )
      for (const file of files) for (const name of bundle[file].imports) files.add(name)
      const page = Object.values(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith('.html'))
      const scripts = [...files].filter(file => file !== page.fileName && !page.imports.includes(file))
      const styles = [...files].flatMap(file => [...bundle[file].viteMetadata.importedCss])
      const link = (rel, file) => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `./${file}` },
        injectTo: 'head',
      })
      return [...scripts.map(file => link('modulepreload', file)), ...styles.map(file => link('stylesheet', file))]
    },
  },
}

/** Imports of this program's own workers: `./name-worker?worker`. Those of packages stay Vite's, which bundles them whole. */
const WORKER = /^\.{1,2}\/.*-worker\?worker$/
const STARTS_WORKER = '\0areal:worker:'

/**
 * Makes each worker one more entry of the window's build, so that both share chunks and no family is built twice.
 * A chunk that a worker loads imports nothing by links in the page, for a worker has no page.
 */
function sharedWorkers() {
  const inWorkers = new Set()
  return {
    plugin: {
      name: 'areal:shared-workers',
      enforce: 'pre',
      async resolveId(source, importer) {
        if (!WORKER.test(source)) return null
        const found = await this.resolve(source.replace('?worker', ''), importer, { skipSelf: true })
        return found && STARTS_WORKER + found.id
      },
      load(id) {
        if (!id.startsWith(STARTS_WORKER)) return null
        const script = this.emitFile({ type: 'chunk', id: id.slice(STARTS_WORKER.length) })
        return `export default function () { return new Worker(import.meta.ROLLUP_FILE_URL_${script}, { type: 'module' }) }`
      },
      generateBundle: {
        order: 'pre',
        handler(_, bundle) {
          for (const { fileName, isEntry, facadeModuleId } of Object.values(bundle))
            if (isEntry && /-worker\.ts$/.test(facadeModuleId)) inWorkers.add(fileName)
          for (const file of inWorkers)
            for (const name of [...bundle[file].imports, ...bundle[file].dynamicImports]) inWorkers.add(name)
        },
      },
    },
    resolveDependencies: (_, needed, { hostId, hostType }) =>
      hostType === 'js' && inWorkers.has(hostId) ? [] : needed,
  }
}

const workers = sharedWorkers()

/** The window. Nothing is put inline: the content policy allows the window's own files only. */
export const renderer = {
  configFile: false,
  root: join(ROOT, 'renderer'),
  base: './',
  logLevel: quiet,
  plugins: [vue(), preloaded, workers.plugin],
  resolve: { alias: coreAliases },
  worker: { format: 'es' },
  build: {
    outDir: join(ROOT, 'out/renderer'),
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false, resolveDependencies: workers.resolveDependencies },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
}

/**
 * Programs of one folder. Packages are bundled in, so they run without node_modules; heavy ones stay outside.
 * Chunks lie beside the programs: code that looks for a file beside itself finds it from a chunk, too.
 */
function programsIn(outDir, entries, external, { format = 'es', extension = 'mjs' } = {}) {
  return {
    configFile: false,
    root: ROOT,
    logLevel: quiet,
    resolve: { alias: coreAliases },
    ssr: { noExternal: true, target: 'node', external },
    build: {
      ssr: true,
      outDir: join(ROOT, outDir),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, join(ROOT, source)])),
        external,
        checks: { pluginTimings: false },
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `chunk-[name]-[hash].${extension}`,
          banner: ({ name, isEntry }) => (isEntry && name === 'areal' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  }
}

/** Optional native parts of `ws`, which it does without. */
const ABSENT = ['bufferutil', 'utf-8-validate']
const WORKERS = {
  'encode-worker': 'electron/node/encode-worker.ts',
  'operation-worker': 'electron/node/operation-worker.ts',
  'reference-worker': 'electron/node/reference-worker.ts',
  'search-worker': 'electron/node/search-worker.ts',
}
/** The browser host and the threads that it starts: all that `npm run dev` needs. */
const HOST = { host: 'electron/browser/main.ts', ...WORKERS }
const STUDIO = { ...HOST, areal: 'electron/cli/main.ts' }
const TOOLS = {
  bench: 'build/bench.ts',
  corpus: 'build/corpus.ts',
  formats: 'build/formats.ts',
  fuzz: 'build/fuzz.ts',
  long: 'build/long.ts',
  modules: 'build/modules.ts',
}

const inNode = entries => programsIn('out/node', entries, ['@playwright/test', 'typescript', ...ABSENT])
export const host = inNode(HOST)
export const studio = inNode(STUDIO)
export const programs = [
  inNode({ ...STUDIO, ...TOOLS }),
  programsIn('out/electron', { main: 'electron/main/main.ts', ...WORKERS }, ['electron', ...ABSENT]),
  programsIn('out/electron', { preload: 'electron/main/preload.ts' }, ['electron'], {
    format: 'cjs',
    extension: 'cjs',
  }),
]

export default renderer
