import { describe, expect, it } from 'vitest'
import { StudioError } from '../../format'
import type { Bytes } from '../../layout'
import type { OutsideAnswer } from '../api'
import type { Studio } from '../studio'
import { files, hash, MAP, openBench, poke, present, type Bench } from '../studio.fixture'

const POINTS = `${MAP}!#0`
const RAW = `${MAP}!#2`
const LOOSE = 'DATA/loose.pts'
type Change = readonly [entry: string, offset: number, to: number]

const codeOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'done', (error: unknown) => (error instanceof StudioError ? error.code : String(error)))
const answer = (studio: Studio, one: OutsideAnswer['answer']): ReturnType<Studio['api']['settle']> => studio.api.settle([{ file: MAP, answer: one }])

/** What a studio packs of these changes. */
async function mapWith(...changes: readonly Change[]): Promise<Bytes> {
  const { studio, store } = await openBench()
  for (const [entry, offset, to] of changes) await poke(studio, entry, offset, to)
  await studio.api.pack()
  return store().read(`overlay/${MAP}`)
}

/** The map as it would be packed now. */
const mapOf = (studio: Studio): Promise<Bytes> => present(studio, MAP)
const pristineMap = (): Bytes => files()[MAP] ?? new Uint8Array(0)

interface Case {
  readonly title: string
  readonly isDeployed: boolean
  readonly isPacked: boolean
  readonly isFitting: boolean
}
const CASES: readonly Case[] = [
  { title: 'never packed', isDeployed: false, isPacked: false, isFitting: false },
  { title: 'packed', isDeployed: false, isPacked: true, isFitting: false },
  { title: 'packed, and the edits fit', isDeployed: false, isPacked: true, isFitting: true },
  { title: 'deployed', isDeployed: true, isPacked: true, isFitting: false },
]
const OURS: readonly Change[] = [[RAW, 0, 40], [RAW, 0, 50], [POINTS, 4, 50]]
/** What edits no longer fit: a value on the way to ours is gone. */
const THEIRS = ({ isFitting, isDeployed }: Case): readonly Change[] => [...(isDeployed ? OURS.slice(1) : isFitting ? [] : [[RAW, 0, 50] as const]), [POINTS, 8, 70]]

/** Ours beside an edit of another file; then another program writes its change. */
async function changed(one: Case): Promise<{ readonly bench: Bench; readonly ours: Bytes; readonly theirs: Bytes }> {
  const bench = await openBench()
  const { api } = bench.studio
  await poke(bench.studio, LOOSE, 4, 9)
  for (const [entry, offset, to] of OURS) await poke(bench.studio, entry, offset, to)
  const ours = await mapOf(bench.studio)
  if (one.isPacked) await api.pack()
  if (one.isDeployed) await api.deploy()
  const theirs = await mapWith(...THEIRS(one))
  bench.game.put(MAP, theirs)
  return { bench, ours, theirs }
}

