// `npm run build`: the window, the command line, the hosts and the tools, into out/.
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { STAMP, fingerprint } from './built.mjs'
import { ROOT, fail, installed } from './steps.mjs'

installed()
const OUT = join(ROOT, 'out')
const LOCK = join(OUT, 'building')
mkdirSync(OUT, { recursive: true })
await locked()
const begun = Date.now()
const sources = fingerprint()
rmSync(STAMP, { force: true })
try {
  // Vite takes it from the caller: under Vitest it would build a development window.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  const { programs, renderer } = await import('./vite.config.mjs')
  const [, ...built] = await Promise.all([renderer, ...programs].map(config => build(config)))
  removeOldFiles(built.map(({ output }, at) => ({ folder: programs[at].build.outDir, output })))
  chmodSync(join(OUT, 'node/areal.mjs'), 0o755)
  writeFileSync(STAMP, JSON.stringify({ fingerprint: sources, built: new Date().toISOString() }))
  console.log(`Built in ${((Date.now() - begun) / 1000).toFixed(1)} s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(LOCK, { force: true })
}

/** Chunks of earlier builds have other names, and a package holds all that lies in its folder. */
function removeOldFiles(results) {
  for (const folder of new Set(results.map(result => result.folder))) {
    const built = results.filter(result => result.folder === folder).flatMap(({ output }) => output)
    const names = new Set(built.map(({ fileName }) => fileName))
    for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { recursive: true })
  }
}

/** One build at a time; a lock left by a build that died is taken over. */
async function locked() {
  for (let tries = 0; tries < 600; tries++) {
    try {
      const file = openSync(LOCK, 'wx')
      writeSync(file, String(process.pid))
      closeSync(file)
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isAlive(holder())) rmSync(LOCK, { force: true })
    await wait(200)
  }
  fail('Another build does not end; remove out/building if none is running')
}

function holder() {
  try {
    return Number(readFileSync(LOCK, 'utf8'))
  } catch {
    return 0
  }
}

function isAlive(pid) {
  if (pid === 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
