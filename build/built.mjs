// Whether out/ is what the sources say. Plain Node: runs before any dependency is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './files.mjs'
import { ROOT, fail, installed } from './steps.mjs'

export const STAMP = join(ROOT, 'out/build.json')
const SOURCES = ['build', 'core', 'electron', 'renderer', 'resources']
const SKIPPED = /(?:^|\/)(?:node_modules|dist)$|\.test\.ts$|\/\.[^/]*$/

/** Changes whenever a file that the build reads does. */
export function fingerprint() {
  const hash = createHash('sha256')
  const note = path => {
    const { size, mtimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  for (const folder of SOURCES.map(name => join(ROOT, name)))
    if (existsSync(folder)) filesBelow(folder, path => SKIPPED.test(path)).forEach(note)
  note(join(ROOT, 'package-lock.json'))
  return hash.digest('hex')
}

export function isBuilt() {
  try {
    return JSON.parse(readFileSync(STAMP, 'utf8')).fingerprint === fingerprint()
  } catch {
    return false
  }
}

/** Installs dependencies and builds where they are missing or old. Its output goes to stderr. */
export function ready() {
  installed()
  if (isBuilt()) return
  console.error(existsSync(STAMP) ? 'The sources have changed: building…' : 'Building (once)…')
  const done = spawnSync(process.execPath, [join(ROOT, 'build/build.mjs')], { cwd: ROOT, stdio: ['ignore', 2, 2] })
  if (done.status !== 0) fail('The build did not succeed; see its messages above')
}
