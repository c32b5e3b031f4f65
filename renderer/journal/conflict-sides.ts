import type { ConflictChoice, FieldConflict } from '@areal-studio/core/studio'

export type ConflictSide = ConflictChoice['side']
export const CONFLICT_SIDES: readonly ConflictSide[] = ['local', 'external']

/** One conflict of a file. */
export const keyOfConflict = ({ entry, path }: FieldConflict): string => JSON.stringify([entry, path])
