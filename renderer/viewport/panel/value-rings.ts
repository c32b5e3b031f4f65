import type { InstancesItem, LinesItem } from '@areal-studio/core/format'
import { flaggedRecords, groundCircle, type Flags } from '../overlay/placed-marks'
import { placeOf, reachOf } from '../scene/placed-scene'
import type { LinesLook } from '../layers/layer'
import { RecordLook } from '../layers/record-look'

/** What rings are drawn around. */
export interface Ringed {
  readonly item: InstancesItem
  /** The item as stored, whose reaches are cached: moving a record does not change its reach. */
  readonly stored: InstancesItem
  readonly flags: Flags
  isHidden(record: number): boolean
  heightAt(x: number, y: number): number | undefined
}

/** Rings on the ground in the colour of the value, around each object that has a flag: seen where flags are too small. */
export function valueRings({ item, stored, flags, isHidden, heightAt }: Ringed): LinesLook | undefined {
  const ringed = flaggedRecords(item, flags, isHidden)
  if (ringed.length === 0) return undefined
  const rings = ringed.map(record =>
    groundCircle(placeOf({ item, record }), reachOf({ item: stored, record }), heightAt),
  )
  const corners = rings[0]?.length ?? 0
  const lines: LinesItem = {
    kind: 'lines',
    id: 'rings',
    entry: item.entry,
    layer: item.layer,
    array: item.array,
    noun: item.noun,
    title: item.title,
    recordCount: ringed.length,
    fields: {},
    colouring: [],
    positions: Float32Array.from(rings.flat(2)),
    starts: Uint32Array.from({ length: ringed.length + 1 }, (_, ring) => ring * corners),
    records: Uint32Array.from(ringed.keys()),
    isClosed: true,
    isOnGround: true,
  }
  const records = new RecordLook(ringed.length)
  records.colour(
    ringed.map(record => flags.values?.[record] ?? 0),
    flags.field,
    true,
  )
  return { item: lines, records, order: records }
}
