import { shallowRef } from 'vue'
import { describe, expect, it } from 'vitest'
import type { InstancesItem, PointsItem } from '@areal-studio/core/format'
import { HOME, lensOf, project, type Vec } from '../camera/camera'
import { movedItem, type PlacedRecord } from '../scene/placed-scene'
import { MoveTool } from './move-tool'
import { placeAssignments, type Places } from './placed-places'
import type { Pointer } from './tool'

const ITEM: InstancesItem = {
  kind: 'instances',
  id: 'objects',
  layer: 'objects',
  noun: 'object',
  entry: 'a.bin',
  array: 'objects',
  title: 'objects',
  recordCount: 3,
  fields: {},
  colouring: [],
  shapedBy: [],
  models: [],
  variants: new Uint16Array(),
  positions: Float32Array.of(0, 0, 5, 10, 0, 5, 20, 20, 5),
  turns: Float32Array.of(0, 0.5, 1),
  which: Int32Array.of(-1, -1, -1),
  locals: new Float32Array(36),
  records: Uint32Array.of(0, 1, 2),
  placing: { position: ['position/x', 'position/y', 'position/z'], turn: 'rotation/z' },
  missing: [],
}
const FLAT: PointsItem = {
  kind: 'points',
  id: 'bases',
  layer: 'points',
  noun: 'base',
  entry: 'a.bin',
  array: 'bases',
  title: 'bases',
  recordCount: 1,
  fields: {},
  colouring: [],
  shapedBy: [],
  positions: Float32Array.of(3, 4, 0),
  placing: { position: ['x', 'y'] },
}
const LENS = lensOf(
  { ...HOME, pitch: -Math.PI / 2 + 1e-4, yaw: Math.PI / 2, isOrtho: true, distance: 100 },
  { width: 800, height: 800 },
)
const key = (code: string, shown = code, shiftKey = false): KeyboardEvent =>
  ({ code, key: shown, shiftKey }) as KeyboardEvent

/** The tool over three objects on a plane at height 7; what it shows and writes. */
function openTool(chosen: readonly PlacedRecord[], isOnGround = true) {
  const written: Places[] = []
  let shown: Places = new Map()
  const tool = new MoveTool(
    {
      chosen: shallowRef(chosen),
      lens: () => LENS,
      gizmo: () => 1,
      picker: () => ({ heightAt: () => 7 }) as never,
      redraw: () => undefined,
      pickPlaced: () => chosen[0],
      groundAt: (x, y) => [x / 10, -y / 10, 7],
      showAt: places => {
        shown = places
      },
      commit: places => Promise.resolve(void written.push(places)),
    },
    { isOnGround },
  )
  const assigned = () => written.flatMap(places => [...placeAssignments(places).values()].flat())
  return { tool, assigned, shown: () => shown, count: () => written.length }
}
const at = (place: Vec, by: readonly [number, number] = [0, 0]): Pointer => {
  const seen = project(LENS, place)
  return { x: (seen?.x ?? 0) + by[0], y: (seen?.y ?? 0) + by[1], shift: false, ctrl: false, alt: false }
}

describe('the tool that moves', () => {
  it('writes a drag once, on release, with the height of the ground', async () => {
    const { tool, assigned, shown, count } = openTool([{ item: ITEM, record: 0 }])
    const drag = tool.press(at([0, 0, 5]))
    for (let step = 1; step <= 10; step++) drag?.move(at([0, 0, 5], [3 * step, 0]))
    expect([count(), shown().size]).toEqual([0, 1])
    drag?.end(at([0, 0, 5], [30, 0]))
    await Promise.resolve()
    expect(count()).toBe(1)
    expect(assigned()).toEqual([
      { path: 'objects/0/position/x', value: 3 },
      { path: 'objects/0/position/z', value: 7 },
    ])
  })

  it('writes nothing where Escape ends it, and shows everything where it was', () => {
    const { tool, shown, count } = openTool([{ item: ITEM, record: 0 }])
    const drag = tool.press(at([0, 0, 5]))
    drag?.move(at([0, 0, 5], [30, 40]))
    expect(tool.cancel()).toBe(true)
    drag?.end(at([0, 0, 5], [30, 40]))
    expect([shown().size, count(), tool.cancel()]).toEqual([0, 0, false])
  })

  it('moves and turns by typed numbers without a mouse', async () => {
    const { tool, assigned } = openTool([{ item: ITEM, record: 1 }])
    for (const one of [key('KeyZ', 'z'), key('Digit2', '2'), key('Period', '.'), key('Digit5', '5'), key('Enter')])
      expect(tool.key(one)).toBe(true)
    for (const one of [key('KeyR', 'r'), key('Digit9', '9'), key('Digit0', '0'), key('Enter')]) tool.key(one)
    await Promise.resolve()
    expect(assigned()).toEqual([
      { path: 'objects/1/position/z', value: 7.5 },
      { path: 'objects/1/rotation/z', value: Math.fround(0.5 + Math.PI / 2) },
    ])
  })

  it('moves by arrow keys in one step, written by Enter', async () => {
    const { tool, assigned, count } = openTool([{ item: ITEM, record: 1 }], false)
    for (const one of [key('ArrowRight'), key('ArrowRight'), key('ArrowUp', '', true), key('PageUp'), key('Enter')])
      expect(tool.key(one)).toBe(true)
    await Promise.resolve()
    expect(count()).toBe(1)
    expect(assigned().map(({ path }) => path.slice(-1))).toEqual(['x', 'y', 'z'])
    expect(assigned().map(({ value }, axis) => Math.abs(value - (ITEM.positions[3 + axis] ?? 0)))).toEqual([2, 10, 1])
  })

  it('turns several as one body, round the last', async () => {
    const { tool, assigned } = openTool(
      [
        { item: ITEM, record: 1 },
        { item: ITEM, record: 0 },
      ],
      false,
    )
    await tool.moveBy([0, 0, 0], Math.PI / 2)
    const value = (path: string): number => assigned().find(one => one.path === path)?.value ?? NaN
    expect(value('objects/1/position/x')).toBeCloseTo(0)
    expect(value('objects/1/position/y')).toBeCloseTo(10)
    expect(value('objects/0/rotation/z')).toBeCloseTo(Math.PI / 2)
    expect(value('objects/0/position/x')).toBeNaN()
  })

  it('writes x and y alone of what has no height', async () => {
    const { tool, assigned } = openTool([{ item: FLAT, record: 0 }])
    await tool.moveBy([1, 2, 3])
    expect(assigned()).toEqual([
      { path: 'bases/0/x', value: 4 },
      { path: 'bases/0/y', value: 6 },
    ])
    expect([...movedItem(FLAT, new Map([[0, { at: [4, 6, 0] }]])).positions]).toEqual([4, 6, 0])
  })
})
