import { computed, shallowRef, watch, type Ref } from 'vue'
import type { EntryPath, Format, SurfaceItem } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import { addTool, splitTool } from './cut-tools'
import { facesMark, type GroundScene } from './ground-scene'
import { facesTool, SculptTool } from './ground-tools'
import type { Vec } from '../camera/camera'
import type { MapPicker } from '../geometry/map-picker'
import type { LegendRow } from './legend'
import { measureTool } from './measure-tool'
import { MoveTool, type MoveScene } from './move-tool'
import { PlaceTool } from './place-tool'
import { PaintTools } from './paint-tools'
import { RecordOperations } from './record-operations'
import { routeTool } from './route-tool'
import { boxTool, lassoTool } from './select-tools'
import { ShapeTool } from './shape-tools'
import {
  AREA_TOOLS,
  GROUND_TOOLS,
  isUsable,
  type Drag,
  type MapTool,
  type Pointer,
  type ToolId,
  type ToolMark,
} from './tool'
import { toolOptions, type ToolOptions } from './tool-options'
import type { Ghost } from './tool-scene'
import { ToolSwitch } from './tool-switch'
import { choicesOf } from '../scene/item-fields'
import { useGroundScene, type GivenScene } from './use-ground-scene'
import { useRebuild } from './use-rebuild'
import { ValueSlots } from './value-slots'

interface Sources extends Omit<GivenScene, 'ghost' | 'field'> {
  readonly fieldName: Readonly<Ref<string>>
  readonly rows: Readonly<Ref<readonly LegendRow[]>>
  /** Placed records. */
  readonly placed: Pick<MoveScene, 'chosen' | 'current' | 'pickPlaced' | 'groundAt' | 'showAt' | 'commit'> & {
    /** Removes the selected records; returns whether there was something to remove. */
    remove(): boolean
    canAdd(): boolean
    add(added: { readonly entry: EntryPath; readonly at: Vec; readonly owner: number | undefined }): Promise<unknown>
  }
  /** Whether the regions are shown: what is hidden has no tools. */
  hasRegions(): boolean
  /** Numbers on the map mean other regions than those of the bytes, until it is rebuilt. */
  isOld(): boolean
  upToDate(): Promise<unknown>
}

/** The tools of the map: which one is active, and what it does with mouse and keys. */
export function useMapTools(sources: Sources) {
  const options = toolOptions()
  const ghost = shallowRef<Ghost>()
  const field = (): string => sources.fieldName.value
  const slots = slotsOf(sources, options.values)
  const { scene, regions, ground, selectedFaces } = useGroundScene({ ...sources, ghost, field })
  const offered = useOffered(scene)
  const rebuild = useRebuild(scene)
  const operations = new RecordOperations({ ...scene, ...sources, hasRegions: () => offered.regions.value })
  const made = makeTools({ ...scene, ...sources.placed }, options, slots, { use, picked: () => now.picked() })
  const now = new ToolSwitch(made.tools, next => {
    if (next === 'route') void made.route.refresh()
    if (GROUND_TOOLS.has(next)) void ground.get()
    sources.redraw()
  })
  const { active } = now

  function use(next: number): void {
    slots.use(next)
    if (ghost.value && active.value !== 'erase') ghost.value = undefined
  }

  function key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return false
    if (event.code === 'Escape') return rebuild.close() || now.cancel()
    return now.tool.key?.(event) ?? false
  }

  /** Uses the value under a digit, or what else the tool has there. */
  function digit(digit: number): boolean {
    if (now.tool.digit?.(digit)) return true
    const value = AREA_TOOLS.has(active.value) ? slots.under(digit) : undefined
    if (value !== undefined) use(value)
    return value !== undefined
  }

  watch(
    () => sources.item()?.entry,
    () => {
      now.tool.cancel?.()
      slots.forget()
    },
  )
  watch([selectedFaces, sources.placed.chosen], () => made.move.followEdits())
  watch(sources.picker, () => GROUND_TOOLS.has(active.value) && void ground.get())
  watch([sources.picker, offered.image, () => options.forbidden], () => {
    if (active.value === 'route') void made.route.refresh()
  })

  return {
    active,
    ghost,
    options,
    value: slots.value,
    slots: slots.shown,
    measured: made.measure.result,
    ...offeredRoute(made.route),
    shape: made.shape,
    move: made.move,
    place: made.place,
    rebuild,
    regions: regions.quiet,
    hasRegions: offered.regions,
    isUsable: (one: ToolId): boolean =>
      isUsable(one, {
        ...ofItems(sources),
        regions: offered.regions.value && sources.hasRegions() ? { made: regions.ready() } : undefined,
        ground: offered.ground.value ? { made: ground.ready() } : undefined,
      }),
    merge: (): Promise<unknown> => operations.merge(),
    remove: (): Promise<unknown> => operations.remove(),
    setTool: (next: ToolId): void => now.set(next),
    use,
    key,
    /** Commands on the active tool and the selected regions; each returns whether there was something to do. */
    keyed: {
      digit,
      resize: (step: 1 | -1): boolean => now.tool.resize?.(step) ?? false,
      merge: (): boolean => operations.run('merge'),
      remove: (): boolean => now.tool.removeHovered?.() || sources.placed.remove() || operations.run('remove'),
    },
    scene,
    cancel: (): void => void now.tool.cancel?.(),
    apply: (): void => void now.tool.apply?.(),
    isArea: computed(() => AREA_TOOLS.has(active.value)),
    press: (pointer: Pointer): Drag | undefined => now.tool.press?.(pointer),
    hover: (pointer: Pointer | undefined): void => now.tool.hover?.(pointer),
    doubleClick: (pointer: Pointer): boolean => now.tool.doubleClick?.(pointer) ?? false,
    marks: (): readonly ToolMark[] => [
      ...facesMarks(scene.terrain(), selectedFaces.value),
      ...rebuild.marks(),
      ...(now.tool.marks?.() ?? []),
    ],
    /** Selected faces of the ground, and what is done with them. */
    selectedFaces,
    selectFaces: scene.selectFaces,
    ground: ground.get,
    operateGround: scene.operateGround,
  }
}

