import type { PlacedItem } from '@areal-studio/core/format'
import { placeOf, type Place, type PlacedRecord } from '../scene/placed-scene'

/** Places of records by their item. */
export type Places = ReadonlyMap<PlacedItem, ReadonlyMap<number, Place>>

/** Where a record is, and its turn where it has one. */
export function placeNow(one: PlacedRecord): Place {
  const { item, record } = one
  const at = placeOf(one)
  return item.kind === 'instances' && item.placing?.turn !== undefined ? { at, turn: item.turns[record] ?? 0 } : { at }
}

/** Fields that hold the places of records, with their values. */
export function placeAssignments(places: Places): ReadonlyMap<string, readonly { path: string; value: number }[]> {
  const byEntry = new Map<string, { path: string; value: number }[]>()
  for (const [item, records] of places) {
    const placing = item.kind === 'lines' ? undefined : item.placing
    for (const [record, { at, turn }] of placing ? records : []) {
      const own = byEntry.get(item.entry) ?? []
      const before = placeNow({ item, record })
      placing?.position.forEach((field, axis) => {
        if (Math.fround(at[axis] ?? 0) !== before.at[axis])
          own.push({ path: `${item.array}/${record}/${field}`, value: Math.fround(at[axis] ?? 0) })
      })
      if (placing?.turn !== undefined && turn !== undefined && Math.fround(turn) !== before.turn)
        own.push({ path: `${item.array}/${record}/${placing.turn}`, value: Math.fround(turn) })
      byEntry.set(item.entry, own)
    }
  }
  return byEntry
}
