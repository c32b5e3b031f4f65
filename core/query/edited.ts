import { difference } from '../edit'
import type { Bytes } from '../layout'

/** 1 for each record whose bytes differ from those before any edit; `offsets` as of `RecordTable`. */
export function editedRecords(before: Bytes, after: Bytes, offsets: Uint32Array): Uint8Array {
  const edited = new Uint8Array(Math.max(0, offsets.length - 1))
  let record = 0
  for (const { offset, inserted } of difference(before, after)) {
    const end = offset + Math.max(1, inserted.length)
    while (record > 0 && (offsets[record] ?? 0) > offset) record--
    while (record < edited.length && (offsets[record + 1] ?? 0) <= offset) record++
    for (; record < edited.length && (offsets[record] ?? 0) < end; record++) edited[record] = 1
  }
  return edited
}
