import { shallowRef } from 'vue'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MAP, openWindow } from '../../state/window.fixture'
import { HOME, frame, lensOf, project, type Lens, type View } from '../camera/camera'
import { MapPicker } from '../geometry/map-picker'
import { anchorOf, mapSceneOf, neighboursOf } from '../scene/map-scene'
import { objects } from '../scene/placed.fixture'
import type { PlacedRecord } from '../scene/placed-scene'
import { findSubjectScene } from '../scene/scene-source'
import { MapFraming } from './map-framing'
import { MapSelecting } from './map-selecting'

const SIZE = { width: 800, height: 800 }
const NONE = { top: 0, bottom: 0, left: 0, right: 0 }
let picker: MapPicker

beforeAll(async () => {
  const { workspace } = await openWindow()
  const found = await findSubjectScene(workspace, MAP)
  picker = new MapPicker(mapSceneOf(found?.items ?? []) ?? expect.unreachable())
})

const selected = shallowRef<readonly number[]>([])
const primary = shallowRef<number>()
const size = shallowRef(SIZE)
const view = shallowRef<View>(HOME)
const hidden = new Set<number>()
let insets = NONE
let old: Promise<unknown> | undefined
let followed: number[]

beforeEach(() => {
  const above = { ...HOME, yaw: Math.PI / 2, pitch: -Math.PI / 2 + 1e-4, isOrtho: true }
  view.value = frame(above, picker.outermost(), SIZE, NONE, 1.1)
  selected.value = []
  primary.value = undefined
  hidden.clear()
  insets = NONE
  old = undefined
  followed = []
})

const lens = (): Lens => lensOf(view.value, SIZE)
const item = () => picker.map.regions ?? expect.unreachable()
const place = (record: number): { readonly x: number; readonly y: number } =>
  project(lens(), anchorOf(item(), record) ?? expect.unreachable()) ?? expect.unreachable()
const sources = {
  selected,
  primary,
  lens,
  picker: () => picker,
  regions: () => picker.map.regions,
  lod: () => 'auto' as const,
  isHidden: (record: number) => hidden.has(record),
  isOld: () => old !== undefined,
  upToDate: () => old ?? Promise.resolve(),
}
const selecting = new MapSelecting(
  sources,
  (_, records, main) => {
    selected.value = records
    primary.value = main
  },
  record => {
    followed.push(record)
  },
)
const click = (record: number, mode: 'replace' | 'add' | 'toggle' = 'replace'): void =>
  selecting.click(place(record).x, place(record).y, mode)

describe('selecting on the map', () => {
  it('replaces, adds and toggles by clicks; the last one is the primary', () => {
    click(4)
    click(9, 'add')
    click(2, 'toggle')
    expect([selected.value, primary.value]).toEqual([[4, 9, 2], 2])
    click(9, 'toggle')
    expect(selected.value).toEqual([4, 2])
  })

  it('selects nothing by a click beside the map, which adds and takes nothing with keys held', () => {
    click(4)
    selecting.click(-500, -500, 'add')
    expect(selected.value).toEqual([4])
    selecting.click(-500, -500, 'replace')
    expect([selected.value, primary.value]).toEqual([[], undefined])
  })

  it('goes through hidden records', () => {
    const { x, y } = place(4)
    hidden.add(4)
    expect(selecting.pick(x, y)?.record).not.toBe(4)
    selecting.selectAll()
    expect(selected.value).toHaveLength(item().recordCount - 1)
    expect(selected.value).not.toContain(4)
  })

  it('waits with a click until the numbers on the map are those of the bytes', async () => {
    let done = (): void => undefined
    old = new Promise<void>(resolve => {
      done = resolve
    })
    click(4)
    expect(selected.value).toEqual([])
    done()
    await old
    expect(selected.value).toEqual([4])
  })

  it('selects what a frame holds, and toggles it', () => {
    const { x, y } = place(4)
    const rect = { x: x - 3, y: y - 3, width: 6, height: 6 }
    selecting.framed(rect, 'replace')
    expect(selected.value).toEqual([4])
    selecting.framed({ x: 0, y: 0, ...SIZE }, 'add')
    expect(selected.value).toHaveLength(item().recordCount)
    selecting.framed(rect, 'toggle')
    expect(selected.value).not.toContain(4)
  })

  it('goes through all that overlaps under a place and round again', () => {
    const { x, y } = place(4)
    const under = picker.through(lens(), x, y, () => false)
    const seen = under.map(() => {
      selecting.drill(x, y, 1)
      return primary.value
    })
    expect(seen).toEqual(under)
    selecting.drill(x, y, 1)
    expect(primary.value).toBe(under[0])
    selecting.drill(-500, -500, 1)
    expect(primary.value).toBe(under[0])
  })

  it('begins in the middle and goes on to neighbours in the direction of an arrow', () => {
    selecting.towards('right', false)
    const first = primary.value ?? expect.unreachable()
    const from = place(first)
    selecting.towards('right', true)
    const second = primary.value ?? expect.unreachable()
    expect(neighboursOf(item(), first)).toContain(second)
    expect(place(second).x).toBeGreaterThan(from.x)
    expect(selected.value).toEqual([first, second])
    expect(followed).toEqual([first, second])
  })

  it('walks round the neighbours of a record, both ways', () => {
    click(4)
    const around = neighboursOf(item(), 4)
    selecting.neighbour(1)
    expect(primary.value).toBe(around[0])
    selecting.neighbour(1)
    expect(primary.value).toBe(around[1 % around.length])
    selecting.neighbour(-1)
    expect(primary.value).toBe(around[0])
  })
})

