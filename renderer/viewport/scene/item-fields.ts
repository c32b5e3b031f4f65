import type { PaintField, StoredPart, SurfaceItem } from '@areal-studio/core/format'
import { own } from '@areal-studio/core/layout'

type Declared = Pick<SurfaceItem, 'paint'> | undefined
type Stored = Pick<SurfaceItem, 'paint' | 'parts'>

const ALL_BITS = 0xffffffff

/** How a field of an item may be painted; undefined where it may not. */
export const paintOf = (item: Declared, field: string): PaintField | undefined =>
  item?.paint?.find(one => one.field === field)

export const isBits = (item: Declared, field: string): boolean => paintOf(item, field)?.as === 'bits'

/** The first field of an item that is painted in a way. */
export const fieldPainted = (item: Declared, as: PaintField['as']): string | undefined =>
  item?.paint?.find(one => one.as === as)?.field

/** Values that a field is painted with, where they are few: those of a choice, or both of a single bit. */
export function choicesOf(item: Declared, field: string): readonly number[] | undefined {
  const declared = paintOf(item, field)
  if (declared?.as === 'choice') return declared.choices
  const mask = declared?.as === 'bits' ? (declared.mask ?? ALL_BITS) : ALL_BITS
  return (mask & (mask - 1)) === 0 ? [0, mask] : undefined
}

/** A number of a field for the user: bits in hexadecimal. */
export function printed(item: Declared, field: string, value: number): string {
  const { as, mask } = paintOf(item, field) ?? {}
  const isOfBits = as === 'bits' || (as === 'choice' && mask !== undefined)
  return isOfBits ? `0x${value.toString(16).toUpperCase()}` : String(value)
}

/** The stored field behind a column and its bits. */
export const storedPart = (item: Pick<SurfaceItem, 'parts'>, column: string): StoredPart =>
  (item.parts && own(item.parts, column)) ?? { field: column, mask: ALL_BITS }

/** Bits of the stored field that painting a column may change. */
export const writtenMask = (item: Stored, column: string): number =>
  (paintOf(item, column)?.effects ?? []).reduce(
    (sum, { mask }) => (sum | mask) >>> 0,
    storedPart(item, column).mask & (paintOf(item, column)?.mask ?? ALL_BITS),
  ) >>> 0

/** The stored field of a record with another value of a column, and with what follows from that value. */
export function storedValue(item: Stored, column: string, value: number, before: number): number {
  const { mask } = storedPart(item, column)
  let next = (before & ~mask) | (value & mask)
  for (const effect of paintOf(item, column)?.effects ?? []) {
    if (effect.value !== value || (effect.isDefault === true && (next & effect.mask) !== 0)) continue
    next = (next & ~effect.mask) | effect.bits
  }
  return next >>> 0
}
