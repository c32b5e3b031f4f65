import type { Ref } from 'vue'
import { locate, type Node } from '@areal-studio/core/layout'
import { parseText, valueOf } from '../value/value-text'
import { useDictionary } from '../state/dictionary.store'
import type { useOpenEntry } from '../state/open-entry'
import type { Target } from '../state/outbox'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import { fieldOfRecord } from './form-model'

/** Changes a field of every selected record, as one step. */
export function useRecordFields({ before }: ReturnType<typeof useOpenEntry>, records: Readonly<Ref<readonly Node[]>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const dictionary = useDictionary()

  /** A field of a record before any edit. */
  const beforeOf = (record: Node, name: string): Node | undefined =>
    before.value && fieldOfRecord(locate(before.value, record.path), name)

  async function commit(targets: readonly Target[]): Promise<void> {
    if (selection.entry !== null && targets.length > 0) await workspace.assignAll(selection.entry, targets)
  }

  return {
    beforeOf,
    async set(name: string, typed: string, tail?: string): Promise<void> {
      const targets: Target[] = []
      for (const record of records.value) {
        const node = fieldOfRecord(record, name)
        if (!node) continue
        const parsed = parseText(node, typed, { page: dictionary.textPage(node), tail })
        if (!parsed.ok) return workspace.notify({ code: parsed.code, params: parsed.params }, 'warning')
        targets.push({ path: node.path, value: parsed.value })
      }
      await commit(targets)
    },
    async setBit(name: string, bit: number, isOn: boolean): Promise<void> {
      await commit(
        records.value.flatMap((record): Target[] => {
          const node = fieldOfRecord(record, name)
          const value = node && valueOf(node)
          if (!node || typeof value !== 'number') return []
          return [{ path: node.path, value: (isOn ? value | (1 << bit) : value & ~(1 << bit)) >>> 0 }]
        }),
      )
    },
    async revert(name: string): Promise<void> {
      await commit(
        records.value.flatMap((record): Target[] => {
          const old = beforeOf(record, name)
          const value = old && valueOf(old)
          return old && value !== undefined ? [{ path: old.path, value }] : []
        }),
      )
    },
  }
}