describe('the camera', () => {
  const framing = new MapFraming({
    view,
    size,
    lens,
    picker: () => picker,
    insets: () => insets,
    setView: next => {
      view.value = next
    },
  })

  /** The middle of all that is framed of a record, on the canvas. */
  const middleOf = (record: number): readonly [number, number] => {
    const seen = picker.cornersOf([record]).map(corner => project(lens(), corner) ?? expect.unreachable())
    const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2
    return [middle(seen.map(({ x }) => x)), middle(seen.map(({ y }) => y))]
  }

  it('frames a record in the middle, and several with all of their corners', () => {
    framing.records([4])
    expect(middleOf(4)[0]).toBeCloseTo(SIZE.width / 2, 0)
    expect(middleOf(4)[1]).toBeCloseTo(SIZE.height / 2, 0)
    const near = view.value.distance
    framing.records([0, 29])
    expect(view.value.distance).toBeGreaterThan(near)
    for (const corner of picker.cornersOf([0, 29])) {
      const seen = project(lens(), corner) ?? expect.unreachable()
      expect(Math.min(seen.x, seen.y, SIZE.width - seen.x, SIZE.height - seen.y)).toBeGreaterThanOrEqual(0)
    }
  })

  it('frames beside the panels', () => {
    insets = { ...NONE, left: 400 }
    framing.records([4])
    expect(middleOf(4)[0]).toBeCloseTo(600, 0)
  })

  it('sees the whole map from home, and keeps the projection', () => {
    framing.home()
    expect([view.value.yaw, view.value.pitch, view.value.isOrtho]).toEqual([HOME.yaw, HOME.pitch, true])
    for (let record = 0; record < item().recordCount; record++) {
      const { x, y } = place(record)
      expect(x >= 0 && x <= SIZE.width && y >= 0 && y <= SIZE.height).toBe(true)
    }
  })

  it('shows all in what the panels leave free, below half of the side ones where that is narrow', () => {
    insets = { top: 60, bottom: 50, left: 120, right: 80 }
    framing.all()
    for (let record = 0; record < item().recordCount; record++) {
      const { x, y } = place(record)
      expect(y >= insets.top && y <= SIZE.height - insets.bottom, `${record} at ${x}, ${y}`).toBe(true)
      expect(x >= insets.left && x <= SIZE.width - insets.right, `${record} at ${x}, ${y}`).toBe(true)
    }
    insets = { ...NONE, left: SIZE.width / 2, right: SIZE.width / 4 }
    framing.all()
    const places = Array.from({ length: item().recordCount }, (_, record) => place(record).x)
    expect(Math.min(...places)).toBeLessThan(insets.left)
    expect(Math.min(...places)).toBeGreaterThanOrEqual(insets.left / 2)
  })

  it('follows a record only where it is not seen, and brings it to the middle', () => {
    const before = view.value
    framing.follow(4)
    expect(view.value).toBe(before)
    const { x } = place(4)
    insets = { ...NONE, left: x + 1 }
    framing.follow(4)
    expect(place(4).x).toBeCloseTo((SIZE.width + insets.left) / 2, 3)
    expect(place(4).y).toBeCloseTo(SIZE.height / 2, 3)
    expect(view.value.distance).toBe(before.distance)
  })

  it('moves what lies under a panel out of it, from no nearer, and nothing that does not', () => {
    insets = { ...NONE, top: 150 }
    framing.all()
    view.value = { ...view.value, distance: view.value.distance * 2 }
    insets = NONE
    const records = [0, 4]
    const anchors = records.map(record => anchorOf(item(), record) ?? expect.unreachable())
    const before = view.value
    framing.reveal(anchors, [{ left: 0, top: 0, width: 10, height: 10 }])
    expect(view.value).toBe(before)
    const { x, y } = place(4)
    const panel = { left: 0, top: 0, width: x + 5, height: y + 5 }
    insets = { ...NONE, top: y + 5 }
    framing.reveal(anchors, [panel])
    expect(view.value.distance).toBeGreaterThanOrEqual(before.distance)
    for (const record of records) expect(place(record).y).toBeGreaterThan(panel.height)
  })

  it('looks along an axis, straight down too, without a roll', () => {
    view.value = { ...view.value, roll: 0.5 }
    framing.lookAlong(0.25, -Math.PI / 2)
    expect(view.value).toMatchObject({ yaw: 0.25, roll: 0 })
    expect(view.value.pitch).toBeGreaterThan(-Math.PI / 2)
    expect(view.value.pitch).toBeCloseTo(-Math.PI / 2, 3)
  })
})

