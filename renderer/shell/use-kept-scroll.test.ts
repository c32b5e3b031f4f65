import { effectScope, nextTick } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MAP, openTwoMaps, SECOND } from '../state/window.fixture'
import type { PaneId } from '../state/panes.store'
import { keepPlace, type Scrolled } from '../state/kept-place'
import { KeptScroll } from './kept-scroll'
import { useKeptScroll } from './use-kept-scroll'

/** A list that scrolls by itself, of the entry that is shown. */
class List {
  top = 0
  length = 1000
  readonly get = (): Scrolled => [0, this.top]
  readonly set = ([, top]: Scrolled): boolean => top <= this.length && ((this.top = top), true)
}

/** As much of an element as a pane needs that has no list of the browser. */
class Sign {
  readonly parentElement = { querySelectorAll: (): readonly Sign[] => [] }
}
vi.stubGlobal('Element', Sign)

let scope = effectScope()
beforeEach(() => {
  vi.useFakeTimers()
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

function pane(name: PaneId) {
  const [scroll, list] = [new KeptScroll(), new List()]
  scroll.setSign(new Sign())
  scroll.add('rows', list)
  scope.run(() => useKeptScroll(name, scroll))
  return { scroll, list }
}

async function twoMaps() {
  vi.useRealTimers()
  const window = await openTwoMaps()
  vi.useFakeTimers()
  return window
}

it('a view of an entry scrolls back to where it was when another tab was chosen', async () => {
  const { selection } = await twoMaps()
  const { list } = pane('hex')
  selection.open(MAP, 'tree')
  list.top = 640
  selection.open(SECOND, 'tree')
  list.top = 0
  vi.advanceTimersByTime(1000)
  expect(list.top).toBe(0)
  selection.open(MAP, 'tabs')
  vi.advanceTimersByTime(1000)
  expect(list.top).toBe(640)
})

it('waits until the list is long enough', async () => {
  const { selection } = await twoMaps()
  const { list } = pane('hex')
  selection.open(MAP, 'tree')
  list.top = 640
  selection.open(SECOND, 'tree')
  list.top = 0
  list.length = 0
  selection.open(MAP, 'tabs')
  vi.advanceTimersByTime(500)
  expect(list.top).toBe(0)
  list.length = 1000
  vi.advanceTimersByTime(500)
  expect(list.top).toBe(640)
})

it('a place that was chosen elsewhere comes before that, and other panes stay where they are', async () => {
  const { selection } = await twoMaps()
  const [{ list }, tree] = [pane('hex'), pane('tree')]
  selection.open(MAP, 'tree')
  list.top = tree.list.top = 640
  selection.open(SECOND, 'tree')
  list.top = 0
  selection.select({ entry: MAP, path: 'areals/3' }, 'find')
  vi.advanceTimersByTime(1000)
  expect([list.top, tree.list.top]).toEqual([0, 640])
})

it('shows what is selected now, not where the pane was at the last start', async () => {
  const { selection } = await twoMaps()
  const { list } = pane('hex')
  selection.open(MAP, 'tree')
  list.top = 640
  selection.open(SECOND, 'tree')
  list.length = 0
  selection.open(MAP, 'tabs')
  selection.select({ entry: MAP, path: 'areals/7' }, 'viewport')
  await nextTick()
  list.top = 120
  list.length = 1000
  vi.advanceTimersByTime(1000)
  expect(list.top).toBe(120)
})

it('a view that is built for what was chosen meanwhile shows that, not where it was when it was closed', async () => {
  const { selection, workspace } = await twoMaps()
  selection.open(MAP, 'tree')
  keepPlace(workspace.info?.workspace ?? '', { scroll: { hex: { rows: [0, 640] }, problems: { rows: [0, 640] } } })
  selection.select({ entry: MAP, path: 'areals/7' }, 'viewport')
  const [{ list }, other] = [pane('hex'), pane('problems')]
  vi.advanceTimersByTime(1000)
  expect([list.top, other.list.top]).toEqual([0, 640])
})
