import { own } from '@areal-studio/core/layout'
import type { MaskForm, SurfaceItem } from '@areal-studio/core/format'
import { fieldPainted } from './item-fields'

/** Which faces are marked: those that have all required bits and none of the forbidden. */
export interface FaceFilter {
  readonly required: number
  readonly forbidden: number
}

export const hasFilter = ({ required, forbidden }: FaceFilter): boolean => required !== 0 || forbidden !== 0

export const isMarked = (flags: number, { required, forbidden }: FaceFilter): boolean =>
  (flags & required) >>> 0 === required >>> 0 && (flags & forbidden) === 0

/** Condition of a bit on a face. */
export type Wish = 'any' | 'required' | 'forbidden'

/** Bits that occur in a column of masks or are filtered by, lowest first. */
export function usedBits(masks: Uint32Array | undefined, { required, forbidden }: FaceFilter): number[] {
  let all = required | forbidden
  for (const mask of masks ?? []) all |= mask
  return Array.from({ length: 32 }, (_, bit) => bit).filter(bit => (all >>> bit) & 1)
}

export function wishOf({ required, forbidden }: FaceFilter, bit: number): Wish {
  return (required >>> bit) & 1 ? 'required' : (forbidden >>> bit) & 1 ? 'forbidden' : 'any'
}

/** The filter after a press on a bit: any, required, forbidden, any. */
export function pressed(filter: FaceFilter, bit: number): FaceFilter {
  const mask = 2 ** bit
  const wish = wishOf(filter, bit)
  return {
    required: (wish === 'any' ? filter.required | mask : filter.required & ~mask) >>> 0,
    forbidden: (wish === 'required' ? filter.forbidden | mask : filter.forbidden & ~mask) >>> 0,
  }
}

/** A mask of the whole form in a shorter one; bits that it does not have are left out. */
export const compacted = ({ bits }: MaskForm, mask: number): number =>
  bits.reduce((sum, [full, compact]) => (mask & full ? sum | compact : sum), 0)

/** The whole mask after that of a shorter form is typed: bits that the form does not have stay. */
export function expanded({ bits }: MaskForm, compact: number, before: number): number {
  const own = bits.reduce((sum, [full]) => sum | full, 0)
  return (bits.reduce((sum, [full, bit]) => (compact & bit ? sum | full : sum), 0) | (before & ~own)) >>> 0
}

/** The column of bits that is filtered by. */
export const masksOf = (item: SurfaceItem): Uint32Array | undefined =>
  own(item.fields, fieldPainted(item, 'bits') ?? '')

export const countMarked = (item: SurfaceItem, filter: FaceFilter): number =>
  (masksOf(item) ?? new Uint32Array()).reduce((count, flags) => count + (isMarked(flags, filter) ? 1 : 0), 0)