describe('a map that is about placed records', () => {
  const chosen = shallowRef<readonly PlacedRecord[]>([])
  const picked = shallowRef<readonly number[]>([])
  const placedHidden = new Set<number>()
  /** The object 0 at the anchor of region 4, the others at those of regions 5 and 6. */
  const placedOf = () => {
    const positions = Float32Array.from([4, 5, 6].flatMap(record => anchorOf(item(), record) ?? expect.unreachable()))
    const object = { ...objects(), positions, which: new Int32Array(4).fill(-1) }
    return {
      seen: { items: [object], isHidden: ({ record }: PlacedRecord) => placedHidden.has(record) },
      isSubject: shallowRef(true),
      objects: shallowRef(object),
      selected: picked,
      chosen,
      primary: shallowRef<PlacedRecord>(),
      select: (_: unknown, records: readonly number[]) => {
        picked.value = records
      },
      selectMore: ({ record }: PlacedRecord) => {
        picked.value = [record]
      },
    }
  }
  const over = () =>
    new MapSelecting(
      { ...sources, placed: placedOf() },
      (_, records) => {
        selected.value = records
      },
      () => undefined,
    )
  beforeEach(() => {
    picked.value = []
    placedHidden.clear()
  })

  it('selects objects by clicks, boxes and keys, and its regions are left alone', () => {
    const selecting = over()
    selecting.click(place(4).x, place(4).y, 'replace')
    expect(picked.value).toEqual([0])
    const { x } = place(5)
    selecting.selectInside(px => Math.abs(px - x) < 3, 'replace')
    expect(picked.value).toContain(1)
    selecting.selectAll()
    expect(picked.value).toEqual([0, 1, 2])
    selecting.clear()
    expect([picked.value, selected.value]).toEqual([[], []])
  })

  it('gives tools of the regions the region below an object', () => {
    const selecting = over()
    expect(selecting.pick(place(4).x, place(4).y)).toMatchObject({ record: undefined, placed: { record: 0 } })
    expect(selecting.pickSurface(place(4).x, place(4).y)?.record).toBe(4)
    expect(selecting.pickSurface(place(4).x, place(4).y)).not.toHaveProperty('placed')
  })

  it('picks, boxes and selects nothing that is hidden', () => {
    placedHidden.add(0)
    const selecting = over()
    expect(selecting.pick(place(4).x, place(4).y)?.record).toBe(4)
    selecting.selectInside(() => true, 'replace')
    expect(picked.value).toEqual([1, 2])
    selecting.selectAll()
    expect(picked.value).toEqual([1, 2])
  })
})
