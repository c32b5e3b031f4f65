import { shallowRef, watch, type Ref } from 'vue'
import type { SurfaceItem } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import { openedOf } from '../../state/entry-reader'

/** The regions before any edit, read while something is edited and the original is shown. */
export function useOriginal(regions: Readonly<Ref<SurfaceItem | undefined>>, isWanted: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const original = shallowRef<SurfaceItem>()
  let turn = 0
  /** Another function where another program changed the original. */
  const pristine = (): unknown => workspace.replica(regions.value?.entry ?? '')?.pristine
  watch(
    [() => regions.value?.entry, isWanted, pristine],
    async ([entry, wanted]) => {
      const mine = ++turn
      original.value = undefined
      const replica = entry === undefined || !wanted ? undefined : workspace.replica(entry)
      if (!replica?.format?.scene) return
      const bytes = await workspace.attempt(() => replica.pristine())
      if (!bytes?.length) return
      const items = await workspace.attempt(async () =>
        replica.format?.scene?.(openedOf(workspace, { ...replica, image: { ...replica.image, bytes } })),
      )
      if (mine === turn) original.value = items?.find(item => item.kind === 'surface')
    },
    { immediate: true },
  )
  return original
}
