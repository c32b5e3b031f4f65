import { watch } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { useSelection } from './selection.store'

/** The shared selection, and how often it was set, to detect a pane that answers a selection with another one. */
export interface SelectionProbe {
  selection(): {
    readonly entry: EntryPath | null
    readonly path: string | null
    readonly paths: readonly string[]
    readonly source: string
    readonly changes: number
  }
  /** Selects as a pane would that is not visible. */
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
