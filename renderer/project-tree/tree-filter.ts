import { computed, shallowReactive, shallowRef, watch } from 'vue'
import type { TreeItem } from '@areal-studio/core/studio'
import { useEntrySearch } from '../state/entry-search'
import { useWorkspace } from '../state/workspace.store'
import { ancestorsOf, isEntry, parentOf } from './tree-paths'
import { childrenFound } from './tree-rows'

/** The filter of the tree: files of the whole install and of its roots, and entries inside archives that match what is typed. */
export function useTreeFilter(childrenOf: (parent: string) => Promise<readonly TreeItem[]>) {
  const workspace = useWorkspace()
  const filter = shallowRef('')
  const typed = computed(() => filter.value.trim())
  const allFiles = shallowRef<readonly TreeItem[] | null>(null)
  /** The install has changed since all its files were listed; the old list is shown until the new one is loaded. */
  let isOutdated = false
  /** Roots whose folders are there. */
  const present = computed(() => workspace.info?.roots.filter(root => root.folder !== '' && !root.isMissing) ?? [])
  const titles = computed(() => new Map(present.value.map(({ id, title }) => [`//${id}/`, title])))
  /** Entries inside archives that the filter names, and the archives inside archives around them. */
  const inside = shallowRef<readonly TreeItem[]>([])
  /** Branches of the filtered tree that the user closed: all others of it are open. */
  const folded = shallowReactive(new Set<string>())

  async function loadAll(): Promise<void> {
    if (allFiles.value !== null && !isOutdated) return
    isOutdated = false
    const of = workspace.info?.workspace
    const ofRoots = present.value.map(({ id }) => `//${id}/`)
    const lists = await workspace.attempt(() =>
      Promise.all([undefined, ...ofRoots].map(folder => workspace.studio.list(folder, { deep: true }))),
    )
    if (lists && workspace.info?.workspace === of) allFiles.value = lists.flat()
    else isOutdated = true
  }

  watch(typed, () => folded.clear(), { flush: 'sync' })
  watch(filter, text => {
    if (text !== '') void loadAll()
  })
  const named = useEntrySearch(typed)
  watch(named, async entries => {
    const paths = new Set(entries.flatMap(({ path }) => [path, ...ancestorsOf(path).filter(isEntry)]))
    const lists = await Promise.all([...new Set([...paths].map(parentOf))].map(childrenOf))
    if (named.value === entries) inside.value = lists.flat().filter(item => paths.has(item.path))
  })

  /** A filter is set, and the rows are not yet those that it finds. */
  const isFiltering = computed(() => typed.value !== '' && allFiles.value === null)
  /** Children by parent of the filtered tree; undefined while nothing is filtered. */
  const found = computed(() =>
    typed.value === '' || allFiles.value === null
      ? undefined
      : childrenFound(allFiles.value, typed.value, inside.value, titles.value),
  )

  return {
    filter,
    allFiles,
    loadAll,
    isFiltering,
    found,
    isFolded: (path: string): boolean => folded.has(path),
    fold: (path: string, isOpen: boolean): void => {
      if (isOpen) folded.delete(path)
      else folded.add(path)
    },
    /** The install has changed: all files are listed again when they are needed. */
    outdate: (): void => {
      isOutdated = true
    },
    clear: (): void => {
      allFiles.value = null
      filter.value = ''
    },
  }
}
