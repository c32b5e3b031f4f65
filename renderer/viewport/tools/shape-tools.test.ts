import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Vec } from '../camera/camera'
import { openMapTools } from './map-tools.fixture'

type Bench = Awaited<ReturnType<typeof openMapTools>>
let at: Bench

beforeEach(async () => {
  at = await openMapTools()
  at.tools.setTool('shape')
})
afterEach(() => {
  at.end()
})

/** A corner of a record as it is stored. */
const stored = (record: number, vertex: number): Vec => {
  const item = at.picker().stored ?? expect.unreachable()
  const start = 3 * (item.ringStarts?.[record] ?? 0)
  const at3 = start + 3 * vertex
  return [item.positions[at3] ?? NaN, item.positions[at3 + 1] ?? NaN, item.positions[at3 + 2] ?? NaN]
}
const moved = (place: Vec, dx: number, dy: number): Vec => [place[0] + dx, place[1] + dy, place[2]]

describe('shaping', () => {
  it('moves the corner that is dragged, with those of neighbours at the same place', async () => {
    at.select([12])
    const [corner = expect.unreachable()] = at.corners(12)
    const before = stored(12, 0)
    at.drag(at.pointerAt(corner), at.pointerAt(moved(corner, 3, 2)))
    await expect.poll(() => stored(12, 0)[0]).toBeCloseTo(before[0] + 3, 0)
    expect(stored(12, 0)[1]).toBeCloseTo(before[1] + 2, 0)
    const positions = at.picker().stored?.positions ?? new Float32Array()
    const left = Array.from({ length: positions.length / 3 }, (_, v) => positions.subarray(3 * v, 3 * v + 2)).filter(
      ([x = 0, y = 0]) => Math.hypot(x - before[0], y - before[1]) < 0.001,
    )
    expect(left).toEqual([])
    expect(at.tools.shape.active.value).toMatchObject({ record: 12, name: { kind: 'vertex', index: 0 } })
  })

  it('leaves neighbours where they are when corners do not move together', async () => {
    at.tools.options.shape.together = false
    at.select([12])
    const [corner = expect.unreachable()] = at.corners(12)
    const before = stored(12, 0)
    const same = (): number => {
      const positions = at.picker().stored?.positions ?? new Float32Array()
      let count = 0
      for (let v = 0; 3 * v < positions.length; v++)
        if (Math.hypot((positions[3 * v] ?? 0) - before[0], (positions[3 * v + 1] ?? 0) - before[1]) < 0.001) count++
      return count
    }
    const count = same()
    at.drag(at.pointerAt(corner), at.pointerAt(moved(corner, 3, 2)))
    await expect.poll(() => stored(12, 0)[0]).not.toBeCloseTo(before[0], 1)
    expect(same()).toBe(count - 1)
  })

  it('moves along one axis by a typed length, and draws where it would be', async () => {
    at.select([12])
    const [corner = expect.unreachable()] = at.corners(12)
    const before = stored(12, 0)
    const from = at.pointerAt(corner)
    const held = at.press(from)
    held.move({ ...from, x: from.x + 30, y: from.y + 30 })
    for (const [code, key] of [
      ['KeyX', 'x'],
      ['Digit4', '4'],
      ['Period', '.'],
      ['Digit5', '5'],
    ] as const)
      expect(at.key(code, key)).toBe(true)
    expect(
      at.tools
        .marks()
        .flatMap(mark => (mark.kind === 'label' ? [mark.words] : []))
        .at(-1),
    ).toMatch(/^X {2}4\.50 {2}0\.00 {2}/)
    held.end({ ...from, x: from.x + 30, y: from.y + 30 })
    await expect.poll(() => stored(12, 0)[0]).toBeCloseTo(before[0] + 4.5, 2)
    expect(stored(12, 0)[1]).toBeCloseTo(before[1], 3)
  })

  it('moves up along Z and snaps to the grid where that is chosen', async () => {
    at.select([12])
    at.tools.shape.choose({ kind: 'vertex', index: 1 })
    const before = stored(12, 1)
    await at.tools.shape.place(12, { kind: 'vertex', index: 1 }, [before[0], before[1], before[2] + 7])
    await expect.poll(() => stored(12, 1)[2]).toBeCloseTo(before[2] + 7, 3)
    at.tools.options.shape.snap = 'grid'
    at.tools.options.shape.grid = 5
    const corner = at.corners(12)[2] ?? expect.unreachable()
    at.drag(at.pointerAt(corner), at.pointerAt(moved(corner, 7, 7)))
    await expect.poll(() => Math.abs((stored(12, 2)[0] / 5) % 1)).toBeCloseTo(0, 3)
    expect(Math.abs((stored(12, 2)[1] / 5) % 1)).toBeCloseTo(0, 3)
  })

  it('adds a corner by a double click on an edge, and deletes the one under the pointer', async () => {
    at.select([12])
    const ring = at.corners(12)
    const [a = expect.unreachable(), b = expect.unreachable()] = ring
    const middle = at.pointerAt([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2])
    expect(at.tools.doubleClick(middle)).toBe(true)
    await expect.poll(() => at.corners(12).length).toBe(ring.length + 1)
    expect(at.tools.shape.active.value?.name).toMatchObject({ kind: 'vertex', index: 1 })
    at.tools.hover(at.pointerAt(at.corners(12)[1] ?? expect.unreachable()))
    expect(at.tools.keyed.remove()).toBe(true)
    await expect.poll(() => at.corners(12).length).toBe(ring.length)
  })

  it('gives up a drag with Escape, and changes nothing by a click', async () => {
    at.select([12])
    const [corner = expect.unreachable()] = at.corners(12)
    const before = stored(12, 0)
    at.click(at.pointerAt(corner))
    expect(at.tools.shape.active.value?.name).toMatchObject({ kind: 'vertex', index: 0 })
    const from = at.pointerAt(corner)
    const held = at.press(from)
    held.move({ ...from, x: from.x + 50 })
    expect(at.key('Escape')).toBe(true)
    held.end({ ...from, x: from.x + 50 })
    await new Promise(done => setTimeout(done, 20))
    expect(stored(12, 0)).toEqual(before)
    expect(at.tools.press({ ...from, alt: true })).toBeUndefined()
  })

  it('moves the anchor where nothing else is chosen', async () => {
    at.select([12])
    expect(at.tools.shape.active.value?.name).toMatchObject({ kind: 'anchor' })
    const before = at.tools.shape.active.value?.place ?? expect.unreachable()
    at.drag(at.over(12), at.pointerAt(moved([before[0], before[1], before[2]], 1, 1)))
    await expect.poll(() => at.tools.shape.active.value?.place[0]).toBeCloseTo(before[0] + 1, 0)
  })
})

