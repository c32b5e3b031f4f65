import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Words } from '@areal-studio/core/format'
import type { SubjectKind } from '@areal-studio/core/studio'
import { wordsOf } from '../state/notices'
import { useWorkspace } from '../state/workspace.store'
import { mapsOf, type GalleryMap } from './maps'
import { useThumbnails } from './use-thumbnails'

/** The maps of the install and their pictures, and the kinds of its other subjects. */
export const useGallery = defineStore('gallery', () => {
  const workspace = useWorkspace()
  /** Undefined until they were listed. */
  const maps = shallowRef<readonly GalleryMap[]>()
  const kinds = shallowRef<readonly SubjectKind[]>([])
  const chosen = shallowRef('map')
  /** The kind whose page is shown. */
  const kind = computed({
    get: () => (kinds.value.find(one => one.kind === chosen.value) ?? kinds.value[0])?.kind ?? 'map',
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
      const [counted, found] = await Promise.all([
        workspace.studio.subjectKinds(),
        workspace.studio.subjects({ kind: 'map' }),
      ])
      if (asked !== workspace.info?.workspace) return
      kinds.value = counted
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
      kinds.value = []
      failure.value = undefined
    },
    { flush: 'sync' },
  )

  return { maps, kinds, kind, failure, thumbnails, filter, refresh, see }
})
