import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shallowRef } from 'vue'
import type { Reply } from '@areal-studio/core/studio'
import { createWay } from './connection'

const [REST, MOST] = [250, 5000]
let answers: ((reply: Reply) => void)[] = []
const way = () =>
  createWay(
    {
      call: () =>
        new Promise(resolve => {
          answers.push(resolve)
        }),
      listen: () => () => undefined,
    },
    shallowRef(true),
    () => Promise.resolve(),
  )
const answerAll = (): void => {
  for (const answer of answers.splice(0)) answer({ ok: true, value: null })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  answers = []
})

it('rests when nothing was asked for a while, however many calls came one after the other before', async () => {
  const { studio, rested } = way()
  let isRested = false
  void rested(REST, MOST).then(() => {
    isRested = true
  })
  for (let call = 0; call < 5; call++) {
    void studio.info()
    await vi.advanceTimersByTimeAsync(REST * 1.5)
    answerAll()
    await vi.advanceTimersByTimeAsync(REST / 2)
    expect(isRested).toBe(false)
  }
  await vi.advanceTimersByTimeAsync(REST)
  expect(isRested).toBe(true)
})

it('rests no later than it was told, though a call has no answer', async () => {
  const { studio, rested } = way()
  void studio.info()
  let isRested = false
  void rested(REST, MOST).then(() => {
    isRested = true
  })
  await vi.advanceTimersByTimeAsync(MOST - REST)
  expect(isRested).toBe(false)
  await vi.advanceTimersByTimeAsync(2 * REST)
  expect(isRested).toBe(true)
})
