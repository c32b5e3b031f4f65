import { computed, reactive, watch, type ComputedRef, type Ref } from 'vue'
import type { LinesItem, PlacedItem, Problem } from '@areal-studio/core/format'
import { own } from '@areal-studio/core/layout'
import { palette } from '../../palette/palette'
import { useWorkspace } from '../../state/workspace.store'
import type { LinesLook } from '../layers/layer'
import { RecordLook } from '../layers/record-look'
import type { SceneView } from '../layers/scene-view'
import type { PlacedRecord } from '../scene/placed-scene'
import { hiddenCount, legendRows, type LegendRow } from '../tools/legend'
import { problemLevels } from './use-map-records'

interface Sources {
  /** The shown items, of every kind. */
  readonly shown: Readonly<Ref<readonly PlacedItem[]>>
  readonly chosen: Readonly<Ref<readonly PlacedRecord[]>>
  /** Rings around objects, drawn as the lines are. */
  readonly rings: Readonly<Ref<LinesLook | undefined>>
}

/** Shown lines that are coloured by a field, with what their legend lists. */
export interface ColouredLines {
  readonly item: LinesItem
  readonly fields: readonly string[]
  readonly field: string
  readonly values: ArrayLike<number>
  readonly rows: readonly LegendRow[]
  readonly hidden: ReadonlySet<number>
  readonly hiddenCount: number
  /** Values of the selected records. */
  readonly chosen: ReadonlySet<number>
}

const NONE: ReadonlySet<number> = new Set()

const isLines = (item: PlacedItem): item is LinesItem => item.kind === 'lines'

/** 1 for a warning and 2 for an error, of each record. */
function problemColumn(problems: readonly Problem[], item: LinesItem): Uint8Array {
  const found = new Uint8Array(item.recordCount)
  for (const [record, level] of problemLevels(problems, item))
    if (record < found.length) found[record] = level === 'error' ? 2 : 1
  return found
}

/** Lines of the shown map: the field that colours each layer of them, its values with their legend, and the hidden ones. */
export function useLines({ shown, chosen, rings }: Sources) {
  const workspace = useWorkspace()
  /** By title of the layer: the chosen field, and by field the hidden values. */
  const fieldBy = reactive(new Map<string, string>())
  const hiddenBy = reactive(new Map<string, ReadonlySet<number>>())
  const looks = new WeakMap<Float32Array, RecordLook>()
  const orders = new WeakMap<Float32Array, object>()
  const lines = computed(() => shown.value.filter(isLines))

  const hiddenKey = ({ title }: LinesItem, field: string): string => `${title} ${field}`
  const selectedOf = (item: LinesItem): readonly number[] =>
    chosen.value.flatMap(one => (one.item.id === item.id && one.item.entry === item.entry ? [one.record] : []))

  /** Without the selection: counts of many lines are not made again with each click. */
  const counted = computed(() =>
    lines.value.flatMap(item => {
      if (item.colouring.length === 0) return []
      const fields = [...item.colouring, 'problems']
      const field = fields.find(one => one === fieldBy.get(item.title)) ?? fields[0] ?? ''
      const values = own(item.fields, field) ?? problemColumn(workspace.problems, item)
      const hidden = hiddenBy.get(hiddenKey(item, field)) ?? NONE
      return [
        {
          item,
          fields,
          field,
          values,
          rows: legendRows(values, hidden),
          hidden,
          hiddenCount: hiddenCount(values, hidden, NONE),
        },
      ]
    }),
  )
  const coloured: ComputedRef<readonly ColouredLines[]> = computed(() =>
    counted.value.map(one => ({
      ...one,
      chosen: new Set(selectedOf(one.item).map(record => one.values[record] ?? NaN)),
    })),
  )

  function lookOf({ positions, recordCount }: LinesItem): RecordLook {
    const known = looks.get(positions)
    if (known) return known
    const made = new RecordLook(recordCount)
    looks.set(positions, made)
    return made
  }

  /** Brings colours to the look of each layer; only a change of them may need another order of drawing. */
  function colour(): void {
    for (const { item, field, values } of coloured.value) {
      lookOf(item).colour(values, field)
      orders.set(item.positions, {})
    }
  }
  function mark(): void {
    for (const { item, values, hidden } of coloured.value)
      lookOf(item).mark(values, { values: hidden, records: NONE }, new Set(selectedOf(item)), NONE)
  }

  const linesLooks = (): readonly LinesLook[] => [
    ...lines.value.map(item => ({
      item,
      records: coloured.value.some(one => one.item === item) ? lookOf(item) : undefined,
      order: orders.get(item.positions),
    })),
    ...(rings.value ? [rings.value] : []),
  ]

  return {
    coloured,
    hasRings: computed(() => rings.value !== undefined),
    /** Hidden by its value. */
    isHidden: (item: LinesItem, record: number): boolean => looks.get(item.positions)?.isHidden(record) ?? false,
    colourBy: (item: LinesItem, field: string): void => void fieldBy.set(item.title, field),
    hideValues: (item: LinesItem, field: string, values: ReadonlySet<number>): void =>
      void hiddenBy.set(hiddenKey(item, field), values),
    showAll: (item: LinesItem): void => {
      for (const key of hiddenBy.keys()) if (key.startsWith(`${item.title} `)) hiddenBy.delete(key)
    },
    draw: (scene: Readonly<Ref<SceneView | undefined>>): void => {
      let before: readonly unknown[] = []
      watch(
        [scene, lines, coloured, palette, rings],
        () => {
          const now = [
            palette.value,
            ...coloured.value.flatMap(one => [one.item.positions, one.values, one.field, one.hidden]),
          ]
          if (now.length !== before.length || now.some((one, k) => one !== before[k])) colour()
          before = now
          mark()
          scene.value?.setLinesLooks(linesLooks())
        },
        { immediate: true, flush: 'post' },
      )
    },
  }
}
