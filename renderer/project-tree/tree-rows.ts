import { isRooted, numberedName } from '@areal-studio/core/format'
import type { TreeItem } from '@areal-studio/core/studio'
import { namesWith, type Names } from '../commands/find'
import type { TreeRow } from '../ui/tree-row'
import { ROOT, isEntry, parentOf } from './tree-paths'

export interface ProjectRow extends TreeRow {
  readonly item: TreeItem
}

const FILTERED = 2000

/** Rows of the open branches, in order. */
export function flatten(
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

/** Names that several entries of one archive have; computed once per list. */
export function repeatedOf(items: readonly TreeItem[] | undefined): ReadonlySet<string> {
  if (!items) return NO_NAMES
  const known = repeated.get(items)
  if (known) return known
  const met = new Set<string>()
  const again = new Set<string>()
  for (const { name, path } of items) if (isEntry(path)) (met.has(name) ? again : met).add(name)
  repeated.set(items, again)
  return again
}

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

/**
 * Matching files and entries of archives, by their folder or archive, with all folders around them. `titles`: of roots,
 * by the path of each.
 */
export function childrenFound(
  items: readonly TreeItem[],
  text: string,
  inside: readonly TreeItem[],
  titles: ReadonlyMap<string, string> = new Map(),
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
    if (!siblings && parent !== ROOT && !isEntry(item.path)) add(folderItem(parent, titles.get(parent)))
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

/** Rows of the filtered tree with all branches open. */
export function filtered(items: readonly TreeItem[], text: string, inside: readonly TreeItem[] = []): ProjectRow[] {
  const found = childrenFound(items, text, inside)
  return flatten(
    ROOT,
    0,
    path => found.get(path),
    path => found.has(path),
  )
}

const folderItem = (path: string, title = path.split('/').at(-1) ?? path): TreeItem => ({
  path,
  kind: 'folder',
  name: title,
  ...(isRooted(path) && { isReadOnly: true }),
  size: 0,
  hasChildren: true,
  state: 'pristine',
  edits: 0,
  unpacked: 0,
})
