import { computed, shallowRef, watch, type Ref } from 'vue'
import { locate, type Document } from '@areal-studio/core/layout'
import { arrayNode, arraysOf } from '@areal-studio/core/query'
import { useSelection } from '../state/selection.store'

/**
 * The array of the open document that the table shows: the chosen one, or the one that contains the selection. It begins
 * with the records that people refer to by number (`Format.numbered`), where the format names them.
 */
export function useShownArray(whole: Readonly<Ref<Document | undefined>>, numbered: () => string | undefined) {
  const selection = useSelection()
  const chosen = shallowRef<string | null>(null)

  /** Arrays at fixed places, then those of the selected record. */
  const arrays = computed<readonly string[]>(() => {
    if (!whole.value) return []
    const fixed = arraysOf(whole.value)
    const record = primaryPath.value
    const node = record === null ? undefined : locate(whole.value, record)
    const own =
      node?.kind === 'struct'
        ? Array.from({ length: node.childCount }, (_, i) => node.child(i))
            .filter(child => child.kind === 'array')
            .map(child => child.path)
        : []
    return [...fixed, ...own]
  })
  /** The record of the outermost array that contains the selection. */
  const primaryPath = computed(() => {
    const path = selection.path ?? selection.paths.at(-1) ?? null
    return path === null ? null : (/^\D[^/]*(?:\/\D[^/]*)*\/\d+/.exec(path)?.[0] ?? null)
  })
  const array = computed(() => {
    if (!whole.value) return null
    if (chosen.value !== null && arrayNode(whole.value, chosen.value)) return chosen.value
    const first = numbered()
    return first !== undefined && arrays.value.includes(first) ? first : (arrays.value[0] ?? null)
  })
  let followed = ''
  watch(
    [() => selection.entry, () => selection.path ?? selection.paths.at(-1) ?? null, whole],
    ([name, path, present]) => {
      if (!present || followed === `${name}\n${path}`) return
      followed = `${name}\n${path}`
      if (path !== null) chosen.value = followedArray(path, array.value, arrays.value)
    },
    { immediate: true },
  )

  return {
    arrays,
    array,
    setArray: (path: string): void => {
      chosen.value = path
    },
  }
}

/** `records/3/points` and `records/4/points` are tables of one kind. */
export const shapeOf = (array: string | null): string => (array ?? '').replace(/\/\d+/g, '/*')

/**
 * The array to show for the record at `path`: the present one where it contains the record; for an array inside records
 * the array of the same name in the new record; else the present one.
 */
export function followedArray(path: string, present: string | null, arrays: readonly string[]): string | null {
  const holders = arrays.filter(array => path.startsWith(`${array}/`)).sort((a, b) => a.length - b.length)
  if (present !== null && holders.includes(present)) return present
  const isInside = present !== null && shapeOf(present) !== present
  return (isInside ? holders.at(-1) : holders[0]) ?? present
}
