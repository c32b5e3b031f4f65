import { describe, expect, it } from 'vitest'
import { MemoryFiles } from '../../format'
import { MAP, NESTED, openBench, poke, present } from '../studio.fixture'
import { tinyArchive } from '../tiny-family.fixture'

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
    const { bench: { studio }, copy } = await edited()
    const before = await present(studio, MAP)
    const preview = await studio.api.incoming(MAP, copy, dry)
    expect(preview).toMatchObject({ isWhole: false, commit: null, sizeBefore: before.length, sizeAfter: copy.length })
    expect(preview.entries.map(({ entry, fieldCount }) => [entry, fieldCount])).toEqual([[`${NESTED}!#1`, 1], [`${MAP}!#2`, 1]])
    expect(await present(studio, MAP)).toEqual(before)
    expect(await studio.api.history()).toEqual([])
    const done = await studio.api.incoming(MAP, copy, { ...dry, dryRun: false })
    expect(done.commit?.revision).toBe(1)
    expect(await present(studio, MAP)).toEqual(copy)
    await studio.api.undo()
    expect(await present(studio, MAP)).toEqual(before)
  })

  it('is compared with the present state, not with the original', async () => {
    const { bench: { studio }, copy } = await edited()
    await poke(studio, `${MAP}!#2`, 1, 0x77)
    expect((await studio.api.incoming(MAP, copy, dry)).entries.map(({ entry }) => entry)).toEqual([`${NESTED}!#1`])
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

describe('extraction', () => {
  it('writes what is there now, in folders, and replaces nothing', async () => {
    const folders = new Map([['/out', new MemoryFiles({ [MAP]: Uint8Array.of(1) }, { root: '/out' })]])
    const { studio } = await openBench({ folders })
    await poke(studio, `${MAP}!#2`, 0, 0x77)
    const report = await studio.api.extract([''], { folder: '/out', as: 'raw' })
    expect(report.files.map(({ path }) => path)).toEqual(['DATA/Maps/One (2).tin', 'DATA/loose.pts', 'readme.txt', 'TINY.EXE'])
    expect(await folders.get('/out')?.read('DATA/Maps/One (2).tin')).toEqual(await present(studio, MAP))
    expect(await folders.get('/out')?.read(MAP)).toEqual(Uint8Array.of(1))
  })

  it('opens archives, and writes JSON where there are fields', async () => {
    const folders = new Map<string, MemoryFiles>()
    const { studio } = await openBench({ folders })
    const report = await studio.api.extract([MAP], { folder: '/out', as: 'json', hasContents: true })
    expect(report.files.map(({ path, isRaw }) => [path, isRaw])).toEqual([
      ['DATA/Maps/One.tin/pts.json', false], ['DATA/Maps/One.tin/nest/in.json', false], ['DATA/Maps/One.tin/nest/other', true], ['DATA/Maps/One.tin/raw', true],
    ])
  })

  it('never writes into the game or the workspace', async () => {
    const { studio, info } = await openBench()
    for (const folder of ['/game', '/game/DATA', info.workspace]) {
      await expect(studio.api.extract([MAP], { folder, as: 'raw' })).rejects.toMatchObject({ code: 'extract.inside' })
    }
  })
})
