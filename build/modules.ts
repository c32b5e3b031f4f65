import { readFileSync, writeFileSync } from 'node:fs'
import { importGraph } from './arrows'

/** Rooms whose folders are drawn one by one; elsewhere the second level of folders is drawn. */
const OPEN_ROOMS = ['core/studio', 'core/families', 'renderer/viewport']

/** The module that a source file belongs to: `core/studio/deploy`, `electron/node`, `renderer/hex`. */
export function moduleOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  const room = OPEN_ROOMS.find(name => file.startsWith(`${name}/`))
  return folders.slice(0, room === undefined ? 2 : 3).join('/')
}

/** Imports between modules, by module, both sorted by name. */
export function moduleGraph(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const [file, imports] of graph) {
    const module = moduleOf(file)
    const targets = found.get(module) ?? new Set<string>()
    for (const to of imports.map(moduleOf)) if (to !== module) targets.add(to)
    found.set(module, targets)
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(sorted.map(([module, targets]) => [module, [...targets].sort()]))
}

/**
 * Layer of a module: 0 for those that import nothing, else one more than the highest that it imports. Modules in a
 * cycle count once.
 */
function heights(graph: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const known = new Map<string, number>()
  const heightOf = (module: string, above: readonly string[]): number => {
    const height = known.get(module)
    if (height !== undefined || above.includes(module)) return height ?? 0
    const below = (graph.get(module) ?? []).map(to => heightOf(to, [...above, module]) + 1)
    const made = Math.max(0, ...below)
    known.set(module, made)
    return made
  }
  for (const module of graph.keys()) heightOf(module, [])
  return known
}

/** The drawing: one part for each top-level folder, its modules from the highest to the lowest, with what each imports. */
export function drawModules(graph: ReadonlyMap<string, readonly string[]>): string {
  const modules = moduleGraph(graph)
  const height = heights(modules)
  const tops = [...new Set([...modules.keys()].map(module => module.split('/')[0] ?? ''))]
  const parts = tops.map(top => {
    const own = [...modules.keys()].filter(module => module.split('/')[0] === top)
    const sorted = own.sort((a, b) => (height.get(b) ?? 0) - (height.get(a) ?? 0) || (a < b ? -1 : 1))
    const width = Math.max(...sorted.map(module => module.length))
    const lines = sorted.map(module =>
      `  ${module.padEnd(width)}  ${shortened(modules.get(module) ?? [], module)}`.trimEnd(),
    )
    return [top, ...lines].join('\n')
  })
  return `${parts.join('\n\n')}\n`
}

/** Modules beside this one by their last name alone; all of `core` but studio and families by `core/…`. */
function shortened(targets: readonly string[], module: string): string {
  const room = module.split('/').slice(0, -1).join('/')
  const names = targets.map(to => (to.startsWith(`${room}/`) ? to.slice(room.length + 1) : to))
  return names.length === 0 ? '' : `-> ${names.join(' ')}`
}

const DOCUMENT = 'resources/docs/architecture.md'
/** The part of the architecture document that holds the drawing, its marks included. */
export const DRAWING = /(<!-- modules:[^\n]*-->\n)[\s\S]*(<!-- end of modules -->)/

/** The document with this drawing in place of the old one. */
export const withDrawing = (document: string, drawing: string): string =>
  document.replace(DRAWING, (_, begin: string, end: string) => `${begin}\n\`\`\`\n${drawing}\`\`\`\n\n${end}`)

if (process.argv[1]?.endsWith('modules.mjs')) {
  const drawing = drawModules(importGraph(process.cwd()))
  if (process.argv.includes('--write')) writeFileSync(DOCUMENT, withDrawing(readFileSync(DOCUMENT, 'utf8'), drawing))
  else process.stdout.write(drawing)
}
