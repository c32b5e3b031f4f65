import { computed } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import { filePath } from '@areal-studio/core/format'
import { keptPlace } from './kept-place'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/** What the tab of an open entry shows. */
export interface EntryTab {
  readonly entry: EntryPath
  readonly name: string
  /** Its file, or the folder of that, where another open entry has the same name. */
  readonly within: string
  readonly isActive: boolean
  /** It has edits that are not packed. */
  readonly hasEdits: boolean
}

const lastPart = (path: string): string => path.split('/').at(-1) ?? path

/** The last part of the path that distinguishes an entry from others of its name; '' where there are none. */
function withinOf(entry: EntryPath, others: readonly EntryPath[]): string {
  if (others.length === 0) return ''
  const parts = filePath(entry).split('/').toReversed()
  const otherParts = others.map(other => filePath(other).split('/').toReversed())
  return parts.find((part, i) => otherParts.every(other => other[i] !== part)) ?? lastPart(entry)
}

/** The open entries as tabs. */
export function useEntryTabs() {
  const workspace = useWorkspace()
  const selection = useSelection()

  /** By its bytes where they were read, else as it was called at the last start. */
  function nameOf(entry: EntryPath): string {
    const read = workspace.replica(entry)?.image.info.name
    const of = workspace.info?.workspace
    const kept = of === undefined ? undefined : keptPlace(of).tabs?.find(tab => tab.entry === entry)?.name
    return read ?? kept ?? lastPart(filePath(entry))
  }

  const edited = computed(
    () =>
      new Set(
        workspace.changes.flatMap(({ entries }) =>
          entries.filter(({ isPacked }) => !isPacked).map(({ entry }) => entry),
        ),
      ),
  )
  const tabs = computed<readonly EntryTab[]>(() => {
    const names = selection.opened.map(({ entry }) => nameOf(entry))
    return selection.opened.map(({ entry }, at) => {
      const name = names[at] ?? entry
      return {
        entry,
        name,
        within: withinOf(
          entry,
          selection.opened.filter((other, i) => names[i] === name && other.entry !== entry).map(other => other.entry),
        ),
        isActive: entry === selection.entry,
        hasEdits: edited.value.has(entry),
      }
    })
  })
  return { tabs, nameOf }
}