describe.each(CASES)('a file changed by another program, $title', one => {
  it('is told, and nobody answers for it', async () => {
    const { bench } = await changed(one)
    expect(await bench.studio.api.outside()).toEqual([{ file: MAP, isFitting: one.isFitting, isDeployed: one.isDeployed }])
  })

  it.each(['reload', 'mine', 'merge'] as const)('is settled by %s: the install stays, undo goes back and redo there again, a restart tells the same', async said => {
    const { bench, ours, theirs } = await changed(one)
    const game = bench.game.snapshot()
    expect(await answer(bench.studio, said)).toEqual([])
    expect(bench.game.snapshot()).toEqual(game)
    const merged = await mapWith(...OURS, [POINTS, 8, 70])
    const expected = { reload: theirs, mine: ours, merge: merged }[said]
    expect(await mapOf(bench.studio)).toEqual(expected)
    expect((await bench.studio.api.read(RAW)).isEditable).toBe(true)
    const again = await bench.again()
    expect(await mapOf(again)).toEqual(expected)
    expect((await again.api.info())?.notices.map(({ code }) => code)).toEqual([])
    if (one.isFitting && said === 'merge') return // nothing was left to do
    if (!one.isDeployed || said !== 'mine') {
      await again.api.undo()
      expect(await mapOf(again)).toEqual(said === 'mine' ? theirs : ours)
      await again.api.redo()
    }
    expect(await mapOf(again)).toEqual(expected)
    expect((await present(again, LOOSE))[4]).toBe(9)
    expect(await bench.store().read(`backup/${hash(theirs)}`)).toEqual(theirs)
  })

  it.each(['reload', 'mine', 'merge'] as const)('that was settled by %s is edited, packed, deployed without a question and returned to the original', async said => {
    const { bench, theirs } = await changed(one)
    const original = one.isDeployed && said !== 'reload' ? pristineMap() : theirs
    await answer(bench.studio, said)
    await poke(bench.studio, RAW, 1, 99)
    const wanted = await mapOf(bench.studio)
    await bench.studio.api.pack()
    await bench.studio.api.deploy()
    expect(await bench.game.read(MAP)).toEqual(wanted)
    const again = await bench.again()
    expect(await again.api.info()).toMatchObject({ state: 'deployed', unpacked: 0, notices: [] })
    expect(await mapOf(again)).toEqual(wanted)
    await again.api.restore()
    expect(await bench.game.read(MAP)).toEqual(original)
    expect(await mapOf(await bench.again())).toEqual(wanted)
  })

  it('whose steps are all undone is theirs, and every step is done again', async () => {
    const { bench, theirs } = await changed(one)
    await answer(bench.studio, 'reload')
    while ((await bench.studio.api.undo()) !== null) { /* to the start */ }
    expect(await mapOf(bench.studio)).toEqual(theirs)
    while ((await bench.studio.api.redo()) !== null) { /* to the end */ }
    expect(await mapOf(bench.studio)).toEqual(theirs)
    expect((await present(bench.studio, LOOSE))[4]).toBe(9)
  })
})

describe('an answer to a file of another program', () => {
  it('that was reloaded and packed leaves nothing for deploy to write over it', async () => {
    const [, one] = CASES
    if (!one) throw new Error('no case')
    const { bench, theirs } = await changed(one)
    await answer(bench.studio, 'reload')
    await bench.studio.api.deploy()
    expect(await bench.game.read(MAP)).toEqual(theirs)
    expect((await bench.studio.api.changes()).map(({ file }) => file)).toEqual([LOOSE])
  })

  it('to merge what both changed otherwise is refused, and nothing is another one', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 50)
    bench.game.put(MAP, await mapWith([RAW, 0, 60]))
    await bench.studio.api.outside()
    const [steps, notices] = [await bench.studio.api.history(), (await bench.studio.api.info())?.notices]
    const told: number[] = []
    bench.studio.listen('commit', commit => told.push(commit.revision))
    expect(await codeOf(answer(bench.studio, 'merge'))).toBe('deploy.conflicts')
    expect(told).toEqual([])
    expect(await bench.studio.api.history()).toEqual(steps)
    expect((await bench.studio.api.info())?.notices).toEqual(notices)
    expect(await bench.studio.api.outside()).toHaveLength(1)
    await answer(bench.studio, 'mine')
    expect((await present(bench.studio, RAW))[0]).toBe(50)
  })

  it('for a file that nobody changed is refused', async () => {
    const { studio } = await openBench()
    expect(await codeOf(answer(studio, 'reload'))).toBe('outside.no-file')
  })

  it('is asked for in a process that did not make the edits', async () => {
    const bench = await openBench()
    const other = await bench.again()
    await poke(other, RAW, 0, 40)
    await poke(other, RAW, 0, 50)
    await bench.studio.api.info()
    bench.game.put(MAP, await mapWith([RAW, 0, 50]))
    expect((await bench.studio.api.info())?.notices).toMatchObject([{ code: 'notice.pristine-changed' }])
    expect(await answer(bench.studio, 'mine')).toEqual([])
    expect((await present(other, RAW))[0]).toBe(50)
  })

  it('reaches another process that has the workspace open', async () => {
    const [one] = CASES
    if (!one) throw new Error('no case')
    const { bench, theirs } = await changed(one)
    const other = await bench.again()
    await answer(bench.studio, 'reload')
    expect(await mapOf(other)).toEqual(theirs)
    await poke(other, RAW, 1, 99)
    expect((await present(bench.studio, RAW))[1]).toBe(99)
    expect(await other.api.outside()).toEqual([])
  })
})
