import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseNeedle, type SearchPool } from '@areal-studio/core/search'
import { searchPool } from './search-pool'

let base: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'areal-pool-'))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

/** A pool whose threads do this with each task. */
function poolOf(name: string, work: string): SearchPool {
  const script = join(base, `${name}.mjs`)
  writeFileSync(
    script,
    `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => { ${work} })\n`,
  )
  const pool = searchPool({ root: base, roots: {}, families: [], needle: parseNeedle('a', { kind: 'text' }) }, script)
  if (!pool) throw new Error('no pool')
  return pool
}

it.each([
  ['ends', 'process.exit(0)'],
  ['fails', 'throw new Error("broken")'],
])('a thread that %s fails its task and those after it; none waits for ever', async (name, work) => {
  const pool = poolOf(name, work)
  for (let task = 0; task <= pool.size; task++) await expect(pool.search({ file: 'a' })).rejects.toThrow()
  pool.close()
})
