import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import type { Vec } from '../camera/camera'
import { middleOfFace } from './ground-scene'
import { keyEvent, openMapTools } from './map-tools.fixture'

let at: Awaited<ReturnType<typeof openMapTools>>
beforeEach(async () => {
  at = await openMapTools()
})
afterEach(() => {
  at.end()
})

const terrain = (): SurfaceItem => at.picker().map.terrain ?? expect.unreachable()
/** Triangles that are drawn near, in the middle of the ground first: nothing is hidden by the border there. */
function nearTriangles(): number[] {
  const item = terrain()
  const { min, max } = at.picker().map.bounds
  const [x, y] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]
  const far = (t: number): number => Math.hypot(middleOfFace(item, t)[0] - x, middleOfFace(item, t)[1] - y)
  return [...item.records.keys()].filter(t => (item.lods?.[t] ?? 0) === 0).toSorted((a, b) => far(a) - far(b))
}
const placeOf = (triangle: number): Vec => middleOfFace(terrain(), triangle)
const faceOf = (triangle: number): number => terrain().records[triangle] ?? expect.unreachable()
const heightAt = (place: Vec): number => at.picker().heightAt(place[0], place[1]) ?? NaN

describe('faces of the ground', () => {
  beforeEach(() => {
    at.tools.setTool('faces')
  })

  it('are selected by clicks, one more with Shift, the same one off with Ctrl, and none by Escape', async () => {
    const [first = 0, second = 0] = nearTriangles()
    at.click(at.pointerAt(placeOf(first)))
    await expect.poll(() => at.tools.selectedFaces.value).toEqual([faceOf(first)])
    at.click(at.pointerAt(placeOf(second), { shift: true }))
    await expect.poll(() => at.tools.selectedFaces.value).toEqual([faceOf(first), faceOf(second)])
    at.click(at.pointerAt(placeOf(first), { ctrl: true }))
    await expect.poll(() => at.tools.selectedFaces.value).toEqual([faceOf(second)])
    expect(at.key('Escape')).toBe(true)
    expect(at.tools.selectedFaces.value).toEqual([])
  })

  it('are selected by a box round their middles', () => {
    const [first = 0] = nearTriangles()
    const middle = at.pointerAt(placeOf(first))
    const corner = (by: number) => ({ ...middle, x: middle.x + by, y: middle.y + by })
    at.drag(corner(-40), corner(40))
    const found = at.tools.selectedFaces.value
    expect(found).toContain(faceOf(first))
    const inBox = nearTriangles().filter(t => {
      const seen = at.pointerAt(placeOf(t))
      return Math.abs(seen.x - middle.x) <= 40 && Math.abs(seen.y - middle.y) <= 40
    })
    expect([...found].toSorted((a, b) => a - b)).toEqual([...new Set(inBox.map(faceOf))].toSorted((a, b) => a - b))
  })

  it('show the one under the pointer', async () => {
    const [first = 0] = nearTriangles()
    at.tools.hover(at.pointerAt(placeOf(first)))
    await expect.poll(() => at.tools.marks().filter(mark => mark.kind === 'mesh')).toHaveLength(1)
    at.tools.hover(undefined)
    expect(at.tools.marks()).toEqual([])
  })
})

describe('sculpting', () => {
  let place: Vec
  beforeEach(async () => {
    at.tools.setTool('sculpt')
    Object.assign(at.tools.options.ground.sculpt, { mode: 'raise', radius: 30, lift: 5 })
    await expect.poll(at.tools.ground).toBeDefined()
    place = placeOf(nearTriangles()[0] ?? 0)
  })
  const drawn = () => at.tools.marks().filter(mark => mark.kind === 'mesh')

  it('draws the stroke while it goes on, and commits it as one step', async () => {
    const before = heightAt(place)
    const held = at.press(at.pointerAt(place))
    expect(drawn()).toHaveLength(1)
    expect(heightAt(place)).toBe(before)
    held.end(at.pointerAt(place))
    await expect.poll(() => heightAt(place)).toBeGreaterThan(before + 1)
    await expect.poll(drawn).toEqual([])
    await at.workspace.undo()
    await expect.poll(() => heightAt(place)).toBeCloseTo(before, 5)
  })

  it('lowers with Ctrl', async () => {
    const before = heightAt(place)
    at.click(at.pointerAt(place, { ctrl: true }))
    await expect.poll(() => heightAt(place)).toBeLessThan(before - 1)
  })

  it('writes nothing where the stroke is given up, by its end or by Escape', async () => {
    const before = heightAt(place)
    at.press(at.pointerAt(place)).cancel()
    expect(drawn()).toEqual([])
    const held = at.press(at.pointerAt(place))
    expect(at.tools.key(keyEvent('Escape'))).toBe(true)
    expect([drawn(), at.tools.active.value]).toEqual([[], 'sculpt'])
    held.end(at.pointerAt(place))
    await at.workspace.settled()
    expect([heightAt(place), at.workspace.history]).toEqual([before, []])
  })

  it('adds dabs along a long move, and none for a short one', async () => {
    const { min, max } = at.picker().map.bounds
    const end: Vec = [place[0] + (max[0] - min[0]) / 4, place[1] + (max[1] - min[1]) / 4, place[2]]
    const between: Vec = [(place[0] + end[0]) / 2, (place[1] + end[1]) / 2, place[2]]
    at.tools.options.ground.sculpt.radius = Math.hypot(end[0] - place[0], end[1] - place[1]) / 3
    const before = [place, between, end].map(heightAt)
    const faces = (): readonly number[] => drawn().map(mark => mark.corners.length)
    const held = at.press(at.pointerAt(place))
    const one = faces()
    held.move(at.pointerAt([place[0] + 0.1, place[1], place[2]]))
    expect(faces()).toEqual(one)
    held.move(at.pointerAt(end))
    held.end(at.pointerAt(end))
    await expect
      .poll(() => [place, between, end].map(heightAt).every((height, i) => height > (before[i] ?? NaN) + 0.5))
      .toBe(true)
  })

  it('has modes under digits, a radius under brackets and a drag with Alt, which a cancel takes back', () => {
    const { sculpt } = at.tools.options.ground
    at.tools.keyed.digit(2)
    const second = sculpt.mode
    at.tools.keyed.digit(1)
    expect(second).not.toBe(sculpt.mode)
    at.tools.keyed.resize(1)
    expect(sculpt.radius).toBeGreaterThan(30)
    at.tools.keyed.resize(-1)
    const radius = sculpt.radius
    const from = at.pointerAt(place, { alt: true })
    const held = at.press(from)
    held.move({ ...from, x: from.x + 120 })
    expect(sculpt.radius).toBe(Math.round(radius * Math.E))
    held.cancel()
    expect(sculpt.radius).toBe(radius)
    for (let press = 0; press < 40; press++) at.tools.keyed.resize(-1)
    expect(sculpt.radius).toBe(5)
  })

  it('shows its circle under the pointer, red where it lowers', () => {
    at.tools.hover(at.pointerAt(place))
    expect(at.tools.marks()).toMatchObject([{ kind: 'path', isClosed: true, tone: 'plain' }])
    at.tools.hover(at.pointerAt(place, { ctrl: true }))
    expect(at.tools.marks()).toMatchObject([{ kind: 'path', tone: 'bad' }])
    at.tools.hover(undefined)
    expect(at.tools.marks()).toEqual([])
  })
})
