import { effectScope, shallowRef } from 'vue'
import { expect } from 'vitest'
import { rememberWith } from '../../state/remembered'
import { MAP, openWindow } from '../../state/window.fixture'
import { frame, HOME, lensOf, project, type Lens, type Vec } from '../camera/camera'
import { mapChoices } from '../scene/map-options'
import { anchorOf, ringOf } from '../scene/map-scene'
import { scenesBeside } from '../scene/scenes.fixture'
import { combined } from '../scene/select-mode'
import { useColouring } from '../panel/use-colouring'
import { useMap } from '../panel/use-map'
import { usePlaced } from '../panel/use-placed'
import { MapSelecting } from './map-selecting'
import type { Drag, Pointer } from './tool'
import { useMapTools } from './use-map-tools'

const SIZE = { width: 800, height: 800 }
const NO_KEYS = { shift: false, ctrl: false, alt: false }
type Keys = Partial<typeof NO_KEYS>

/** The tools of the map over a real studio with the sample map of thirty areals, seen from straight above. */
export async function openMapTools() {
  // Nothing is kept from the start before.
  rememberWith({}, () => undefined)
  const window = await openWindow()
  const scope = effectScope()
  const map = scope.run(() => useMap(shallowRef(true), scenesBeside(window.port))) ?? expect.unreachable()
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => map.state.value).toBe('ready')
  await expect.poll(() => map.isReading.value).toBe(false)
  const colouring = scope.run(() => useColouring(map, mapChoices())) ?? expect.unreachable()
  const placed =
    scope.run(() =>
      usePlaced({
        placed: map.placed,
        picker: map.picker,
        choices: mapChoices(),
        isVisible: shallowRef(true),
        isStale: map.isPlacedStale,
      }),
    ) ?? expect.unreachable()
  const picker = () => map.picker.value ?? expect.unreachable()
  const above = { ...HOME, yaw: Math.PI / 2, pitch: -Math.PI / 2 + 1e-4, isOrtho: true }
  const view = frame(above, picker().outermost(), SIZE, { top: 0, bottom: 0, left: 0, right: 0 }, 1.1)
  const lens = (): Lens => lensOf(view, SIZE)
  const isHidden = (): boolean => false
  const select = (records: readonly number[]): void =>
    window.selection.select({ entry: MAP, paths: records.map(record => `areals/${record}`) }, 'viewport')
  const selecting = new MapSelecting(
    {
      selected: map.selected,
      primary: map.primary,
      lens,
      picker,
      regions: () => map.regions.value,
      lod: () => 'auto',
      isHidden,
      isOld: map.isOld,
      upToDate: map.upToDate,
    },
    (_, records) => select(records),
    () => undefined,
  )
  let frames = 0
  const tools =
    scope.run(() =>
      useMapTools({
        fieldName: colouring.paintField,
        rows: colouring.paintRows,
        picker: () => map.picker.value,
        item: () => map.regions.value,
        lens,
        gizmo: () => 1,
        pick: (x, y) => map.picker.value?.at(lens(), x, y, 'auto', isHidden),
        isHidden,
        values: () => colouring.paintValues.value,
        isPaintable: record => colouring.where.value?.[record] !== 0,
        selected: () => map.selected.value,
        select: (records, mode) => select(combined(map.selected.value, records, mode)),
        selectAt: (x, y, mode) => selecting.click(x, y, mode),
        selectInside: (holds, mode, isThrough) => selecting.selectInside(holds, mode, isThrough),
        redraw: () => {
          frames++
        },
        framing: () => undefined,
        placed: { ...placed.tools, pickPlaced: () => undefined, groundAt: () => undefined },
        hasRegions: () => true,
        isOld: map.isOld,
        upToDate: map.upToDate,
      }),
    ) ?? expect.unreachable()

  const pointerAt = (place: Vec, keys: Keys = {}): Pointer => ({
    ...(project(lens(), place) ?? expect.unreachable()),
    ...NO_KEYS,
    ...keys,
  })
  /** A pointer over the anchor of a record. */
  const over = (record: number, keys: Keys = {}): Pointer =>
    pointerAt(anchorOf(picker().map.regions ?? expect.unreachable(), record) ?? expect.unreachable(), keys)
  const press = (pointer: Pointer): Drag => tools.press(pointer) ?? expect.unreachable()
  return {
    ...window,
    map,
    tools,
    picker,
    lens,
    select,
    pointerAt,
    over,
    press,
    frames: (): number => frames,
    /** Corners of a record as they are drawn. */
    corners: (record: number): Vec[] => ringOf(picker().map.regions ?? expect.unreachable(), record),
    click(pointer: Pointer): void {
      press(pointer).end(pointer)
    },
    drag(...pointers: Pointer[]): void {
      const [from, ...way] = pointers
      const held = press(from ?? expect.unreachable())
      for (const pointer of way) held.move(pointer)
      held.end(way.at(-1) ?? expect.unreachable())
    },
    key: (code: string, key = code): boolean => tools.key(keyEvent(code, key)),
    /** The value of a field of a record in the bytes. */
    valueOf: (record: number, field: string): number | undefined => map.fields.value[field]?.[record],
    count: (): number => map.regions.value?.recordCount ?? 0,
    end: (): void => scope.stop(),
  }
}

/** A press of a key without the DOM. */
export const keyEvent = (code: string, key = code): KeyboardEvent =>
  Object.assign(new Event('keydown'), {
    code,
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
  }) as KeyboardEvent
