import { effectScope, nextTick, shallowRef, watch } from 'vue'
import { expect, it, vi } from 'vitest'
import { addEntry, removeEntry } from '@areal-studio/core/edit'
import { MAP, SECOND, TestPort, openTwoMaps, openWindow } from '../../state/window.fixture'
import { useShell } from '../../commands/shell.store'
import { usePanes, type Dock, type PaneId } from '../../state/panes.store'
import { openedOf } from '../../state/entry-reader'
import { anchorOf } from '../scene/map-scene'
import { scenesBeside } from '../scene/scenes.fixture'
import { useMap } from './use-map'
import { useMapToFront } from './use-map-to-front'

it('shows no picture of a map that is gone, says so without a message beside it, and shows it once it is back', async () => {
  const window = await openWindow()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(window.port))) ?? expect.unreachable()
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => map.state.value).toBe('ready')
  const areals = map.regions.value
  await window.workspace.submit({ code: 'label.x', params: {} }, [removeEntry(await window.port.studio.api.read(MAP))])
  await expect.poll(() => map.state.value).toBe('gone')
  expect([map.picker.value, map.regions.value, window.workspace.notices]).toEqual([undefined, undefined, []])
  await window.workspace.undo()
  await expect.poll(() => map.state.value).toBe('ready')
  expect(map.regions.value?.recordCount).toBe(areals?.recordCount)
  scope.stop()
})

it('follows a file beside its mission that is missing, is added, and is taken back by undo', async () => {
  const port = new TestPort()
  const sky = (await port.game.list()).map(({ path }) => path).find(path => path.endsWith('/sky.ske')) ?? ''
  const bytes = await port.game.read(sky)
  port.game.delete(sky)
  const window = await openWindow(port)
  const { workspace } = window
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(port))) ?? expect.unreachable()
  window.selection.select({ entry: sky.replace('sky.ske', 'data.tma') }, 'test')
  await expect.poll(() => map.picker.value?.map.sky?.missing?.code).toBe('notice.mission.no-sky')
  await workspace.submit({ code: 'label.x', params: {} }, [addEntry(sky, 0, {}, bytes)])
  await expect.poll(() => map.picker.value?.map.sky?.missing).toBeUndefined()
  await workspace.undo()
  await expect.poll(() => map.picker.value?.map.sky?.missing?.code).toBe('notice.mission.no-sky')
  await workspace.redo()
  await expect.poll(() => map.picker.value?.map.sky?.missing).toBeUndefined()
  scope.stop()
})

for (const order of [
  [MAP, SECOND],
  [SECOND, MAP],
  [MAP, SECOND, MAP, SECOND],
]) {
  it(`draws the first edit of a map opened after ${order.length - 1} others`, async () => {
    const window = await openTwoMaps()
    const scope = effectScope()
    const map = scope.run(() => useMap(shallowRef(true), scenesBeside(window.port))) ?? expect.unreachable()
    for (const entry of order) {
      window.selection.select({ entry }, 'test')
      await expect.poll(() => map.regions.value?.entry).toBe(entry)
      await expect.poll(() => map.isReading.value).toBe(false)
    }
    const last = order.at(-1) ?? ''
    for (const value of [70, 71, 72]) {
      await window.workspace.assignAll(last, [{ path: 'areals/3/class_id', value }])
      await nextTick()
      expect(map.fields.value['class_id']?.[3]).toBe(value)
    }
    await window.workspace.undo()
    await nextTick()
    expect(map.fields.value['class_id']?.[3]).toBe(71)
    scope.stop()
  })
}

it('draws an edit that is committed while the map is being read', async () => {
  const window = await openTwoMaps()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(window.port))) ?? expect.unreachable()
  await window.workspace.load(SECOND)
  let release = (): void => undefined
  window.port.held = new Promise<void>(done => {
    release = done
  })
  window.selection.select({ entry: SECOND }, 'test')
  await nextTick()
  const edit = window.workspace.assignAll(SECOND, [{ path: 'areals/3/class_id', value: 70 }])
  release()
  await edit
  await expect.poll(() => map.state.value).toBe('ready')
  await expect.poll(() => map.fields.value['class_id']?.[3]).toBe(70)
  scope.stop()
})

