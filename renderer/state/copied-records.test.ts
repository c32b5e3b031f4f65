import { expect, it } from 'vitest'
import { locate } from '@areal-studio/core/layout'
import { copyRecord } from '../value/copied-record'
import { copiedAs, copiedRecords, insertCopied } from './copied-records'
import { useProblemRepair } from './problem-repair'
import { useSelection } from './selection.store'
import { MAP, openWindow } from './window.fixture'

it('copied records become new ones as one step, are selected, and undo takes them away', async () => {
  const { workspace } = await openWindow()
  const { document: whole } = await workspace.load(MAP)
  const node = locate(whole ?? expect.unreachable(), 'areals/3') ?? expect.unreachable()
  const record = copyRecord(node) ?? expect.unreachable()
  const before = workspace.replica(MAP)?.image.bytes ?? expect.unreachable()

  await insertCopied(MAP, { array: 'areals', at: 8 }, [record, record])
  const after = workspace.replica(MAP)?.document ?? expect.unreachable()
  expect(locate(after, 'areals')?.childCount).toBe(32)
  for (const path of ['areals/8', 'areals/9']) {
    const { offset, size } = locate(after, path) ?? expect.unreachable()
    expect([...after.bytes.subarray(offset, offset + size)]).toEqual([
      ...before.subarray(node.offset, node.offset + node.size),
    ])
  }
  expect(useSelection().selected).toMatchObject({ entry: MAP, path: 'areals/8', paths: ['areals/8', 'areals/9'] })

  await workspace.undo()
  expect(workspace.replica(MAP)?.image.bytes).toEqual(before)
})

it('a pasted areal, which no cell of the grid lists, is a problem whose repair lists it', async () => {
  const { workspace } = await openWindow()
  const { document: whole } = await workspace.load(MAP)
  const record = copyRecord(locate(whole ?? expect.unreachable(), 'areals/3') ?? expect.unreachable())
  await insertCopied(MAP, { array: 'areals', at: 30 }, [record ?? expect.unreachable()])
  const unlisted = () => workspace.problems.filter(({ code }) => code === 'areal-map.areal-in-no-cell')

  await workspace.check()
  const [problem = expect.unreachable()] = unlisted()
  expect(problem).toMatchObject({ params: { areal: 30 }, fix: { id: 'areal-map.list-areal' } })
  await useProblemRepair().repair(problem)
  await workspace.check()
  expect(unlisted()).toEqual([])
})

it('a text of the clipboard stands for the records that it was copied with, whatever its line ends are', () => {
  const record = { struct: 'row', value: 1, fields: [] }
  copiedRecords.value = { records: [record], title: 'Row 1', text: 'record\tkind\n1\t5' }
  expect(copiedAs('record\tkind\r\n1\t5')?.records).toEqual([record])
  expect(copiedAs('record\tkind\n1\t6')).toBeUndefined()
})
