/** What is shown as text: the record of the selection, or the whole entry. */
export type Scope = 'record' | 'file'

/** An entry of at most this is shown whole unless the user chose records, bytes. */
const SMALL = 64 * 1024
/** No entry above this is shown whole, whatever was chosen, bytes: its text has about ten times as many characters. */
const LARGEST = 1024 * 1024

/** Whether the user may choose to see an entry of `size` bytes whole. */
export const canShowWhole = (size: number): boolean => size <= LARGEST

/** What is shown of an entry of `size` bytes. `chosen`: by the user, for entries that may be shown whole. */
export function scopeOf(size: number, chosen: Scope | undefined): Scope {
  if (!canShowWhole(size)) return 'record'
  return chosen ?? (size <= SMALL ? 'file' : 'record')
}
