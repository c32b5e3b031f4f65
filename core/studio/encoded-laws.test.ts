import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sameBytes } from '../edit'
import type { Bytes } from '../layout'
import { spliceRange } from './annotations/bookmarks'
import { act, install, perform, seen } from './sharing/sharing.fixture'
import { files, INSTALLS, MAP, NESTED, poke, present, transaction, type Bench } from './studio.fixture'
import { tinyEncoded, tinyPacked, tinyPoints } from './tiny-family.fixture'

const ENCODED = INSTALLS.filter(([name]) => name !== 'plain')
const ROW = `${MAP}!#0`
const INSIDE = `${NESTED}!#0`

const packed = async ({ studio, store }: Bench): Promise<Bytes> => {
  await studio.api.pack()
  return store().snapshot()[`overlay/${MAP}`] ?? new Uint8Array(0)
}

describe.each(ENCODED)('laws of sharing and annotations, archives %s', (_, made) => {
  const open = (): Promise<Bench> => install(made())

  it('a patch of any change, applied to a clean install, makes the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 10 }), async acts => {
        const { studio } = await open()
        for (const one of acts) await perform(studio, one)
        const text = await studio.api.patch('mine')
        const clean = await open()
        const rehearsed = await clean.studio.api.applyPatch(text, { dryRun: true })
        expect(await seen(clean.studio)).toEqual(await seen((await open()).studio))
        const report = await clean.studio.api.applyPatch(text, { dryRun: false })
        expect(report).toMatchObject({ misses: [], otherFiles: [], changing: rehearsed.changing })
        expect(await seen(clean.studio)).toEqual(await seen(studio))
        expect(await clean.studio.api.applyPatch(text, { dryRun: true })).toMatchObject({ changing: 0, misses: [] })
      }),
      { numRuns: 30, seed: 31 },
    )
  })

  it('a patch made on a plain copy changes the same fields, whatever the archive stores', async () => {
    const plain = await install(files())
    await poke(plain.studio, ROW, 8, 5)
    await poke(plain.studio, INSIDE, 8, 6)
    const { studio } = await open()
    const report = await studio.api.applyPatch(await plain.studio.api.patch('mine'), { dryRun: false })
    expect(report.misses).toEqual([])
    for (const entry of [ROW, INSIDE]) expect(await present(studio, entry)).toEqual(await present(plain.studio, entry))
  })

  it('a bookmark follows the decoded bytes through any edit, undo and a reopened workspace', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.nat(22), fc.uint8Array({ minLength: 1, maxLength: 5 }), async (from, at, put) => {
        const bench = await open()
        const { api } = bench.studio
        const mark = { entry: ROW, offset: from, size: 2, colour: 'blue' as const, note: 'here' }
        await api.setMark(mark)
        const { bytes, revision } = await api.read(ROW)
        const splice = { offset: Math.min(at, bytes.length), removed: new Uint8Array(0), inserted: put }
        await api.commit(transaction({ entry: ROW, base: revision, splices: [splice] }))
        const [start, end] = spliceRange(from, from + 2, [splice])
        expect(await api.marks()).toMatchObject([{ offset: start, size: end - start }])
        expect(await (await bench.again()).api.marks()).toMatchObject([{ offset: start, size: end - start }])
        await api.undo()
        expect(await api.marks()).toMatchObject([{ offset: from, size: 2 }])
      }),
      { numRuns: 25, seed: 32 },
    )
  })

  it('an import touches the rows that differ and no other, from a plain, encoded or foreign copy of the content', async () => {
    const bench = await open()
    const { api } = bench.studio
    const before = await seen(bench.studio)
    expect(await api.incoming(ROW, tinyPoints([7, 8, 9]), { file: 'pts', dryRun: false })).toMatchObject({
      commit: null,
    })
    const report = await api.incoming(ROW, tinyPoints([7, 1]), { file: 'pts', dryRun: false })
    expect(report.entries.map(({ entry }) => entry)).toEqual([ROW])
    expect(await present(bench.studio, ROW)).toEqual(tinyPoints([7, 1]))
    expect(indexOf(await packed(bench), tinyEncoded(tinyPoints([7, 1])))).toBeGreaterThan(0)
    await api.undo()
    expect(await seen(bench.studio)).toEqual(before)
  })

  it('mods are edited apart, and their conflicts are those of plain archives', async () => {
    const conflictsOf = async (bench: Bench): Promise<unknown> => {
      await poke(bench.studio, ROW, 8, 5)
      const { id } = await bench.studio.api.addMod('other')
      const mods = await bench.studio.api.mods()
      const first = mods.find(mod => mod.id !== id)?.id ?? ''
      await bench.studio.api.activateMod(id)
      const other = await bench.again()
      expect((await present(other, ROW))[8]).toBe(7)
      await poke(other, ROW, 8, 6)
      await poke(other, INSIDE, 8, 6)
      const conflicts = await other.api.modConflicts(first)
      expect(conflicts).toHaveLength(1)
      return conflicts
    }
    expect(await conflictsOf(await open())).toEqual(await conflictsOf(await install(files())))
  })
})

