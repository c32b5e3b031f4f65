import { effectScope, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MAP, openWindow } from '../../state/window.fixture'
import { scenesBeside } from '../scene/scenes.fixture'
import { useMap } from './use-map'

let window: Awaited<ReturnType<typeof openWindow>>
let scope: EffectScope
const isVisible = shallowRef(true)
let map: ReturnType<typeof useMap>

beforeEach(async () => {
  window = await openWindow()
  isVisible.value = true
  scope = effectScope()
  map = scope.run(() => useMap(isVisible, scenesBeside(window.port))) ?? expect.unreachable()
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => map.state.value).toBe('ready')
  await expect.poll(() => map.isReading.value).toBe(false)
})
afterEach(() => {
  scope.stop()
})

it('selects records by the paths of their fields, each once, and not those that are not there', () => {
  const paths = ['areals/3/class_id', 'areals/3', 'areals/5', 'areals/999', 'cells/0']
  window.selection.select({ entry: MAP, paths, path: 'areals/3/class_id' }, 'test')
  expect([map.selected.value, map.primary.value]).toEqual([[3, 5], 3])
  window.selection.select({ entry: MAP, paths: [], path: null }, 'test')
  expect([map.selected.value, map.primary.value]).toEqual([[], undefined])
})

it('knows which records are edited, and what they were before', async () => {
  const was = map.fields.value['class_id']?.[4]
  expect(map.edited.value.size).toBe(0)
  await window.workspace.assignAll(MAP, [{ path: 'areals/4/class_id', value: 4711 }])
  await expect.poll(() => [...map.edited.value]).toEqual([4])
  expect([map.before(4, 'class_id'), map.before(4, 'no_field')]).toEqual([was, undefined])
  await window.workspace.undo()
  await expect.poll(() => map.edited.value.size).toBe(0)
})

it('compares nothing while nobody looks', async () => {
  isVisible.value = false
  await window.workspace.assignAll(MAP, [{ path: 'areals/4/class_id', value: 4711 }])
  expect(map.edited.value.size).toBe(0)
  isVisible.value = true
  await expect.poll(() => [...map.edited.value]).toEqual([4])
})

it('shows the worst problem of a record, and none of those that only inform', async () => {
  await window.workspace.assignAll(MAP, [{ path: 'areals/6/anchor', value: [1e9, 1e9, 0] }])
  await expect.poll(() => map.problems.value.has(6)).toBe(true)
  expect(['warning', 'error']).toContain(map.problems.value.get(6))
  expect([...map.problems.value.keys()].every(record => record < 30)).toBe(true)
})
