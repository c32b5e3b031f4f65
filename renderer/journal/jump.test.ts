import { describe, expect, it } from 'vitest'
import type { HistoryStep } from '@areal-studio/core/workspace'
import { stepsBetween } from './jump'

const step = (revision: number, state: HistoryStep['state']): HistoryStep =>
  ({ revision, state, label: { code: 'label.x', params: {} }, time: 0, entries: [] })
const history = [step(1, 'done'), step(2, 'branch'), step(4, 'done'), step(5, 'packed'), step(6, 'undone'), step(7, 'undone')]

describe('jump in the history', () => {
  it('counts undos back to a step, and to the start', () => {
    expect(stepsBetween(history, 1)).toEqual({ direction: 'undo', count: 1 })
    expect(stepsBetween(history, 4)).toEqual({ direction: 'undo', count: 0 })
    expect(stepsBetween(history, null)).toEqual({ direction: 'undo', count: 2 })
  })
  it('counts redos forward', () => {
    expect(stepsBetween(history, 6)).toEqual({ direction: 'redo', count: 1 })
    expect(stepsBetween(history, 7)).toEqual({ direction: 'redo', count: 2 })
  })
  it('does not jump to branches and packs', () => {
    expect(stepsBetween(history, 2)).toBeUndefined()
    expect(stepsBetween(history, 5)).toBeUndefined()
  })
})
