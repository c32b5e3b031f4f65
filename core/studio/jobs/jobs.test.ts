import { describe, expect, it } from 'vitest'
import { MemoryFiles, StudioError } from '../../format'
import type { Found } from '../api/find'
import type { Job } from '../api/jobs'
import { failing, files, MAP, openBench, poke, present, type Bench, type BenchOptions } from '../studio.fixture'

const OUT = '/out'
const RAW = `${MAP}!#2`

/** A bench that notes every word of its jobs. */
async function heard(
  options: BenchOptions = {},
): Promise<Bench & { readonly jobs: Job[]; last(code: string): Job | undefined }> {
  const bench = await openBench(options)
  const jobs: Job[] = []
  bench.studio.listen('job', job => jobs.push(job))
  return { ...bench, jobs, last: code => jobs.findLast(job => job.words.code === code) }
}

const stateOf = (job: Job | undefined): unknown => job && [job.state, job.done, job.total]
/** A folder to extract to where one file cannot be written until it is mended. */
function lockedPlace(locked: string): {
  readonly folders: Map<string, MemoryFiles>
  mend(): void
  readonly out: MemoryFiles
} {
  let isLocked = true
  const out = new MemoryFiles(
    {},
    {
      root: OUT,
      before: (operation, path) => {
        if (isLocked && operation === 'write' && path.endsWith(locked)) throw new StudioError('file.locked', { path })
      },
    },
  )
  return {
    folders: new Map([[OUT, out]]),
    mend: () => {
      isLocked = false
    },
    out,
  }
}

