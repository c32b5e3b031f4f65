import { shallowRef, watch, type Ref } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { isPartial, type Replica } from './replica'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/**
 * Loads the current entry while its pane is visible, then its bytes before any edit. `trouble` is set where the entry
 * cannot be read: gone (removed by an undo or another program) or failed (with a notice).
 */
export function usePristineBytes(replica: Readonly<Ref<Replica | undefined>>, isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const trouble = shallowRef<'failed' | 'gone'>()
  const pristine = shallowRef<Bytes>()

  /** The replica of the pristine bytes; another one after the whole entry was read again. */
  let origin: Replica['pristine'] | undefined
  watch(
    () => [selection.entry, isVisible.value, replica.value?.pristine, workspace.revision] as const,
    async ([entry, visible, present], old) => {
      const isSame = old?.[0] === entry
      if (!isSame) {
        pristine.value = origin = undefined
        trouble.value = undefined
      }
      if (entry === null || !visible || (present && present === origin)) return
      if (trouble.value === 'failed' && isSame && old[1]) return
      const loaded = await load(entry)
      if (!loaded || selection.entry !== entry) return
      origin = loaded.pristine
      if (isPartial(loaded)) return // its original is read as it is looked at, too
      const bytes = await workspace.attempt(() => loaded.pristine())
      if (selection.entry === entry && bytes) pristine.value = bytes
    },
    { immediate: true },
  )

  /** Undefined where it cannot be read; requested again for an entry that undo restores. */
  async function load(entry: string): Promise<Replica | undefined> {
    try {
      const loaded = await workspace.load(entry)
      if (selection.entry === entry) trouble.value = undefined
      return loaded
    } catch (error) {
      if (selection.entry !== entry) return undefined
      const isGone = error instanceof StudioError && error.code === 'entry.missing'
      trouble.value = isGone ? 'gone' : 'failed'
      if (!isGone) workspace.refuse(error)
      return undefined
    }
  }

  return { trouble, pristine }
}
