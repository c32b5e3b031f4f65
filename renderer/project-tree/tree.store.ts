import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef, watch } from 'vue'
import { useDebounceFn } from '@vueuse/core'
import { numberedName, parentPath } from '@areal-studio/core/format'
import type { ProofResult, TreeItem } from '@areal-studio/core/studio'
import { namesWith, type Names } from '../commands/find'
import { useEntrySearch } from '../state/entry-search'
import type { TreeRow } from '../ui/tree-row'
import { formatOf } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'

export interface ProjectRow extends TreeRow {
  readonly item: TreeItem
}

const ROOT = ''
const REST = 80
/** Archives read when a folder is opened as a map. */
const LOOKED_INTO = 8
const FILTERED = 2000

/** Folder of a folder, file or entry, as the tree shows it: `DATA/MAPS` of `DATA/MAPS/SC_1`, the archive of an entry. */
export function parentOf(path: string): string {
  const archive = path.includes('!') ? parentPath(path) : undefined
  return archive ?? path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Everything from the top down to (not with) a path. */
export function ancestorsOf(path: string): string[] {
  const above: string[] = []
  for (let at = parentOf(path); at !== ROOT; at = parentOf(at)) above.unshift(at)
  return above
}

/** The tree of the install: children by parent, loaded when a branch is opened. */
export const useProjectTree = defineStore('project-tree', () => {
  const workspace = useWorkspace()
  const children = shallowReactive(new Map<string, readonly TreeItem[]>())
  const open = shallowReactive(new Set<string>())
  const filter = shallowRef('')
  const allFiles = shallowRef<readonly TreeItem[] | null>(null)
  /** The install has changed since all its files were listed; the old list is shown until the new one is loaded. */
  let isOutdated = false
  const asking = new Map<string, Promise<readonly TreeItem[]>>()
  const typed = computed(() => filter.value.trim())
  /** Entries inside archives that the filter names, and the archives inside archives around them. */
  const inside = shallowRef<readonly TreeItem[]>([])
  /** Branches of the filtered tree that the person closed: all others of it are open. */
  const folded = shallowReactive(new Set<string>())

  function list(parent: string): Promise<readonly TreeItem[]> {
    const known = asking.get(parent)
    if (known) return known
    const asked = workspace.studio
      .list(parent === ROOT ? undefined : parent)
      .then(items => {
        if (JSON.stringify(children.get(parent)) !== JSON.stringify(items)) children.set(parent, items)
        return items
      })
      .finally(() => asking.delete(parent))
    asking.set(parent, asked)
    return asked
  }
  const childrenOf = async (parent: string): Promise<readonly TreeItem[]> =>
    children.get(parent) ?? (await workspace.attempt(() => list(parent))) ?? []

  async function toggle(path: string, isOpen = !open.has(path)): Promise<void> {
    if (found.value?.has(path)) {
      if (isOpen) folded.delete(path)
      else folded.add(path)
      return
    }
    if (!isOpen) {
      open.delete(path)
      return
    }
    await childrenOf(path)
    open.add(path)
  }

  /** Opens all above a path, so that its row exists. */
  async function reveal(path: string): Promise<void> {
    for (const above of ancestorsOf(path)) if (!open.has(above)) await toggle(above, true)
  }

  const refresh = useDebounceFn(
    async () => {
      if (!workspace.isOpen) return
      isOutdated = true
      const wanted = [ROOT, ...[...open].filter(path => children.has(path))]
      for (const parent of [...children.keys()]) if (!wanted.includes(parent)) children.delete(parent)
      await workspace.attempt(() => Promise.all(wanted.map(parent => list(parent))))
      if (filter.value !== '') await loadAll()
    },
    REST,
    { maxWait: REST * 4 },
  )

  async function loadAll(): Promise<void> {
    if (allFiles.value !== null && !isOutdated) return
    isOutdated = false
    const of = workspace.info?.workspace
    const files = await workspace.attempt(() => workspace.studio.list(undefined, { deep: true }))
    if (files && workspace.info?.workspace === of) allFiles.value = files
    else isOutdated = true
  }

  watch(
    () => workspace.info?.workspace,
    () => {
      children.clear()
      open.clear()
      allFiles.value = null
      filter.value = ''
    },
    { flush: 'sync' },
  )
  watch(
    () => [workspace.revision, workspace.info?.unpacked],
    () => {
      if (workspace.isOpen && !children.has(ROOT)) void childrenOf(ROOT) // nothing is shown yet: not a moment's rest
      void refresh()
    },
    { immediate: true },
  )
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
  const found = computed(() =>
    typed.value === '' || allFiles.value === null
      ? undefined
      : childrenFound(allFiles.value, typed.value, inside.value),
  )
  const rows = computed<readonly ProjectRow[]>(() =>
    flatten(
      ROOT,
      0,
      path => found.value?.get(path) ?? (found.value && path === ROOT ? [] : children.get(path)),
      path => (found.value?.has(path) ? !folded.has(path) : open.has(path)),
      path => repeatedOf(children.get(path)),
    ),
  )

  /**
   * What opening an item shows: for an archive or a map's folder the entry in it that has a view of its own (the
   * records of a map), for anything else itself.
   */
  async function target(item: TreeItem): Promise<string | null> {
    if (item.kind === 'archive') return (await sceneIn(item.path)) ?? item.path
    if (item.kind !== 'folder') return item.path
    const archives = (await childrenOf(item.path)).filter(child => child.kind === 'archive').slice(0, LOOKED_INTO)
    for (const archive of archives) {
      const scene = await sceneIn(archive.path)
      if (scene !== undefined) return scene
    }
    return null
  }

  async function sceneIn(archive: string): Promise<string | undefined> {
    const entries = await childrenOf(archive)
    return entries.find(entry => (formatOf(entry.format)?.together?.length ?? 0) > 0)?.path
  }

  /** The largest map of the install, for the first screen; undefined where none is found soon. */
  async function firstMap(): Promise<string | undefined> {
    await loadAll()
    const files = (allFiles.value ?? []).filter(file => file.kind === 'archive' && /\.map$/i.test(file.name))
    for (const file of files.toSorted((a, b) => b.size - a.size).slice(0, LOOKED_INTO)) {
      const scene = await sceneIn(file.path)
      if (scene === undefined) continue
      workspace.load(scene).catch(() => undefined) // it is on its way while the panes are built; who shows it tells why it cannot be read
      return scene
    }
    return undefined
  }

  return { children, open, filter, isFiltering, rows, toggle, reveal, target, refresh, firstMap, childrenOf }
})

function flatten(
  parent: string,
  depth: number,
  childrenOf: (path: string) => readonly TreeItem[] | undefined,
  isOpen: (path: string) => boolean,
  namesOf: (path: string) => ReadonlySet<string> = path => repeatedOf(childrenOf(path)),
): ProjectRow[] {
  const items = childrenOf(parent) ?? []
  const sharedNames = namesOf(parent)
  return items.flatMap((item, i) => {
    const row: ProjectRow = {
      key: item.path,
      label: sharedNames.has(item.name) ? numberedName(item.name, item.path) : item.name,
      depth,
      hasChildren: item.hasChildren,
      isOpen: item.hasChildren && isOpen(item.path),
      place: i + 1,
      siblings: items.length,
      item,
    }
    return row.isOpen ? [row, ...flatten(item.path, depth + 1, childrenOf, isOpen, namesOf)] : [row]
  })
}

const NO_NAMES: ReadonlySet<string> = new Set()
const repeated = new WeakMap<readonly TreeItem[], ReadonlySet<string>>()

/** Names that several entries of one archive have; counted once for a list. */
function repeatedOf(items: readonly TreeItem[] | undefined): ReadonlySet<string> {
  if (!items) return NO_NAMES
  const known = repeated.get(items)
  if (known) return known
  const met = new Set<string>()
  const again = new Set<string>()
  for (const { name, path } of items) if (isEntry(path)) (met.has(name) ? again : met).add(name)
  repeated.set(items, again)
  return again
}

const isEntry = (path: string): boolean => path.includes('!')

interface Searched {
  readonly files: readonly TreeItem[]
  readonly names: Names
  readonly archives: ReadonlyMap<string, number>
}
/** What a filter looks through is made once for a list, not for every key: an install may have 60,000 files. */
const searched = new WeakMap<readonly TreeItem[], Searched>()

function searchedOf(items: readonly TreeItem[]): Searched {
  const known = searched.get(items)
  if (known) return known
  const files = items.filter(item => item.kind !== 'folder')
  const names = files.map(({ path, name, missions }) => ({ name, words: `${path} ${missions?.join(' ') ?? ''}` }))
  const archives = new Map(files.flatMap(({ path, kind }, i) => (kind === 'archive' ? [[path, i] as const] : [])))
  const made = { files, names, archives }
  searched.set(items, made)
  return made
}

/** Files that match and entries inside archives, by the folder or archive they lie in, with all that is around them. */
function childrenFound(
  items: readonly TreeItem[],
  text: string,
  inside: readonly TreeItem[],
): ReadonlyMap<string, readonly TreeItem[]> {
  const { files, names, archives } = searchedOf(items)
  const byParent = new Map<string, TreeItem[]>()
  const listed = new Set<string>()
  const add = (item: TreeItem): void => {
    if (listed.has(item.path)) return
    listed.add(item.path)
    const parent = parentOf(item.path)
    const siblings = byParent.get(parent)
    if (siblings) siblings.push(item)
    else byParent.set(parent, [item])
    if (!siblings && parent !== ROOT && !isEntry(item.path)) add(folderItem(parent))
  }
  const around = inside.flatMap(({ path }) => archives.get(path.split('!', 1)[0] ?? '') ?? [])
  for (const index of [...new Set([...namesWith(names, text).slice(0, FILTERED), ...around])].toSorted(
    (a, b) => a - b,
  )) {
    const file = files[index]
    if (file) add(file)
  }
  for (const item of inside) add(item)
  return byParent
}

/** Rows of a filter where nothing is closed. */
export function filtered(items: readonly TreeItem[], text: string, inside: readonly TreeItem[] = []): ProjectRow[] {
  const found = childrenFound(items, text, inside)
  return flatten(
    ROOT,
    0,
    path => found.get(path),
    path => found.has(path),
  )
}

const folderItem = (path: string): TreeItem => ({
  path,
  kind: 'folder',
  name: path.split('/').at(-1) ?? path,
  size: 0,
  hasChildren: true,
  state: 'pristine',
  edits: 0,
  unpacked: 0,
})

const WORST: Readonly<Record<ProofResult, number>> = { identical: 0, unknown: 1, opaque: 2, unreadable: 3, unproved: 4 }

/** The weakest proof of all that lies in a folder or archive. */
export function weaker(a: ProofResult | undefined, b: ProofResult): ProofResult {
  return a === undefined || WORST[b] > WORST[a] ? b : a
}
