import { describe, expect, it } from 'vitest'
import { setAttributes, type Edit } from '../../edit'
import { concat } from '../../edit'
import { MAP, openBench, poke, present, transaction } from '../studio.fixture'
import { FIELDS_SHOWN } from './fields'
import { tinyPoints } from '../tiny-family.fixture'

const PTS = `${MAP}!#0`

describe('changes', () => {
  it('name files, entries and fields, old and new, packed or not', async () => {
    const {
      studio: { api },
      studio,
    } = await openBench()
    await poke(studio, PTS, 8, 12)
    await api.commit(transaction(setAttributes(await api.read(PTS), { name: 'later' })))
    await poke(studio, `${MAP}!#2`, 1, 0xff)
    await poke(studio, `${MAP}!gap#0`, 0, 1)
    const [file] = await api.changes()
    expect(file).toMatchObject({ file: MAP, state: 'edited' })
    expect(file?.entries.map(entry => [entry.entry, entry.state, entry.isPacked, entry.fieldCount])).toEqual([
      [PTS, 'edited', false, 2],
      [`${MAP}!#2`, 'edited', false, 1],
      [`${MAP}!gap#0`, 'edited', false, 1],
    ])
    expect(file?.entries[0]?.fields).toEqual([
      { path: '@name', before: '"pts"', after: '"later"', offset: 0, size: 0 },
      { path: 'points/0/kind', before: '7', after: '12', offset: 8, size: 1 },
    ])
    expect(file?.entries[1]?.fields).toEqual([{ path: '', before: '02', after: 'ff', offset: 1, size: 1 }])
    await api.pack()
    const [packed] = await api.changes()
    expect(packed).toMatchObject({ state: 'packed' })
    for (const entry of packed?.entries ?? [])
      for (const field of entry.fields) {
        if (field.path.startsWith('@')) continue
        const byte = (await present(studio, MAP))[field.fileOffset ?? -1]
        expect(byte).toBe((await present(studio, entry.entry))[field.offset])
      }
    await api.undo()
    expect((await api.changes())[0]).toMatchObject({
      state: 'edited',
      entries: [
        { isPacked: true },
        { isPacked: true },
        { entry: `${MAP}!gap#0`, isPacked: false, fieldCount: 1, fields: [{ before: '01', after: 'aa' }] },
      ],
    })
    await api.jump(0)
    expect(
      (await api.changes())[0]?.entries.map(entry => [
        entry.entry,
        entry.fields.map(field => [field.path, field.before, field.after]),
      ]),
    ).toEqual([
      [
        PTS,
        [
          ['@name', '"later"', '"pts"'],
          ['points/0/kind', '12', '7'],
        ],
      ],
      [`${MAP}!#2`, [['', 'ff', '02']]],
      [`${MAP}!gap#0`, [['', '01', 'aa']]],
    ])
  })

  it('of an array that grew name the array alone, not its count and not every byte behind it', async () => {
    const {
      studio: { api },
    } = await openBench()
    const image = await api.read(PTS)
    const longer = concat(Uint8Array.of(4), image.bytes.slice(1, 4), tinyPoints([1]).slice(4), image.bytes.slice(4))
    const edit: Edit = {
      entry: PTS,
      base: image.revision,
      splices: [{ offset: 0, removed: image.bytes, inserted: longer }],
    }
    await api.commit(transaction(edit))
    expect((await api.changes())[0]?.entries[0]?.fields.map(field => [field.path, field.before, field.after])).toEqual([
      ['points', '[3]', '[4]'],
    ])
  })

  it('beyond a limit are counted, not listed', async () => {
    const {
      studio: { api },
    } = await openBench()
    const image = await api.read('DATA/loose.pts')
    const many = tinyPoints(Array.from({ length: 500 }, () => 1))
    await api.commit(
      transaction({ entry: image.entry, base: 0, splices: [{ offset: 0, removed: image.bytes, inserted: many }] }),
    )
    await api.pack()
    const before = await api.changes()
    expect(before[0]?.entries[0]).toMatchObject({ fieldCount: 1, sizeBefore: 10, sizeAfter: 3004 })
    expect(FIELDS_SHOWN).toBeLessThan(500)
  })
})

describe('a pack noted but lost with the power', () => {
  it('is found out by content: the next pack notes it again and writes nothing', async () => {
    const { studio, store, again } = await openBench()
    await poke(studio, PTS, 8, 12)
    await studio.api.pack()
    const { 'journal.ndjson': journal = new Uint8Array(0), [`overlay/${MAP}`]: overlay } = store().snapshot()
    const ends = [...journal.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1)
    store().put('journal.ndjson', journal.slice(0, ends[0]))
    const { api } = await again()
    expect(await api.info()).toMatchObject({ unpacked: 1, notices: [{ code: 'notice.overlay-foreign' }] })
    expect(await api.pack()).toEqual({ files: [], dropped: [] })
    expect(store().snapshot()[`overlay/${MAP}`]).toEqual(overlay)
    expect(await api.info()).toMatchObject({ unpacked: 0 })
    expect((await api.plan()).files).toMatchObject([{ file: MAP, action: 'replace' }])
    expect(await api.info()).toMatchObject({ notices: [] })
  })
})
