import type { Bytes } from '../../../layout'

/** ASCII A-Z folds down to a-z, as `_strcmpi` of the game does; bytes from 0x80 are compared as they are (parkan 1.2). */
const fold = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)

/** Order of two name fields: the bytes before the first NUL, letters without case; a shorter prefix sorts first. */
export function compareNames(a: Bytes, b: Bytes): number {
  const longest = Math.max(a.length, b.length)
  for (let i = 0; i < longest; i++) {
    const x = a[i] ?? 0
    const y = b[i] ?? 0
    if (x === 0 || y === 0) return x === y ? 0 : x === 0 ? -1 : 1
    const difference = fold(x) - fold(y)
    if (difference !== 0) return difference
  }
  return 0
}

/** The sort_index column: entry k is the directory row of the k-th name. Equal names keep directory order. */
export function collate(names: readonly Bytes[]): Uint32Array {
  const order = Array.from(names, (_, i) => i)
  const empty = new Uint8Array(0)
  order.sort((a, b) => compareNames(names[a] ?? empty, names[b] ?? empty) || a - b)
  return Uint32Array.from(order)
}

/** Whether a column is a permutation that puts the names in order, ties in any order: what a binary search needs. */
export function isCollated(column: readonly number[], names: readonly Bytes[]): boolean {
  const seen = new Uint8Array(names.length)
  let previous: Bytes | undefined
  for (const row of column) {
    const name = names[row]
    if (name === undefined || seen[row] === 1) return false
    if (previous && compareNames(previous, name) > 0) return false
    seen[row] = 1
    previous = name
  }
  return true
}