/** What the route tool found, and the places of it that are to be seen. */
const offeredRoute = ({ found, places }: ReturnType<typeof routeTool>) => ({ route: found, routePlaces: places })

const ofItems = ({ item, picker, placed, hasRegions }: Sources) => ({
  item: hasRegions() ? item() : undefined,
  isMovable: hasMovable(picker()),
  canAdd: placed.canAdd(),
})

const hasMovable = (picker: MapPicker | undefined): boolean =>
  (picker?.map.placed ?? []).some(item => item.kind !== 'lines' && item.placing !== undefined)

const slotsOf = ({ fieldName, rows, item }: Sources, values: Record<string, number>): ValueSlots =>
  new ValueSlots({
    values,
    field: () => fieldName.value,
    rows: () => rows.value,
    choices: () => choicesOf(item(), fieldName.value),
  })

const facesMarks = (item: SurfaceItem | undefined, faces: readonly number[]): readonly ToolMark[] =>
  item && faces.length > 0 ? [facesMark(item, new Set(faces), 'strong')] : []

/** Which editing the formats of the shown map have. */
function useOffered(scene: GroundScene) {
  const workspace = useWorkspace()
  const formatOf = (item: SurfaceItem | undefined): Format | undefined => item && workspace.replica(item.entry)?.format
  return {
    regions: computed(() => formatOf(scene.item())?.regions !== undefined),
    ground: computed(() => formatOf(scene.terrain())?.ground !== undefined),
    /** The present image of the regions: another one after each edit. */
    image: (): unknown => workspace.replica(scene.item()?.entry ?? '')?.image,
  }
}

function makeTools(
  scene: GroundScene & MoveScene & Pick<Sources['placed'], 'add'>,
  options: ToolOptions,
  slots: ValueSlots,
  on: { use(value: number): void; picked(): void },
) {
  const painting = new PaintTools(scene, { options, value: () => slots.value.value, ...on })
  const measure = measureTool(scene)
  const route = routeTool(scene, () => options.forbidden)
  const shape = new ShapeTool(scene, options.shape)
  const move = new MoveTool(scene, options.move)
  const place: PlaceTool = new PlaceTool({
    lens: scene.lens,
    groundAt: scene.groundAt,
    redraw: scene.redraw,
    add: ({ entry }, at) => scene.add({ entry, at, owner: place.owner.value }),
  })
  const tools: Record<ToolId, MapTool> = {
    select: {},
    box: boxTool(scene),
    lasso: lassoTool(scene),
    paint: painting.paint,
    pick: painting.pick,
    erase: painting.erase,
    fill: painting.fill,
    measure: measure.tool,
    move,
    place,
    shape,
    split: splitTool(scene),
    add: addTool(scene),
    route: route.tool,
    faces: facesTool(scene),
    sculpt: new SculptTool(scene, options.ground.sculpt),
  }
  return { tools, measure, route, shape, move, place }
}
