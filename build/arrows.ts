import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { filesBelow } from './files.mjs'

/**
 * Which folder may import which (beside itself). A longer name wins over a shorter one; a name allows all below it; `/*` stands for
 * every folder there, so that a new family or panel needs no rule. `node` stands for Node's own modules.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'core/expression': [],
  'core/layout': ['core/expression'],
  'core/messages': ['@intlify/core-base'],
  'core/help': ['core/messages'],
  'core/edit': ['core/layout'],
  'core/compress': ['pako'],
  'core/picture': ['core/compress', 'fflate'],
  'core/gltf': [],
  'core/format': ['core/layout', 'core/edit', 'core/gltf', 'core/picture'],
  'core/port': ['core/layout', 'core/format', '@msgpack/msgpack'],
  'core/patch': ['core/layout', 'core/edit', 'core/format'],
  'core/query': ['core/expression', 'core/layout', 'core/edit', 'core/format'],
  'core/search': ['core/layout', 'core/edit', 'core/format'],
  'core/studio': ['core/layout', 'core/edit', 'core/format', 'core/patch', 'core/query', 'core/search', 'fflate'],
  'core/families/*': [
    'core/layout',
    'core/edit',
    'core/format',
    'core/compress',
    'core/gltf',
    'core/picture',
    'earcut',
    'fflate',
    'flatbush',
    'pako',
    'polygon-clipping',
    'robust-predicates',
  ],
  'core/registry.ts': ['core/format', 'core/messages'],
  'core/index.ts': ['core'],
  electron: ['core', 'node', 'ws', 'zod', 'commander', 'chokidar'],
  'electron/main': ['core', 'node', 'electron-package'],
  'renderer/state': ['core', 'electron/service/host-api.ts', 'renderer/value', 'vue', 'pinia', '@vueuse/core'],
  'renderer/value': ['core'],
  'renderer/ui': [
    'renderer/state',
    'renderer/value',
    'vue',
    '@vueuse/core',
    'reka-ui',
    '@lucide/vue',
    '@tanstack/vue-virtual',
  ],
  'renderer/commands': ['core', 'renderer/state', 'vue', 'pinia', '@vueuse/core', '@leeoniya/ufuzzy'],
  'renderer/text-editor': ['core', 'renderer/state', 'renderer/ui', 'vue', '@vueuse/core'],
  'renderer/text-editor/monaco': ['core', 'renderer/state', 'renderer/text-editor', 'monaco-editor'],
  'renderer/viewport': [
    'core',
    'renderer/state',
    'renderer/ui',
    'renderer/value',
    'renderer/commands',
    'renderer/palette',
    '@babylonjs/core',
    'vue',
    'pinia',
    '@vueuse/core',
    '@lucide/vue',
    'reka-ui',
    '@tanstack/vue-virtual',
  ],
  // Its worker draws a map from above as the map's own small picture is drawn.
  'renderer/gallery/thumbnail-worker.ts': [
    'core',
    'renderer/state',
    'renderer/palette',
    'renderer/viewport/scene',
    'renderer/viewport/geometry/top-view.ts',
  ],
  'renderer/palette': ['vue'],
  'renderer/start': [
    'core',
    'renderer/state',
    'renderer/commands',
    'renderer/ui',
    'vue',
    '@vueuse/core',
    '@lucide/vue',
    'reka-ui',
  ],
  'renderer/app': [
    'renderer',
    'core',
    'vue',
    'pinia',
    'dockview-vue',
    '@vueuse/core',
    '@lucide/vue',
    '@fontsource/inter',
    '@fontsource/jetbrains-mono',
  ],
  'renderer/app/prefetch.ts': ['core', 'renderer/state/client.ts'],
  'renderer/*': [
    'core',
    'renderer/state',
    'renderer/commands',
    'renderer/ui',
    'renderer/value',
    'renderer/palette',
    'renderer/text-editor',
    'vue',
    'pinia',
    '@vueuse/core',
    '@lucide/vue',
    'reka-ui',
    '@leeoniya/ufuzzy',
    '@tanstack/vue-virtual',
    'jsonc-parser',
    'dockview-vue',
  ],
  e2e: [
    'core',
    'node',
    '@playwright/test',
    'axe-core',
    'e2e',
    'electron/service/sample-install.ts',
    'electron/service/short-life.fixture.ts',
  ],
  build: [
    'build',
    'core',
    'electron',
    'node',
    'typescript',
    'fast-check',
    '@playwright/test',
    'ws',
    'e2e/elsewhere.ts',
    'e2e/five-views.ts',
    'e2e/panes-apart.ts',
  ],
}

/** Folders in layers, the lowest first: each may import those before it, none of its own line. Files beside them may import all. */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'core/studio': [
    ['api'],
    ['journal'],
    ['jobs'],
    ['install'],
    ['entries'],
    ['changes'],
    ['check'],
    ['annotations', 'find', 'launch'],
    ['pack'],
    ['query'],
    ['import-export'],
    ['operations', 'references', 'thumbnails'],
    ['storage'],
    ['opening'],
    ['sharing'],
    ['conflicts'],
    ['deploy', 'history'],
  ],
  electron: [['node'], ['service'], ['browser', 'cli', 'main']],
  'renderer/viewport': [
    ['camera'],
    ['scene'],
    ['geometry'],
    ['layers'],
    ['tools'],
    ['overlay'],
    ['bench'],
    ['model'],
    ['panel'],
  ],
}

