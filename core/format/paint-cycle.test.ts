import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phaseAt } from './paint-cycle'
import type { PaintCycle } from './scene'

const cycle = (mode: PaintCycle['mode']): PaintCycle => ({ mode, phases: [4, 2, 7], ends: [100, 300, 400] })
const phases = (mode: PaintCycle['mode'], times: readonly number[]): number[] =>
  times.map(time => phaseAt(cycle(mode), time))

describe('the phase at a time', () => {
  it('is that of the key whose end lies ahead; a loop begins again at its period', () => {
    expect(phases('loop', [0, 99, 100, 299, 300, 399, 400, 499, 500])).toEqual([4, 4, 2, 2, 7, 7, 4, 4, 2])
    expect(phases('random', [0, 99, 100, 400])).toEqual([4, 4, 2, 4])
  })
  it('stays at the last key of one that plays once, and runs backward behind the end of one that turns', () => {
    expect(phases('once', [0, 399, 400, 1e9])).toEqual([4, 7, 7, 7])
    expect(phases('back_and_forth', [0, 350, 400, 450, 550, 700, 701, 800])).toEqual([4, 7, 7, 7, 2, 2, 4, 4])
  })
  it('is one of the cycle at any time, and the same a period later', () => {
    const cycles = fc
      .record({
        mode: fc.constantFrom<PaintCycle['mode']>('loop', 'back_and_forth', 'once', 'random'),
        keys: fc.array(fc.tuple(fc.nat(28), fc.nat(500)), { minLength: 1, maxLength: 6 }),
      })
      .map(({ mode, keys }) => {
        let end = 1
        return { mode, phases: keys.map(([one]) => one), ends: keys.map(([, length]) => (end += length)) }
      })
    fc.assert(
      fc.property(cycles, fc.nat(100_000), (one, time) => {
        const period = one.ends.at(-1) ?? 0
        const phase = phaseAt(one, time)
        expect(one.phases).toContain(phase)
        if (one.mode === 'once') expect(phaseAt(one, time + period)).toBe(one.phases.at(-1))
        else expect(phaseAt(one, time + (one.mode === 'back_and_forth' ? 2 : 1) * period)).toBe(phase)
      }),
    )
  })
})
