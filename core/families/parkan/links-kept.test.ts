import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../format'
import type { Bytes } from '../../layout'
import { createStudio, type StudioApi } from '../../studio'
import { memoryHost } from '../../studio/memory-host.fixture'
import { codeOf, hash } from '../../studio/studio.fixture'
import { PARKAN } from './parkan'
import { seededRandom } from './sample/random'
import { sampleByPath } from './sample/sample.fixture'

// What the index of references keeps on disk between starts, and how edits change it.

const FILES: Readonly<Record<string, Bytes>> = sampleByPath()
const UNIT = 'UNITS/UNITS/HERO/hero01.dat'
const ARCHIVES = ['Material.lib', 'Textures.lib', 'objects.rlb']

/** A game with its user, opened by one process after the other. */
function machine(files = FILES) {
  const read: string[] = []
  const game = new MemoryFiles(files, {
    root: '/game',
    // Missions are read for the notes in the list of the install.
    before: (operation, path) => void (operation === 'read' && !path.startsWith('MISSIONS') && read.push(path)),
  })
  const folders = new Map([['/game', game]])
  const start = async (): Promise<StudioApi> => {
    const { api } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
    await api.open('/game')
    read.length = 0
    return api
  }
  const kept = (): MemoryFiles => folders.get('/user/digest-cache') ?? new MemoryFiles()
  return { game, read, start, kept }
}

/** Who names the rows of these archives. */
async function users(api: StudioApi): Promise<readonly string[]> {
  const rows = (await Promise.all(ARCHIVES.map(path => api.list(path)))).flat()
  const found = await Promise.all(rows.map(({ path }) => api.references(path, '', 'usedBy')))
  return found.flatMap(({ entry, usedBy }) => usedBy.map(({ from, path, row }) => `${entry} ${from} ${path} ${row}`))
}

/** The same of an install of which nothing is kept. */
const fresh = async (files: Readonly<Record<string, Bytes>>) => users(await machine(files).start())

it('an unchanged install is not read again at the next start, and has the same references', async () => {
  const { read, start } = machine()
  const first = await users(await start())
  expect(first.length).toBeGreaterThan(50)
  expect(read).toContain(UNIT)
  const second = await start()
  expect(await users(second)).toEqual(first)
  expect(new Set(read)).toEqual(new Set(ARCHIVES))
})

it('a changed file is read again, the others are not', async () => {
  const { game, read, start } = machine()
  const api = await start()
  await users(api)
  const [link] = (await api.references(UNIT)).uses
  const changed = (FILES[UNIT] ?? new Uint8Array()).slice()
  changed.set([0x78], Buffer.from(changed).indexOf(link?.value ?? '?'))
  game.put(UNIT, changed)
  expect(await users(await start())).toEqual(await fresh({ ...FILES, [UNIT]: changed }))
  expect(new Set(read)).toEqual(new Set([UNIT, ...ARCHIVES]))
})

it('of a damaged file of the cache what is whole is used, and the rest is read and kept again', async () => {
  const { read, start, kept } = machine()
  const first = await users(await start())
  const whole = await kept().read('references.bin')
  const random = seededRandom(7)
  const flipped = whole.slice()
  for (let n = 0; n < 40; n++) flipped[Math.floor(random() * flipped.length)] = Math.floor(random() * 256)
  for (const damaged of [flipped, whole.subarray(0, whole.length - 100), whole.subarray(0, 9), Uint8Array.of(1, 2)]) {
    kept().put('references.bin', damaged)
    expect(await users(await start())).toEqual(first)
    expect(await users(await start())).toEqual(first)
    expect(new Set(read)).toEqual(new Set(ARCHIVES))
  }
})

it('after each edit the index is that of a process that reads the install then', { timeout: 120_000 }, async () => {
  const { start } = machine()
  const api = await start()
  const random = seededRandom(11)
  const rows = (await Promise.all(ARCHIVES.map(path => api.list(path)))).flat()
  for (let n = 0; n < 12; n++) {
    const row = rows[Math.floor(random() * rows.length)]
    const ending = /\.\w+$/.exec(row?.name ?? '')?.[0] ?? ''
    if (random() < 0.25) await api.undo()
    else await codeOf(api.rename(row?.path ?? '', `n_${n}${ending}`, { dryRun: false, follow: random() < 0.8 }))
    expect(await users(api)).toEqual(await users(await start()))
  }
})

it('an index that is cancelled says so, and is finished by the next call', async () => {
  const folders = new Map([['/game', new MemoryFiles(FILES, { root: '/game' })]])
  const { api, listen } = createStudio({ host: memoryHost({ hash, folders }), families: [knownFamily(PARKAN)] })
  await api.open('/game')
  const states: string[] = []
  listen('job', job => {
    if (job.words.code !== 'job.references') return
    states.push(job.state)
    if (states.length === 3) void api.cancel(job.id)
  })
  const [row] = await api.list('Material.lib')
  expect(await codeOf(api.references(row?.path ?? '', '', 'usedBy'))).toBe('job.cancelled')
  expect(states.at(-1)).toBe('cancelled')
  expect(await users(api)).toEqual(await fresh(FILES))
})
