import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '../../format'
import { MAP, failing, files, openBench, poke, setByte, transaction, type Bench } from '../studio.fixture'
import { JOURNAL } from '../journal/journal-file'

const RAW = `${MAP}!#2`
/** The clock of the bench advances by a second at each reading: some commits are more than this. */
const SOON = { minutes: 0.3, newest: 3, days: 0 }

const copies = (bench: Bench): readonly string[] =>
  Object.keys(bench.store().snapshot())
    .filter(path => path.startsWith('backup/journal-'))
    .sort()
async function work(bench: Bench, from: number, to: number): Promise<void> {
  for (let value = from; value < to; value++) await poke(bench.studio, RAW, 0, value)
  await bench.studio.api.outside() // after what waits its turn
}

describe('copies of the journal', () => {
  it('are made while it is worked on, each whole as it was then, and none while nothing is done', async () => {
    const bench = await openBench({ backupLimits: SOON })
    expect(copies(bench)).toEqual([])
    await work(bench, 10, 40)
    const [first] = copies(bench)
    if (first === undefined) throw new Error('no copy')
    const journal = await bench.store().read(JOURNAL)
    const copy = await bench.store().read(first)
    expect(copy).toEqual(journal.slice(0, copy.length))
    const before = copies(bench)
    for (let i = 0; i < 100; i++) await bench.studio.api.info()
    expect(copies(bench)).toEqual(before)
  })

  it('are as many as the settings say', async () => {
    const bench = await openBench({ backupLimits: SOON })
    await work(bench, 10, 250)
    expect(copies(bench)).toHaveLength(3)
  })

  it('are not made within a gesture', async () => {
    const bench = await openBench({ backupLimits: SOON })
    let joins: number | undefined
    for (let to = 10; to < 60; to++) {
      const commit = await bench.studio.api.commit({
        ...transaction(setByte(await bench.studio.api.read(RAW), 0, to)),
        ...(joins !== undefined && { joins }),
      })
      joins = commit.revision
    }
    expect(copies(bench).length).toBeLessThanOrEqual(1)
  })

  it('that cannot be made are told of once, and no edit is refused for it', async () => {
    const folders = new Map<string, MemoryFiles>()
    const {
      info: { workspace },
    } = await openBench({ folders: new Map() })
    folders.set(
      workspace,
      failing({}, workspace, (operation, path) => {
        if (operation === 'write' && path.startsWith('backup/journal-'))
          throw new StudioError('file.disk-full', { path })
      }),
    )
    const bench = await openBench({ folders, game: new MemoryFiles(files(), { root: '/game' }), backupLimits: SOON })
    await work(bench, 10, 80)
    expect((await bench.studio.api.info())?.notices).toEqual([
      { code: 'notice.backup-failed', params: { path: workspace } },
    ])
    expect(copies(bench)).toEqual([])
  })
})
