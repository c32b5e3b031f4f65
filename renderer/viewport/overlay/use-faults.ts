import { computed, shallowRef, watch, type Ref } from 'vue'
import type { BrokenRegion, Problem, RegionTools, SurfaceItem } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import { project, type Lens, type Vec } from '../camera/camera'
import { middleOfFace } from '../tools/ground-scene'
import type { MapPicker } from '../geometry/map-picker'
import { anchorOf, recordOfPath, ringOf } from '../scene/map-scene'
import type { Pointer, ToolMark } from '../tools/tool'

/** One place of the map where something is wrong. */
export interface Fault {
  readonly kind: 'region' | 'face'
  readonly record: number
  readonly at: Vec
  readonly problems: readonly Problem[]
  /** Why its outline is none. */
  readonly broken: BrokenRegion['fault'] | undefined
}

interface Sources {
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  readonly isShown: Readonly<Ref<boolean>>
  /** The region whose mark stands above its anchor. */
  readonly primary: Readonly<Ref<number | undefined>>
  regions(): Promise<RegionTools | undefined>
  lens(): Lens
  redraw(): void
}

/** Half of a mark, and how far the one of the selected region is lifted, in pixels. */
const REACH = 11
const LIFT = 18
const MOST_FACES = 300
/** How long the card stays when the pointer leaves, so that it can be reached. */
const LINGER = 350

/** What is wrong on the map, where it is: marks, what lies under the pointer, and the card that is open. */
export function useFaults(sources: Sources) {
  const workspace = useWorkspace()
  const broken = shallowRef<readonly BrokenRegion[]>([])
  const open = shallowRef<{ readonly fault: Fault; readonly x: number; readonly y: number }>()
  let closing = 0

  watch(
    sources.picker,
    async picker => {
      const tools = picker?.map.regions && sources.isShown.value ? await sources.regions() : undefined
      if (picker !== sources.picker.value) return
      broken.value = tools?.broken?.() ?? []
      sources.redraw()
    },
    { immediate: true },
  )

  const problemsOf = (item: SurfaceItem | undefined): ReadonlyMap<number, readonly Problem[]> => {
    const found = new Map<number, Problem[]>()
    for (const problem of workspace.problems) {
      const record =
        item && problem.entry === item.entry && problem.severity !== 'info'
          ? recordOfPath(problem.path ?? null, item.array)
          : undefined
      if (record !== undefined) found.set(record, [...(found.get(record) ?? []), problem])
    }
    return found
  }

  const faults = computed<readonly Fault[]>(() => {
    const map = sources.picker.value?.map
    if (!map) return []
    const byRegion = problemsOf(map.regions)
    const outlines = new Map(broken.value.map(({ record, fault }) => [record, fault]))
    const regions = [...new Set([...byRegion.keys(), ...outlines.keys()])].flatMap((record): Fault[] => {
      const at = map.regions && anchorOf(map.regions, record)
      return at
        ? [{ kind: 'region', record, at, problems: byRegion.get(record) ?? [], broken: outlines.get(record) }]
        : []
    })
    return [...regions, ...facesOf(map.terrain)]
  })

  function facesOf(item: SurfaceItem | undefined): readonly Fault[] {
    const byFace = problemsOf(item)
    if (!item || byFace.size === 0) return []
    const found: Fault[] = []
    for (let t = 0; t < item.records.length && found.length < MOST_FACES; t++) {
      const problems = byFace.get(item.records[t] ?? -1)
      if (problems)
        found.push({
          kind: 'face',
          record: item.records[t] ?? 0,
          at: middleOfFace(item, t),
          problems,
          broken: undefined,
        })
    }
    return found
  }

  const placeOf = (fault: Fault): { readonly x: number; readonly y: number } | undefined => {
    const seen = project(sources.lens(), fault.at)
    return (
      seen && { x: seen.x, y: seen.y - (fault.kind === 'region' && fault.record === sources.primary.value ? LIFT : 0) }
    )
  }

  function hover(pointer: Pointer | undefined): void {
    if (!sources.isShown.value) return close()
    for (const fault of pointer ? faults.value : []) {
      const at = placeOf(fault)
      if (!pointer || !at || Math.hypot(at.x - pointer.x, at.y - pointer.y) > REACH) continue
      keep()
      if (open.value?.fault !== fault) open.value = { fault, ...at }
      return
    }
    if (open.value && !closing) closing = window.setTimeout(close, LINGER)
  }

  function keep(): void {
    window.clearTimeout(closing)
    closing = 0
  }
  function close(): void {
    keep()
    open.value = undefined
  }
  function leave(): void {
    if (!closing) closing = window.setTimeout(close, LINGER)
  }
  // The card stands where its mark was seen.
  watch(sources.lens, close)
  watch(faults, now => {
    const { fault } = open.value ?? {}
    const next = fault && now.find(other => other.kind === fault.kind && other.record === fault.record)
    if (!next) close()
    else if (open.value) open.value = { ...open.value, fault: next }
    sources.redraw()
  })

  /** Outlines that are none in red, and a dot on faces. The marks of regions themselves are drawn with the map. */
  function marks(): readonly ToolMark[] {
    const item = sources.picker.value?.map.regions
    if (!sources.isShown.value) return []
    return faults.value.flatMap((fault): ToolMark[] => {
      if (fault.kind === 'face') return [{ kind: 'dot', at: fault.at, tone: 'bad' }]
      if (!fault.broken || !item) return []
      const isMarked = fault.problems.length > 0
      return [
        { kind: 'path', points: ringOf(item, fault.record), isClosed: true, tone: 'bad', isDashed: true },
        ...(isMarked ? [] : [{ kind: 'dot' as const, at: fault.at, tone: 'bad' as const }]),
      ]
    })
  }

  return { open, hover, keep, leave, close, marks, faults }
}
