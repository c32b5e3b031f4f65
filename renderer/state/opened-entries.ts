import { shallowRef, type Ref } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'

export type Range = readonly [offset: number, size: number]

/**
 * The selection. `path` is the node of the primary record or field; `paths` are all selected ones of the same entry.
 */
export interface Selected {
  readonly entry: EntryPath | null
  readonly path: string | null
  readonly paths: readonly string[]
  /** Bytes in the entry's payload. */
  readonly range: Range | null
  /** Id of the pane that made it: `form`, `hex`, `viewport`… A pane does not scroll to its own selection. */
  readonly source: string
}

/** What is selected in an open entry. */
type Opened = Selected & { readonly entry: EntryPath }

/** Source of a selection that brings back what was selected in an open entry: panes scroll to where they were. */
export const REOPENED = 'reopened'

/** Entries that are open at once; one more closes the one that was opened first. */
const MOST = 32

interface Sources {
  readonly selected: Readonly<Ref<Selected>>
  /** Entries that were active, the newest first. */
  readonly recent: Readonly<Ref<readonly EntryPath[]>>
  select(selecting: Omit<Opened, 'source'> | { readonly entry: EntryPath }, from: string): void
}

/** Open entries in the order of their tabs, each with what is selected in it. */
export function openedEntries({ selected, recent, select }: Sources) {
  const opened = shallowRef<readonly Opened[]>([])

  /** Makes an entry the active one: with what was selected in it when it was left, where it is open. */
  function open(entry: EntryPath, from: string): void {
    const tab = opened.value.find(one => one.entry === entry)
    if (!tab) select({ entry }, from)
    else if (selected.value.entry !== entry)
      select({ entry, path: tab.path, paths: tab.paths, range: tab.range }, REOPENED)
  }

  /** Closes the tab of an entry; of the active one the tab that was active before follows. The last tab stays. */
  function close(entry: EntryPath): void {
    const rest = opened.value.filter(one => one.entry !== entry)
    if (rest.length === 0) return
    if (selected.value.entry === entry) {
      const next = recent.value.find(other => rest.some(one => one.entry === other)) ?? rest[0]?.entry
      if (next !== undefined) open(next, REOPENED)
    }
    opened.value = opened.value.filter(one => one.entry !== entry)
  }

  /** Makes the next or the previous tab the active one, from the last on to the first. */
  function step(by: 1 | -1): void {
    const at = opened.value.findIndex(one => one.entry === selected.value.entry)
    const next = opened.value.at((at + by) % opened.value.length)
    if (next) open(next.entry, REOPENED)
  }

  return {
    opened,
    open,
    close,
    step,
    /** A tab follows what is selected in its entry; a new one is the last. */
    follow(now: Opened): void {
      const isOpen = opened.value.some(({ entry }) => entry === now.entry)
      opened.value = isOpen
        ? opened.value.map(one => (one.entry === now.entry ? now : one))
        : [...opened.value, now].slice(-MOST)
    },
    /** Updates a tab after records or bytes of its entry have moved. */
    rebase(entry: EntryPath, moved: (selection: Selected) => Selected): void {
      opened.value = opened.value.map(tab => (tab.entry === entry ? { ...moved(tab), entry } : tab))
    },
    /** Shows the tabs of an earlier start; nothing is read before it is chosen. */
    restore(tabs: readonly Omit<Opened, 'source'>[]): void {
      opened.value = tabs.slice(-MOST).map(tab => ({ ...tab, source: REOPENED }))
    },
  }
}
