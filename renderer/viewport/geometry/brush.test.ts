import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedBy, firstSlots, nextRadius, paintedBits, SLOT_COUNT, Stroke, withUsed, type Bits } from './brush'
import { insideLasso, within } from './lasso'
import { measured } from '../tools/measure-tool'
import { TriangleGrid } from './picking'

/** Records are the squares of a board, ten units wide. */
const board = (x: number, y: number): number[] =>
  x < 0 || y < 0 || x >= 100 || y >= 100 ? [] : [Math.floor(x / 10) * 10 + Math.floor(y / 10)]
const place = fc.double({ min: 0, max: 99.9, noNaN: true })

describe('stroke', () => {
  it('touches every record that the line between two places crosses for longer than a step', () => {
    fc.assert(
      fc.property(place, place, place, place, (ax, ay, bx, by) => {
        const stroke = new Stroke(board, 0.25)
        stroke.to([ax, ay, 0])
        stroke.to([bx, by, 0])
        const crossed = new Map<number, number>()
        for (let i = 0; i <= 4000; i++) {
          const [record] = board(ax + ((bx - ax) * i) / 4000, ay + ((by - ay) * i) / 4000)
          if (record !== undefined) crossed.set(record, (crossed.get(record) ?? 0) + 1)
        }
        const length = Math.hypot(bx - ax, by - ay)
        for (const [record, share] of crossed)
          if ((share / 4000) * length > 0.5) expect(stroke.records.has(record)).toBe(true)
        for (const record of stroke.records) expect(crossed.has(record)).toBe(true)
      }),
      { seed: 41, numRuns: 150 },
    )
  })
  it('jumps where the pointer was lifted', () => {
    const stroke = new Stroke(board, 1)
    stroke.to([5, 5, 0])
    stroke.lift()
    stroke.to([95, 95, 0])
    expect([...stroke.records]).toEqual([0, 99])
  })
  it('changes only what has another value, in order', () => {
    expect([...changedBy([3, 1, 9, 0], Uint32Array.of(5, 7, 5, 7), () => 5)]).toEqual([[5, [1, 3]]])
  })
  it('sets or clears bits and leaves the others, even the highest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffffffff), { minLength: 1 }), fc.nat(0xffffffff), (values, bits) => {
        for (const how of ['set', 'clear'] as const) {
          const after = Uint32Array.from(values)
          for (const [value, records] of changedBy(values.keys(), after.slice(), paintedBits(how, bits)))
            for (const record of records) after[record] = value
          values.forEach((before, record) => {
            for (let bit = 0; bit < 32; bit++) {
              const [was, is, asked] = [before, after[record] ?? 0, bits].map(word => (word >>> bit) & 1)
              if (is !== (asked === 1 ? Number(how === 'set') : was)) throw new Error(`bit ${bit} of ${record}`)
            }
          })
        }
      }),
      { seed: 12, numRuns: 100 },
    )
  })
})

describe('painting bits under a mask', () => {
  it('never touches a bit outside the mask, and does to the others what it does without one', () => {
    const word = fc.nat(0xffffffff)
    fc.assert(
      fc.property(word, word, word, fc.constantFrom<Bits>('replace', 'set', 'clear'), (before, value, mask, bits) => {
        const painted = paintedBits(bits, value, mask)(before)
        expect((painted & ~mask) >>> 0).toBe((before & ~mask) >>> 0)
        expect((painted & mask) >>> 0).toBe((paintedBits(bits, value)(before) & mask) >>> 0)
      }),
      { seed: 43 },
    )
  })
})

describe('brush', () => {
  it('grows and shrinks back, down to one areal', () => {
    let radius = 0
    for (let i = 0; i < 6; i++) radius = nextRadius(radius, 1, [10, 2000])
    for (let i = 0; i < 6; i++) radius = nextRadius(radius, -1, [10, 2000])
    expect(radius).toBe(0)
    expect(nextRadius(0, -1, [10, 2000])).toBe(0)
    expect(nextRadius(1900, 1, [10, 2000])).toBe(2000)
  })
  it('touches the triangles whose distance is within the radius', () => {
    const soup = fc.array(fc.tuple(place, place, place, place, place, place), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(soup, place, place, fc.double({ min: 0.1, max: 30, noNaN: true }), (triangles, x, y, radius) => {
        const positions = Float32Array.from(
          triangles.flatMap(([ax, ay, bx, by, cx, cy]) => [ax, ay, 0, bx, by, 0, cx, cy, 0]),
        )
        const grid = new TriangleGrid(
          positions,
          Uint32Array.from({ length: triangles.length * 3 }, (_, i) => i),
        )
        const found = new Set<number>()
        grid.around(x, y, radius, t => found.add(t))
        triangles.forEach((_, t) => {
          const corner = (k: number, axis: number): number => positions[9 * t + 3 * k + axis] ?? 0
          const [ax, ay, bx, by, cx, cy] = [
            corner(0, 0),
            corner(0, 1),
            corner(1, 0),
            corner(1, 1),
            corner(2, 0),
            corner(2, 1),
          ]
          let nearest = Infinity
          for (let u = 0; u <= 1; u += 1 / 32)
            for (let v = 0; u + v <= 1; v += 1 / 32) {
              nearest = Math.min(
                nearest,
                Math.hypot(ax + u * (bx - ax) + v * (cx - ax) - x, ay + u * (by - ay) + v * (cy - ay) - y),
              )
            }
          if (nearest <= radius) expect(found.has(t)).toBe(true)
          if (nearest > radius + 5) expect(found.has(t)).toBe(false)
        })
      }),
      { seed: 42, numRuns: 60 },
    )
  })
})

describe('digits', () => {
  it('hold the values that the map has most of, and keep their places while they are used', () => {
    const rows = Array.from({ length: 14 }, (_, value) => ({ value, count: 100 - value }))
    const slots = firstSlots(rows)
    expect(slots).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    const once = withUsed(slots, [], 4)
    expect(once.slots).toEqual(slots)
    const twice = withUsed(once.slots, [...once.used, 0], 77)
    expect(twice.slots).toHaveLength(SLOT_COUNT)
    expect(twice.slots.filter(slot => !slots.includes(slot))).toEqual([77])
    expect([twice.slots.includes(4), twice.slots.includes(0)]).toEqual([true, true])
  })
})

describe('lasso and measure', () => {
  it('holds what a box holds where it is drawn as one', () => {
    const coordinate = fc.integer({ min: 0, max: 200 })
    fc.assert(
      fc.property(
        coordinate,
        coordinate,
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 1, max: 80 }),
        coordinate,
        coordinate,
        (x, y, width, height, px, py) => {
          const lasso = insideLasso([
            [x, y],
            [x + width, y],
            [x + width, y + height],
            [x, y + height],
          ])
          expect(lasso(px + 0.5, py + 0.5)).toBe(within({ x, y, width, height })(px + 0.5, py + 0.5))
        },
      ),
      { seed: 43 },
    )
    expect(insideLasso([])(1, 1)).toBe(false)
  })
  it('measures length, slope and area', () => {
    const square = measured([
      [0, 0, 0],
      [3, 0, 4],
      [3, 3, 4],
      [0, 3, 0],
    ])
    expect([square.length, square.slant, square.area]).toEqual([9, 13, 9])
    expect(measured([[1, 1, 1]])).toMatchObject({ length: 0, slant: 0, area: 0 })
  })
})
