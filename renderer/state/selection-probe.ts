import { watch } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { useSelection } from './selection.store'

/**
 * The shared selection, and how many times it was set: a pane that replies to a selection with one of its own is found.
 */
export interface SelectionProbe {
  selection(): {
    readonly entry: EntryPath | null
    readonly path: string | null
    readonly paths: readonly string[]
    readonly source: string
    readonly changes: number
  }
  /** Selects as a pane would that is none of those seen. */
  select(entry: EntryPath, path: string): void
}

export function selectionProbe(selection: ReturnType<typeof useSelection>): SelectionProbe {
  let changes = 0
  watch(
    () => selection.selected,
    () => {
      changes++
    },
    { flush: 'sync' },
  )
  return {
    selection() {
      const { entry, path, paths, source } = selection.selected
      return { entry, path, paths, source, changes }
    },
    select: (entry, path) => selection.select({ entry, path }, 'probe'),
  }
}
