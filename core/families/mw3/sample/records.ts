import { newRecord, read, type Layout, type RecordNumbers, type Value } from '../../../layout'

/** An address of the exporting program: only that it is not zero counts (mw3 1). */
export const POINTER = 0x00a0_1000

/** A record of one size as a value: these numbers, and zeros. */
export const record = <T, C>(layout: Layout<T, C>, numbers: RecordNumbers<C>): Record<string, Value> =>
  read(layout, newRecord(layout, numbers)) as Record<string, Value>