it('stays with the shown map that is selected again while another one is being read', async () => {
  const window = await openTwoMaps()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(window.port))) ?? expect.unreachable()
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => map.regions.value?.entry).toBe(MAP)
  await expect.poll(() => map.isReading.value).toBe(false)
  let release = (): void => undefined
  window.port.held = new Promise<void>(done => {
    release = done
  })
  window.selection.select({ entry: SECOND }, 'test')
  await nextTick()
  expect(map.isReading.value).toBe(true)
  window.selection.select({ entry: MAP }, 'test')
  await nextTick()
  release()
  await window.workspace.load(SECOND)
  await new Promise(done => setTimeout(done, 50))
  expect([map.regions.value?.entry, map.isReading.value]).toEqual([MAP, false])
  await window.workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 70 }])
  await nextTick()
  expect(map.fields.value['class_id']?.[3]).toBe(70)
  scope.stop()
})

it('never shows a map that another one was selected in place of when its scene had arrived', async () => {
  const window = await openTwoMaps()
  const scope = effectScope()
  const scenes = scope.run(() => scenesBeside(window.port)) ?? expect.unreachable()
  const arrived: string[] = []
  const find: typeof scenes.find = async (entry, options) => {
    const found = await scenes.find(entry, options)
    arrived.push(entry)
    // In the task after this one: what was found is not on the screen yet.
    if (entry === MAP) setTimeout(() => window.selection.select({ entry: SECOND }, 'test'))
    return found
  }
  const map = scope.run(() => useMap(shallowRef(true), { find })) ?? expect.unreachable()
  const shown: unknown[] = []
  scope.run(() => watch(map.regions, item => shown.push(item?.entry), { flush: 'sync' }))
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => [map.state.value, map.isReading.value]).toEqual(['ready', false])
  expect([arrived, shown]).toEqual([[MAP, SECOND], [SECOND]])
  scope.stop()
})

it('finds regions under the pointer as soon as a map is shown', async () => {
  const { selection, port } = await openWindow()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(port))) ?? expect.unreachable()
  const found: unknown[] = []
  scope.run(() =>
    watch(
      map.picker,
      picker => {
        const item = map.regions.value
        const anchor = item && anchorOf(item, 3)
        if (picker && anchor) found.push(picker.around(anchor, 0, () => false))
      },
      { flush: 'sync' },
    ),
  )
  selection.select({ entry: MAP }, 'test')
  await expect.poll(() => map.state.value).toBe('ready')
  expect(found.at(-1)).toEqual([3])
  scope.stop()
})

it('says nothing of a selected areal while its number means another one on the map, after a deletion is undone', async () => {
  const { workspace, selection, port } = await openWindow()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(port))) ?? expect.unreachable()
  await workspace.load(MAP)
  await workspace.assignAll(
    MAP,
    [...Array(30).keys()].map(n => ({ path: `areals/${n}/class_id`, value: 100 + n })),
  )
  selection.select({ entry: MAP, path: 'areals/7' }, 'test')
  await expect.poll(() => map.primary.value).toBe(7)
  const seen = new Set<string>()
  const note = (): void => {
    for (const record of [...map.selected.value, ...(map.primary.value === undefined ? [] : [map.primary.value])])
      seen.add(`${selection.path} is drawn as class ${map.fields.value['class_id']?.[record]}`)
  }
  scope.run(() => {
    watch([map.primary, map.selected, map.fields, () => selection.path], note)
  })
  const replica = await workspace.load(MAP)
  const tools = await replica.format?.regions?.(openedOf(workspace, replica))
  const { label, edits } = tools?.remove?.([7]) ?? expect.unreachable()
  await workspace.submit(
    label,
    edits.map(edit => ({ ...edit, base: replica.image.revision })),
  )
  await expect.poll(() => [map.primary.value, map.regions.value?.recordCount]).toEqual([7, 29])
  expect([...seen]).toEqual(['areals/7 is drawn as class 108'])
  seen.clear()
  await workspace.undo()
  await expect.poll(() => [map.primary.value, map.regions.value?.recordCount]).toEqual([7, 30])
  expect([...seen]).toEqual(['areals/7 is drawn as class 107'])
  expect([map.selected.value, map.fields.value['class_id']?.[7]]).toEqual([[7], 107])
  scope.stop()
})

