import { describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import type { IncomingFile } from '../api/import-export'
import { MAP, NESTED, openBench, poke, present } from '../studio.fixture'
import { fromText, toText } from '../../format/text-bytes'
import { tinyArchive, tinyPoints } from '../tiny-family.fixture'

const dry = { file: 'edited.tin', dryRun: true }

/** The present file with a few bytes of entries changed, as another tool would write it. */
async function edited(): Promise<{ bench: Awaited<ReturnType<typeof openBench>>; copy: Uint8Array }> {
  const other = await openBench()
  await poke(other.studio, `${MAP}!#2`, 1, 0x77)
  await poke(other.studio, `${NESTED}!#1`, 0, 0x66)
  return { bench: await openBench(), copy: (await present(other.studio, MAP)).slice() }
}

describe('a copy that was edited elsewhere', () => {
  it('is shown entry by entry before anything changes, then taken over as one step', async () => {
    const {
      bench: { studio },
      copy,
    } = await edited()
    const before = await present(studio, MAP)
    const preview = await studio.api.incoming(MAP, copy, dry)
    expect(preview).toMatchObject({ isWhole: false, commit: null, sizeBefore: before.length, sizeAfter: copy.length })
    expect(preview.entries.map(({ entry, fieldCount }) => [entry, fieldCount])).toEqual([
      [`${NESTED}!#1`, 1],
      [`${MAP}!#2`, 1],
    ])
    expect(await present(studio, MAP)).toEqual(before)
    expect(await studio.api.history()).toEqual([])
    const done = await studio.api.incoming(MAP, copy, { ...dry, dryRun: false })
    expect(done.commit?.revision).toBe(1)
    expect(await present(studio, MAP)).toEqual(copy)
    await studio.api.undo()
    expect(await present(studio, MAP)).toEqual(before)
  })

  it('is compared with the present state, not with the original', async () => {
    const {
      bench: { studio },
      copy,
    } = await edited()
    await poke(studio, `${MAP}!#2`, 1, 0x77)
    expect((await studio.api.incoming(MAP, copy, dry)).entries.map(({ entry }) => entry)).toEqual([`${NESTED}!#1`])
  })

  it('with more records names those that are new, so that bookmarks follow', async () => {
    const { studio } = await openBench()
    const entry = 'DATA/loose.pts'
    await studio.api.incoming(entry, tinyPoints([1, 2, 3]), { ...dry, dryRun: false })
    const [before, other] = [tinyPoints([1, 2, 3]), tinyPoints([4, 5])]
    const longer = Uint8Array.of(5, 0, 0, 0, ...before.subarray(4, 10), ...other.subarray(4), ...before.subarray(10))
    const done = await studio.api.incoming(entry, longer, { ...dry, dryRun: false })
    expect(done.commit).toMatchObject({
      transaction: { edits: [{ entry, moves: [{ array: 'points', at: 1, removed: 0, inserted: 2 }] }] },
    })
    expect(await present(studio, entry)).toEqual(longer)
  })

  it('with more records in a row of an archive names those that are new', async () => {
    const [{ studio: other }, { studio }] = [await openBench(), await openBench()]
    const entry = `${MAP}!#0`
    const { bytes } = await other.api.read(entry)
    const added = tinyPoints([7])
    const longer = Uint8Array.of(
      (bytes[0] ?? 0) + 1,
      ...bytes.subarray(1, 10),
      ...added.subarray(4),
      ...bytes.subarray(10),
    )
    await other.api.incoming(entry, longer, { file: 'edited.pts', dryRun: false })
    const done = await studio.api.incoming(MAP, (await present(other, MAP)).slice(), { ...dry, dryRun: false })
    expect(done.commit).toMatchObject({
      transaction: { edits: [{ entry, moves: [{ array: 'points', at: 1, removed: 0, inserted: 1 }] }] },
    })
    expect(await present(studio, entry)).toEqual(longer)
  })

  it('that is the same changes nothing', async () => {
    const { studio } = await openBench()
    const same = await studio.api.incoming(MAP, (await present(studio, MAP)).slice(), { ...dry, dryRun: false })
    expect(same).toMatchObject({ entries: [], commit: null })
  })

  it('with other rows is taken as a whole', async () => {
    const { studio } = await openBench()
    const copy = tinyArchive([{ name: 'only', bytes: Uint8Array.of(9) }])
    expect(await studio.api.incoming(MAP, copy, dry)).toMatchObject({ isWhole: true })
    await studio.api.incoming(MAP, copy, { ...dry, dryRun: false })
    expect(await present(studio, MAP)).toEqual(copy)
  })
})

describe('a file of another kind', () => {
  it('is read as the value of the entry where it is JSON of its fields, and changes only what differs', async () => {
    const out = new MemoryFiles({}, { root: '/out' })
    const { studio } = await openBench({ folders: new Map([['/out', out]]) })
    const points = `${MAP}!#0`
    const before = await present(studio, points)
    await studio.api.extract([points], { folder: '/out', as: 'json' })
    const text = toText(await out.read('pts.json'))
    const file = { file: 'pts.json', dryRun: false }
    expect(await studio.api.incoming(points, fromText(text), file)).toMatchObject({ entries: [], commit: null })
    const changed = await studio.api.incoming(points, fromText(text.replace(/\b8\b/, '6')), file)
    expect(changed.entries).toMatchObject([{ entry: points, fieldCount: 1 }])
    const { format } = await studio.api.read(points)
    const printed = fromText(`{ "format": "${format}", "attributes": { "name": "other" }, "value": ${text} }`)
    expect((await studio.api.incoming(points, printed, file)).entries).toMatchObject([{ entry: points, fieldCount: 1 }])
    expect(await present(studio, points)).toEqual(before)
    await expect(studio.api.incoming(points, fromText('{ "points": '), file)).rejects.toMatchObject({
      name: 'StudioError',
    })
  })

  it('is refused with its reason where it is a picture or model, unless nobody knows what the entry is', async () => {
    const { studio } = await openBench()
    const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)
    await expect(studio.api.incoming(`${MAP}!#0`, png, { file: 'a.png', dryRun: true })).rejects.toMatchObject({
      code: 'incoming.no-import',
      params: { kind: 'PNG', name: 'pts' },
    })
    await expect(
      studio.api.incoming(`${MAP}!#0`, Uint8Array.of(35), { file: 'a.OBJ', dryRun: true }),
    ).rejects.toMatchObject({ code: 'incoming.no-import' })
    expect(await studio.api.incoming('readme.txt', png, { file: 'a.png', dryRun: true })).toMatchObject({
      sizeAfter: 8,
    })
  })
})

