import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { SiblingCounts } from '../../../format'
import { brokenLaws, locate, document, type Bytes } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { typeIdOf } from './directory'
import { archiveLayout } from './nres-layout'
import { writeArchive } from './nres-pack'

const TYPE = typeIdOf('RAWD')
const ARCHIVE = writeArchive(
  ['alpha', 'beta', 'gamma'].map((name, i) => ({
    attributes: { name, type_id: TYPE, attr1: 0, attr2: 0, attr3: 0 },
    payload: Uint8Array.from({ length: 5 + i }, () => 0x61 + i),
  })),
)
const DIRECTORY = ARCHIVE.length - 3 * 64
const row = (index: number, field: number): number => DIRECTORY + 64 * index + field

const check = async (change: (view: DataView, bytes: Bytes) => void) => {
  const bytes = ARCHIVE.slice()
  change(new DataView(bytes.buffer), bytes)
  const all = shelf({ 'a.rlb': bytes })
  return (await all.check(all.open('a.rlb'))).map(p => `${p.severity} ${p.code} ${p.path ?? ''} ${String(p.range)}`)
}

describe('the rules of an archive', () => {
  it('find nothing in one that is right', async () => {
    expect(await check(() => undefined)).toEqual([])
  })
  it('find what cannot be opened', async () => {
    expect(await check(view => view.setUint32(0, 1, true))).toEqual(['error nres.header-magic  0,4'])
    expect(await check(view => view.setInt32(8, -1, true))).toEqual(['error nres.header-count  8,4'])
    expect(await check(view => view.setInt32(8, 99, true))).toEqual(['error nres.directory-bounds  8,4'])
    expect(
      await check((view, bytes) => {
        view.setUint32(12, 999, true)
        bytes.fill(0xee, DIRECTORY)
      }),
    ).toEqual(['error nres.header-size  12,4'])
    expect(
      await check((view, bytes) => {
        view.setUint32(12, ARCHIVE.length - 7, true)
        bytes.fill(0xee, DIRECTORY)
      }),
    ).toEqual([`error nres.header-size  ${ARCHIVE.length - 7},7`])
  })
  it.each([100, -100])(
    'find a size in the header that is wrong by %i although the directory is whole; its rows are there',
    async by => {
      const wrong = (view: DataView): void => view.setUint32(12, ARCHIVE.length + by, true)
      expect(await check(wrong)).toEqual(['error nres.header-total total_size 12,4'])
      const bytes = ARCHIVE.slice()
      wrong(new DataView(bytes.buffer))
      const all = shelf({ 'a.rlb': bytes })
      const archive = all.open('a.rlb')
      expect(all.rows(archive).map(({ name, bytes: { length } }) => [name, length])).toEqual([
        ['alpha', 5],
        ['beta', 6],
        ['gamma', 7],
      ])
      const [problem] = await all.check(archive)
      if (!problem?.fix) throw new Error('no repair')
      const [edit, ...others] = (await formatOf(archive)?.repair?.(archive, problem.fix, problem)) ?? []
      expect(others).toEqual([])
      expect(apply(bytes, edit?.splices ?? [])).toEqual(ARCHIVE)
    },
  )
  it('find what is wrong in the directory', async () => {
    expect(await check(view => view.setUint32(4, 0x200, true))).toEqual(['error nres.header-version version 4,4'])
    expect(await check(view => view.setUint32(row(1, 56), 8, true))).toContain(
      `error nres.entry-bounds directory/1/data_offset ${row(1, 56)},4`,
    )
    expect(await check(view => view.setUint32(row(1, 12), 0xfffffff0, true))).toContain(
      `error nres.entry-bounds directory/1/size ${row(1, 12)},4`,
    )
    expect(await check(view => view.setUint32(row(1, 56), 16, true))).toContain(
      `error nres.entry-overlap directory/1/data_offset ${row(1, 56)},4`,
    )
    expect(await check((_, bytes) => bytes.fill(0x7a, row(2, 20), row(2, 56)))).toEqual([
      `error nres.name-unterminated directory/2/name ${row(2, 20)},36`,
    ])
    expect(await check((_, bytes) => bytes.fill(0, row(0, 20), row(0, 56)))).toEqual([
      `error nres.name-empty directory/0/name ${row(0, 20)},36`,
    ])
    expect(
      await check((_, bytes) =>
        bytes.set(
          Uint8Array.from('ALPHA\0', c => c.charCodeAt(0)),
          row(1, 20),
        ),
      ),
    ).toEqual([`warning nres.name-duplicate directory/1/name ${row(1, 20)},36`])
  })
  it('find names that cannot be found', async () => {
    expect(await check(view => view.setUint32(row(0, 60), 3, true))).toEqual([
      `error nres.sort-range directory/0/sort_index ${row(0, 60)},4`,
    ])
    expect(await check(view => view.setUint32(row(1, 60), 0, true))).toEqual([
      `error nres.sort-duplicate directory/1/sort_index ${row(1, 60)},4`,
    ])
    expect(
      await check(view => {
        view.setUint32(row(0, 60), 1, true)
        view.setUint32(row(1, 60), 0, true)
      }),
    ).toEqual([`error nres.sort-order directory/0/sort_index ${row(0, 60)},4`])
  })
  it('tell of bytes that are kept', async () => {
    expect(await check((_, bytes) => bytes.fill(1, 21, 24))).toEqual(['info nres.padding-not-zero  21,3'])
    expect(await check(view => view.setUint32(row(2, 56), 33, true))).toEqual([
      `warning nres.payload-misaligned directory/2/data_offset ${row(2, 56)},4`,
      'info nres.padding-not-zero  30,3',
    ])
    expect(await check(view => view.setUint32(row(0, 56), 24, true))).toContain('info nres.region-unindexed  16,8')
    expect(await check(view => view.setUint32(row(1, 56), DIRECTORY, true))).toContain(
      `error nres.entry-bounds directory/1/size ${row(1, 12)},4`,
    )
  })
})

