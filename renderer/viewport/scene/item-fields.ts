import type { PaintField, SurfaceItem } from '@areal-studio/core/format'

type Declared = Pick<SurfaceItem, 'paint'> | undefined

/** How a field of an item may be painted; undefined where it may not. */
export const paintOf = (item: Declared, field: string): PaintField | undefined =>
  item?.paint?.find(one => one.field === field)

export const isBits = (item: Declared, field: string): boolean => paintOf(item, field)?.as === 'bits'

/** The first field of an item that is painted in a way. */
export const fieldPainted = (item: Declared, as: PaintField['as']): string | undefined =>
  item?.paint?.find(one => one.as === as)?.field

/** A number of a field for the user: bits in hexadecimal. */
export const printed = (item: Declared, field: string, value: number): string =>
  isBits(item, field) ? `0x${value.toString(16).toUpperCase()}` : String(value)
