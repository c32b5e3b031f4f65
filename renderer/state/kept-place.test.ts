import { nextTick } from 'vue'
import { beforeEach, expect, it } from 'vitest'
import { keepPlace, keepPlaceNow, keptPlace } from './kept-place'
import { rememberWith } from './remembered'
import { followPlace, reopenPlace } from './use-kept-place'
import { MAP, openWindow } from './window.fixture'

let sent: Record<string, unknown> = {}
beforeEach(() => {
  sent = {}
  rememberWith({}, change => {
    sent = { ...sent, ...change }
  })
})

/** The same window after a reload: only what was kept is known. */
async function reloaded(): Promise<Awaited<ReturnType<typeof openWindow>>> {
  keepPlaceNow()
  const window = await openWindow()
  followPlace()
  return window
}

it('after a reload the same records of the same entry are selected', async () => {
  const first = await openWindow()
  followPlace()
  await first.workspace.load(MAP)
  first.selection.select({ entry: MAP, path: 'areals/7', paths: ['areals/5', 'areals/7'] }, 'test')
  await nextTick()
  const { selection } = await reloaded()
  expect(selection.entry).toBeNull()
  expect(await reopenPlace()).toBe(true)
  expect([selection.entry, selection.path, selection.paths, selection.source]).toEqual([
    MAP,
    'areals/7',
    ['areals/5', 'areals/7'],
    'start',
  ])
})

it('records and entries that are no longer there are left out', async () => {
  const { workspace, selection } = await openWindow()
  const of = workspace.info?.workspace ?? ''
  keepPlace(of, { entry: 'gone.lib!#3', path: null })
  expect(await reopenPlace()).toBe(false)
  keepPlace(of, { entry: MAP, path: 'areals/99', paths: ['areals/99'] })
  expect(await reopenPlace()).toBe(true)
  expect([selection.entry, selection.path]).toEqual([MAP, null])
})

it('each workspace keeps a place of its own, part by part', () => {
  keepPlace('/a', { entry: MAP, path: 'areals/1', paths: [] })
  keepPlace('/b', { folders: ['DATA'] })
  keepPlace('/a', { scroll: { tree: { tree: [0, 240] } } })
  keepPlaceNow()
  expect(keptPlace('/a')).toMatchObject({ entry: MAP, path: 'areals/1', scroll: { tree: { tree: [0, 240] } } })
  expect(keptPlace('/b')).toMatchObject({ folders: ['DATA'] })
  expect(keptPlace('/c')).toEqual({})
})

it.each([[{ workspace: 5 }], ['text'], [{ workspace: '/a', scroll: { tree: { list: ['x'] } }, entry: 7, range: [1] }]])(
  'what was kept wrongly (%o) is no place',
  kept => {
    rememberWith({ places: [kept] }, () => undefined)
    expect(Object.keys(keptPlace('/a')).filter(name => !['workspace', 'scroll'].includes(name))).toEqual([])
  },
)