describe('an archive by fields', () => {
  const entryOf = (bytes: Bytes) => shelf({ 'a.rlb': bytes }).open('a.rlb')
  it('keeps the laws and names every part of its directory', () => {
    const layout = archiveLayout(entryOf(ARCHIVE))
    expect(brokenLaws(layout, ARCHIVE)).toEqual([])
    expect(locate(document(layout, ARCHIVE), 'directory/1/sort_index')).toMatchObject({
      offset: row(1, 60),
      size: 4,
      value: 1,
    })
  })
  it('shows what there is of one that is damaged, and is declared for one that is not there', () => {
    for (const bytes of [
      ARCHIVE.slice(0, ARCHIVE.length - 70),
      ARCHIVE.slice(0, 9),
      Uint8Array.of(1, 2, 3),
      new Uint8Array(0),
    ]) {
      expect(document(archiveLayout(entryOf(bytes)), bytes).root.size).toBe(bytes.length)
    }
    expect(locate(document(archiveLayout(entryOf(new Uint8Array(0))), ARCHIVE), 'total_size')?.value).toBe(
      ARCHIVE.length,
    )
  })
  it('is known by its magic, its ending or as a model row; its header is none', () => {
    const all = shelf({
      'x.bin': ARCHIVE,
      'broken.rlb': Uint8Array.of(0),
      'fonts.rlb': Uint8Array.of(0x4e, 0x4c, 0, 1),
    })
    expect(formatOf(all.open('x.bin'))?.id).toBe('parkan.nres')
    expect(formatOf(all.open('broken.rlb'))?.id).toBe('parkan.nres')
    expect(formatOf(all.open('fonts.rlb'))?.id).toBe('parkan.rsli')
    const container = {
      path: 'x.bin',
      name: 'x.bin',
      format: 'parkan.nres',
      siblings: new SiblingCounts(() => [{ type_id: 1 }]),
    }
    const inside = {
      path: 'x.bin!header',
      name: 'header',
      size: 16,
      attributes: {},
      head: ARCHIVE.subarray(0, 16),
      container,
    }
    expect(formatOf(inside)).toBeUndefined()
    expect(formatOf({ ...inside, attributes: { type_id: 1 } })?.id).toBe('parkan.nres')
    expect(formatOf({ ...inside, head: new Uint8Array(0), attributes: { type_id: typeIdOf('MESH') } })?.id).toBe(
      'parkan.nres',
    )
  })
})
