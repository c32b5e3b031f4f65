import { beforeEach, describe, expect, it } from 'vitest'
import type { Outcome, RegionTools } from '@areal-studio/core/format'
import { locate } from '@areal-studio/core/layout'
import { copyRecord } from '../value/copied-record'
import { insertCopied } from './copied-records'
import { openedOf } from './entry-reader'
import { MAP, openWindow } from './window.fixture'

let window: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  window = await openWindow()
})

/** Runs an operation of the map's tools, as the window does. */
async function operate(work: (tools: RegionTools) => Outcome | undefined): Promise<Outcome> {
  const replica = await window.workspace.load(MAP)
  const tools = await replica.format?.regions?.(openedOf(window.workspace, replica))
  if (!tools) throw new Error('the map has no tools')
  const outcome = work(tools) ?? expect.unreachable()
  const edits = outcome.edits.map(edit => ({ ...edit, base: replica.image.revision }))
  expect(await window.workspace.submit(outcome.label, edits)).toBe(true)
  return outcome
}
const numbers = (): readonly number[] =>
  window.selection.paths.map(path => Number(/^areals\/(\d+)$/.exec(path)?.[1] ?? NaN))

describe('undo selects what the operation was about', () => {
  for (const removed of [[0], [7], [29], [2, 3], [1, 2, 3, 9, 28]]) {
    it(`deleted areals ${removed.join(', ')}, and nothing that was renumbered`, async () => {
      const before = (await window.workspace.load(MAP)).image.bytes
      await operate(tools => tools.remove?.(removed))
      await window.workspace.undo()
      expect(window.workspace.replica(MAP)?.image.bytes).toEqual(before)
      expect(numbers()).toEqual(removed)
      expect(window.selection.path).toBe(`areals/${removed.at(-1)}`)

      await window.workspace.redo()
      expect(window.selection.paths).toEqual([window.selection.path])
      expect(window.selection.path).toBe(`areals/${Math.min(removed[0] ?? 0, 29 - removed.length)}`)
    })
  }

  it('areals that were merged', async () => {
    const replica = await window.workspace.load(MAP)
    const tools = await replica.format?.regions?.(openedOf(window.workspace, replica))
    const pair = [4, tools?.neighbours?.(4).find(other => other > 4) ?? -1]
    await operate(made => made.merge?.(pair))
    await window.workspace.undo()
    expect(numbers()).toEqual(expect.arrayContaining(pair))
    expect(
      numbers().every(
        number =>
          pair.includes(number) ||
          (tools?.neighbours?.(4).includes(number) ?? false) ||
          (tools?.neighbours?.(pair[1] ?? -1).includes(number) ?? false),
      ),
    ).toBe(true)
  })

  it('an areal whose corner was moved, but no lookup cell', async () => {
    const { document: whole } = await window.workspace.load(MAP)
    const corner = whole?.root.childNamed('areals')?.child(5).childNamed('vertices')?.child(0)
    const at = [0, 1, 2].map(axis => Number(corner?.child(axis).value))
    const to = [(at[0] ?? 0) + 30, (at[1] ?? 0) + 30, at[2] ?? 0] as const
    await operate(tools => tools.moveVertices?.([{ record: 5, vertex: 0, to }], { together: false }))
    await window.workspace.undo()
    expect(numbers()).toEqual([5])
  })

  it('a corner that was inserted, by the areals that have it', async () => {
    await operate(tools => tools.insertVertex?.(6, 0))
    await window.workspace.undo()
    expect(numbers()).toContain(6)
    expect(numbers().every(Number.isInteger)).toBe(true)
    expect(numbers().length).toBeLessThanOrEqual(2)
  })

  it('a link, where only a link was changed', async () => {
    await window.workspace.assignAll(MAP, [{ path: 'areals/3/links/0/area_ref', value: 9 }])
    await window.workspace.undo()
    expect(window.selection.path).toBe('areals/3/links/0/area_ref')
  })

  for (const [where, at] of [
    ['at the end', 30],
    ['between others', 8],
  ] as const) {
    it(`records that were selected before copies were inserted ${where}, each time`, async () => {
      const { document: whole } = await window.workspace.load(MAP)
      const record = copyRecord(locate(whole ?? expect.unreachable(), 'areals/3') ?? expect.unreachable())
      const insert = (): Promise<void> =>
        insertCopied(MAP, { array: 'areals', at }, [record ?? expect.unreachable(), record ?? expect.unreachable()])
      for (const selected of [
        ['areals/3', 'areals/12'],
        ['areals/7', 'areals/2'],
      ]) {
        window.selection.select({ entry: MAP, paths: selected }, 'test')
        await insert()
        expect(window.selection.paths).toEqual([`areals/${at}`, `areals/${at + 1}`])
        await window.workspace.undo()
        expect(window.selection.paths).toEqual(selected)
        expect(window.selection.path).toBe(selected[1])
        await window.workspace.redo()
        expect(window.selection.paths).toEqual([`areals/${at}`, `areals/${at + 1}`])
        await window.workspace.undo()
        expect(window.selection.paths).toEqual(selected)
      }
    })
  }

  it('the record at the place of a copy, where another entry was selected before it', async () => {
    const { document: whole } = await window.workspace.load(MAP)
    const record = copyRecord(locate(whole ?? expect.unreachable(), 'areals/3') ?? expect.unreachable())
    window.selection.select({ entry: 'DATA/MAPS/AutoMAP/Land.msh', path: 'x' }, 'test')
    await insertCopied(MAP, { array: 'areals', at: 30 }, [record ?? expect.unreachable()])
    await window.workspace.undo()
    expect(window.selection.paths).toEqual(['areals/29'])
  })
})
