import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { useWorkspace } from '../state/workspace.store'
import { useTreeBranches } from './tree-branches'
import { useTreeFilter } from './tree-filter'
import { ROOT, ancestorsOf } from './tree-paths'
import { flatten, repeatedOf, type ProjectRow } from './tree-rows'
import { useTreeScenes } from './tree-scenes'

const REFRESH_DELAY_MS = 80

/** The tree of the install: rows of the open branches or of the filter, listed again after changes of the install. */
export const useProjectTree = defineStore('project-tree', () => {
  const workspace = useWorkspace()
  const branches = useTreeBranches()
  const { children, open, childrenOf } = branches
  const filtered = useTreeFilter(childrenOf)
  const { filter, isFiltering, found } = filtered

  async function toggle(path: string, isOpen = !open.has(path)): Promise<void> {
    if (found.value?.has(path)) filtered.fold(path, isOpen)
    else await branches.setOpen(path, isOpen)
  }

  /** Opens all above a path, so that its row exists. */
  async function reveal(path: string): Promise<void> {
    for (const above of ancestorsOf(path)) if (!open.has(above)) await toggle(above, true)
  }

  const refresh = useDebounceFn(
    async () => {
      if (!workspace.isOpen) return
      filtered.outdate()
      await branches.listAgain()
      if (filter.value !== '') await filtered.loadAll()
    },
    REFRESH_DELAY_MS,
    { maxWait: REFRESH_DELAY_MS * 4 },
  )

  watch(
    () => workspace.info?.workspace,
    () => {
      branches.clear()
      filtered.clear()
    },
    { flush: 'sync' },
  )
  watch(
    () => [workspace.revision, workspace.info?.unpacked, JSON.stringify(workspace.info?.roots)],
    () => {
      if (workspace.isOpen && !children.has(ROOT)) void childrenOf(ROOT) // nothing is shown yet: no delay
      void refresh()
    },
    { immediate: true },
  )

  const rows = computed<readonly ProjectRow[]>(() =>
    flatten(
      ROOT,
      0,
      path => found.value?.get(path) ?? (found.value && path === ROOT ? [] : children.get(path)),
      path => (found.value?.has(path) ? !filtered.isFolded(path) : open.has(path)),
      path => repeatedOf(children.get(path)),
    ),
  )

  const { target, firstMap } = useTreeScenes(childrenOf)

  return { children, open, filter, isFiltering, rows, toggle, reveal, target, refresh, firstMap, childrenOf }
})
