import { beforeEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import { createPinia, setActivePinia } from 'pinia'
import { commandOf, runCommand } from '../commands/commands'
import { usePanes } from './panes.store'
import { rememberWith } from './remembered'
import { keepPlaceNow } from './kept-place'
import { useEntryTabs } from './entry-tabs'
import { REOPENED } from './opened-entries'
import { useSelection } from './selection.store'
import { followPlace, reopenPlace } from './use-kept-place'
import { MAP, openTwoMaps, SECOND } from './window.fixture'

const opened = (): readonly string[] => useSelection().opened.map(({ entry }) => entry)

describe('open entries', () => {
  beforeEach(() => {
    setActivePinia(createPinia())
  })

  it('are tabs in the order in which they were opened, each once', () => {
    const selection = useSelection()
    for (const entry of ['a', 'b', 'a', 'c', 'b']) selection.open(entry, 'tree')
    expect(opened()).toEqual(['a', 'b', 'c'])
    expect(selection.entry).toBe('b')
  })
  it('bring back what was selected in them, and say so to the panes', () => {
    const selection = useSelection()
    selection.select({ entry: 'a', path: 'x/1', paths: ['x/0', 'x/1'], range: [4, 8] }, 'form')
    selection.open('b', 'tree')
    expect(selection.selected).toMatchObject({ entry: 'b', path: null, paths: [], source: 'tree' })
    selection.open('a', 'tree')
    expect(selection.selected).toMatchObject({ path: 'x/1', paths: ['x/0', 'x/1'], range: [4, 8], source: REOPENED })
    selection.select({ entry: 'b', path: 'y' }, 'find')
    expect(selection.path).toBe('y')
  })
  it('close: the one that was active before follows; the last one stays', () => {
    const selection = useSelection()
    for (const entry of ['a', 'b', 'c', 'a']) selection.open(entry, 'tree')
    selection.close('a')
    expect([opened(), selection.entry]).toEqual([['b', 'c'], 'c'])
    selection.close('b')
    expect([opened(), selection.entry]).toEqual([['c'], 'c'])
    selection.close('c')
    expect([opened(), selection.entry]).toEqual([['c'], 'c'])
    selection.goBack()
    expect(opened()).toContain(selection.entry)
  })
  it('are walked round and round', () => {
    const selection = useSelection()
    for (const entry of ['a', 'b', 'c']) selection.open(entry, 'tree')
    selection.step(1)
    expect(selection.entry).toBe('a')
    selection.step(-1)
    expect(selection.entry).toBe('c')
    selection.step(-1)
    expect(selection.entry).toBe('b')
  })
  it('are not without number, and not of another install', () => {
    const selection = useSelection()
    for (let i = 0; i < 99; i++) selection.open(`${i}`, 'tree')
    expect(opened()).toHaveLength(32)
    expect(opened().at(-1)).toBe('98')
    selection.clear()
    expect(opened()).toEqual([])
  })
  it('follow records that move while another one is active', () => {
    const selection = useSelection()
    selection.select({ entry: 'a', path: 'x/3' }, 'form')
    selection.open('b', 'tree')
    selection.rebase('a', selected => ({ ...selected, path: 'x/4' }))
    selection.open('a', 'tree')
    expect(selection.path).toBe('x/4')
  })
})

describe('tabs', () => {
  it('show the name, the folder of equal names, and edits that are not packed', async () => {
    const { workspace, selection } = await openTwoMaps()
    for (const entry of [MAP, SECOND]) {
      await workspace.load(entry)
      selection.open(entry, 'tree')
    }
    const { tabs } = useEntryTabs()
    expect(tabs.value.map(tab => [tab.within, tab.isActive, tab.hasEdits])).toEqual([
      ['AutoMAP', false, false],
      ['Second', true, false],
    ])
    expect(new Set(tabs.value.map(tab => tab.name)).size).toBe(1)
    await workspace.assignAll(MAP, [{ path: 'areals/3/class_id', value: 9 }])
    await expect.poll(() => tabs.value.map(tab => tab.hasEdits)).toEqual([true, false])
  })
  it('are closed and changed by keys; Ctrl+W closes an entry where its tab is above the active pane', async () => {
    const { selection } = await openTwoMaps()
    const panes = usePanes()
    for (const entry of [MAP, SECOND]) selection.open(entry, 'tree')
    expect(commandOf('view.next-entry')?.keys).toContain('Mod+PageDown')
    runCommand('view.next-entry')
    expect(selection.entry).toBe(MAP)
    runCommand('view.previous-entry')
    expect(selection.entry).toBe(SECOND)
    panes.focused = 'form'
    panes.middle = 'viewport'
    runCommand('view.close-pane')
    expect(opened()).toHaveLength(2)
    panes.focused = 'viewport'
    runCommand('view.close-pane')
    expect([opened(), selection.entry]).toEqual([[MAP], MAP])
    expect(runCommand('view.close-entry')).toBe(false)
  })
  it('are there after a reload, by their names, and read when they are chosen', async () => {
    let kept: Record<string, unknown> = {}
    rememberWith({}, change => {
      kept = { ...kept, ...change }
    })
    const first = await openTwoMaps()
    followPlace()
    await first.workspace.load(SECOND)
    first.selection.select({ entry: SECOND, path: 'areals/2' }, 'test')
    await first.workspace.load(MAP)
    first.selection.select({ entry: MAP, path: 'areals/7' }, 'test')
    await nextTick()
    const names = useEntryTabs().tabs.value.map(tab => tab.name)
    keepPlaceNow()
    const { workspace, selection } = await openTwoMaps()
    followPlace()
    await reopenPlace()
    expect([opened(), selection.entry, selection.path]).toEqual([[SECOND, MAP], MAP, 'areals/7'])
    expect(workspace.replica(SECOND)).toBeUndefined()
    expect(useEntryTabs().tabs.value.map(tab => tab.name)).toEqual(names)
    selection.open(SECOND, 'tabs')
    expect(selection.path).toBe('areals/2')
  })
})
