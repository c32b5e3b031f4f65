import { beforeEach, describe, expect, it } from 'vitest'
import type { TreeItem } from '@areal-studio/core/studio'
import { openWindow } from '../state/window.fixture'
import { duplicateEntry, removeFrom, renameEntry } from './entry-actions'

const ARCHIVE = 'Material.lib'
let window: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  window = await openWindow()
})

const rows = (): Promise<readonly TreeItem[]> => window.workspace.studio.list(ARCHIVE)
const names = async (): Promise<readonly string[]> => (await rows()).map(item => item.name)

describe('entries of an archive', () => {
  it('are removed together as one step; the archive of the selected one is selected then', async () => {
    const [first, second, ...rest] = await rows()
    if (!first || !second) throw new Error('the sample has too few')
    window.selection.select({ entry: second.path }, 'tree')
    await removeFrom([first, second])
    expect((await rows()).filter(item => item.state !== 'removed').map(item => item.name)).toEqual(
      rest.map(item => item.name),
    )
    expect(window.selection.entry).toBe(ARCHIVE)
    await window.workspace.undo()
    expect(await names()).toEqual([first.name, second.name, ...rest.map(item => item.name)])
    expect(window.workspace.info?.canUndo).toBe(false)
  })

  it('are renamed, and doubled under a name that is free, which is selected', async () => {
    const [first] = await rows()
    if (!first) throw new Error('the sample has none')
    await renameEntry(first, 'OTHER.1')
    expect((await names())[0]).toBe('OTHER.1')
    const renamed = (await rows())[0] ?? first
    await duplicateEntry(renamed)
    expect((await names()).at(-1)).toBe('OTHER_2.1')
    expect((await rows()).at(-1)?.path).toBe(window.selection.entry)
    await duplicateEntry(renamed)
    expect((await names()).at(-1)).toBe('OTHER_3.1')
  })
})
