import { describe, expect, it } from 'vitest'
import { files, MAP, openBench, poke, type Bench } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const KIND = 8

async function expectUnpacked({ studio, again }: Bench, unpacked: number): Promise<void> {
  for (const one of [studio, await again()]) expect(await one.api.info()).toMatchObject({ unpacked })
}

/** A deployed file, edited again, that another program changed where nobody did here. */
async function changed(): Promise<Bench> {
  const bench = await openBench()
  await poke(bench.studio, LOOSE, KIND, 4)
  await bench.studio.api.deploy()
  await poke(bench.studio, LOOSE, KIND + 1, 5)
  const theirs = (files()[LOOSE] ?? new Uint8Array(0)).slice()
  theirs[4] = 77
  bench.game.put(LOOSE, theirs)
  await poke(bench.studio, `${MAP}!#2`, 0, 40)
  return bench
}

describe('a pack of one file', () => {
  it('leaves the edits of the others as they are, not packed, here and in a new process; a pack of all takes them', async () => {
    const bench = await openBench()
    await poke(bench.studio, LOOSE, KIND, 4)
    await poke(bench.studio, `${MAP}!#2`, 0, 40)
    const { files: written } = await bench.studio.api.pack({ files: [LOOSE] })
    expect(written.map(({ file }) => file)).toEqual([LOOSE])
    await expectUnpacked(bench, 1)
    await poke(bench.studio, LOOSE, KIND, 5)
    await expectUnpacked(bench, 2)
    await bench.studio.api.pack({ files: [MAP] })
    await expectUnpacked(bench, 1)
    const all = await bench.studio.api.pack()
    expect(all.files.map(({ file }) => file)).toContain(LOOSE)
    await expectUnpacked(bench, 0)
  })

  it('packs nothing where the file has no edits', async () => {
    const bench = await openBench()
    await poke(bench.studio, LOOSE, KIND, 4)
    expect((await bench.studio.api.pack({ files: [MAP] })).files).toEqual([])
    await expectUnpacked(bench, 1)
  })
})

describe('edits of a file that deploy left to another program', () => {
  it('are still counted as not packed, here and in a new process', async () => {
    const bench = await changed()
    await bench.studio.api.deploy({ foreign: 'theirs' })
    await expectUnpacked(bench, 1)
    await poke(bench.studio, `${MAP}!#2`, 0, 41)
    await expectUnpacked(bench, 2)
    await bench.studio.api.deploy({ foreign: 'theirs' })
    await expectUnpacked(bench, 1)
  })

  it('are packed once they are no longer left', async () => {
    const bench = await changed()
    await bench.studio.api.deploy({ foreign: 'theirs' })
    await bench.studio.api.settle([{ file: LOOSE, answer: 'keep' }])
    await expectUnpacked(bench, 1)
    await bench.studio.api.pack()
    await expectUnpacked(bench, 0)
  })
})
