import { effectScope } from 'vue'
import { expect, it } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import { MAP, openWindow } from '../../state/window.fixture'
import { findSubjectScene } from './scene-source'
import { scenesBeside } from './scenes.fixture'

/** Scenes of a window, and the calls to the studio that their worker made since they were taken last. */
async function openScenes() {
  const window = await openWindow()
  const calls: { readonly method: string; readonly args: readonly unknown[] }[] = []
  const scope = effectScope()
  const scenes =
    scope.run(() =>
      scenesBeside({
        call: (method, args) => {
          calls.push({ method, args })
          return window.port.call(method, args)
        },
      }),
    ) ?? expect.unreachable()
  const entriesRead = (): string[] =>
    calls.splice(0).flatMap(({ method, args }) => (method === 'readAll' ? (args[0] as string[]) : []))
  return { ...window, scenes, calls, entriesRead, scope }
}

it('builds the same scene as the window would, twice: what it sends away is not missing afterwards', async () => {
  const { workspace, scenes, scope } = await openScenes()
  const own = (await findSubjectScene(workspace, MAP)) ?? expect.unreachable()
  for (let time = 0; time < 2; time++) {
    const found = (await scenes.find(MAP)) ?? expect.unreachable()
    expect(found.items).toEqual(own.items)
    expect([...found.seen.keys()].sort()).toEqual([...own.read.keys()].sort())
  }
  scope.stop()
})

it('reads each entry once, several in one call, and after a commit those that it changed', async () => {
  const { workspace, scenes, calls, entriesRead, scope } = await openScenes()
  const before = (await scenes.find(MAP)) ?? expect.unreachable()
  expect(calls.filter(({ method }) => method === 'readAll').length).toBeLessThan(before.seen.size)
  expect(entriesRead().sort()).toEqual([...before.seen.keys()].sort())
  await scenes.find(MAP)
  expect(entriesRead()).toEqual([])
  await workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 70 }])
  const after = (await scenes.find(MAP)) ?? expect.unreachable()
  expect(entriesRead()).toEqual([MAP])
  const regions = after.items.find(item => item.kind === 'surface' && item.layer === 'regions')
  expect(regions).toMatchObject({ fields: { class_id: expect.objectContaining({ 3: 70 }) as unknown } })
  scope.stop()
})

it('knows which scenes are outdated, and keeps replicas of what was shown', async () => {
  const { workspace, scenes, scope } = await openScenes()
  const found = (await scenes.find(MAP)) ?? expect.unreachable()
  expect(found.replicas.get(MAP)).toBe(workspace.replica(MAP))
  expect(workspace.changedAt(MAP)).toBeLessThanOrEqual(found.seen.get(MAP) ?? -1)
  await workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 70 }])
  expect(workspace.changedAt(MAP)).toBeGreaterThan(found.seen.get(MAP) ?? Infinity)
  scope.stop()
})

it('sends the ground of a mission before its objects are ready', async () => {
  const { port, scenes, scope } = await openScenes()
  const missions = [...Object.keys(port.game.snapshot())].filter(path => path.endsWith('data.tma'))
  const mission = missions[0] ?? expect.unreachable()
  const order: string[][] = []
  const found = await scenes.find(mission, { part: items => order.push(items.map(({ layer }) => layer)) })
  expect(order).toEqual([expect.arrayContaining(['terrain', 'regions'])])
  expect(order[0]).not.toContain('objects')
  expect(found?.items.map(({ layer }) => layer)).toEqual(expect.arrayContaining(['terrain', 'regions', 'objects']))
  scope.stop()
})

it('ends a request that is cancelled, and answers the next one', async () => {
  const { port, scenes, scope } = await openScenes()
  let release = (): void => undefined
  port.held = new Promise<void>(done => {
    release = done
  })
  const stop = new AbortController()
  const cancelled = scenes.find(MAP, { signal: stop.signal })
  stop.abort()
  await expect(cancelled).rejects.toThrow('aborted')
  release()
  expect((await scenes.find(MAP))?.items.length).toBeGreaterThan(0)
  scope.stop()
})

it('rejects with the error of the studio where an entry is missing, and when it is closed', async () => {
  const { port, scenes, scope } = await openScenes()
  const missing = await scenes.find('NO/FILE.map').catch((error: unknown) => error)
  expect(missing).toBeInstanceOf(StudioError)
  expect(missing).toMatchObject({ code: 'entry.missing' })
  port.held = new Promise(() => undefined)
  const open = scenes.find(MAP)
  scope.stop()
  await expect(open).rejects.toThrow('closed')
})

it('paints the entries that can be read, and notifies of the others', async () => {
  const { workspace, scenes, scope } = await openScenes()
  const { items } = (await scenes.find(MAP)) ?? expect.unreachable()
  const painted = items.find(item => item.kind === 'surface' && item.layer === 'terrain')?.entry ?? expect.unreachable()
  const before = workspace.notices.length
  const { tables } = await scenes.paints([painted, 'NO/FILE.msh'])
  expect([...tables.keys()]).toEqual([painted])
  expect(workspace.notices.slice(before)).toMatchObject([{ words: { code: 'refusal.entry.missing' } }])
  scope.stop()
})
