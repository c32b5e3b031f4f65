import { computed, shallowRef } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HOME, lensOf, project, type Vec } from '../camera/camera'
import { objects, paths, places, scaledObjects } from '../scene/placed.fixture'
import { currentOf, movedItem, type Place, type PlacedRecord } from '../scene/placed-scene'
import { keyEvent } from './map-tools.fixture'
import { MoveTool } from './move-tool'
import { placeAssignments, type Places } from './placed-places'
import type { Pointer } from './tool'

const lens = lensOf(
  { ...HOME, pivot: [0, 0, 0], distance: 400, yaw: Math.PI / 2, pitch: -Math.PI / 2 + 1e-4, isOrtho: true },
  { width: 800, height: 800 },
)
const item = objects()
const NO_KEYS = { shift: false, ctrl: false, alt: false }
const over = (point: Vec, keys: Partial<typeof NO_KEYS> = {}): Pointer => ({
  ...(project(lens, point) ?? expect.unreachable()),
  ...NO_KEYS,
  ...keys,
})

/** A tool over the objects of the fixture; the ground is a plane at height 3. */
function toolOf(chosen: readonly PlacedRecord[] = [{ item, record: 0 }], isOnGround = false) {
  const written: Places[] = []
  const shown: Places[] = []
  const present = shallowRef(chosen)
  const tool = new MoveTool(
    {
      chosen: present,
      current: one => currentOf([...new Set(present.value.map(other => other.item))], one),
      lens: () => lens,
      gizmo: () => 1,
      picker: () => ({ heightAt: () => 3 }) as never,
      redraw: () => undefined,
      pickPlaced: () => chosen[0],
      groundAt: () => undefined,
      showAt: places => void shown.push(places),
      commit: places => Promise.resolve(written.push(places)),
    },
    { isOnGround },
  )
  const placeOf = (places: Places | undefined, record = 0) => places?.get(item)?.get(record)
  return { tool, present, written, shown, placeOf, last: () => placeOf(written.at(-1)) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const near = (got: readonly number[] | undefined, wanted: readonly number[]): void =>
  wanted.forEach((value, at) => expect(got?.[at]).toBeCloseTo(value, 2))

describe('a drag', () => {
  it('moves over the ground plane, and is written once when it ends', () => {
    const { tool, written, shown, placeOf, last } = toolOf()
    const drag = tool.press(over([10, 20, 0])) ?? expect.unreachable()
    drag.move(over([30, 20, 0]))
    near(placeOf(shown.at(-1))?.at, [30, 20, 0])
    drag.move(over([40, 50, 0]))
    expect(written).toEqual([])
    drag.end(over([40, 50, 0]))
    expect(written).toHaveLength(1)
    near(last()?.at, [40, 50, 0])
  })

  it('puts the record on the ground where that is asked for', () => {
    const { tool, last } = toolOf([{ item, record: 0 }], true)
    const drag = tool.press(over([10, 20, 0])) ?? expect.unreachable()
    drag.move(over([30, 20, 0]))
    drag.end(over([30, 20, 0]))
    near(last()?.at, [30, 20, 3])
  })

  it('keeps to an axis that a key locks, and takes a typed distance in place of the way', () => {
    const { tool, last } = toolOf()
    const drag = tool.press(over([10, 20, 0])) ?? expect.unreachable()
    tool.key(keyEvent('KeyY'))
    drag.move(over([40, 50, 0]))
    for (const key of ['-', '7', '9']) tool.key(keyEvent(`Digit${key}`, key))
    tool.key(keyEvent('Backspace'))
    drag.end(over([40, 50, 0]))
    near(last()?.at, [10, 13, 0])
  })

  it('says how far it is moved over all lines, of a locked axis alone, and never -0', () => {
    const { tool } = toolOf()
    const drag = tool.press(over([10, 20, 0])) ?? expect.unreachable()
    drag.move(over([40, 20, 0]))
    const last = () => tool.marks().at(-1)
    expect(last()).toMatchObject({ kind: 'label', words: '30.00  0.00  0.00' })
    tool.key(keyEvent('KeyY'))
    for (const key of ['-', '7']) tool.key(keyEvent(`Digit${key}`, key))
    expect(last()).toMatchObject({ kind: 'label', words: 'Y  -7.00' })
    tool.key(keyEvent('Backspace'))
    for (const key of '.001') tool.key(keyEvent(key === '.' ? 'Period' : `Digit${key}`, key))
    expect(last()).toMatchObject({ kind: 'label', words: 'Y  0.00' })
    tool.cancel()
  })

  it('writes nothing where it is given up, or never moved', () => {
    const { tool, written, shown } = toolOf()
    const drag = tool.press(over([10, 20, 0])) ?? expect.unreachable()
    drag.move(over([40, 50, 0]))
    expect(tool.cancel()).toBe(true)
    drag.end(over([40, 50, 0]))
    const second = tool.press(over([10, 20, 0])) ?? expect.unreachable()
    second.end(over([10, 20, 0]))
    expect(written).toEqual([])
    expect(shown.at(-1)?.size).toBe(0)
  })

  it('is left to the camera with Alt, and where nothing is chosen that can be moved', () => {
    expect(toolOf().tool.press(over([10, 20, 0], { alt: true }))).toBeUndefined()
    expect(toolOf([]).tool.press(over([10, 20, 0]))).toBeUndefined()
    const line = toolOf([{ item: paths(), record: 0 }]).tool
    expect(line.movable.value).toEqual([])
    expect(line.press(over([25, 0, 0]))).toBeUndefined()
    expect(line.marks()).toEqual([])
  })
})

describe('keys', () => {
  it('turn by a typed angle', () => {
    const { tool, last } = toolOf()
    tool.key(keyEvent('KeyR'))
    for (const key of '45') tool.key(keyEvent(`Digit${key}`, key))
    expect(tool.marks().some(mark => mark.kind === 'label' && mark.words === '45.0°')).toBe(true)
    tool.key(keyEvent('Enter'))
    expect(last()?.turn).toBeCloseTo(Math.PI / 4, 5)
    near(last()?.at, [10, 20, 0])
  })

  it('nudge several times, as one step once they rest', () => {
    const { tool, written, last } = toolOf()
    for (let press = 0; press < 3; press++) tool.key(keyEvent('PageUp'))
    tool.key(keyEvent('PageDown'))
    expect(written).toEqual([])
    vi.runAllTimers()
    expect(written).toHaveLength(1)
    near(last()?.at, [10, 20, 2])
  })

  it('nudge along the axes as the screen shows them: right and left are opposite', () => {
    const { tool, written } = toolOf()
    tool.key(keyEvent('ArrowRight'))
    tool.key(keyEvent('ArrowLeft'))
    vi.runAllTimers()
    expect(written).toEqual([])
    tool.key(keyEvent('ArrowUp'))
    vi.runAllTimers()
    expect(written).toHaveLength(1)
  })
})

describe('an edit while records move', () => {
  it('is the new start of a nudge: neither of them is lost', () => {
    const { tool, present, written, shown } = toolOf()
    tool.key(keyEvent('PageUp'))
    const edited = movedItem(item, new Map([[0, { at: [70, 80, 90] as const }]]))
    present.value = [{ item: edited, record: 0 }]
    tool.followEdits()
    near(shown.at(-1)?.get(edited)?.get(0)?.at, [70, 80, 91])
    vi.runAllTimers()
    expect(written).toHaveLength(1)
    near(written[0]?.get(edited)?.get(0)?.at, [70, 80, 91])
  })

  it('writes nothing to a record that was deleted meanwhile', () => {
    const { tool, present, written } = toolOf()
    tool.key(keyEvent('PageUp'))
    present.value = []
    tool.followEdits()
    vi.runAllTimers()
    expect(written.flatMap(places => [...places.keys()])).toEqual([])
    expect(tool.marks()).toEqual([])
  })
})

describe('a nudge', () => {
  it('is dropped by Escape before it is written, and written at once when another tool is chosen', () => {
    const { tool, written, shown } = toolOf()
    tool.key(keyEvent('PageUp'))
    expect(tool.cancel()).toBe(true)
    vi.runAllTimers()
    expect([written.length, shown.at(-1)?.size]).toEqual([0, 0])
    tool.key(keyEvent('PageUp'))
    tool.leave()
    expect(written).toHaveLength(1)
    vi.runAllTimers()
    expect(written).toHaveLength(1)
  })
})

describe('what is drawn over the map', () => {
  const words = (tool: MoveTool): readonly string[] =>
    tool.marks().flatMap(mark => (mark.kind === 'label' ? mark.words : []))

  it('is arms and a ring while nothing moves, then the way and its length', () => {
    const { tool } = toolOf()
    const before = tool.marks().length
    expect(words(tool)).not.toContain('20.00  0.00  0.00')
    const drag = tool.press(over([10, 20, 0])) ?? expect.unreachable()
    drag.move(over([30, 20, 0]))
    expect(words(tool)).toContain('20.00  0.00  0.00')
    expect(tool.marks().length).toBe(before + 2)
    tool.cancel()
    expect(tool.marks().length).toBe(before)
  })

  it('has no ring where the record cannot turn', () => {
    const rings = (tool: MoveTool): number => tool.marks().filter(mark => mark.kind === 'path' && mark.isClosed).length
    expect(rings(toolOf().tool)).toBe(1)
    expect(rings(toolOf([{ item: places(), record: 0 }]).tool)).toBe(0)
  })
})

describe('several records', () => {
  it('turn as one body round the last', async () => {
    const chosen = [
      { item, record: 0 },
      { item, record: 1 },
    ]
    const { tool, written, placeOf } = toolOf(chosen)
    await tool.moveBy([0, 0, 0], Math.PI)
    near(placeOf(written[0], 0)?.at, [-70, -20, 0])
    near(placeOf(written[0], 1)?.at, [-30, 0, 2])
    expect(placeOf(written[0], 1)?.turn).toBeCloseTo(1.5 * Math.PI, 5)
  })
})

describe('scaling', () => {
  const trees = scaledObjects()
  const treesOf = (records: readonly number[]) => {
    const made = toolOf(records.map(record => ({ item: trees, record })))
    const places = (): readonly Place[] => [...(made.written.at(-1)?.get(trees)?.values() ?? [])]
    return { ...made, places, shownScale: () => made.shown.at(-1)?.get(trees)?.get(0)?.scale }
  }
  /** Where the handle is drawn. */
  const handleOf = (tool: MoveTool): Vec => {
    const found = tool.marks().flatMap(mark => (mark.kind === 'label' && mark.words === 'S' ? [mark.at] : []))
    return found[0] ?? expect.unreachable()
  }

  it('follows the handle: twice as far from the middle is twice as large, written once', () => {
    const { tool, written, shownScale, places } = treesOf([0])
    const [x, y, z] = handleOf(tool)
    const drag = tool.press(over([x, y, z])) ?? expect.unreachable()
    drag.move(over([2 * x - 10, 2 * y - 20, z]))
    near(shownScale(), [4, 4, 4])
    expect(tool.marks().some(mark => mark.kind === 'label' && mark.words === '×2.00')).toBe(true)
    expect(written).toEqual([])
    drag.end(over([2 * x - 10, 2 * y - 20, z]))
    expect(written).toHaveLength(1)
    near(places()[0]?.scale, [4, 4, 4])
    near(places()[0]?.at, [10, 20, 0])
  })

  it('goes in steps of a tenth with Ctrl, and is never 0', () => {
    const { tool, shownScale } = treesOf([0])
    const [x, y, z] = handleOf(tool)
    const drag = tool.press(over([x, y, z])) ?? expect.unreachable()
    drag.move(over([10 + 1.32 * (x - 10), 20 + 1.32 * (y - 20), z], { ctrl: true }))
    near(shownScale(), [2.6, 2.6, 2.6])
    drag.move(over([10, 20, 0], { ctrl: true }))
    near(shownScale(), [0.2, 0.2, 0.2])
    drag.move(over([10, 20, 0]))
    expect(shownScale()?.every(value => value > 0)).toBe(true)
    drag.cancel()
  })

  it('is typed after S, dropped by Escape, and has no meaning where a number is not above 0', () => {
    const { tool, written, places } = treesOf([0])
    tool.key(keyEvent('KeyS'))
    tool.key(keyEvent('Digit3', '3'))
    expect(tool.cancel()).toBe(true)
    expect(written).toEqual([])
    for (const key of ['KeyS', 'Digit0']) tool.key(keyEvent(key, key.at(-1)))
    tool.key(keyEvent('Enter'))
    expect(written).toEqual([])
    for (const key of ['0', '.', '5']) {
      if (key === '0') tool.key(keyEvent('KeyS'))
      tool.key(keyEvent(`Key${key}`, key))
    }
    tool.key(keyEvent('Enter'))
    near(places()[0]?.scale, [1, 1, 1])
  })

  it('scales each record in its place, and leaves those without a scale', async () => {
    const { tool, written, places } = treesOf([1, 2, 0])
    await tool.scaleBy(3)
    expect(written).toHaveLength(1)
    expect(places().map(({ scale, at }) => [scale && [...scale], at])).toEqual([
      [undefined, [-30, 0, 2]],
      [
        [3, 3, 3],
        [100, 100, 0],
      ],
      [
        [6, 6, 6],
        [10, 20, 0],
      ],
    ])
    const fields = [...placeAssignments(written[0] ?? new Map()).values()].flat()
    expect(fields.map(({ path, value }) => `${path}=${value}`)).toEqual(
      [2, 0].flatMap(record => ['x', 'y', 'z'].map(axis => `objects/${record}/scale/${axis}=${record === 0 ? 6 : 3}`)),
    )
  })

  it('has no handle and no key where the record has no scale', () => {
    for (const { tool } of [treesOf([1]), toolOf()]) {
      expect(tool.marks().some(mark => mark.kind === 'label' && mark.words === 'S')).toBe(false)
      expect(tool.key(keyEvent('KeyS'))).toBe(false)
    }
  })

  it('is seen at once: the matrices of the parts grow with the record, wherever they stand', () => {
    const grown = movedItem(trees, new Map([[0, { at: [10, 20, 0] as const, scale: [5, 5, 5] as const }]]))
    if (grown.kind !== 'instances') expect.unreachable()
    near(
      [...grown.locals.subarray(0, 24)],
      [...trees.locals.subarray(0, 24)].map(value => 2.5 * value),
    )
    expect([...grown.locals.subarray(24)]).toEqual([...trees.locals.subarray(24)])
    expect([...(grown.scales ?? [])].slice(0, 3)).toEqual([5, 5, 5])
  })
})

describe('the fields that are written', () => {
  const fieldsOf = (places: Places): readonly string[] =>
    [...placeAssignments(places).values()].flat().map(({ path, value }) => `${path}=${value}`)

  it('are those that change, as the numbers of their type', () => {
    const places: Places = new Map([[item, new Map([[0, { at: [10, 20.1, 4] as const, turn: 0 }]])]])
    expect(fieldsOf(places)).toEqual([`objects/0/position/y=${Math.fround(20.1)}`, 'objects/0/position/z=4'])
  })

  it('have no height where the record has none', () => {
    const flat = computed(places).value
    const moved: Places = new Map([[flat, new Map([[1, { at: [1, 2, 3] as const }]])]])
    expect(fieldsOf(moved)).toEqual(['places/1/x=1', 'places/1/y=2'])
  })
})
