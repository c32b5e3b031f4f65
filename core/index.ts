import type { Family } from './format'
import { PARKAN } from './families/parkan/parkan'

export * from './edit'
export * from './format'
export * from './layout'
export * from './messages'
export * from './studio'
export { PARKAN }

/** Every game the studio knows: the one list to which a new family is added. */
export const FAMILIES: readonly Family[] = [PARKAN]
