import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Job } from '@areal-studio/core/studio'
import { jobLines, paceOf, seenAgain, stateOfRun, workedAt, type SeenJob } from './jobs.store'

const job = (state: Job['state'], done = 0, total = 10): Job => ({
  id: 1,
  words: { code: 'job.check', params: {} },
  done,
  total,
  state,
  canPause: true,
})

describe('times of a job', () => {
  it('count what it was at work, without its pauses, however often there is news', () => {
    const news = fc.array(
      fc.record({
        state: fc.constantFrom('waiting' as const, 'running' as const, 'paused' as const),
        after: fc.nat(1000),
      }),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(news, fc.nat(1000), (all, end) => {
        let seen: SeenJob | undefined
        let now = 5000
        let worked = 0
        for (const { state, after } of all) {
          if (seen?.state === 'running') worked += after
          now += after
          seen = seenAgain(seen, job(state), now)
        }
        if (seen?.state === 'running') worked += end
        expect(seen && workedAt(seen, now + end)).toBe(worked)
      }),
    )
  })
  it('make speed and what is left, once something is done', () => {
    expect(paceOf(seenAgain(undefined, job('running'), 0), 1000)).toBeNull()
    expect(paceOf(seenAgain(seenAgain(undefined, job('running'), 0), job('running', 4), 500), 2000)).toEqual({
      speed: 2,
      left: 3000,
    })
  })
  it('begin anew with items that are counted anew', () => {
    const news: readonly (readonly [job: Job, now: number])[] = [
      [job('running', 0, 0), 0],
      [job('running', 0, 4), 9000],
      [job('running', 4, 4), 9500],
      [job('running', 0, 4), 9600],
      [job('running', 2, 4), 10_600],
    ]
    let seen: SeenJob | undefined
    for (const [one, now] of news) seen = seenAgain(seen, one, now)
    expect(seen && [paceOf(seen, 10_600), workedAt(seen, 10_600)]).toEqual([{ speed: 2, left: 1000 }, 10_600])
  })
})

describe('a run', () => {
  const seen = (id: number, code: string, state: Job['state'] = 'done'): SeenJob => ({
    ...seenAgain(undefined, { ...job(state), words: { code, params: {} } }, 0),
    id,
  })
  const list = [
    seen(1, 'job.check'),
    seen(2, 'job.check'),
    seen(3, 'job.find'),
    seen(4, 'job.pack'),
    seen(5, 'job.game'),
  ]

  it('is one line with its steps; what ran before, after or beside it is a line of its own', () => {
    const lines = jobLines([...list, seen(6, 'job.check')], [{ first: 2, last: 5 }])
    expect(lines.map(line => ('steps' in line ? line.steps.map(({ id }) => id) : line.job.id))).toEqual([
      1,
      [2, 4, 5],
      3,
      6,
    ])
  })

  it('has failed where one of its steps has, and is under way where none has', () => {
    expect(stateOfRun([seen(1, 'job.check'), seen(2, 'job.pack', 'failed'), seen(3, 'job.plan')])).toBe('failed')
    expect(stateOfRun([seen(1, 'job.check'), seen(2, 'job.pack', 'running')])).toBe('running')
    expect(stateOfRun([seen(1, 'job.check')])).toBe('done')
  })
})
