import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAMILIES } from '@areal-studio/core'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { createStudio, type Studio } from '@areal-studio/core/studio'
import { nodeHost } from './node-host'
import { referencePool } from './reference-pool'

const ROOT = join(import.meta.dirname, '../..')
const { isBuilt } = (await import(new URL('../../build/built.mjs', import.meta.url).href)) as { isBuilt(): boolean }

let base: string
let game: string
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'areal-references-'))
  game = join(base, 'game')
  for (const { path, bytes } of sampleInstall()) {
    mkdirSync(dirname(join(game, path)), { recursive: true })
    writeFileSync(join(game, path), bytes)
  }
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

let users = 0
/** A studio of a user of its own, whose references are read by threads of this script. */
async function studioWith(script: string): Promise<Studio> {
  const host = nodeHost(join(base, `user-${users++}`))
  const studio = createStudio({
    host: { ...host, referencePool: order => referencePool(order, script) },
    families: FAMILIES,
  })
  await studio.api.open(game)
  return studio
}

async function usedBy({ api }: Studio): Promise<unknown> {
  const rows = await api.list('Material.lib')
  return Promise.all(rows.map(async ({ path }) => (await api.references(path)).usedBy))
}

function script(name: string, work: string): string {
  const path = join(base, `${name}.mjs`)
  writeFileSync(path, `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => { ${work} })\n`)
  return path
}

/** The same without threads. */
let expected: unknown
beforeAll(async () => {
  expected = await usedBy(await studioWith('no-such-script.mjs'))
})

it.each([
  ['ends', 'process.exit(0)'],
  ['fails', 'throw new Error("broken")'],
])('a thread that %s leaves its files to the caller', async (name, work) => {
  expect(await usedBy(await studioWith(script(name, work)))).toEqual(expected)
})

it('a thread that never returns ends with its job', async () => {
  const studio = await studioWith(script('never', ''))
  studio.listen('job', job => {
    if (job.words.code === 'job.references' && job.state === 'running') void studio.api.cancel(job.id)
  })
  await expect(studio.api.references('Material.lib!#0')).rejects.toMatchObject({ code: 'job.cancelled' })
})

describe('the built script', () => {
  const built = [join(ROOT, 'out/node/reference-worker.mjs'), join(ROOT, 'out/electron/reference-worker.mjs')]

  it.skipIf(!isBuilt()).each(built)('%s reads the same references as this program, in a thread', async path => {
    expect(await usedBy(await studioWith(path))).toEqual(expected)
  })
})
