import { effectScope, shallowRef } from 'vue'
import { expect, it } from 'vitest'
import { removeEntry } from '@areal-studio/core/edit'
import { MAP, openWindow } from '../workspace/window.fixture'
import { useMap } from './use-map'

it('shows no picture of a map that is gone, says so without a message beside it, and shows it once it is back', async () => {
  const window = await openWindow()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true))) ?? expect.unreachable()
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => map.state.value).toBe('ready')
  const areals = map.areals.value
  await window.workspace.submit({ code: 'label.x', params: {} }, [removeEntry((await window.port.studio.api.read(MAP)))])
  await expect.poll(() => map.state.value).toBe('gone')
  expect([map.picker.value, map.areals.value, window.workspace.notices]).toEqual([undefined, undefined, []])
  await window.workspace.undo()
  await expect.poll(() => map.state.value).toBe('ready')
  expect(map.areals.value?.recordCount).toBe(areals?.recordCount)
  scope.stop()
})
