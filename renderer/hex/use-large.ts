import { computed, shallowRef, watch, type Ref } from 'vue'
import { isPartial, type Replica } from '../state/replica'
import type { Ranges } from '../value/ranges'
import { useWorkspace } from '../state/workspace.store'
import { usePieces } from './use-pieces'

/**
 * An entry that is too large to be loaded whole: its bytes, those of its original, and the differences, all requested
 * from the host.
 */
export function useLarge(replica: Readonly<Ref<Replica | undefined>>, isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const present = usePieces(replica)
  const original = usePieces(replica, 'pristine')
  const isLarge = computed(() => replica.value !== undefined && isPartial(replica.value))
  const differing = shallowRef<Ranges>([])
  let asked: Replica | undefined

  watch(
    () => [replica.value, isVisible.value] as const,
    async ([now], old) => {
      if (now?.image.entry !== old?.[0]?.image.entry) differing.value = []
      if (!now || !isPartial(now) || !isVisible.value || asked === now) return
      asked = now
      const found = await workspace.attempt(() => workspace.studio.differing(now.image.entry))
      if (found && asked === now) differing.value = found
    },
    { immediate: true },
  )

  let looked: readonly [start: number, end: number] = [0, 0]
  function see(...range: readonly [start: number, end: number]): void {
    looked = range
    present.see(...range)
    if (differing.value.length > 0) original.see(...range)
  }
  watch([replica, differing], () => see(...looked))

  return {
    isLarge,
    differing,
    bytes: present.source,
    /** Undefined where nothing differs, or not place by place. */
    original: computed(() =>
      differing.value.length > 0 && original.source.value.size === present.source.value.size
        ? original.source.value
        : undefined,
    ),
    /** Bytes `[start, end)` are visible. */
    see,
  }
}
