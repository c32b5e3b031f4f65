import { computed, shallowRef, type Ref } from 'vue'
import type { Document, Node } from '@areal-studio/core/layout'
import { recordOf } from '../state/label'
import { keysAbove, structRows, type StructRow } from './struct-rows'

/** The lines of the tree: those the user opened and those around the selection. */
export function useOpenRows(document: Readonly<Ref<Document | undefined>>) {
  const opened = shallowRef<ReadonlySet<string>>(new Set())
  const followed = shallowRef<ReadonlySet<string>>(new Set())
  const rows = computed(() =>
    document.value ? structRows(document.value.root, key => opened.value.has(key) || followed.value.has(key)) : [],
  )

  return {
    rows,
    /** Index of the line of a key. */
    places: computed(() => new Map(rows.value.map((row, index) => [row.key, index]))),
    toggle(row: StructRow, isOpen: boolean): void {
      const next = new Set(opened.value)
      if (isOpen) next.add(row.key)
      else {
        next.delete(row.key)
        followed.value = new Set([...followed.value].filter(key => key !== row.key))
      }
      opened.value = next
    },
    /** A node gets its line, and its record is open. */
    openTo(node: Node): void {
      const record = recordOf(node)
      followed.value = new Set([...keysAbove(node), ...(record.kind === 'struct' ? [record.path] : [])])
    },
    closeAll(): void {
      opened.value = new Set()
      followed.value = new Set()
    },
  }
}
