import { watch, type Ref } from 'vue'
import { palette } from '../../palette/palette'
import type { MapPicker } from '../geometry/map-picker'
import { RecordLook } from '../layers/record-look'
import type { SceneView } from '../layers/scene-view'
import type { Ghost } from '../tools/tool-scene'
import type { useHiding } from '../tools/use-hiding'

interface Sources {
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  readonly scene: Readonly<Ref<SceneView | undefined>>
  /** What colours, and of which field. */
  readonly values: Readonly<Ref<Uint32Array | undefined>>
  readonly field: Readonly<Ref<string>>
  readonly hiding: Pick<ReturnType<typeof useHiding>, 'values' | 'records'>
  readonly selected: Readonly<Ref<ReadonlySet<number>>>
  readonly edited: Readonly<Ref<ReadonlySet<number>>>
  /** What a tool would paint, in `paintField`. */
  readonly ghost: Readonly<Ref<Ghost | undefined>>
  readonly paintField: Readonly<Ref<string>>
}

/** Colour and state of each region, brought to the canvas as they change; a map that is new there, too. */
export function useRecordLook({ picker, scene, values, field, hiding, selected, edited, ghost, paintField }: Sources) {
  let look: RecordLook | undefined

  function recolour(): void {
    if (look && values.value) look.colour(values.value, field.value)
  }

  function remark(): void {
    if (!look || !values.value) return
    look.mark(
      values.value,
      { values: hiding.values.value, records: hiding.records.value },
      selected.value,
      edited.value,
    )
    for (const [value, records] of ghost.value?.groups ?? []) look.preview(records, value, paintField.value)
  }

  function refreshMarks(): void {
    remark()
    scene.value?.refreshRecords()
  }

  watch([picker, scene], ([found, made], [before]) => {
    if (found !== before) look = found?.map.regions && new RecordLook(found.map.regions.recordCount)
    recolour()
    remark()
    made?.setItems(found, look)
  })
  // Colours before states: a change of both writes the colours first. A selection changes states only.
  watch([values, field, ghost, palette], recolour)
  watch([values, field, hiding.values, hiding.records, selected, edited, ghost, palette], refreshMarks)

  return {
    isHidden: (record: number): boolean => look?.isHidden(record) ?? false,
    /** Everything again. */
    refresh(): void {
      recolour()
      refreshMarks()
    },
  }
}
