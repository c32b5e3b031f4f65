import { StudioError } from '../../../format'
import { spliceRecords, type Document, type RecordsEdit } from '../../../layout'
import { MOST_RECORDS } from '../rules/gamez-context'
import { numberAt, type Step } from './world-edit'

/** An array of slots, and the one whose records belong to them. */
export type SlotArrays = readonly [slots: string, data: string]

/** Edits that add free slots, without data, at the end; their links follow. The last slot is free: it always is (mw3 7.1). */
export function addedSlots({ root, bytes }: Document, [slots, data]: SlotArrays, n: number): readonly RecordsEdit[] {
  const array = root.childNamed(slots)
  const last = array && array.childCount > 0 ? array.child(array.childCount - 1) : undefined
  if (!array || !last) return []
  const added = new Uint8Array(last.size * n)
  for (let k = 0; k < n; k++) added.set(bytes.subarray(last.offset, last.offset + last.size), k * last.size)
  const end = { at: array.childCount, removed: 0, inserted: n }
  return [
    { array: slots, ...end, bytes: added },
    { array: data, ...end, bytes: new Uint8Array(0) },
  ]
}

/**
 * Steps after which `wanted` node slots are free beside the one that stays free (mw3 7.1, N1): none where there are enough;
 * with `mayGrow` free slots are added. Throws StudioError `mw3.node.slots`, `mw3.node.most`.
 */
export function withFreeSlots(opened: Document, used: number, wanted: number, mayGrow: boolean): readonly Step[] {
  const size = numberAt(opened, 'node_array_size')
  const missing = used + wanted + 1 - size
  if (missing <= 0) return []
  if (!mayGrow) throw new StudioError('mw3.node.slots', { n: Math.max(0, size - used - 1), wanted })
  if (size + missing > MOST_RECORDS) throw new StudioError('mw3.node.most', { limit: MOST_RECORDS })
  return [world => spliceRecords(world, addedSlots(world, ['nodes', 'node_data'], missing))]
}
