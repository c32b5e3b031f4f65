import type { PlacedItem } from '@areal-studio/core/format'
import { placeOf, scaleIn, type Place, type PlacedRecord } from '../scene/placed-scene'

/** Places of records by their item. */
export type Places = ReadonlyMap<PlacedItem, ReadonlyMap<number, Place>>

/** Where a record is, its turn and its scale where it has them. */
export function placeNow(one: PlacedRecord): Place {
  const { item, record } = one
  const at = placeOf(one)
  if (item.kind !== 'instances') return { at }
  const scale = item.placing?.scale && scaleIn(item, record)
  return {
    at,
    ...(item.placing?.turn !== undefined && { turn: item.turns[record] ?? 0 }),
    ...(scale && { scale }),
  }
}

/** Fields that hold the places of records, with their values. */
export function placeAssignments(places: Places): ReadonlyMap<string, readonly { path: string; value: number }[]> {
  const byEntry = new Map<string, { path: string; value: number }[]>()
  for (const [item, records] of places) {
    const placing = item.kind === 'lines' ? undefined : item.placing
    for (const [record, { at, turn, scale }] of placing ? records : []) {
      const own = byEntry.get(item.entry) ?? []
      const before = placeNow({ item, record })
      placing?.position.forEach((field, axis) => {
        if (Math.fround(at[axis] ?? 0) !== before.at[axis])
          own.push({ path: `${item.array}/${record}/${field}`, value: Math.fround(at[axis] ?? 0) })
      })
      if (placing?.turn !== undefined && turn !== undefined && Math.fround(turn) !== before.turn)
        own.push({ path: `${item.array}/${record}/${placing.turn}`, value: Math.fround(turn) })
      placing?.scale?.forEach((field, axis) => {
        const value = Math.fround(scale?.[axis] ?? NaN)
        if (scale && before.scale && value !== before.scale[axis])
          own.push({ path: `${item.array}/${record}/${field}`, value })
      })
      byEntry.set(item.entry, own)
    }
  }
  return byEntry
}
