import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FaultPopover, LINGER } from './fault-popover'
import type { Fault } from './faults'

const fault = (record: number): Fault => ({
  kind: 'region',
  record,
  at: [100 * record, 50, 0],
  problems: [],
  broken: undefined,
})
const faults = [fault(1), fault(2)]
/** Over the mark of a fault. */
const over = (record: number, aside = 0) => ({ x: 100 * record + aside, y: 50 })
let card: FaultPopover
const shown = (): number | undefined => card.open.value?.fault.record

beforeEach(() => {
  vi.useFakeTimers()
  card = new FaultPopover(({ record, at }) => (record === 9 ? undefined : { x: at[0], y: at[1] }))
})
afterEach(() => {
  vi.useRealTimers()
})

it('opens over a mark, where the mark is, and for another mark at once', () => {
  card.hover(over(1, 10), faults)
  expect(card.open.value).toEqual({ fault: faults[0], x: 100, y: 50 })
  card.hover(over(2, -11), faults)
  expect(shown()).toBe(2)
  card.close()
  card.hover(over(2, 12), faults)
  expect(shown()).toBeUndefined()
})

it('stays long enough for the pointer to reach it, and as long as the pointer is on it', () => {
  card.hover(over(1), faults)
  card.hover(over(1, 50), faults)
  vi.advanceTimersByTime(LINGER - 1)
  expect(shown()).toBe(1)
  card.keep()
  vi.advanceTimersByTime(10 * LINGER)
  expect(shown()).toBe(1)
  card.leave()
  vi.advanceTimersByTime(LINGER)
  expect(shown()).toBeUndefined()
})

it('closes once after it was left, however the pointer moves meanwhile, unless it comes back to the mark', () => {
  card.hover(over(1), faults)
  card.hover(over(1, 50), faults)
  vi.advanceTimersByTime(LINGER / 2)
  card.hover(over(1, 60), faults)
  vi.advanceTimersByTime(LINGER / 2)
  expect(shown()).toBeUndefined()

  card.hover(over(1), faults)
  card.hover(undefined, faults)
  vi.advanceTimersByTime(LINGER / 2)
  card.hover(over(1), faults)
  vi.advanceTimersByTime(LINGER)
  expect(shown()).toBe(1)
})

it('shows the same fault after the faults were found again, and closes where it is mended', () => {
  card.hover(over(1), faults)
  const again = { ...fault(1), broken: 'flat' as const }
  card.update([fault(2), again])
  expect(card.open.value).toEqual({ fault: again, x: 100, y: 50 })
  card.update([fault(2)])
  expect(shown()).toBeUndefined()
  card.update([fault(1)])
  expect(shown()).toBeUndefined()
})

it('does not open for a mark that is not seen', () => {
  card.hover({ x: 900, y: 50 }, [fault(9)])
  expect(shown()).toBeUndefined()
})
