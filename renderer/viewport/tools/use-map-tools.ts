import { own, setOwn } from '@areal-studio/core/layout'
import { computed, reactive, shallowRef, watch, type Ref } from 'vue'
import type { Format, SurfaceItem } from '@areal-studio/core/format'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import { PaintTools } from './paint-tools'
import { firstSlots, withUsed } from '../geometry/brush'
import { addTool, splitTool } from './cut-tools'
import { facesMark, type GroundScene } from './ground-scene'
import { facesTool, SculptTool } from './ground-tools'
import type { LegendRow } from './legend'
import { madeTools } from './tool-cache'
import { pathOfRecord, recordOfPath } from '../scene/map-scene'
import { measureTool } from './measure-tool'
import { routeTool } from './route-tool'
import { combined, type Mode } from '../scene/select-mode'
import { boxTool, lassoTool } from './select-tools'
import { ShapeTool } from './shape-tools'
import {
  GROUND_TOOLS,
  NEEDED_OF_GROUND,
  NEEDED_OF_REGIONS,
  offers,
  type Drag,
  type MapTool,
  type Pointer,
  type ToolId,
  type ToolMark,
} from './tool'
import { originalRegions } from './original-regions'
import { toolOptions } from './tool-options'
import type { Ghost, ToolScene } from './tool-scene'
import { assignValues, runOperation } from './tool-edits'
import { useRebuild } from './use-rebuild'

type Given = Omit<ToolScene, 'ghost' | 'assign' | 'regions' | 'operate' | 'preview' | 'original' | 'field'>
interface Sources extends Given {
  readonly fieldName: Readonly<Ref<string>>
  readonly rows: Readonly<Ref<readonly LegendRow[]>>
  /** Numbers on the map mean other regions than those of the bytes, until it is built anew. */
  isOld(): boolean
  upToDate(): Promise<unknown>
}

const AREA: ReadonlySet<ToolId> = new Set(['paint', 'pick', 'erase', 'fill'])
/** What a brush paints before anything was chosen. */
const FIRST_VALUE = 1
const DIGIT = /^(?:Digit|Numpad)(\d)$/

