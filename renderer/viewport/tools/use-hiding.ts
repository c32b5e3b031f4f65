import { computed, reactive, shallowRef, type Ref } from 'vue'

/** Which regions are hidden: those with a value that the legend hides, and those hidden one by one. */
export function useHiding(
  field: Readonly<Ref<string>>,
  selected: Readonly<Ref<readonly number[]>>,
  count: () => number,
) {
  const byField = reactive(new Map<string, ReadonlySet<number>>())
  const records = shallowRef<ReadonlySet<number>>(new Set())
  const none: ReadonlySet<number> = new Set()
  const values = computed(() => byField.get(field.value) ?? none)
  const sets = new Map<number, readonly number[]>()

  return {
    /** Values of the field that colours. */
    values,
    records,
    isAny: computed(() => values.value.size > 0 || records.value.size > 0),
    hideValues: (next: ReadonlySet<number>): void => void byField.set(field.value, next),
    hideSelected(): void {
      records.value = new Set([...records.value, ...selected.value])
    },
    /** Hides all but the selected ones. */
    isolateSelected(): void {
      const kept = new Set(selected.value)
      records.value = new Set(
        Array.from({ length: count() }, (_, record) => record).filter(record => !kept.has(record)),
      )
    },
    showAll(): void {
      records.value = new Set()
      byField.clear()
    },
    /** Keeps the selection under a digit, while this map is shown. */
    storeSet: (digit: number): void => void sets.set(digit, selected.value),
    recallSet: (digit: number): readonly number[] | undefined => sets.get(digit),
    forget(): void {
      byField.clear()
      if (records.value.size > 0) records.value = new Set()
      sets.clear()
    },
  }
}
