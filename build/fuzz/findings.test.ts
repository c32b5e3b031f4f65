import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FAMILIES } from '@areal-studio/core'
import { MemoryFiles } from '@areal-studio/core/format'
import { createStudio, type StudioApi } from '@areal-studio/core/studio'
import { memoryHost } from '../../core/studio/memory-host.fixture'
import { subjects } from './subjects'

/** Damaged files that found defects, recreated from the few bytes that matter. */
const archive =
  subjects(undefined).find(
    ({ path, bytes }) =>
      /\.(?:lib|rlb)$/i.test(path) && Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('NRes')) && bytes[8] !== 0,
  )?.bytes ?? new Uint8Array(0)

function opened(bytes: Uint8Array): { api: StudioApi } {
  const game = new MemoryFiles({ 'iron_3d.exe': new Uint8Array(2), 'few.lib': bytes }, { root: '/game' })
  return createStudio({
    host: memoryHost({
      hash: whole => createHash('sha256').update(whole).digest('hex'),
      folders: new Map([['/game', game]]),
    }),
    families: FAMILIES,
  })
}

describe('findings', () => {
  it('undo of a change to a row whose payload lies outside leaves no change', async () => {
    const bytes = archive.slice()
    const view = new DataView(bytes.buffer)
    const row = bytes.length - 64 * view.getUint32(8, true)
    view.setUint32(row + 56, 0x7fffff00, true)
    const { api } = opened(bytes)
    await api.open('/game')
    // The row's first attribute.
    const offset = row + 4
    const removed = bytes.slice(offset, offset + 2)
    const { entry, revision } = await api.read('few.lib')
    await api.commit({
      label: { code: 'label.field-set', params: {} },
      edits: [{ entry, base: revision, splices: [{ offset, removed, inserted: removed.map(byte => byte ^ 0x55) }] }],
    })
    await api.pack()
    expect(await api.changes()).toHaveLength(1)
    await api.undo()
    await api.pack()
    expect(await api.changes()).toEqual([])
    expect(Buffer.compare((await api.read('few.lib')).bytes, bytes)).toBe(0)
  })
})
