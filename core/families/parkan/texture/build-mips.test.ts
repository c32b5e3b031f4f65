import { expect, it } from 'vitest'
import { knownFamily, MemoryFiles } from '../../../format'
import type { Bytes } from '../../../layout'
import { createStudio } from '../../../studio'
import { memoryHost } from '../../../studio/memory-host.fixture'
import { codeOf, hash } from '../../../studio/studio.fixture'
import { byteWriter } from '../byte-writer.fixture'
import { PARKAN } from '../parkan'

const TEXTURE = 'loose.tex'
const HEAD = 32

/** 2 x 2 pixels of four bytes and the one below them. */
const texture = (...pixels: readonly number[]): Bytes =>
  byteWriter()
    .u32(0x6d786554, 2, 2, 2, 0, 0, 7, 8888)
    .u32(...pixels)
    .done()

async function open(bytes: Bytes) {
  const game = new MemoryFiles({ 'iron_3d.exe': Uint8Array.of(77), [TEXTURE]: bytes }, { root: '/game' })
  const host = memoryHost({ hash, folders: new Map([['/game', game]]) })
  const { api } = createStudio({ host, families: [knownFamily(PARKAN)] })
  await api.open('/game')
  return api
}

it('smaller levels are built from the largest as one step, previewed, run, undone; where they are right nothing is done', async () => {
  const before = texture(0, 0x08080808, 0x10101010, 0x18181818, 0x55555555)
  const api = await open(before)
  const dry = await api.operate(TEXTURE, 'build-mips', { dryRun: true })
  expect([dry.commit, dry.counts, dry.entries.map(({ entry }) => entry)]).toEqual([null, { levels: 1 }, [TEXTURE]])
  expect((await api.read(TEXTURE)).bytes).toEqual(before)
  await api.operate(TEXTURE, 'build-mips', { dryRun: false, expect: dry.plan })
  const after = texture(0, 0x08080808, 0x10101010, 0x18181818, 0x0c0c0c0c)
  expect((await api.read(TEXTURE)).bytes).toEqual(after)
  const again = await api.operate(TEXTURE, 'build-mips', { dryRun: false })
  expect([again.commit, again.counts, again.entries]).toEqual([null, { levels: 0 }, []])
  expect((await api.history()).map(({ label }) => label.code)).toEqual(['label.build-mips'])
  await api.undo()
  expect((await api.read(TEXTURE)).bytes).toEqual(before)
})

it('a change since the preview, an operation that the entry does not have, and a damaged texture are met', async () => {
  const bytes = texture(0, 0, 0, 0x18181818, 0x55555555)
  const api = await open(bytes)
  const { plan } = await api.operate(TEXTURE, 'build-mips', { dryRun: true })
  const image = await api.read(TEXTURE)
  const edit = {
    entry: TEXTURE,
    base: image.revision,
    splices: [{ offset: HEAD, removed: Uint8Array.of(0), inserted: Uint8Array.of(200) }],
  }
  await api.commit({ label: { code: 'label.field-set', params: {} }, edits: [edit] })
  expect(await codeOf(api.operate(TEXTURE, 'build-mips', { dryRun: false, expect: plan }))).toBe('incoming.changed')
  expect(await codeOf(api.operate(TEXTURE, 'weld', { dryRun: true }))).toBe('operation.unknown')
  const damaged = await open(bytes.subarray(0, 40))
  expect((await damaged.operate(TEXTURE, 'build-mips', { dryRun: false })).commit).toBe(null)
})
