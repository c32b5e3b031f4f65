import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FAMILIES } from '@areal-studio/core'
import { editFrom } from '@areal-studio/core/edit'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import type { Bytes } from '@areal-studio/core/layout'
import { createStudio, type StudioApi } from '@areal-studio/core/studio'
import { nodeHost } from '../node/node-host'
import { writeSample } from './sample-install'

const FILE = 'repeated.bin'
const RECORD = 12
let base: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'areal-meanwhile-')))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

/** Records of one look with a number in each: every place of one record looks like those of all others. */
function repeated(count: number, number: (i: number) => number): Bytes {
  const bytes = new Uint8Array(RECORD * count)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < count; i++) view.setUint16(RECORD * i + 10, number(i), true)
  return bytes
}

/** An install in which one file of repeated records was replaced by a longer one. */
async function replaced(count: number): Promise<StudioApi> {
  const game = join(base, 'game')
  writeSample(game, sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }))
  writeFileSync(
    join(game, FILE),
    repeated(count, i => i),
  )
  const { api } = createStudio({ host: nodeHost(join(base, 'user'), base), families: FAMILIES })
  await api.open(game)
  const image = await api.read(FILE)
  const inserted = repeated(count + 1, i => i ^ 5)
  const splices = [{ offset: 0, removed: image.bytes, inserted }]
  await api.commit({ label: { code: 'label.edit', params: {} }, edits: [editFrom(image, { splices })] })
  return api
}

/** Calls that were answered while this one was under way. */
async function answeredDuring(api: StudioApi, call: Promise<unknown>): Promise<number> {
  let [answers, isOver] = [0, false]
  const over = call.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await api.info()
    answers++
    await new Promise(setImmediate)
  }
  await over
  return answers
}

it('answers other calls while it compares 6 MB for a patch', async () => {
  const api = await replaced(500_000)
  expect(await answeredDuring(api, api.patch('mine'))).toBeGreaterThan(50)
}, 180_000)

it('answers other calls while it makes a recipe of a large edit', async () => {
  const api = await replaced(60_000)
  expect(await answeredDuring(api, api.recipe())).toBeGreaterThan(10)
}, 180_000)

it('answers other calls while it merges a large file', async () => {
  const api = await replaced(60_000)
  writeFileSync(
    join(base, 'game', FILE),
    repeated(60_002, i => i ^ 9),
  )
  await api.outside()
  expect(await answeredDuring(api, api.conflicts(FILE))).toBeGreaterThan(10)
}, 180_000)

it('hashes a large entry that is edited and packed in pieces', async () => {
  const game = join(base, 'game')
  writeSample(game, sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] }))
  writeFileSync(join(game, FILE), new Uint8Array(3_000_000))
  const machine = nodeHost(join(base, 'user'), base)
  let most = 0
  const hash = (bytes: Bytes): string => {
    most = Math.max(most, bytes.length)
    return machine.hash(bytes)
  }
  const { api } = createStudio({ host: { ...machine, hash }, families: FAMILIES })
  await api.open(game)
  const poke = async (to: number): Promise<void> => {
    const image = await api.read(FILE)
    const splices = [{ offset: 9, removed: image.bytes.slice(9, 10), inserted: Uint8Array.of(to) }]
    await api.commit({ label: { code: 'label.edit', params: {} }, edits: [editFrom(image, { splices })] })
  }
  await poke(1) // notes the original
  expect(most).toBe(3_000_000)
  most = 0
  await poke(2)
  await api.pack()
  expect(most).toBeLessThan(1_000_000)
  expect(await api.info()).toMatchObject({ changed: 1, unpacked: 0 })
  await api.undo()
  expect(await api.info()).toMatchObject({ changed: 1, unpacked: 1 })
}, 180_000)
