import { own } from '@areal-studio/core/layout'
import { onBeforeUnmount, watch, type Ref } from 'vue'
import type { SurfaceItem } from '@areal-studio/core/format'
import { useKeys } from '../../commands/keys.store'
import { useSelection } from '../../state/selection.store'
import { useSettings } from '../../state/settings.store'
import { MapControls, type Gestures, type Modifiers } from './controls'
import { frame, HOME, project, type Insets, type Lens, type Size, type Vec, type View } from '../camera/camera'
import type { LodMode } from '../scene/map-options'
import type { MapPicker, Picked, Rect } from '../geometry/map-picker'
import { anchorOf, pathOfRecord } from '../scene/map-scene'
import { within } from '../geometry/lasso'
import type { Drag, Pointer } from './tool'
import { nearestToMiddle, neighbourTowards, NeighbourWalk, type Direction } from '../geometry/neighbours'
import { combined, type Mode } from '../scene/select-mode'

interface Sources {
  readonly surface: Ref<HTMLElement | undefined>
  readonly view: Readonly<Ref<View>>
  readonly size: Readonly<Ref<Size>>
  readonly selected: Readonly<Ref<readonly number[]>>
  readonly primary: Readonly<Ref<number | undefined>>
  setView(view: View): void
  lens(): Lens
  picker(): MapPicker | undefined
  regions(): SurfaceItem | undefined
  lod(): LodMode
  isHidden(record: number): boolean
  insets(): Insets
  framing(rect: Rect | null): void
  hovered(picked: Picked | undefined, pointer: Pointer | undefined): void
  menu(x: number, y: number, record: number | undefined): void
  held(modifiers: Modifiers): void
  /** Keys that the panel answers itself. */
  key(event: KeyboardEvent): boolean
  /** The tool at work may take a press of the left button, and a double click, for itself. */
  press(pointer: Pointer): Drag | undefined
  /** Numbers on the map mean other regions than those of the bytes, until it is built anew. */
  isOld(): boolean
  upToDate(): Promise<unknown>
  doubleClick(pointer: Pointer): boolean
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** What mouse and keys do with the map: selecting, framing, walking from neighbour to neighbour. */
export function useMapGestures(sources: Sources) {
  const selection = useSelection()
  const settings = useSettings()
  const keys = useKeys()
  const walk = new NeighbourWalk()
  let controls: MapControls | undefined

  function select(records: readonly number[], primary = records.at(-1)): void {
    const item = sources.regions()
    if (!item) return
    const path = primary === undefined ? null : pathOfRecord(item, primary)
    selection.select({ entry: item.entry, path, paths: records.map(record => pathOfRecord(item, record)) }, 'viewport')
  }

  const pick = (x: number, y: number): Picked | undefined =>
    sources.picker()?.at(sources.lens(), x, y, sources.lod(), sources.isHidden)

  /** A click in the moment after regions came or went is answered by the map with them. */
  const click = (x: number, y: number, mode: Mode): void =>
    sources.isOld() ? void sources.upToDate().then(() => clickNow(x, y, mode)) : clickNow(x, y, mode)

  function clickNow(x: number, y: number, mode: Mode): void {
    const record = pick(x, y)?.record
    if (record !== undefined) select(combined(sources.selected.value, [record], mode))
    else if (mode === 'replace') select([])
  }

  function drill(x: number, y: number, step: 1 | -1): void {
    const found = sources.picker()?.through(sources.lens(), x, y, sources.isHidden) ?? []
    if (found.length === 0) return
    const at = found.indexOf(sources.primary.value ?? -1)
    const next = found[at < 0 ? 0 : (at + step + found.length) % found.length]
    if (next !== undefined) select([next])
  }

  function framePoints(points: readonly Vec[], margin: number, insets = sources.insets()): void {
    sources.setView(frame(sources.view.value, points, sources.size.value, insets, margin))
  }

  function frameRecords(records: readonly number[]): void {
    const picker = sources.picker()
    if (!picker) return
    const corners = picker.cornersOf(records.slice(0, 5000))
    framePoints(corners, records.length === 1 ? 3.2 : 1.3)
  }

  function frameAll(): void {
    const picker = sources.picker()
    const { top, bottom, left, right } = sources.insets()
    // The whole map may lie a little under the panels: it would be small without.
    if (picker) framePoints(picker.outermost(), 1.02, { top, bottom, left: left / 2, right: right / 2 })
  }

  /** From the south and above, the whole map. */
  function goHome(): void {
    sources.setView({ ...HOME, isOrtho: sources.view.value.isOrtho })
    frameAll()
  }

  const frameSelection = (): void =>
    sources.selected.value.length > 0 ? frameRecords(sources.selected.value) : frameAll()
  const lookAlong = (yaw: number, pitch: number): void =>
    sources.setView({ ...sources.view.value, yaw, pitch: Math.max(pitch, -Math.PI / 2 + 1e-4), roll: 0 })

  function towards(direction: Direction, isAdding: boolean): void {
    const item = sources.regions()
    if (!item) return
    const present = sources.primary.value
    const next =
      present === undefined
        ? nearestToMiddle(item, sources.lens(), sources.isHidden)
        : neighbourTowards(item, sources.lens(), present, direction, sources.isHidden)
    if (next !== undefined) selectSeen(isAdding ? combined(sources.selected.value, [next], 'add') : [next], next)
  }

  function neighbour(by: 1 | -1): void {
    const item = sources.regions()
    const present = sources.primary.value
    const next = item && present !== undefined ? walk.step(item, present, by) : undefined
    if (next !== undefined) selectSeen([next], next)
  }

  /** Selects and, where the anchor has left the picture, follows it. */
  function selectSeen(records: readonly number[], primary: number): void {
    select(records, primary)
    follow(primary)
  }

  function follow(record: number): void {
    const item = sources.regions()
    const anchor = item && anchorOf(item, record)
    const { width, height } = sources.size.value
    const at = anchor && project(sources.lens(), anchor)
    const { left, right, top, bottom } = sources.insets()
    if (!anchor || (at && at.x > left && at.y > top && at.x < width - right && at.y < height - bottom)) return
    sources.setView({ ...sources.view.value, pivot: anchor })
  }

  function selectAll(): void {
    const item = sources.regions()
    if (item)
      select(
        Array.from({ length: item.recordCount }, (_, record) => record).filter(record => !sources.isHidden(record)),
      )
  }

  function key(event: KeyboardEvent): boolean {
    if (sources.key(event)) return true
    const hasCommand = event.ctrlKey || event.metaKey
    if (hasCommand && !event.altKey && event.code === 'KeyA') return done(selectAll)
    if (hasCommand || event.altKey) return false
    const arrow = own(ARROWS, event.code)
    if (arrow) return done(() => towards(arrow, event.shiftKey))
    return event.code === 'Escape' && sources.selected.value.length > 0 && done(() => select([]))
  }

  const gestures: Gestures = {
    view: () => sources.view.value,
    setView: sources.setView,
    pointer: () => settings.pointer,
    preset: () => keys.keymap.preset,
    placeAt: (x, y) => pick(x, y)?.point,
    pivot: () => {
      const item = sources.regions()
      const record = sources.primary.value
      return item && record !== undefined ? anchorOf(item, record) : undefined
    },
    click,
    press: sources.press,
    doubleClick: pointer => {
      if (!sources.doubleClick(pointer) && pick(pointer.x, pointer.y)?.record !== undefined) frameSelection()
    },
    framing: sources.framing,
    framed: (rect, mode) =>
      select(
        combined(
          sources.selected.value,
          sources.picker()?.inside(sources.lens(), within(rect), sources.lod(), sources.isHidden) ?? [],
          mode,
        ),
      ),
    hover: pointer => sources.hovered(pick(pointer.x, pointer.y), pointer),
    leave: () => sources.hovered(undefined, undefined),
    menu: (x, y) => sources.menu(x, y, pick(x, y)?.record),
    drill,
    key,
    held: sources.held,
  }

  watch(
    sources.surface,
    element => {
      controls?.dispose()
      controls = element && new MapControls(element, gestures)
    },
    { immediate: true, flush: 'post' },
  )
  onBeforeUnmount(() => controls?.dispose())

  return { select, pick, neighbour, frameRecords, frameSelection, goHome, lookAlong, selectAll, follow }
}

const done = (act: () => void): true => {
  act()
  return true
}
