import { computed, reactive, shallowRef, watch, type Ref } from 'vue'
import type { Outcome, RegionTools } from '@areal-studio/core/format'
import type { Replica } from '../workspace/replica'
import { useWorkspace } from '../workspace/workspace.store'
import { areaTools } from './area-tools'
import { firstSlots, withUsed } from './brush'
import type { LegendRow } from './legend'
import { measureTool } from './measure-tool'
import { openedOf } from './opened'
import { routeTool } from './route-tool'
import { boxTool, lassoTool } from './select-tools'
import { addTool, shapeTool, splitTool } from './shape-tools'
import { REGION_TOOLS, TOOL_KEYS, type Drag, type MapTool, type Pointer, type ToolId, type ToolMark } from './tool'
import { toolOptions } from './tool-options'
import type { Ghost, ToolScene } from './tool-scene'

type Given = Omit<ToolScene, 'ghost' | 'assign' | 'regions' | 'operate' | 'field'>
interface Sources extends Given {
  readonly fieldName: Readonly<Ref<string>>
  readonly rows: Readonly<Ref<readonly LegendRow[]>>
}

const AREA: ReadonlySet<ToolId> = new Set(['paint', 'pick', 'erase', 'fill'])
const DIGIT = /^(?:Digit|Numpad)(\d)$/

/** The tools of the map: which one is at work, and what it does with mouse and keys. */
export function useMapTools(sources: Sources) {
  const workspace = useWorkspace()
  const options = toolOptions()
  const active = shallowRef<ToolId>('select')
  const ghost = shallowRef<Ghost>()
  const slots = reactive<Record<string, readonly number[]>>({})
  const used: Record<string, readonly number[]> = {}
  let before: ToolId = 'paint'

  const scene: ToolScene = {
    ...sources, ghost, regions, operate, field: () => sources.fieldName.value,
    async assign(records, value) {
      const item = sources.item()
      if (!item) return false
      const field = sources.fieldName.value
      return workspace.assignAll(item.entry, records.map(record => ({ path: `${item.array}/${record}/${field}`, value })))
    },
  }

  let known: { readonly replica: Replica; readonly tools: RegionTools | undefined } | undefined
  async function regions(): Promise<RegionTools | undefined> {
    const item = sources.item()
    const replica = item && workspace.replica(item.entry)
    const made = replica?.format?.regions
    if (!replica || !made) return undefined
    if (known?.replica === replica) return known.tools
    const tools = await workspace.attempt(() => made(openedOf(workspace, replica, new Set())))
    known = { replica, tools }
    return tools
  }

  async function operate(work: (tools: RegionTools) => Outcome): Promise<Outcome | undefined> {
    await workspace.settled()
    const tools = await regions()
    if (!tools) return undefined
    const outcome = await workspace.attempt(() => Promise.resolve().then(() => work(tools)))
    if (!outcome) return undefined
    const edits = outcome.edits.map(edit => ({ ...edit, base: workspace.replica(edit.entry)?.image.revision ?? edit.base }))
    if (!await workspace.submit(outcome.label, edits)) return undefined
    for (const { code, params } of outcome.notices) workspace.notify({ code: `notice.${code}`, params }, 'warning')
    return outcome
  }

  const value = computed(() => options.values[sources.fieldName.value] ?? 0)
  const shownSlots = computed(() => slots[sources.fieldName.value] ?? firstSlots(sources.rows.value))

  function use(next: number): void {
    const field = sources.fieldName.value
    options.values[field] = next
    const found = withUsed(shownSlots.value, used[field] ?? [], next)
    slots[field] = found.slots
    used[field] = found.used
    if (ghost.value && active.value !== 'erase') ghost.value = undefined
  }

  const area = areaTools(scene, { options, value: () => value.value, use, picked: () => { if (active.value === 'pick') setTool(before) } })
  const measure = measureTool(scene)
  const route = routeTool(scene, () => options.forbidden)
  const tools: Record<ToolId, MapTool> = { select: {}, box: boxTool(scene), lasso: lassoTool(scene), ...area, measure: measure.tool,
    shape: shapeTool(scene), split: splitTool(scene), add: addTool(scene), route: route.tool }
  const tool = (): MapTool => tools[active.value]

  function setTool(next: ToolId): void {
    if (next === active.value) return
    tool().cancel?.()
    if (AREA.has(active.value) && active.value !== 'pick') before = active.value
    active.value = next
    if (next === 'route') void route.refresh()
    sources.redraw()
  }

  function key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey) return false
    if (event.code === 'Escape') return cancel()
    if (tool().key?.(event)) return true
    if (event.altKey || event.shiftKey) return false
    if (selectionKey(event)) return true
    const asked = TOOLS.find(one => TOOL_KEYS[one] === event.code)
    if (asked && isUsable(asked)) return done(() => setTool(asked))
    const digit = DIGIT.exec(event.code)?.[1]
    const slot = digit === undefined || !AREA.has(active.value) ? undefined : shownSlots.value[(Number(digit) + 9) % 10]
    return slot !== undefined && done(() => use(slot))
  }

  /** One layer: what is begun, then the tool itself. */
  function cancel(): boolean {
    if (tool().cancel?.()) return true
    if (active.value === 'select') return false
    setTool('select')
    return true
  }

  watch(() => sources.item()?.entry, () => {
    tool().cancel?.()
    for (const field of Object.keys(slots)) Reflect.deleteProperty(slots, field)
  })

  const hasRegions = computed(() => {
    const item = sources.item()
    return item !== undefined && workspace.replica(item.entry)?.format?.regions !== undefined
  })
  watch(() => [sources.picker(), options.forbidden], () => { if (active.value === 'route') void route.refresh() })

  /** Merges or removes the selected areals. */
  const merge = (): Promise<unknown> => operate(made => made.merge(sources.selected())).then(outcome => {
    if (outcome) sources.select(outcome.records, 'replace')
  })
  const remove = (): Promise<unknown> => operate(made => made.remove(sources.selected()))

  const isUsable = (one: ToolId): boolean =>
    one === 'select' || one === 'measure' || (REGION_TOOLS.has(one) ? hasRegions.value : sources.item() !== undefined)

  function selectionKey(event: KeyboardEvent): boolean {
    if (!hasRegions.value || sources.selected().length === 0) return false
    if (event.code === 'Delete') return done(() => void remove())
    return event.code === 'KeyJ' && sources.selected().length > 1 && done(() => void merge())
  }

  return {
    active, ghost, options, value, slots: shownSlots, measured: measure.result, route: route.found, hasRegions, isUsable, merge, remove, setTool, use, key, scene,
    cancel: (): void => void tool().cancel?.(),
    apply: (): void => void tool().apply?.(),
    isArea: computed(() => AREA.has(active.value)),
    press: (pointer: Pointer): Drag | undefined => tool().press?.(pointer),
    hover: (pointer: Pointer | undefined): void => tool().hover?.(pointer),
    doubleClick: (pointer: Pointer): boolean => tool().doubleClick?.(pointer) ?? false,
    marks: (): readonly ToolMark[] => tool().marks?.() ?? [],
  }
}

const TOOLS: readonly ToolId[] = ['select', 'box', 'lasso', 'paint', 'pick', 'erase', 'fill', 'shape', 'split', 'add', 'route', 'measure']

const done = (act: () => void): true => {
  act()
  return true
}
