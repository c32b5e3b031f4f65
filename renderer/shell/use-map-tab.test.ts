import { effectScope, nextTick } from 'vue'
import { expect, it } from 'vitest'
import { MAP, SECOND, openSecondInstall, openTwoMaps, type openWindow } from '../state/window.fixture'
import { useMapTab } from './use-map-tab'

type Window = Awaited<ReturnType<typeof openWindow>>
const scope = effectScope()
const tabOf = () => scope.run(() => useMapTab()) ?? expect.unreachable()

async function look(window: Window, entry: string): Promise<void> {
  await window.workspace.load(entry)
  window.selection.select({ entry }, 'test')
  await nextTick()
}
async function edit(window: Window, entry: string, value: number): Promise<void> {
  await window.workspace.load(entry)
  await window.workspace.assignAll(entry, [{ path: 'areals/1/class_id', value }])
  await expect.poll(() => window.workspace.info?.unpacked).toBeGreaterThan(0)
}

it('has a mark while the map that is shown has edits, whichever map has others', async () => {
  const window = await openTwoMaps()
  const tab = tabOf()
  expect([tab.name.value, tab.hasEdits.value]).toEqual(['', false])
  await edit(window, SECOND, 70)
  await expect.poll(() => window.workspace.changes.length).toBe(1)
  await look(window, MAP)
  expect([tab.name.value, tab.hasEdits.value]).toEqual(['AutoMAP', false])
  await look(window, SECOND)
  expect([tab.name.value, tab.hasEdits.value]).toEqual(['Second', true])
  await window.workspace.undo()
  await expect.poll(() => tab.hasEdits.value).toBe(false)
  await edit(window, SECOND, 71)
  await expect.poll(() => tab.hasEdits.value).toBe(true)
  await window.workspace.act(studio => studio.pack().then(() => null))
  await expect.poll(() => tab.hasEdits.value).toBe(false)
})

it('stays with the map while something without a picture is selected', async () => {
  const window = await openTwoMaps()
  const tab = tabOf()
  await look(window, MAP)
  await look(window, 'DATA/MAPS/Second/Land1.wea')
  expect(tab.name.value).toBe('AutoMAP')
})

it('forgets the map when another install is opened', async () => {
  const window = await openTwoMaps()
  const tab = tabOf()
  await edit(window, MAP, 70)
  await look(window, MAP)
  await expect.poll(() => tab.hasEdits.value).toBe(true)
  await openSecondInstall(window)
  await nextTick()
  expect([tab.name.value, tab.hasEdits.value]).toEqual(['', false])
  await look(window, MAP)
  expect([tab.name.value, tab.hasEdits.value]).toEqual(['AutoMAP', false])
})