describe('several files', () => {
  const of = (entry: string, ...bytes: number[]): IncomingFile => ({
    entry,
    file: entry,
    bytes: Uint8Array.from(bytes),
  })

  it('are previewed each for itself and taken over as one step; what is refused is left out', async () => {
    const { studio } = await openBench()
    const all = [of(`${MAP}!#2`, 9, 9, 9), of('readme.txt', 66), of('gone.txt', 1), of(`${MAP}!#2`, 7)]
    const preview = await studio.api.incomingAll(all, { dryRun: true })
    expect(preview.files.map(({ report, refusal }) => [report?.entries.length, refusal?.code])).toEqual([
      [1, undefined],
      [1, undefined],
      [undefined, 'refusal.entry.missing'],
      [undefined, 'refusal.incoming.twice'],
    ])
    expect(await studio.api.history()).toEqual([])
    const done = await studio.api.incomingAll(all, { dryRun: false })
    expect(done.commit).toMatchObject({
      revision: 1,
      transaction: { label: { code: 'label.entries-replaced', params: { n: 2 } } },
    })
    expect(await present(studio, `${MAP}!#2`)).toEqual(Uint8Array.of(9, 9, 9))
    await studio.api.undo()
    expect(await present(studio, 'readme.txt')).toEqual(Uint8Array.of(65))
  })

  it('take an archive or what is in it, not both', async () => {
    const { studio } = await openBench()
    const copy = (await present(studio, MAP)).slice()
    const both = [{ entry: MAP, file: 'One.tin', bytes: copy }, of(`${NESTED}!#1`, 1)]
    for (const order of [both, both.toReversed()]) {
      const { files } = await studio.api.incomingAll(order, { dryRun: true })
      expect(files.map(({ refusal }) => refusal?.code)).toEqual([undefined, 'refusal.incoming.twice'])
    }
  })
})

describe('extraction', () => {
  it('writes what is there now, in folders, and replaces nothing', async () => {
    const folders = new Map([['/out', new MemoryFiles({ [MAP]: Uint8Array.of(1) }, { root: '/out' })]])
    const { studio } = await openBench({ folders })
    await poke(studio, `${MAP}!#2`, 0, 0x77)
    const report = await studio.api.extract([''], { folder: '/out', as: 'raw' })
    expect(report.files.map(({ path }) => path)).toEqual([
      'DATA/Maps/One (2).tin',
      'DATA/loose.pts',
      'readme.txt',
      'TINY.EXE',
    ])
    expect(await folders.get('/out')?.read('DATA/Maps/One (2).tin')).toEqual(await present(studio, MAP))
    expect(await folders.get('/out')?.read(MAP)).toEqual(Uint8Array.of(1))
  })

  it('opens archives, and writes JSON where there are fields', async () => {
    const folders = new Map<string, MemoryFiles>()
    const { studio } = await openBench({ folders })
    const report = await studio.api.extract([MAP], { folder: '/out', as: 'json', hasContents: true })
    expect(report.files.map(({ path, isRaw }) => [path, isRaw])).toEqual([
      ['DATA/Maps/One.tin/pts.json', false],
      ['DATA/Maps/One.tin/nest/in.json', false],
      ['DATA/Maps/One.tin/nest/other', true],
      ['DATA/Maps/One.tin/raw', true],
    ])
  })

  it('never writes into the game or the workspace', async () => {
    const { studio, info } = await openBench()
    for (const folder of ['/game', '/game/DATA', info.workspace]) {
      await expect(studio.api.extract([MAP], { folder, as: 'raw' })).rejects.toMatchObject({ code: 'extract.inside' })
    }
  })
})