describe('jobs of many items', () => {
  it('tell the item that they are at, and each item once', async () => {
    const { studio, jobs, last } = await heard()
    await studio.api.prove()
    expect(stateOf(last('job.prove'))).toEqual(['done', 4, 4])
    const running = jobs.filter(job => job.state === 'running' && job.item !== undefined)
    expect(running.map(job => job.item)).toEqual(['DATA/Maps/One.tin', 'DATA/loose.pts', 'readme.txt', 'TINY.EXE'])
    expect(running.map(job => job.done)).toEqual([0, 1, 2, 3])
  })

  it('go on past what cannot be done, say why, and do just that again', async () => {
    const place = lockedPlace('loose.pts')
    const { studio, jobs, last } = await heard({ folders: place.folders })
    const report = await studio.api.extract([''], { folder: OUT, as: 'raw' })
    const first = last('job.extract')
    expect(report.files).toHaveLength(3)
    expect(report.failed).toEqual([
      { name: 'DATA/loose.pts', reason: { code: 'refusal.file.locked', params: { path: 'DATA/loose.pts' } } },
    ])
    expect(first).toMatchObject({
      state: 'done',
      done: 3,
      total: 4,
      report: { failedCount: 1, failed: report.failed, canRetry: true },
    })
    place.mend()
    await studio.api.retryFailed(first?.id ?? 0)
    expect(last('job.extract')).toMatchObject({ state: 'done', total: 1, report: { failedCount: 0, canRetry: false } })
    expect(last('job.extract')?.id).not.toBe(first?.id)
    expect(jobs.findLast(job => job.id === first?.id)?.report?.canRetry).toBe(false)
    await studio.api.retryFailed(first?.id ?? 0)
    expect((await place.out.list()).map(file => file.path).sort()).toEqual([
      'DATA/Maps/One.tin',
      'DATA/loose.pts',
      'TINY.EXE',
      'readme.txt',
    ])
  })

  it('are refused where nothing of them could be done, and can be done again once that is mended', async () => {
    const place = lockedPlace('loose.pts')
    const { studio, last } = await heard({ folders: place.folders })
    await expect(studio.api.extract(['DATA/loose.pts'], { folder: OUT, as: 'raw' })).rejects.toMatchObject({
      code: 'file.locked',
    })
    expect(last('job.extract')).toMatchObject({
      state: 'failed',
      report: { failed: [{ name: 'DATA/loose.pts' }], canRetry: true },
    })
    place.mend()
    await studio.api.retryFailed(last('job.extract')?.id ?? 0)
    expect((await place.out.list()).map(file => file.path)).toEqual(['loose.pts'])
  })

  it('end at a full disk; what was not tried is done again with the one that did not fit', async () => {
    let room = 2
    const tried: string[] = []
    const out = new MemoryFiles(
      {},
      {
        root: OUT,
        before: (operation, path) => {
          if (operation !== 'write') return
          tried.push(path)
          if (room-- <= 0) throw new StudioError('file.disk-full', { path })
        },
      },
    )
    const { studio, last } = await heard({ folders: new Map([[OUT, out]]) })
    const names = async (): Promise<readonly string[]> => (await out.list()).map(file => file.path).sort()
    const report = await studio.api.extract(['DATA/loose.pts', MAP, 'TINY.EXE'], {
      folder: OUT,
      as: 'raw',
      hasContents: true,
    })
    expect(report.failed).toMatchObject([
      { name: MAP, reason: { code: 'refusal.file.disk-full' } },
      { name: 'TINY.EXE', reason: { code: 'reason.job.disk-full' } },
    ])
    expect(report.files.map(file => file.path)).toEqual(['DATA/loose.pts'])
    expect(stateOf(last('job.extract'))).toEqual(['done', 1, 6])
    expect([tried.length, await names()]).toEqual([3, ['DATA/loose.pts']])
    room = 4
    await studio.api.retryFailed(last('job.extract')?.id ?? 0)
    expect(await names()).toEqual([
      'DATA/Maps/One.tin/nest/in',
      'DATA/Maps/One.tin/nest/other',
      'DATA/Maps/One.tin/pts',
      'DATA/Maps/One.tin/raw',
      'DATA/loose.pts',
    ])
    expect(last('job.extract')?.report).toMatchObject({ failed: [{ name: 'TINY.EXE' }], canRetry: true })
  })

  it('leave nothing behind where they are stopped', async () => {
    const place = lockedPlace('')
    place.mend()
    const { studio, jobs } = await heard({ folders: place.folders })
    studio.listen('job', job => {
      if (job.done === 2 && job.state === 'running') void studio.api.cancel(job.id)
    })
    await expect(studio.api.extract([''], { folder: OUT, as: 'raw' })).rejects.toMatchObject({ code: 'job.cancelled' })
    expect(jobs.at(-1)).toMatchObject({ state: 'cancelled', done: 2 })
    expect(await place.out.list()).toEqual([])
  })

  it('are cancelled where they are stopped inside the last archive', async () => {
    const place = lockedPlace('')
    place.mend()
    const { studio, last } = await heard({ folders: place.folders })
    studio.listen('job', job => {
      if (job.item?.startsWith(`${MAP}!`) === true) void studio.api.cancel(job.id)
    })
    const options = { folder: OUT, as: 'raw', hasContents: true }
    await expect(studio.api.extract(['DATA/loose.pts', MAP], options)).rejects.toMatchObject({ code: 'job.cancelled' })
    expect(last('job.extract')).toMatchObject({ state: 'cancelled', report: { failedCount: 0 } })
    expect(await place.out.list()).toEqual([])
  })

  it('name a file that cannot be read, in proof and in a query over all', async () => {
    const game = failing(files(), '/game', (operation, path) => {
      if (operation === 'read' && path.endsWith('loose.pts')) throw new StudioError('file.locked', { path })
    })
    const { studio, last } = await heard({ game })
    const failed = [expect.objectContaining({ name: 'DATA/loose.pts' })]
    const proofs = await studio.api.prove()
    expect(proofs.filter(proof => proof.result === 'unreadable').map(proof => proof.entry)).toEqual(['DATA/loose.pts'])
    expect(last('job.prove')?.report).toMatchObject({
      failed,
      canRetry: true,
      skipped: [{ name: 'readme.txt' }, { name: 'TINY.EXE' }],
    })
    expect((await studio.api.query('points where x > 0', {}, { dryRun: true })).failed).toEqual(failed)
    expect(last('job.query')?.report).toMatchObject({ failed, canRetry: false })
  })
})

describe('a query that changes', () => {
  it('is done again on just the files that could not be read, as a step of its own', async () => {
    let isLocked = true
    const game = failing(files(), '/game', (operation, path) => {
      if (isLocked && operation === 'read' && path.endsWith('loose.pts')) throw new StudioError('file.locked', { path })
    })
    const { studio, last, jobs } = await heard({ game })
    const report = await studio.api.query('points set kind = kind + 1', {}, { dryRun: false })
    expect(report).toMatchObject({
      changing: 5,
      failed: [{ name: 'DATA/loose.pts', reason: { code: 'refusal.file.locked' } }],
    })
    expect(report.values).toContainEqual(expect.objectContaining({ value: 9, seen: 1 }))
    const first = jobs.find(job => job.words.code === 'job.query' && job.report?.canRetry)
    isLocked = false
    await studio.api.retryFailed(first?.id ?? 0)
    expect(last('job.query')?.report).toMatchObject({ failedCount: 0 })
    expect((await studio.api.history()).map(step => step.label.params['files'])).toEqual([2, 1])
  })
})

