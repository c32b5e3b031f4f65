import { useDebounceFn } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import type { SubjectItem } from '@areal-studio/core/studio'
import { useWorkspace } from './workspace.store'

const REST = 100
const MOST = 12

/** The first subjects of the install with the words of `query`, maps among them first. Empty words find nothing. */
export function useSubjectSearch(query: Readonly<Ref<string>>) {
  const workspace = useWorkspace()
  const found = shallowRef<readonly SubjectItem[]>([])
  const search = useDebounceFn(async () => {
    const text = query.value
    if (text === '' || !workspace.isOpen) return
    const [maps, all] = await Promise.all([
      workspace.attempt(() => workspace.studio.subjects({ text, kind: 'map', count: MOST })),
      workspace.attempt(() => workspace.studio.subjects({ text, count: MOST })),
    ])
    if (text !== query.value) return
    found.value = [...(maps ?? []), ...(all ?? []).filter(({ kind }) => kind !== 'map')].slice(0, MOST)
  }, REST)

  watch(query, text => {
    if (text === '') found.value = []
    void search()
  })
  return found
}
