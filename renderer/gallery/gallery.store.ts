import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Words } from '@areal-studio/core/format'
import type { SubjectItem } from '@areal-studio/core/studio'
import { wordsOf } from '../state/notices'
import { useWorkspace } from '../state/workspace.store'
import { mapsOf, type GalleryMap } from './maps'
import { kindsOf } from './subjects'
import { useThumbnails } from './use-thumbnails'

/** The maps of the install and their pictures, and its other subjects. */
export const useGallery = defineStore('gallery', () => {
  const workspace = useWorkspace()
  /** Undefined until they were listed. */
  const maps = shallowRef<readonly GalleryMap[]>()
  const subjects = shallowRef<readonly SubjectItem[]>([])
  const kinds = computed(() => kindsOf(subjects.value))
  const chosen = shallowRef('map')
  /** The kind whose page is shown. */
  const kind = computed({
    get: () => (kinds.value.includes(chosen.value) ? chosen.value : (kinds.value[0] ?? 'map')),
    set: next => {
      chosen.value = next
    },
  })
  const failure = shallowRef<Words>()
  const filter = shallowRef('')
  const { thumbnails, see, listed, forget } = useThumbnails(maps)

  async function refresh(): Promise<void> {
    const asked = workspace.info?.workspace
    const revision = workspace.revision
    try {
      const found = await workspace.studio.subjects()
      if (asked !== workspace.info?.workspace) return
      subjects.value = found
      maps.value = mapsOf(found)
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
      subjects.value = []
      failure.value = undefined
    },
    { flush: 'sync' },
  )

  return { maps, subjects, kinds, kind, failure, thumbnails, filter, refresh, see }
})