describe('cutting and adding', () => {
  it('cuts a record in two along a line across it', async () => {
    const count = at.count()
    at.tools.setTool('split')
    const inner = Array.from({ length: count }, (_, record) => record).find(record =>
      at.corners(record).every(([x, y]) => x > 20 && y > 20 && x < 180 && y < 180),
    )
    const ring = at.corners(inner ?? expect.unreachable())
    const [xs, ys] = [ring.map(corner => corner[0]), ring.map(corner => corner[1])]
    const x = (Math.min(...xs) + Math.max(...xs)) / 2
    at.drag(at.pointerAt([x, Math.min(...ys) - 2, 0]), at.pointerAt([x, Math.max(...ys) + 2, 0]))
    await expect.poll(at.count).toBe(count + 1)
    await expect.poll(() => at.map.selected.value.length).toBe(2)
    await at.workspace.undo()
    await expect.poll(at.count).toBe(count)
  })

  it('selects with a click while it is the tool that cuts', () => {
    at.tools.setTool('split')
    at.click(at.over(3))
    expect(at.map.selected.value).toEqual([3])
  })

  it('makes a record of clicked corners where there is room, and forgets them with Escape', async () => {
    const count = at.count()
    at.select([20])
    at.tools.remove().catch(() => undefined)
    const ring = at.corners(20)
    await expect.poll(at.count).toBe(count - 1)
    at.tools.setTool('add')
    for (const corner of ring) at.click(at.pointerAt(corner))
    expect(at.tools.marks().filter(mark => mark.kind === 'dot')).toHaveLength(ring.length)
    expect(at.key('Backspace')).toBe(true)
    expect(at.tools.marks().filter(mark => mark.kind === 'dot')).toHaveLength(ring.length - 1)
    at.click(at.pointerAt(ring.at(-1) ?? expect.unreachable()))
    expect(at.key('Enter')).toBe(true)
    await expect.poll(at.count).toBe(count)
    at.click(at.pointerAt(ring[0] ?? expect.unreachable()))
    expect(at.key('Escape')).toBe(true)
    expect(at.tools.marks()).toEqual([])
  })
})
