// Where `@areal-studio/core` is found during development: in its sources. Its package.json names the built files, as packed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './steps.mjs'

/** Entry points of core, by import name: the source of each. `./dist/layout/index.js` is built from `layout/index.ts`. */
export function coreEntries() {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, 'core/package.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(exports).map(([path, { default: built }]) => [
      name + path.slice(1),
      built.replace(/^\.\/dist\//, '').replace(/\.js$/, '.ts'),
    ]),
  )
}

/** The same as aliases for Vite, each for its whole import name. */
export const coreAliases = Object.entries(coreEntries()).map(([name, source]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(ROOT, 'core', source),
}))