const indexOf = (bytes: Bytes, part: Bytes): number =>
  bytes.findIndex((_, at) => sameBytes(bytes.subarray(at, at + part.length), part))

/** The encoded archive as another program might give it: one row of it packed by that one, another of other content. */
const foreignRow = (raw: Bytes, bad: Bytes = Uint8Array.of(4)): Bytes =>
  tinyPacked([
    { name: 'pts', type: 1, bytes: tinyPoints([7, 8, 9]), flag: 0, level: 0 },
    { name: 'raw', bytes: raw, flag: 2 },
    { name: 'bad', bytes: bad, flag: 4 },
  ])
const ourRows = (): Bytes =>
  tinyPacked([
    { name: 'pts', type: 1, bytes: tinyPoints([7, 8, 9]), flag: 0 },
    { name: 'raw', bytes: Uint8Array.of(1), flag: 2 },
    { name: 'bad', bytes: Uint8Array.of(4), flag: 4 },
  ])

/** The last row declares another size than it has. */
function damaged(image: Bytes): Bytes {
  const at = new DataView(image.buffer, image.byteOffset).getUint16(8 + 2 * 12 + 8, true)
  return image.map((byte, i) => (i === at ? 200 : byte))
}

describe('a single row that another program packed', () => {
  it('is known by its content: what differs in content is taken, and the report says that it is packed again', async () => {
    const bench = await install({ [MAP]: ourRows() })
    const image = foreignRow(Uint8Array.of(2))
    const report = await bench.studio.api.incoming(MAP, image, { file: 'One.tin', dryRun: false })
    expect(report).toMatchObject({ isWhole: false, isRepacked: true, entries: [{ entry: `${MAP}!#1` }] })
    expect(indexOf(await packed(bench), tinyEncoded(tinyPoints([7, 8, 9])))).toBeGreaterThan(0)
    const kept = await install({ [MAP]: ourRows() })
    await kept.studio.api.incoming(MAP, image, { file: 'One.tin', dryRun: false, keepBytes: true })
    expect(await packed(kept)).toEqual(image)
  })

  it('says nothing of packing where the bytes are those that are packed anyway', async () => {
    const bench = await install({ [MAP]: foreignRow(Uint8Array.of(1)) })
    const report = await bench.studio.api.incoming(MAP, foreignRow(Uint8Array.of(2)), { file: 'One.tin', dryRun: true })
    expect(report.entries.map(({ entry }) => entry)).toEqual([`${MAP}!#1`])
    expect(report.isRepacked).toBeUndefined()
  })

  it('and one that cannot be unpacked, the same as here, keeps the content of no other from being taken', async () => {
    const bench = await install({ [MAP]: damaged(ourRows()) })
    const image = damaged(foreignRow(Uint8Array.of(2)))
    const report = await bench.studio.api.incoming(MAP, image, { file: 'One.tin', dryRun: false })
    expect(report).toMatchObject({ isWhole: false, entries: [{ entry: `${MAP}!#1` }] })
    const before = storedRow(ourRows(), 2).fill(200, 0, 1)
    expect(storedRow(await packed(bench), 2)).toEqual(before)
  })
})

function storedRow(image: Bytes, row: number): Bytes {
  const view = new DataView(image.buffer, image.byteOffset)
  const offset = view.getUint16(8 + row * 12 + 8, true)
  return image.slice(offset, offset + view.getUint16(8 + row * 12 + 10, true))
}
