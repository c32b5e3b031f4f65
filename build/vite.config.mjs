// What Vite makes of the sources: one window, and one file for each program that Node or Electron runs.
import { existsSync } from 'node:fs'
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
      const scripts = [...files].filter(file => !bundle[file].isEntry)
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

/** The window. Nothing is put inline: the content policy allows the window's own files only. */
export const renderer = {
  configFile: false,
  root: join(ROOT, 'renderer'),
  base: './',
  logLevel: quiet,
  plugins: [vue(), preloaded],
  resolve: { alias: coreAliases },
  worker: { format: 'es' },
  build: {
    outDir: join(ROOT, 'out/renderer'),
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
}

/** A program in one file. Packages are bundled in, so it runs without node_modules; heavy ones stay outside. */
function program(entry, outDir, fileName, format, external) {
  return {
    configFile: false,
    root: ROOT,
    logLevel: quiet,
    resolve: { alias: coreAliases },
    ssr: { noExternal: true, target: 'node', external },
    build: {
      ssr: join(ROOT, entry),
      outDir: join(ROOT, outDir),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        external,
        checks: { pluginTimings: false },
        output: {
          format,
          entryFileNames: fileName,
          codeSplitting: false,
          ...(fileName === 'areal.mjs' && { banner: '#!/usr/bin/env node' }),
        },
      },
    },
  }
}

/** Optional native parts of `ws`, which it does without. */
const ABSENT = ['bufferutil', 'utf-8-validate']
const TOOLS = ['@playwright/test', ...ABSENT]
const PROGRAMS = [
  ['electron/cli/main.ts', 'out/node', 'areal.mjs', 'es', ABSENT],
  ['electron/browser/main.ts', 'out/node', 'host.mjs', 'es', ABSENT],
  ['build/bench.ts', 'out/node', 'bench.mjs', 'es', TOOLS],
  ['build/fuzz.ts', 'out/node', 'fuzz.mjs', 'es', TOOLS],
  ['build/long.ts', 'out/node', 'long.mjs', 'es', TOOLS],
  ['build/formats.ts', 'out/node', 'formats.mjs', 'es', TOOLS],
  ['build/modules.ts', 'out/node', 'modules.mjs', 'es', ['typescript', ...ABSENT]],
  ['build/corpus.ts', 'out/node', 'corpus.mjs', 'es', TOOLS],
  ['electron/node/encode-worker.ts', 'out/node', 'encode-worker.mjs', 'es', ABSENT],
  ['electron/node/encode-worker.ts', 'out/electron', 'encode-worker.mjs', 'es', ABSENT],
  ['electron/node/search-worker.ts', 'out/node', 'search-worker.mjs', 'es', ABSENT],
  ['electron/node/search-worker.ts', 'out/electron', 'search-worker.mjs', 'es', ABSENT],
  ['electron/main/main.ts', 'out/electron', 'main.mjs', 'es', ['electron', ...ABSENT]],
  ['electron/main/preload.ts', 'out/electron', 'preload.cjs', 'cjs', ['electron']],
]

export const programs = PROGRAMS.filter(([entry]) => existsSync(join(ROOT, entry))).map(args => program(...args))

export default renderer
