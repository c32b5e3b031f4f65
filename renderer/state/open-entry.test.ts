import { effectScope, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addEntry } from '@areal-studio/core/edit'
import { locate } from '@areal-studio/core/layout'
import { MAP, openWindow } from './window.fixture'
import { useOpenEntry } from './open-entry'
import { useText } from './settings.store'

const ARCHIVE = 'DATA/MAPS/AutoMAP/Land.map'
let window: Awaited<ReturnType<typeof openWindow>>
let scope: EffectScope
let pane: ReturnType<typeof useOpenEntry>
beforeEach(async () => {
  window = await openWindow()
  scope = effectScope()
  pane = scope.run(() => useOpenEntry(shallowRef(true))) ?? expect.unreachable()
})
afterEach(() => {
  scope.stop()
})

/** One more row behind the first entry. */
async function addRow(): Promise<string> {
  const { api } = window.port.studio
  const image = await api.read(MAP)
  const entry = await api.nextEntry(ARCHIVE)
  await api.commit({
    label: { code: 'label.x', params: {} },
    edits: [addEntry(entry, image.revision, { ...image.attributes, name: 'more', row: 1 }, Uint8Array.of(1, 2, 3))],
  })
  return entry
}

it('says that an entry is gone which an undo took away, and shows it when a redo brings it back', async () => {
  const entry = await addRow()
  window.selection.select({ entry }, 'test')
  await expect.poll(() => pane.state.value).toBe('ready')
  await window.workspace.undo()
  await expect.poll(() => pane.state.value).toBe('gone')
  expect(window.workspace.notices).toEqual([])
  await window.workspace.redo()
  await expect.poll(() => pane.state.value).toBe('ready')
  expect(pane.replica.value?.image.bytes).toEqual(Uint8Array.of(1, 2, 3))
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => pane.pristine.value).toEqual((await window.port.studio.api.read(MAP)).bytes)
})

it('says where an entry cannot be read, once, and asks again when it is looked at again', async () => {
  window.port.instead = {
    method: 'read',
    answer: () => Promise.resolve({ ok: false, code: 'file.unreadable', params: {} }),
  }
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => pane.state.value).toBe('failed')
  expect(window.workspace.notices).toHaveLength(1)
  window.selection.clear()
  await expect.poll(() => pane.state.value).toBe('none')
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => pane.state.value).toBe('ready')
})

it('tells which fields differ also where bytes were put in behind them', async () => {
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => pane.before.value).toBeDefined()
  const field = (path: string) => locate(pane.document.value ?? expect.unreachable(), path) ?? expect.unreachable()
  const { bytes, revision } = pane.replica.value?.image ?? expect.unreachable()
  const { offset } = field('areals/1/class_id')
  await window.workspace.submit({ code: 'label.x', params: {} }, [
    {
      entry: MAP,
      base: revision,
      splices: [
        { offset, removed: bytes.slice(offset, offset + 1), inserted: Uint8Array.of(77) },
        { offset: bytes.length, removed: new Uint8Array(), inserted: new Uint8Array(2) },
      ],
    },
  ])
  await expect.poll(() => pane.replica.value?.image.bytes.length).toBe(bytes.length + 2)
  expect(
    ['areals/0/class_id', 'areals/1/class_id', 'areals/1', 'areals/2/class_id'].map(path => pane.isEdited(field(path))),
  ).toEqual([false, true, true, false])
})

it('says that a file changed by another program waits for a choice, and leads back to it as often as it is asked', async () => {
  const { workspace, selection, port } = window
  const { document: whole, image } = await workspace.load(MAP)
  const field = (whole && locate(whole, 'areals/3/class_id')?.offset) ?? expect.unreachable()
  const bytes = (await port.game.read(ARCHIVE)).slice()
  const start = bytes.findIndex((_, at) => image.bytes.subarray(0, 64).every((byte, i) => bytes[at + i] === byte))
  bytes[start + field] = (bytes[start + field] ?? 0) ^ 255
  await workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 77 }])
  await port.game.write(ARCHIVE, bytes)
  if (!(await workspace.open('/game'))) throw new Error('the install was refused')
  await expect.poll(() => workspace.unresolved.map(({ params }) => params['file'])).toEqual([ARCHIVE])
  selection.select({ entry: MAP }, 'test')
  await expect.poll(() => pane.state.value).toBe('ready')
  const text = useText()
  await expect.poll(() => pane.locked.value).toBe(text.say('ui.pane.unresolved'))
  expect(pane.canEdit.value).toBe(false)
  for (let times = 0; times < 2; times++) {
    workspace.resolveFirst()
    expect(workspace.resolving).toBe(ARCHIVE)
    workspace.resolving = null
    expect(workspace.unresolved).toHaveLength(1)
  }
})
