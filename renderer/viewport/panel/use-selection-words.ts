import { computed, onScopeDispose, watch, type ComputedRef } from 'vue'
import { usePanes } from '../../state/panes.store'
import { useSelection } from '../../state/selection.store'
import { useText } from '../../state/settings.store'
import { selectedWords } from '../overlay/selection-text'
import type { useMap } from './use-map'

/** The selected records in words, for screen readers and the status bar. */
export function useSelectionWords({
  regions,
  primary,
  selected,
  fields,
}: Pick<ReturnType<typeof useMap>, 'regions' | 'primary' | 'selected' | 'fields'>): ComputedRef<string> {
  const text = useText()
  const panes = usePanes()
  const selection = useSelection()
  const words = computed(() =>
    regions.value && primary.value !== undefined
      ? selectedWords(text, regions.value, selected.value, primary.value, fields.value)
      : '',
  )
  watch(
    () => (regions.value?.entry === selection.entry ? words.value : ''),
    now => {
      panes.records = now
    },
    { immediate: true },
  )
  onScopeDispose(() => {
    panes.records = ''
  })
  return words
}
