import { onScopeDispose, watch } from 'vue'

const takers = new Set<() => void>()

/**
 * For a field: `take` is called with typed, unconfirmed text before the selection changes, so that it is applied to the
 * node it was typed for.
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
