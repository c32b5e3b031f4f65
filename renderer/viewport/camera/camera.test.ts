import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  axesOf,
  cornersOf,
  depthRange,
  dot,
  eyeOf,
  fly,
  frame,
  lensOf,
  look,
  orbit,
  orbitAbout,
  pan,
  project,
  projectionMatrix,
  rayAt,
  roll,
  subtract,
  viewMatrix,
  withPivotAt,
  zoomAt,
  add,
  type Vec,
  type View,
} from './camera'

const size = { width: 900, height: 600 }
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const point = fc.tuple(number(-500, 500), number(-500, 500), number(-50, 150))
const view = fc.record({
  pivot: point,
  yaw: number(0, 6.28),
  pitch: number(-1.5, 1.2),
  distance: number(5, 2000),
  fov: number(0.3, 1.2),
  isOrtho: fc.boolean(),
})
const near = (a: Vec, b: Vec, slack: number) => expect(Math.hypot(...subtract(a, b))).toBeLessThan(slack)
const multiply = (m: Float32Array, v: readonly number[]) =>
  [0, 1, 2, 3].map(row => [0, 1, 2, 3].reduce((sum, column) => sum + (m[column * 4 + row] ?? 0) * (v[column] ?? 0), 0))

describe('camera', () => {
  it('keeps the horizon level: right has no height, up never points down', () => {
    fc.assert(
      fc.property(view, number(-9, 9), number(-9, 9), (v, a, b) => {
        for (const turned of [orbit(v, a, b), look(v, a, b)]) {
          const { right, up, forward } = axesOf(turned)
          expect(right[2]).toBe(0)
          expect(up[2]).toBeGreaterThan(0)
          expect(Math.abs(dot(right, up)) + Math.abs(dot(up, forward))).toBeLessThan(1e-9)
        }
      }),
      { seed: 21 },
    )
  })
  it('rolls round the direction of looking only where it is asked to, and turns as the picture is seen', () => {
    fc.assert(
      fc.property(view, number(-3, 3), number(-0.02, 0.02), (v, by, step) => {
        const rolled = roll(v, by)
        const { right, up, forward } = axesOf(rolled)
        expect(forward).toEqual(axesOf(v).forward)
        expect(dot(right, axesOf(v).right)).toBeCloseTo(Math.cos(by), 9)
        expect(dot(right, axesOf(v).up)).toBeCloseTo(-Math.sin(by), 9)
        expect(Math.abs(dot(right, up)) + Math.abs(dot(right, forward)) + Math.abs(dot(up, forward))).toBeLessThan(1e-9)
        near(axesOf(roll(rolled, -by)).up, axesOf(v).up, 1e-9)
        const flat = roll({ ...v, pitch: 0 }, by)
        const after = axesOf(look(flat, step, 0)).forward
        expect(dot(after, axesOf(flat).right)).toBeCloseTo(-step, 3)
        expect(dot(after, axesOf(flat).up)).toBeCloseTo(0, 3)
      }),
      { seed: 20 },
    )
  })
  it('orbit leaves the pivot, look leaves the eye', () => {
    fc.assert(
      fc.property(view, number(-3, 3), number(-3, 3), (v, a, b) => {
        expect(orbit(v, a, b).pivot).toEqual(v.pivot)
        near(eyeOf(look(v, a, b)), eyeOf(v), 1e-6)
      }),
      { seed: 22 },
    )
  })
  it('orbit about a point leaves it where it is on the screen', () => {
    fc.assert(
      fc.property(view, point, number(-3, 3), number(-3, 3), (v, centre, a, b) => {
        const [before, after] = [v, orbitAbout(v, centre, a, b)].map(one => project(lensOf(one, size), centre))
        fc.pre(before !== undefined && before.depth > 1)
        expect([after?.x, after?.y, after?.depth].map(part => part?.toFixed(3))).toEqual(
          [before?.x, before?.y, before?.depth].map(part => part?.toFixed(3)),
        )
        near(orbitAbout(v, v.pivot, a, b).pivot, v.pivot, 1e-9)
      }),
      { seed: 29 },
    )
  })
  it('a ray through the projected point passes through the point', () => {
    fc.assert(
      fc.property(view, point, (v, p) => {
        const lens = lensOf(v, size)
        const seen = project(lens, p)
        fc.pre(seen !== undefined && seen.depth > 1)
        if (!seen) return
        const { origin, direction } = rayAt(lens, seen.x, seen.y)
        near(add(origin, direction, dot(subtract(p, origin), direction)), p, 1e-4)
      }),
      { seed: 23 },
    )
  })
  it('the matrices say the same as project', () => {
    fc.assert(
      fc.property(view, point, (v, p) => {
        const seen = project(lensOf(v, size), p)
        fc.pre(seen !== undefined && seen.depth > 1 && Math.abs(seen.x) < 1e4 && Math.abs(seen.y) < 1e4)
        if (!seen) return
        const clip = multiply(projectionMatrix(v, size, 0.1, 5000), multiply(viewMatrix(v), [...p, 1]))
        const w = clip[3] ?? 1
        expect((((clip[0] ?? 0) / w + 1) * size.width) / 2).toBeCloseTo(seen.x, 0)
        expect(((1 - (clip[1] ?? 0) / w) * size.height) / 2).toBeCloseTo(seen.y, 0)
      }),
      { seed: 24 },
    )
  })
  it('zoom keeps the point under the pointer', () => {
    fc.assert(
      fc.property(view, point, number(0.5, 2), (v, p, factor) => {
        const before = project(lensOf(v, size), p)
        const after = project(lensOf(zoomAt(v, p, factor), size), p)
        fc.pre(
          before !== undefined &&
            after !== undefined &&
            before.depth > 5 &&
            Math.abs(before.x) + Math.abs(before.y) < 1e4,
        )
        expect(after?.x).toBeCloseTo(before?.x ?? NaN, 3)
        expect(after?.y).toBeCloseTo(before?.y ?? NaN, 3)
      }),
      { seed: 25 },
    )
  })
  it('pan moves what lies at that depth by as many pixels as the pointer', () => {
    fc.assert(
      fc.property(view, point, number(-300, 300), number(-300, 300), (v, p, dx, dy) => {
        const before = project(lensOf(v, size), p)
        fc.pre(before !== undefined && before.depth > 5 && Math.abs(before.x) + Math.abs(before.y) < 1e4)
        if (!before) return
        const after = project(lensOf(pan(v, dx, dy, size.height, before.depth), size), p)
        expect(after?.x).toBeCloseTo(before.x + dx, 3)
        expect(after?.y).toBeCloseTo(before.y + dy, 3)
      }),
      { seed: 26 },
    )
  })
  it('frames every point, in what the panels leave free', () => {
    fc.assert(
      fc.property(view, fc.array(point, { minLength: 1, maxLength: 20 }), (v, points) => {
        const insets = { top: 40, right: 150, bottom: 30, left: 220 }
        const lens = lensOf(frame(v, points, size, insets), size)
        for (const p of points) {
          const seen = project(lens, p)
          expect(seen).toBeDefined()
          expect(seen?.x).toBeGreaterThan(insets.left - 1)
          expect(seen?.x).toBeLessThan(size.width - insets.right + 1)
          expect(seen?.y).toBeGreaterThan(insets.top - 1)
          expect(seen?.y).toBeLessThan(size.height - insets.bottom + 1)
        }
      }),
      { seed: 27 },
    )
  })
  it('frames nothing and points that are no numbers by staying', () => {
    const v: View = { pivot: [1, 2, 3], yaw: 1, pitch: -1, distance: 10, fov: 0.8, isOrtho: false }
    expect(frame(v, [], size)).toBe(v)
    expect(frame(v, [[NaN, 0, 0]], size)).toBe(v)
  })
  it('a moved pivot changes nothing that is seen, flying up is up in the world', () => {
    fc.assert(
      fc.property(view, number(2, 900), (v, depth) => {
        fc.pre(!v.isOrtho)
        near(eyeOf(withPivotAt(v, depth)), eyeOf(v), 1e-6)
        expect(eyeOf(fly(v, 0, 7, 0))[2]).toBeCloseTo(eyeOf(v)[2] + 7, 6)
      }),
      { seed: 28 },
    )
  })
  it('the depth range holds the box', () => {
    const bounds = { min: [0, 0, 0] as Vec, max: [1000, 1000, 100] as Vec }
    fc.assert(
      fc.property(view, v => {
        const [low, high] = depthRange(v, bounds)
        expect(low).toBeLessThan(high)
        const { forward } = axesOf(v)
        for (const corner of cornersOf(bounds))
          expect(dot(subtract(corner, eyeOf(v)), forward)).toBeLessThanOrEqual(high)
        if (!v.isOrtho) expect(low).toBeGreaterThan(0)
      }),
      { seed: 29 },
    )
  })
})
