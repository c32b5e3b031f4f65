import { locate, type Document } from '@areal-studio/core/layout'
import type { RecordItem } from './map-scene'

/** Whether records were added or removed since an item was computed: until it is rebuilt its record numbers mean other ones. */
export function isStaleItem({ array, recordCount }: RecordItem, now: Document | undefined): boolean {
  if (!now) return false
  const records = locate(now, array)
  // The first child of a list is its count.
  const count = records ? records.childCount - (records.kind === 'list' ? 1 : 0) : 0
  return count !== recordCount
}
