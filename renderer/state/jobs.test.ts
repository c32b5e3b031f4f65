import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Job } from '@areal-studio/core/studio'
import { paceOf, seenAgain, workedAt, type SeenJob } from './jobs.store'

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
