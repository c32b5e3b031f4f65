import { useDebounceFn } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Words } from '@areal-studio/core/format'
import type { CodePage } from '@areal-studio/core/layout'
import { findAll, nextFound, soughtPattern, type Sought } from './find-bytes'

const REST = 200

/** The search in the grid: its text, its matches, and navigation between them. */
export function useFind(bytes: Readonly<Ref<Uint8Array | undefined>>, page: Readonly<Ref<CodePage>>) {
  const isOpen = shallowRef(false)
  const text = shallowRef('')
  const as = shallowRef<Sought>('hex')
  const isBig = shallowRef(false)
  const matchCase = shallowRef(false)
  /** The text to find: what is typed, after a rest or at once by Enter. */
  const settled = shallowRef('')
  const settleSoon = useDebounceFn(settle, REST)
  watch(text, () => {
    void settleSoon()
  })

  function settle(): void {
    settled.value = text.value
  }

  const pattern = computed(() =>
    settled.value === ''
      ? undefined
      : soughtPattern({
          text: settled.value,
          as: as.value,
          isBig: isBig.value,
          matchCase: matchCase.value,
          page: page.value,
        }),
  )
  const error = computed<Words | undefined>(() =>
    pattern.value && 'code' in pattern.value ? pattern.value : undefined,
  )
  const size = computed(() => (pattern.value && 'values' in pattern.value ? pattern.value.values.length : 0))
  const found = computed<readonly number[]>(() => {
    if (!isOpen.value || !bytes.value || !pattern.value || 'code' in pattern.value) return []
    return findAll(bytes.value, pattern.value)
  })

  return {
    isOpen,
    text,
    as,
    isBig,
    matchCase,
    error,
    found,
    pattern,
    settle,
    /** The next place as bytes `[start, end)`, counted from the caret. */
    next(caret: number, step: 1 | -1): readonly [number, number] | undefined {
      const offset = found.value[nextFound(found.value, caret, step)]
      return offset === undefined ? undefined : [offset, offset + size.value]
    },
    hasSettled: computed(() => settled.value !== ''),
  }
}
