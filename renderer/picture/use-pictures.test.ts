import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Pictures } from '@areal-studio/core/format'
import { openWindow } from '../state/window.fixture'
import { useOpenEntry } from '../state/open-entry'
import { usePictures } from './use-pictures'

let window: Awaited<ReturnType<typeof openWindow>>
let scope: EffectScope
const isVisible = shallowRef(true)
let open: ReturnType<typeof useOpenEntry>
let pictures: ReturnType<typeof usePictures>
let entry = ''
beforeEach(async () => {
  window = await openWindow()
  isVisible.value = true
  entry = (await window.workspace.studio.list('Textures.lib'))[0]?.path ?? ''
  scope = effectScope()
  scope.run(() => {
    open = useOpenEntry(isVisible)
    pictures = usePictures({ replica: open.replica, before: open.pristine, isVisible })
  })
})
afterEach(() => {
  scope.stop()
})

/** The first pixel, as it is shown or kept. */
const texel = (found: Pictures | null | undefined): readonly number[] => [
  ...(found?.levels[0]?.pixels.subarray(0, 4) ?? []),
]
const select = async (path: string): Promise<void> => {
  window.selection.select({ entry: path }, 'test')
  await expect.poll(() => open.replica.value?.image.entry).toBe(path)
}

/** Inverts the first byte of the largest level. */
async function invertFirst(): Promise<void> {
  const { studio } = window.workspace
  const { revision, bytes } = await studio.read(entry)
  const offset = pictures.present.value?.levels[0]?.stored?.offset ?? 0
  const removed = bytes.slice(offset, offset + 1)
  const inserted = removed.map(byte => byte ^ 0xff)
  const label = { code: 'label.x', params: {} }
  await studio.commit({ label, edits: [{ entry, base: revision, splices: [{ offset, removed, inserted }] }] })
}

it('are those that the studio finds, decoded from the bytes of the window; after an edit before and now', async () => {
  await select(entry)
  await expect.poll(() => pictures.present.value?.levels.length).toBeGreaterThan(0)
  expect(pictures.present.value).toEqual(await window.workspace.studio.pictures(entry))
  const before = pictures.present.value
  await invertFirst()
  await expect.poll(() => pictures.present.value).not.toBe(before)
  expect(texel(pictures.present.value)).not.toEqual(texel(before))
  await expect.poll(() => pictures.original.value).toEqual(before)
  await window.workspace.undo()
  await expect.poll(() => pictures.present.value).toEqual(before)
})

it('are undefined while another entry is read, and null where it has none', async () => {
  await select(entry)
  await expect.poll(() => pictures.present.value?.levels.length).toBeGreaterThan(0)
  window.selection.select({ entry: 'Textures.lib' }, 'test')
  await nextTick()
  expect(pictures.present.value).toBeUndefined()
  await expect.poll(() => pictures.present.value).toBeNull()
})

it('are not decoded while the pane is hidden', async () => {
  isVisible.value = false
  await window.workspace.load(entry)
  await select(entry)
  await nextTick()
  expect(pictures.present.value).toBeUndefined()
  isVisible.value = true
  await expect.poll(() => pictures.present.value?.levels.length).toBeGreaterThan(0)
})