/** The tools of the map: which one is at work, and what it does with mouse and keys. */
export function useMapTools(sources: Sources) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const options = toolOptions()
  const active = shallowRef<ToolId>('select')
  const ghost = shallowRef<Ghost>()
  const slots = reactive<Record<string, readonly number[]>>({})
  const used: Record<string, readonly number[]> = {}
  let before: ToolId = 'paint'

  const terrain = (): SurfaceItem | undefined => sources.picker()?.map.terrain
  const regions = madeTools(workspace, sources.item, format => format.regions)
  const ground = madeTools(workspace, terrain, format => format.ground)

  const selectedFaces = computed<readonly number[]>(() => {
    const item = terrain()
    if (!item || selection.entry !== item.entry) return []
    return [...new Set(selection.paths.flatMap(path => recordOfPath(path, item.array) ?? []))].filter(
      face => face < item.recordCount,
    )
  })
  function selectFaces(faces: readonly number[], mode: Mode): void {
    const item = terrain()
    if (item)
      selection.select(
        { entry: item.entry, paths: combined(selectedFaces.value, faces, mode).map(face => pathOfRecord(item, face)) },
        'viewport',
      )
  }

  const scene: GroundScene = {
    ...sources,
    ghost,
    regions: regions.get,
    field: () => sources.fieldName.value,
    operate: work => runOperation(workspace, sources.item(), regions.get, work),
    original: originalRegions(workspace, sources.item),
    async preview(work) {
      const tools = await regions.get()
      return tools && workspace.attempt(() => Promise.resolve().then(() => work(tools)))
    },
    assign: async groups => {
      const item = sources.item()
      return item !== undefined && assignValues(workspace, item, sources.fieldName.value, groups)
    },
    terrain,
    ground: ground.get,
    readyGround: ground.ready,
    faces: () => selectedFaces.value,
    selectFaces,
    operateGround: work => runOperation(workspace, terrain(), ground.get, work),
  }

  const value = computed(() => own(options.values, sources.fieldName.value) ?? FIRST_VALUE)
  const shownSlots = computed(() => own(slots, sources.fieldName.value) ?? firstSlots(sources.rows.value))

  function use(next: number): void {
    const field = sources.fieldName.value
    setOwn(options.values, field, next)
    const found = withUsed(shownSlots.value, own(used, field) ?? [], next)
    setOwn(slots, field, found.slots)
    setOwn(used, field, found.used)
    if (ghost.value && active.value !== 'erase') ghost.value = undefined
  }

  const painting = new PaintTools(scene, {
    options,
    value: () => value.value,
    use,
    picked: () => {
      if (active.value === 'pick') setTool(before)
    },
  })
  const measure = measureTool(scene)
  const route = routeTool(scene, () => options.forbidden)
  const rebuild = useRebuild(scene)
  const shape = new ShapeTool(scene, options.shape)
  const tools: Record<ToolId, MapTool> = {
    select: {},
    box: boxTool(scene),
    lasso: lassoTool(scene),
    paint: painting.paint,
    pick: painting.pick,
    erase: painting.erase,
    fill: painting.fill,
    measure: measure.tool,
    shape,
    split: splitTool(scene),
    add: addTool(scene),
    route: route.tool,
    faces: facesTool(scene),
    sculpt: new SculptTool(scene, options.ground.sculpt),
  }
  const tool = (): MapTool => tools[active.value]

  function setTool(next: ToolId): void {
    if (next === active.value) return
    tool().cancel?.()
    if (AREA.has(active.value) && active.value !== 'pick') before = active.value
    active.value = next
    if (next === 'route') void route.refresh()
    if (GROUND_TOOLS.has(next)) void ground.get()
    sources.redraw()
  }

  function key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return false
    if (event.code === 'Escape') return cancel()
    if (tool().key?.(event)) return true
    if (event.altKey || event.shiftKey) return false
    if (selectionKey(event)) return true
    const digit = DIGIT.exec(event.code)?.[1]
    const slot = digit === undefined || !AREA.has(active.value) ? undefined : shownSlots.value[(Number(digit) + 9) % 10]
    return slot !== undefined && done(() => use(slot))
  }

  /** One layer: what is begun, then the tool itself. */
  function cancel(): boolean {
    if (rebuild.kind.value) return done(rebuild.close)
    if (tool().cancel?.()) return true
    if (active.value === 'select') return false
    setTool('select')
    return true
  }

  watch(
    () => sources.item()?.entry,
    () => {
      tool().cancel?.()
      for (const field of Object.keys(slots)) Reflect.deleteProperty(slots, field)
    },
  )

  const formatOf = (item: SurfaceItem | undefined): Format | undefined => item && workspace.replica(item.entry)?.format
  const hasRegions = computed(() => formatOf(sources.item())?.regions !== undefined)
  const hasGround = computed(() => formatOf(terrain())?.ground !== undefined)
  watch(selectedFaces, sources.redraw)
  watch(
    () => sources.picker(),
    () => {
      if (GROUND_TOOLS.has(active.value)) void ground.get()
    },
  )
  const image = (): unknown => workspace.replica(sources.item()?.entry ?? '')?.image
  watch(
    () => [sources.picker(), image(), options.forbidden],
    () => {
      if (active.value === 'route') void route.refresh()
    },
  )

  /** Merges or removes the selected regions. */
  const merge = (): Promise<unknown> =>
    scene
      .operate(made => made.merge?.(sources.selected()))
      .then(outcome => {
        if (outcome) sources.select(outcome.records, 'replace')
      })
  const remove = (): Promise<unknown> => scene.operate(made => made.remove?.(sources.selected()))

  function isUsable(one: ToolId): boolean {
    if (one === 'select' || one === 'measure') return true
    const ofRegions = NEEDED_OF_REGIONS[one]
    const ofGround = NEEDED_OF_GROUND[one]
    if (ofGround) return hasGround.value && offers(ground.ready(), ofGround)
    if (ofRegions) return hasRegions.value && offers(regions.ready(), ofRegions)
    return (sources.item()?.paint?.length ?? 0) > 0 || !AREA.has(one) ? sources.item() !== undefined : false
  }

  function marks(): readonly ToolMark[] {
    const item = terrain()
    const own = [...rebuild.marks(), ...(tool().marks?.() ?? [])]
    return item && selectedFaces.value.length > 0
      ? [facesMark(item, new Set(selectedFaces.value), 'strong'), ...own]
      : own
  }

  /** Right after a cut the selected regions are not on the map yet: the key waits for them. */
  function selectionKey(event: KeyboardEvent): boolean {
    const isMerge = event.code === 'KeyJ'
    if (!hasRegions.value || (!isMerge && event.code !== 'Delete')) return false
    const run = (): boolean =>
      sources.selected().length > (isMerge ? 1 : 0) && done(() => void (isMerge ? merge() : remove()))
    return sources.isOld() ? done(() => void sources.upToDate().then(run)) : run()
  }

  return {
    active,
    ghost,
    options,
    value,
    slots: shownSlots,
    measured: measure.result,
    route: route.found,
    shape,
    rebuild,
    regions: regions.quiet,
    hasRegions,
    isUsable,
    merge,
    remove,
    setTool,
    use,
    key,
    scene,
    cancel: (): void => void tool().cancel?.(),
    apply: (): void => void tool().apply?.(),
    isArea: computed(() => AREA.has(active.value)),
    press: (pointer: Pointer): Drag | undefined => tool().press?.(pointer),
    hover: (pointer: Pointer | undefined): void => tool().hover?.(pointer),
    doubleClick: (pointer: Pointer): boolean => tool().doubleClick?.(pointer) ?? false,
    marks,
    /** Selected faces of the ground, and what is done with them. */
    selectedFaces,
    selectFaces,
    ground: ground.get,
    operateGround: scene.operateGround,
  }
}

const done = (act: () => void): true => {
  act()
  return true
}
