import { expect, it } from 'vitest'
import { sameBytes } from '../../edit'
import { MemoryFiles } from '../../format'
import type { Job } from '../api/jobs'
import { files, MAP, openBench, poke, type Bench } from '../studio.fixture'

const LOOSE = 'DATA/loose.pts'
const CANCELLED = expect.objectContaining({ code: 'job.cancelled' }) as Error

/** Two files are packed; every word of the jobs that follow is noted. */
async function packed(game = new MemoryFiles(files(), { root: '/game' })): Promise<Bench & { readonly jobs: Job[] }> {
  const bench = await openBench({ game })
  await poke(bench.studio, `${MAP}!#2`, 0, 50)
  await poke(bench.studio, LOOSE, 4, 3)
  await bench.studio.api.pack()
  const jobs: Job[] = []
  bench.studio.listen('job', job => jobs.push(job))
  return { ...bench, jobs }
}

/** The job is stopped at the first word that fits. */
function stopAt(
  { studio, jobs }: Pick<Awaited<ReturnType<typeof packed>>, 'studio' | 'jobs'>,
  fits: (job: Job) => boolean,
): void {
  let isAsked = false
  studio.listen('job', job => {
    if (isAsked || !fits(job)) return
    isAsked = true
    jobs.length = 0
    void studio.api.cancel(job.id)
  })
}

it('the plan is a job that tells what it looks at and counts the files that it is about', async () => {
  const {
    studio: { api },
    jobs,
  } = await packed()
  await api.plan()
  expect(new Set(jobs.map(job => job.words.code))).toEqual(new Set(['job.plan']))
  expect(jobs.filter(job => job.total === 0).map(job => job.item)).toEqual(expect.arrayContaining([MAP, LOOSE]))
  const counted = jobs.filter(job => job.total === 2 && job.state === 'running')
  expect(counted.map(job => job.done)).toEqual([...counted.map(job => job.done)].sort())
  expect([counted[0], jobs.at(-1)]).toMatchObject([
    { done: 0, item: MAP },
    { state: 'done', done: 2, total: 2 },
  ])
})

it('a plan that is stopped at any word ends there, and the next one is whole', async () => {
  const whole = await packed()
  const plan = await whole.studio.api.plan()
  const words = whole.jobs.filter(job => job.state === 'running').length
  for (let at = 0; at < words; at++) {
    const bench = await packed()
    let left = at
    stopAt(bench, () => left-- === 0)
    await expect(bench.studio.api.plan()).rejects.toEqual(CANCELLED)
    expect(bench.jobs.at(-1)?.state).toBe('cancelled')
    expect(await bench.studio.api.plan()).toEqual(plan)
  }
})

it('what another program did is told by the plan after one that was stopped', async () => {
  const bench = await packed()
  bench.game.put(
    MAP,
    (files()[MAP] ?? Uint8Array.of()).map((byte, i, all) => (i === all.length - 1 ? byte ^ 1 : byte)),
  )
  const told: string[] = []
  bench.studio.listen('outside', ({ files: changed }) => told.push(...changed))
  stopAt(bench, job => job.item === MAP)
  await expect(bench.studio.api.plan()).rejects.toEqual(CANCELLED)
  expect(told).toEqual([])
  await bench.studio.api.plan()
  expect(told).toEqual([MAP])
})

it.each(['deploy', 'restore'] as const)(
  'a %s that is stopped at any word leaves the install as it was, or has written all of it',
  async what => {
    const prepared = async (): Promise<Awaited<ReturnType<typeof packed>>> => {
      const bench = await packed()
      if (what === 'restore') await bench.studio.api.deploy()
      bench.jobs.length = 0
      return bench
    }
    const whole = await prepared()
    await whole.studio.api[what]()
    const after = whole.game.snapshot()
    expect(new Set(whole.jobs.map(job => job.words.code))).toEqual(new Set([`job.${what}`]))
    const words = whole.jobs.filter(job => job.state === 'running').length
    const ends = new Set<string>()
    for (let at = 0; at < words; at++) {
      const bench = await prepared()
      const before = bench.game.snapshot()
      let left = at
      stopAt(bench, () => left-- === 0)
      const end = await bench.studio.api[what]().then(
        () => 'done',
        (error: unknown) => String(error),
      )
      expect(bench.jobs.at(-1)?.state).toBe(end === 'done' ? 'done' : 'cancelled')
      expect(bench.game.snapshot()).toEqual(end === 'done' ? after : before)
      ends.add(end)
      await bench.studio.api[what]()
      expect(bench.game.snapshot()).toEqual(after)
    }
    expect(ends).toEqual(new Set(['StudioError: job.cancelled', 'done']))
  },
)

it('a deploy that is stopped between its files tells how what is written goes back, and ends once it is', async () => {
  const bench = await packed()
  const before = bench.game.snapshot()
  const isWritten = (): boolean =>
    !sameBytes(bench.game.snapshot()[MAP] ?? Uint8Array.of(), before[MAP] ?? Uint8Array.of())
  stopAt(bench, job => isWritten() && job.item === LOOSE)
  const atEnd: unknown[] = []
  bench.studio.listen('job', job => {
    if (job.state === 'cancelled') atEnd.push(bench.game.snapshot())
  })
  await expect(bench.studio.api.deploy()).rejects.toEqual(CANCELLED)
  expect(bench.jobs[0]).toMatchObject({ state: 'running', done: 1, total: 2, item: MAP })
  expect(atEnd).toEqual([before])
})

it('a refusal of the whole deploy is that of no file', async () => {
  const {
    studio,
    studio: { api },
    jobs,
  } = await packed()
  await poke(studio, `${MAP}!#0`, 8, 0)
  await api.pack()
  await expect(api.deploy()).rejects.toMatchObject({ code: 'deploy.blocked' })
  expect(jobs.at(-1)?.report?.failed).toMatchObject([{ name: '', reason: { code: 'refusal.deploy.blocked' } }])
})
