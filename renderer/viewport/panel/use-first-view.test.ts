import { effectScope, nextTick, shallowRef } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberWith } from '../../state/remembered'
import { HOME, type Size, type View } from '../camera/camera'
import type { ViewOf } from '../camera/saved-cameras'
import { MapPicker } from '../geometry/map-picker'
import { mapSceneOf } from '../scene/map-scene'
import { useFirstView } from './use-first-view'
import { regionsItem } from '../scene/items.fixture'

const ENTRY = 'DATA/MAPS/SC_1/Land.map!#0'
const [FIRST, SECOND] = ['/user/workspaces/A', '/user/workspaces/B']

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', globalThis)
  rememberWith({}, () => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A map of one triangle. */
const mapOf = (entry: string): MapPicker => {
  const item = regionsItem({
    entry,
    recordCount: 1,
    positions: Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0),
    indices: Uint32Array.of(0, 1, 2),
    records: Uint32Array.of(0),
    rings: Uint32Array.of(0, 1, 2),
    ringStarts: Uint32Array.of(0, 3),
  })
  const scene = mapSceneOf([item]) ?? expect.unreachable()
  return new MapPicker(scene)
}

function open() {
  const picker = shallowRef<MapPicker>()
  const of = shallowRef<ViewOf>()
  const size = shallowRef<Size>({ width: 800, height: 600 })
  const view = shallowRef<View>(HOME)
  let homes = 0
  let changes = 0
  effectScope().run(() =>
    useFirstView({
      picker,
      of,
      size,
      view,
      setView: next => {
        view.value = next
      },
      goFirst: () => {
        homes++
        view.value = { ...HOME, distance: 999 }
      },
      changed: () => {
        changes++
      },
    }),
  )
  return {
    picker,
    size,
    homes: () => homes,
    changes: () => changes,
    distance: () => view.value.distance,
    /** Another install closes the map first. */
    async show(workspace: string, entry: string): Promise<void> {
      if (of.value?.workspace !== workspace) {
        of.value = picker.value = undefined
        await nextTick()
      }
      of.value = { workspace, entry }
      picker.value = mapOf(entry)
      await nextTick()
    },
    async move(distance: number): Promise<void> {
      view.value = { ...HOME, distance }
      await nextTick()
      vi.runAllTimers()
    },
  }
}

it('shows a map as it was left in its own install, as a whole in another install', async () => {
  const map = open()
  await map.show(FIRST, ENTRY)
  expect([map.homes(), map.distance()]).toEqual([1, 999])
  await map.move(10)
  await map.show(SECOND, ENTRY)
  expect([map.homes(), map.distance()]).toEqual([2, 999])
  await map.move(20)
  await map.show(FIRST, ENTRY)
  expect([map.homes(), map.distance()]).toEqual([2, 10])
  await map.show(SECOND, ENTRY)
  expect([map.homes(), map.distance()]).toEqual([2, 20])
})

it('keeps the view of each map of an install, and of one that is built again after an edit', async () => {
  const map = open()
  await map.show(FIRST, ENTRY)
  await map.move(10)
  const changes = map.changes()
  await map.show(FIRST, ENTRY)
  expect([map.distance(), map.changes()]).toEqual([10, changes])
  await map.show(FIRST, ENTRY.replace('SC_1', 'SC_2'))
  expect([map.distance(), map.changes()]).toEqual([999, changes + 1])
  await map.move(30)
  await map.show(FIRST, ENTRY)
  expect(map.distance()).toBe(10)
})

it('waits until there is room to see the map in', async () => {
  const map = open()
  map.size.value = { width: 0, height: 0 }
  await map.show(FIRST, ENTRY)
  expect(map.homes()).toBe(0)
  map.size.value = { width: 800, height: 600 }
  await nextTick()
  expect(map.homes()).toBe(1)
  map.size.value = { width: 400, height: 600 }
  await nextTick()
  expect(map.homes()).toBe(1)
})