describe('a search', () => {
  it('goes on with the files that could not be read, as the same search', async () => {
    let isLocked = true
    const game = failing(files(), '/game', (operation, path) => {
      if (isLocked && operation === 'read' && path.endsWith('readme.txt'))
        throw new StudioError('file.locked', { path })
    })
    const { studio, last } = await heard({ game })
    const told: Found[] = []
    studio.listen('found', found => told.push(found))
    const search = await studio.api.find('A', { kind: 'text', matchCase: true })
    await turns()
    expect(told.at(-1)).toMatchObject({ search, state: 'done', looked: 4, count: 0 })
    expect(last('job.find')?.report).toMatchObject({
      failed: [{ name: 'readme.txt', reason: { code: 'refusal.file.locked' } }],
      canRetry: true,
    })
    isLocked = false
    await studio.api.retryFailed(search)
    expect(told.at(-1)).toMatchObject({ search, state: 'done', looked: 4, count: 1 })
    expect(told.flatMap(found => found.files.map(one => one.file))).toEqual(['readme.txt'])
    expect(last('job.find')).toMatchObject({ id: told.at(-1)?.job, total: 1, report: { failedCount: 0 } })
  })
})

describe('jobs', () => {
  it('of an install that was left tell nothing about it any more', async () => {
    const { studio, last, folders } = await heard()
    folders.set('/other', new MemoryFiles(files(), { root: '/other' }))
    const remove = studio.listen('job', job => {
      if (job.done === 1 && job.state === 'running') void studio.api.pause(job.id, true)
    })
    const proving = studio.api.prove()
    await turns()
    remove()
    const told: unknown[] = []
    await studio.api.open('/other')
    for (const event of ['info', 'proof', 'commit', 'outside'] as const) studio.listen(event, news => told.push(news))
    await studio.api.pause(last('job.prove')?.id ?? 0, false)
    expect(await proving).not.toEqual([])
    expect(told).toEqual([])
  })

  it('rest while they are paused, and can be stopped then', async () => {
    const { studio, last } = await heard()
    const remove = studio.listen('job', job => {
      if (job.done === 1 && job.state === 'running') void studio.api.pause(job.id, true)
    })
    const proving = studio.api.prove()
    await turns()
    const at = last('job.prove')
    expect(at).toMatchObject({ state: 'paused', canPause: true })
    await turns()
    expect(last('job.prove')).toBe(at)
    remove()
    await studio.api.pause(at?.id ?? 0, false)
    await proving
    expect(stateOf(last('job.prove'))).toEqual(['done', 4, 4])

    studio.listen('job', job => {
      if (job.done === 1 && job.state === 'running') void studio.api.pause(job.id, true)
    })
    const again = studio.api.prove()
    await turns()
    await studio.api.cancel(last('job.prove')?.id ?? 0)
    await expect(again).rejects.toMatchObject({ code: 'job.cancelled' })
    expect(last('job.prove')?.state).toBe('cancelled')
  })

  it('cannot be paused where others wait for them', async () => {
    const { studio, jobs } = await heard()
    await poke(studio, RAW, 0, 9)
    studio.listen('job', job => {
      void studio.api.pause(job.id, true)
    })
    await studio.api.pack()
    expect(
      jobs
        .filter(job => job.words.code === 'job.pack')
        .map(job => [job.state, job.canPause])
        .at(-1),
    ).toEqual(['done', false])
  })

  it('wait in a queue behind others that write, and can be taken out of it', async () => {
    const { studio, jobs } = await heard()
    await poke(studio, RAW, 0, 9)
    const [first, second, third] = [studio.api.pack(), studio.api.pack(), studio.api.pack()]
    const waiting = jobs.filter(job => job.state === 'waiting')
    expect(waiting.map(job => job.words.code)).toEqual(['job.pack', 'job.pack'])
    await studio.api.cancel(waiting[1]?.id ?? 0)
    await Promise.all([first, second])
    await expect(third).rejects.toMatchObject({ code: 'job.cancelled' })
    expect(waiting.map(({ id }) => jobs.findLast(job => job.id === id)?.state)).toEqual(['done', 'cancelled'])
    expect((await present(studio, RAW))[0]).toBe(9)
  })

  it('of a workspace that is closed are not done again in the next', async () => {
    const place = lockedPlace('loose.pts')
    const { studio, last, jobs } = await heard({ folders: place.folders })
    await studio.api.extract([''], { folder: OUT, as: 'raw' })
    place.mend()
    await studio.api.open('/game', { workspace: '/other' })
    const told = jobs.length
    await studio.api.retryFailed(last('job.extract')?.id ?? 0)
    expect(jobs).toHaveLength(told)
  })
})

/** Resumes everything that can be resumed. */
async function turns(): Promise<void> {
  for (let i = 0; i < 200; i++) await Promise.resolve()
}
