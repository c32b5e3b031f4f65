// Builds core/dist: ES modules and types, as `npm pack` in core packs them. Packages that core depends on stay outside.
import { copyFileSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { build } from 'vite'
import { coreEntries } from './core-sources.mjs'
import { ROOT, fail } from './steps.mjs'

const CORE = join(ROOT, 'core')
const DIST = join(CORE, 'dist')

await buildCore()

async function buildCore() {
  rmSync(DIST, { recursive: true, force: true })
  const entries = Object.values(coreEntries())
  const { dependencies } = JSON.parse(readFileSync(join(CORE, 'package.json'), 'utf8'))
  await build({
    configFile: false,
    root: CORE,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: DIST,
      minify: false,
      target: 'es2023',
      reportCompressedSize: false,
      lib: {
        formats: ['es'],
        entry: Object.fromEntries(entries.map(file => [file.replace(/\.ts$/, ''), join(CORE, file)])),
      },
      rolldownOptions: {
        external: Object.keys(dependencies).map(name => new RegExp(`^${name}(?:/|$)`)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        checks: { pluginTimings: false },
      },
    },
  })
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    // `npm run check` checks these types: checking them here again would take more than half of the time.
    '--noCheck',
    '--incremental',
    'false',
    '--outDir',
    DIST,
  ]
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc')
  const made = spawnSync(process.execPath, [tsc, '-p', CORE, ...options], { stdio: ['ignore', 2, 2] })
  if (made.status !== 0) fail('The types of core could not be built; see the messages above')
  for (const file of filesBelow(DIST).filter(name => name.endsWith('.d.ts'))) nameFiles(file)
  copyFileSync(join(ROOT, 'LICENSE'), join(DIST, 'LICENSE'))
}

/** Writes whole file names into the imports of a declaration file, as Node's own resolution needs them: `../format/index.js`. */
function nameFiles(file) {
  const whole = name => {
    const to = join(dirname(file), name)
    const found =
      [`${to}.d.ts`, join(to, 'index.d.ts')].find(isFile) ?? fail(`${file} imports ${name}, which has no types`)
    const path = relative(dirname(file), found)
      .replaceAll('\\', '/')
      .replace(/\.d\.ts$/, '.js')
    return path.startsWith('.') ? path : `./${path}`
  }
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(
      /(from |import\()(['"])(\.[^'"]*)\2/g,
      (_, before, quote, name) => `${before}${quote}${whole(name)}${quote}`,
    ),
  )
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .map(item => join(item.parentPath ?? item.path, item.name))
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