const SKIPPED = new Set(['node_modules', 'out', 'dist', '.git', 'test-results', 'playwright-report', '.stryker-tmp'])
const NODE_BUILTINS =
  /^(?:node:|fs$|path$|os$|crypto$|child_process$|url$|util$|stream$|events$|http$|net$|worker_threads$|process$|buffer$)/

/** Every source file of the program, relative to the root, without tests and fixtures. */
export const sources = (root: string): string[] =>
  filesBelow(root, path => SKIPPED.has(basename(path)))
    .map(path => relative(root, path))
    .filter(
      path => /\.(?:ts|vue)$/.test(path) && !/\.(?:test|fixture|d)\.ts$|config\.ts$|^build\/second-family\//.test(path),
    )

/** Names of all modules that a script mentions: static, dynamic, re-exported and in types. */
const importsOf = (script: string): string[] =>
  ts.preProcessFile(script, true, true).importedFiles.map(file => file.fileName)

/** The script blocks of a single-file component; other files as they are. */
function scriptOf(path: string, text: string): string {
  if (!path.endsWith('.vue')) return text
  return Array.from(text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g), match => match[1] ?? '').join('\n')
}

/** Where an imported name leads: a path of the program (`core/layout/model/splice.ts`), `node`, or a package. */
export function target(root: string, from: string, name: string): string {
  const clean = name.replace(/\?.*$/, '')
  if (clean.startsWith('.')) return relative(root, resolve(root, dirname(from), clean))
  if (clean.startsWith('@areal-studio/core')) return clean.replace('@areal-studio/core', 'core')
  if (NODE_BUILTINS.test(clean)) return 'node'
  const words = clean.split('/')
  const packageName = clean.startsWith('@') ? words.slice(0, 2).join('/') : (words[0] ?? clean)
  return packageName === 'electron' ? 'electron-package' : packageName
}

/** The rule that holds for a file: the longest name that covers it. */
function ruleFor(file: string): readonly string[] | undefined {
  const names = Object.keys(MAY_IMPORT).filter(name =>
    name.endsWith('/*') ? file.startsWith(name.slice(0, -1)) : covers(name, file),
  )
  const best = names.sort((a, b) => length(b) - length(a))[0]
  return best === undefined ? undefined : MAY_IMPORT[best]
}
const length = (name: string): number => (name.endsWith('/*') ? name.length - 2 : name.length)
const covers = (name: string, path: string): boolean =>
  path === name || path.startsWith(`${name}/`) || `${path}.ts` === name
const roomOf = (file: string): string => {
  const parts = file.split('/')
  if (file.startsWith('electron/')) return 'electron'
  return parts.length > 2 ? parts.slice(0, file.startsWith('core/families/') ? 3 : 2).join('/') : file
}

/** Whether the layers of a room forbid one of its files to import another. */
function breaksLayers(file: string, to: string): boolean {
  const room = Object.keys(LAYERS).find(name => file.startsWith(`${name}/`) && to.startsWith(`${name}/`))
  const layers = room === undefined ? undefined : LAYERS[room]
  if (room === undefined || !layers) return false
  const folderOf = (path: string): string => path.slice(room.length + 1).split('/')[0] ?? ''
  const [from, folder] = [folderOf(file), folderOf(to)]
  const layerOf = (name: string): number => layers.findIndex(names => names.includes(name))
  if (from === folder || layerOf(from) < 0) return false
  return layerOf(folder) < 0 || layerOf(folder) >= layerOf(from)
}

/** Every import of one file that no rule allows, as a sentence. */
export function wrongArrows(root: string, file: string, source: string): string[] {
  const allowed = ruleFor(file)
  if (allowed === undefined) return [`${file}: no rule says what it may import`]
  return importsOf(scriptOf(file, source)).flatMap(name => {
    const to = target(root, file, name)
    const isOwn = covers(roomOf(file), to)
    const isStyle = /\.css$/.test(to)
    const isAllowed = isOwn || isStyle || allowed.some(rule => covers(rule, to))
    return isAllowed && !breaksLayers(file, to) ? [] : [`${file} -> ${to}`]
  })
}

/** All wrong arrows of the program at `root`. */
export const allWrongArrows = (root: string): string[] =>
  sources(root).flatMap(file => wrongArrows(root, file, readFileSync(join(root, file), 'utf8')))

/** Imports between the sources of the program, those of types included: file to files, relative to `root`. */
export function importGraph(root: string): ReadonlyMap<string, readonly string[]> {
  const files = new Set(sources(root))
  const fileOf = (path: string): string | undefined =>
    [path, `${path}.ts`, `${path}/index.ts`].find(candidate => files.has(candidate))
  return new Map(
    [...files].map(file => {
      const names = importsOf(scriptOf(file, readFileSync(join(root, file), 'utf8')))
      const found = names.flatMap(name => fileOf(target(root, file, name)) ?? [])
      return [file, [...new Set(found)]]
    }),
  )
}

/** Groups of files that import each other in a circle, each sorted by name (strongly connected components, Tarjan). */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    lowest.set(file, index.size - 1)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== index.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1 || (graph.get(file) ?? []).includes(file)) found.push(group.sort())
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return found
}
