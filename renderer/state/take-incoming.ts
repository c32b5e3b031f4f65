import { shallowRef, type ShallowRef } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import type { IncomingBatch, IncomingReport, StudioApi } from '@areal-studio/core/studio'
import { useWorkspace } from './workspace.store'

/** Commits a previewed import, unless its result is no longer the previewed one. */
export function useTakeIncoming() {
  const workspace = useWorkspace()
  const isBusy = shallowRef(false)

  /**
   * Imports what is shown; a preview that has changed since is shown `again`, one whose sources have changed as `stale`,
   * unless it was closed meanwhile.
   */
  async function taking<Shown, T extends IncomingReport | IncomingBatch>(
    shown: ShallowRef<Shown | null>,
    take: (studio: StudioApi) => Promise<T>,
    again: () => Promise<Shown | undefined>,
    stale?: () => Shown,
  ): Promise<T | undefined> {
    const wanted = shown.value
    isBusy.value = true
    const done = await workspace.attempt(async () => {
      try {
        return await workspace.act(take)
      } catch (error) {
        const code = error instanceof StudioError ? error.code : ''
        const isStale = code === 'operation.stale' && stale !== undefined
        if (!isStale && code !== 'incoming.changed') throw error
        const next = isStale ? stale() : ((await again()) ?? null)
        if (shown.value === wanted) shown.value = next
        return undefined
      }
    })
    isBusy.value = false
    if (done) shown.value = null
    return done
  }

  return { isBusy, taking, shownAgain }
}

/** Replaces what is shown by another preview, unless it was closed meanwhile. */
async function shownAgain<Shown>(
  shown: ShallowRef<Shown | null>,
  preview: (before: Shown) => Promise<Shown | undefined>,
): Promise<void> {
  const before = shown.value
  const after = before === null ? undefined : await preview(before)
  if (after && shown.value === before) shown.value = after
}
