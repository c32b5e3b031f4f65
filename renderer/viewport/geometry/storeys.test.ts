import { describe, expect, it } from 'vitest'
import { regionsItem } from '../scene/items.fixture'
import { RegionPicker } from './layer-pickers'

const SIDE = 6
/** Floors over each other, each of squares of one unit linked with those beside them; a ramp joins the two at its end. */
function floors(heights: readonly number[]) {
  const positions: number[] = []
  const indices: number[] = []
  const records: number[] = []
  const links: number[] = []
  const linkStarts = [0]
  const anchors: number[] = []
  for (const [floor, height] of heights.entries())
    for (let cell = 0; cell < SIDE * SIDE; cell++) {
      const [x, y] = [cell % SIDE, Math.floor(cell / SIDE)]
      const first = positions.length / 3
      for (const [dx, dy] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const)
        positions.push(x + dx, y + dy, height)
      indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
      const record = floor * SIDE * SIDE + cell
      records.push(record, record)
      anchors.push(x + 0.5, y + 0.5, height)
      if (x > 0) links.push(record - 1)
      if (x < SIDE - 1) links.push(record + 1)
      if (y > 0) links.push(record - SIDE)
      if (y < SIDE - 1) links.push(record + SIDE)
      // The stair: the last cell of each floor leads to that of the next one.
      if (cell === SIDE * SIDE - 1 && floor + 1 < heights.length) links.push(record + SIDE * SIDE)
      linkStarts.push(links.length)
    }
  return regionsItem({
    recordCount: records.length / 2,
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
    records: Uint32Array.from(records),
    anchors: Float32Array.from(anchors),
    links: Int32Array.from(links),
    linkStarts: Uint32Array.from(linkStarts),
  })
}

describe('a brush where storeys lie over each other', () => {
  const item = floors([0, 2.5])
  const floorOf = (record: number): number => Math.floor(record / (SIDE * SIDE))
  const painted = (storey: number | undefined, z: number, radius: number): readonly number[] =>
    new RegionPicker(item, new Float32Array(), storey).around([3.5, 3.5, z], radius, () => false)

  it('stays on the storey of the place, though a stair leads to the next one', () => {
    for (const [z, floor] of [
      [0, 0],
      [2.5, 1],
      [2.2, 1],
    ] as const) {
      const found = painted(1.8, z, 10)
      expect(found).toHaveLength(SIDE * SIDE)
      expect(new Set(found.map(floorOf))).toEqual(new Set([floor]))
      expect(painted(1.8, z, 0).map(floorOf)).toEqual([floor])
    }
  })

  it('takes all of them where records are not said to overlap', () => {
    expect(new Set(painted(undefined, 0, 10).map(floorOf))).toEqual(new Set([0, 1]))
  })
})