it('shows what cannot be drawn as what it is, in place of a map that has nothing to do with it, and the map again', async () => {
  const { selection, port } = await openWindow()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(port))) ?? expect.unreachable()
  selection.select({ entry: MAP }, 'test')
  await expect.poll(() => map.state.value).toBe('ready')
  expect([map.isOther.value, usePanes().undrawn]).toEqual([false, null])
  const picker = map.picker.value

  const material = (await port.studio.api.list('Material.lib'))[0]?.path ?? expect.unreachable()
  selection.select({ entry: material }, 'test')
  await expect.poll(() => map.isOther.value).toBe(true)
  expect(usePanes().undrawn).toBe(material)
  // While another entry of that kind is loaded, the old map is not shown in between.
  const next = (await port.studio.api.list('Material.lib'))[1]?.path ?? expect.unreachable()
  selection.select({ entry: next }, 'test')
  await nextTick()
  expect(map.isOther.value).toBe(true)
  await expect.poll(() => usePanes().undrawn).toBe(next)

  selection.select({ entry: MAP, path: 'areals/3' }, 'test')
  await nextTick()
  expect([map.isOther.value, usePanes().undrawn, map.picker.value]).toEqual([false, null, picker])
  scope.stop()
})

it('a map that is opened by name comes to the front, unless another view of it lies there', async () => {
  const { workspace } = await openWindow()
  const panes = usePanes()
  const shown: string[] = []
  let front: PaneId = 'deploy'
  panes.dock = { before: () => front, show: (pane: PaneId) => shown.push(pane) } as unknown as Dock
  const scope = effectScope()
  scope.run(() => useMapToFront())
  useShell().opened = { entry: MAP }
  await expect.poll(() => shown).toEqual(['viewport'])
  front = 'hex'
  useShell().opened = { entry: MAP }
  const material = (await workspace.studio.list('Material.lib'))[0]?.path ?? expect.unreachable()
  front = 'deploy'
  useShell().opened = { entry: material }
  await workspace.load(material)
  await new Promise(done => setTimeout(done, 50))
  front = 'hex'
  useShell().opened = { entry: MAP.split('!')[0] ?? '' }
  await new Promise(done => setTimeout(done, 50))
  expect(shown).toEqual(['viewport'])
  scope.stop()
})

for (const [rest, isGroundShown] of [
  [249, false],
  [251, true],
] as const) {
  it(`${isGroundShown ? 'draws' : 'does not draw'} the ground alone where the rest of a map takes ${rest} milliseconds more`, async () => {
    const { selection, port } = await openWindow()
    const scope = effectScope()
    const scenes = scope.run(() => scenesBeside(port)) ?? expect.unreachable()
    const found = (await scenes.find(MAP)) ?? expect.unreachable()
    const later = setTimeout // no timer of the map runs while something is awaited with it
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let isAsked = false
      const find: typeof scenes.find = async (_, { part } = {}) => {
        part?.(found.items)
        isAsked = true
        await new Promise(done => setTimeout(done, rest))
        return found
      }
      const map = scope.run(() => useMap(shallowRef(true), { find })) ?? expect.unreachable()
      const partial: boolean[] = []
      scope.run(() => watch(map.isPartial, isPartial => partial.push(isPartial), { flush: 'sync' }))
      selection.select({ entry: MAP }, 'test')
      while (!isAsked) await new Promise(done => later(done, 0))
      await vi.advanceTimersByTimeAsync(rest - 1)
      expect([map.isPartial.value, map.picker.value !== undefined]).toEqual([isGroundShown, isGroundShown])
      await vi.advanceTimersByTimeAsync(1000)
      expect([map.state.value, map.isPartial.value]).toEqual(['ready', false])
      expect(partial).toEqual(isGroundShown ? [true, false] : [])
    } finally {
      vi.useRealTimers()
      scope.stop()
    }
  })
}
