import { computed, shallowRef, watch, type Ref } from 'vue'
import type { MeshItem } from '@areal-studio/core/format'
import type { ShownModel } from '../scene/shown-model'

/** A model with the column of its paints that the user has chosen, where it may be one of several. */
export function useReading(model: Readonly<Ref<ShownModel>>) {
  const chosen = shallowRef<string>()
  watch(
    () => model.value.item.nodes.entry,
    () => {
      chosen.value = undefined
    },
  )
  const item = computed<MeshItem>(() => readAs(model.value.item, chosen.value))
  return { item, setReading: (field: string): void => void (chosen.value = field) }
}

/** The model with its paints from another column; as it is where that is not one of its readings. */
export function readAs(item: MeshItem, field: string | undefined): MeshItem {
  const { painting } = item
  const isOther = painting?.readings?.some(reading => reading.field === field) === true && painting.field !== field
  if (!painting || !isOther || field === undefined) return item
  const { uvs, lights, readings } = painting
  return { ...item, painting: { uvs, field, ...(lights && { lights }), ...(readings && { readings }) } }
}
