import { own } from '@areal-studio/core/layout'
import { onScopeDispose, watch, type Ref } from 'vue'
import { useKeys } from '../../commands/keys.store'
import { useSelection } from '../../state/selection.store'
import { useSettings } from '../../state/settings.store'
import type { Vec } from '../camera/camera'
import { anchorOf, pathOfRecord } from '../scene/map-scene'
import { placeOf, type PlacedRecord } from '../scene/placed-scene'
import type { Mode } from '../scene/select-mode'
import type { Picked } from '../geometry/map-picker'
import type { Direction } from '../geometry/neighbours'
import { MapControls, type Gestures } from './controls'
import { MapFraming, type FramingSources } from './map-framing'
import { MapSelecting, type SelectingSources } from './map-selecting'
import type { Pointer } from './tool'

interface Sources extends FramingSources, SelectingSources, Pick<Gestures, 'framing' | 'press' | 'held' | 'dragging'> {
  readonly surface: Ref<HTMLElement | undefined>
  hovered(picked: Picked | undefined, pointer: Pointer | undefined): void
  menu(x: number, y: number, picked: Picked | undefined): void
  /** Keys that the panel and its tools have. */
  key(event: KeyboardEvent): boolean
  /** Whether the active tool used the gesture. */
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
  const framing = new MapFraming(sources)
  const selecting = new MapSelecting(
    sources,
    (item, records, primary) =>
      selection.select(
        {
          entry: item.entry,
          path: primary === undefined ? null : pathOfRecord(item, primary),
          paths: records.map(record => pathOfRecord(item, record)),
        },
        'viewport',
      ),
    record => framing.follow(record),
    entry => selection.select({ entry }, 'viewport'),
  )
  const { selected, primary } = sources
  const { placed } = sources
  const frameSelection = (): void => {
    if (placed && placed.chosen.value.length > 0) framing.placed(placed.chosen.value)
    else if (selected.value.length > 0) framing.records(selected.value)
    else framing.all()
  }

  function key(event: KeyboardEvent): boolean {
    if (sources.key(event)) return true
    const hasCommand = event.ctrlKey || event.metaKey
    if (hasCommand || event.altKey) return false
    const arrow = own(ARROWS, event.code)
    if (arrow) return done(() => selecting.towards(arrow, event.shiftKey))
    const isAny = selected.value.length > 0 || (placed?.chosen.value.length ?? 0) > 0
    return event.code === 'Escape' && isAny && done(() => selecting.clear())
  }

  /** The place of the primary record; none where nothing is selected. */
  function primaryPlaces(): readonly Vec[] {
    const one = placed?.primary.value
    if (one) return [placeOf(one)]
    const item = sources.regions()
    const anchor = item && primary.value !== undefined ? anchorOf(item, primary.value) : undefined
    return anchor ? [anchor] : []
  }

  const gestures: Gestures = {
    view: () => sources.view.value,
    setView: sources.setView,
    pointer: () => settings.pointer,
    preset: () => keys.keymap.preset,
    placeAt: (x, y) => selecting.pick(x, y)?.point,
    pivot: () => primaryPlaces()[0],
    click: (x, y, mode) => selecting.click(x, y, mode),
    press: sources.press,
    doubleClick: pointer => {
      if (sources.doubleClick(pointer)) return
      const picked = selecting.pick(pointer.x, pointer.y)
      if (picked?.placed ?? picked?.record !== undefined) frameSelection()
    },
    framing: sources.framing,
    framed: (rect, mode) => selecting.framed(rect, mode),
    hover: pointer => sources.hovered(selecting.pick(pointer.x, pointer.y), pointer),
    leave: () => sources.hovered(undefined, undefined),
    menu: (x, y) => sources.menu(x, y, selecting.pick(x, y)),
    drill: (x, y, step) => selecting.drill(x, y, step),
    key,
    held: sources.held,
    dragging: sources.dragging,
  }
  bindControls(sources.surface, gestures)

  return {
    select: (records: readonly number[], main?: number): void => selecting.select(records, main),
    pick: (x: number, y: number): Picked | undefined => selecting.pick(x, y),
    pickSurface: (x: number, y: number): Picked | undefined => selecting.pickSurface(x, y),
    click: (x: number, y: number, mode: Mode): void => selecting.click(x, y, mode),
    selectInside: (holds: (x: number, y: number) => boolean, mode: Mode, isThrough: boolean): void =>
      selecting.selectInside(holds, mode, isThrough),
    neighbour: (by: 1 | -1): void => selecting.neighbour(by),
    frameRecords: (records: readonly number[]): void => framing.records(records),
    frameSelection,
    primaryPlaces,
    reveal: framing.reveal.bind(framing),
    goHome: (): void => framing.home(),
    goFirst: (): void => framing.first(),
    lookAlong: (yaw: number, pitch: number): void => framing.lookAlong(yaw, pitch),
    selectAll: (): void => selecting.selectAll(),
    follow: (record: number): void => framing.follow(record),
    followPlaced: (one: PlacedRecord): void => framing.followPlaced(one),
    framePlaced: (all: readonly PlacedRecord[]): void => framing.placed(all),
  }
}

/** Mouse and keys of a canvas, while there is one. */
export function bindControls(surface: Ref<HTMLElement | undefined>, gestures: Gestures): void {
  let controls: MapControls | undefined
  watch(
    surface,
    element => {
      controls?.dispose()
      controls = element && new MapControls(element, gestures)
    },
    { immediate: true, flush: 'post' },
  )
  onScopeDispose(() => controls?.dispose())
}

const done = (act: () => void): true => {
  act()
  return true
}
