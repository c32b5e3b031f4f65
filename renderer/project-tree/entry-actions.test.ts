import { beforeEach, describe, expect, it } from 'vitest'
import type { TreeItem } from '@areal-studio/core/studio'
import { useReferences, type ReferenceAnswer, type ReferenceQuestion } from '../state/references.store'
import { openWindow } from '../state/window.fixture'
import { duplicateEntry, removeFrom, renameEntry } from './entry-actions'

const ARCHIVE = 'Material.lib'
let window: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  window = await openWindow()
})

const rows = (): Promise<readonly TreeItem[]> => window.workspace.studio.list(ARCHIVE)
/** Gives the answer to the dialog about references. */
async function answered(work: Promise<unknown>, answer: ReferenceAnswer): Promise<ReferenceQuestion | null> {
  await expect.poll(() => useReferences().question).not.toBeNull()
  const { question } = useReferences()
  useReferences().answer(answer)
  await work
  return question
}

const names = async (): Promise<readonly string[]> => (await rows()).map(item => item.name)

describe('entries of an archive', () => {
  it('are removed together as one step; the archive of the selected one is selected then', async () => {
    const [first, second, ...rest] = await rows()
    if (!first || !second) throw new Error('the sample has too few')
    window.selection.select({ entry: second.path }, 'tree')
    const question = await answered(removeFrom([first, second]), 'all')
    expect(question?.breaks.length).toBeGreaterThan(0)
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
    await answered(renameEntry(first, 'OTHER.1'), 'all')
    expect((await names())[0]).toBe('OTHER.1')
    const renamed = (await rows())[0] ?? first
    await duplicateEntry(renamed)
    expect((await names()).at(-1)).toBe('OTHER_2.1')
    expect((await rows()).at(-1)?.path).toBe(window.selection.entry)
    await duplicateEntry(renamed)
    expect((await names()).at(-1)).toBe('OTHER_3.1')
  })
  it('take the references to them along, alone or not at all, as the answer is', async () => {
    const [first] = await rows()
    if (!first) throw new Error('the sample has none')
    const { studio } = window.workspace
    const { usedBy } = await studio.references(first.path)
    const asked = await answered(renameEntry(first, 'OTHER'), 'cancel')
    expect([asked?.act, asked?.to, asked?.follows.length]).toEqual(['rename', 'OTHER', usedBy.length])
    expect((await names())[0]).toBe(first.name)
    await answered(renameEntry(first, 'OTHER'), 'all')
    expect((await studio.references(first.path)).usedBy).toHaveLength(usedBy.length)
    await window.workspace.undo()
    await answered(renameEntry(first, 'OTHER'), 'alone')
    expect((await studio.references(first.path)).usedBy).toEqual([])
  })
})
