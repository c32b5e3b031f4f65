import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Format, Pictures } from '@areal-studio/core/format'
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

it('follow an edit of another entry that their colours are borrowed from', async () => {
  await select(entry)
  const own = open.replica.value ?? expect.unreachable()
  const other = (await window.workspace.studio.list('Textures.lib'))[1] ?? expect.unreachable()
  /** A picture of one pixel whose red is the first byte of the other entry. */
  const borrowing: NonNullable<Format['pictures']> = async (_, opened) => {
    const colours = await opened.beside(other.name)
    const pixels = Uint8Array.of(colours?.bytes[0] ?? 0, 0, 0, 255)
    return { levels: [{ kind: 'rgba', width: 1, height: 1, pixels }], declared: 1, pixels: 'index' }
  }
  const format = { ...(own.format ?? expect.unreachable()), pictures: borrowing }
  const replica = shallowRef({ ...own, format })
  const { present } = scope.run(() => usePictures({ replica, before: shallowRef(), isVisible })) ?? expect.unreachable()
  const { bytes, revision } = await window.workspace.studio.read(other.path)
  await expect.poll(() => texel(present.value)[0]).toBe(bytes[0])
  const splices = [{ offset: 0, removed: bytes.slice(0, 1), inserted: Uint8Array.of((bytes[0] ?? 0) ^ 0xff) }]
  const edits = [{ entry: other.path, base: revision, splices }]
  await window.workspace.studio.commit({ label: { code: 'label.x', params: {} }, edits })
  await expect.poll(() => texel(present.value)[0]).toBe((bytes[0] ?? 0) ^ 0xff)
  await window.workspace.undo()
  await expect.poll(() => texel(present.value)[0]).toBe(bytes[0])
})
