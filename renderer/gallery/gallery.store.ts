import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { Words } from '@areal-studio/core/format'
import { wordsOf } from '../state/notices'
import { useWorkspace } from '../state/workspace.store'
import { listMaps, type GalleryMap } from './maps'
import { useThumbnails } from './use-thumbnails'

/** The maps of the install and their pictures. */
export const useGallery = defineStore('gallery', () => {
  const workspace = useWorkspace()
  /** Undefined until they were listed. */
  const maps = shallowRef<readonly GalleryMap[]>()
  const failure = shallowRef<Words>()
  const filter = shallowRef('')
  const { thumbnails, see, listed, forget } = useThumbnails(maps)

  async function refresh(): Promise<void> {
    const asked = workspace.info?.workspace
    const revision = workspace.revision
    try {
      const found = await listMaps(workspace.studio)
      if (asked !== workspace.info?.workspace) return
      maps.value = found
      failure.value = undefined
      listed(revision)
    } catch (error) {
      failure.value = wordsOf(error)
    }
  }

  watch(
    () => workspace.info?.workspace,
    () => {
      forget()
      maps.value = undefined
      failure.value = undefined
    },
    { flush: 'sync' },
  )

  return { maps, failure, thumbnails, filter, refresh, see }
})
