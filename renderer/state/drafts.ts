import { onScopeDispose, watch } from 'vue'

const takers = new Set<() => void>()

/**
 * For a field: while text in it is typed and not taken, `take` is called before the selection goes elsewhere, so that it comes to what
 * it was typed for.
 */
export function useDraft(isTyping: () => boolean, take: () => void): void {
  const forget = (): boolean => takers.delete(take)
  watch(
    isTyping,
    is => {
      if (is) takers.add(take)
      else forget()
    },
    { flush: 'sync' },
  )
  onScopeDispose(forget)
}

export const hasDrafts = (): boolean => takers.size > 0

export function takeDrafts(): void {
  for (const take of [...takers]) take()
}
