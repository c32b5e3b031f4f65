import { describe, expect, it } from 'vitest'
import { hiddenCount, legendsRoom, rowsNamed, visibleRecords } from './legend'

describe('the legend', () => {
  const rows = [0, 1, 12, 112].map(value => ({ value, count: 1 }))
  it('finds values by how they begin, and by a part of their names', () => {
    const found = (typed: string): number[] =>
      rowsNamed(rows, typed, String, { 0: 'Ford', 12: 'Build site' }).map(row => row.value)
    expect(found(' 1')).toEqual([1, 12, 112])
    expect(found('SITE')).toEqual([12])
    expect(found('9')).toEqual([])
    expect(found(' ')).toEqual([0, 1, 12, 112])
  })

  it('counts each hidden record once, whichever way it is hidden', () => {
    const values = Uint32Array.of(5, 5, 7, 9)
    expect(hiddenCount(values, new Set([5]), new Set([0, 3]))).toBe(3)
    expect(hiddenCount(values, new Set(), new Set([2]))).toBe(1)
    expect(hiddenCount(values, new Set([8]), new Set())).toBe(0)
  })

  it('lists what can be seen, none where there is no map', () => {
    expect(visibleRecords({ recordCount: 5 }, record => record % 2 === 1)).toEqual([0, 2, 4])
    expect(visibleRecords(undefined, () => false)).toEqual([])
  })

  it('is one over the other where all rows have room, else side by side with more rows for each', () => {
    const [small, large] = [
      { width: 529, height: 254 },
      { width: 900, height: 480 },
    ]
    expect(legendsRoom([2], small, 7)).toMatchObject({ isWide: false, most: 7 })
    expect(legendsRoom([30], { ...small, height: 160 }, 7)).toMatchObject({ isWide: false, most: 5 })
    expect(legendsRoom([6, 2], large, 16)).toMatchObject({ isWide: false, most: 16 })
    expect(legendsRoom([6, 2], small, 7)).toMatchObject({ isWide: true, most: 7 })
    expect(legendsRoom([6, 3, 4], small, 7)).toMatchObject({ isWide: true, most: 3 })
    expect(legendsRoom([6, 8], { width: 200, height: 400 }, 16)).toMatchObject({ isWide: false, most: 6 })
  })

  it('has rows of layers where the values keep enough rows beside them', () => {
    const room = { width: 529, height: 254 }
    expect(legendsRoom([4], room, 16, 4)).toMatchObject({ isWide: false, most: 4, hasLayers: true })
    expect(legendsRoom([4], room, 16, 6)).toMatchObject({ isWide: false, most: 9, hasLayers: false })
    expect(legendsRoom([4], room, 16)).toMatchObject({ isWide: false, most: 9, hasLayers: false })
  })

  it('has fewer rows where other lines are there, of which that of the hidden ones gives way to layers', () => {
    const room = { width: 529, height: 254 }
    const roomWith = (layers: number, isTraced: boolean, isNoted: boolean) =>
      legendsRoom([20], room, 16, layers, { isTraced, isNoted })
    expect(roomWith(0, true, false)).toEqual({ isWide: false, most: 7, hasLayers: false, hasTrace: true })
    expect(roomWith(0, true, true)).toMatchObject({ most: 6, hasLayers: false, hasTrace: true })
    expect(roomWith(4, true, false)).toMatchObject({ most: 3, hasLayers: true, hasTrace: true })
    expect(roomWith(4, true, true)).toMatchObject({ most: 3, hasLayers: true, hasTrace: false })
    expect(roomWith(6, true, false)).toMatchObject({ most: 7, hasLayers: false, hasTrace: true })
  })
})
