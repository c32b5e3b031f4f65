/**
 * The list after inserting the items one after another, each at the index `at` of the list as it is by then (at most its
 * length). The last one stays where it is put, so places are given out from the last to the first: each item gets the
 * `at`-th place that is still free. A tree of the counts of free places makes that n log n; array splices are n².
 */
export function inserted<T>(kept: readonly T[], insertions: readonly { readonly item: T; readonly at: number }[]): T[] {
  const size = kept.length + insertions.length
  const free = freeCounts(size)
  const result = new Map<number, T>()
  for (let k = insertions.length - 1; k >= 0; k--) {
    const insertion = insertions[k]
    if (insertion) result.set(takeFree(free, insertion.at), insertion.item)
  }
  const rest = kept.values()
  return Array.from({ length: size }, (_, place) => {
    const moved = result.get(place)
    return moved === undefined ? rest.next().value : moved
  }).filter(item => item !== undefined)
}

/** A Fenwick tree over `size` places that are all free; index 0 is not used. */
const freeCounts = (size: number): Int32Array => Int32Array.from({ length: size + 1 }, (_, i) => i & -i)

/** The index of the `number`-th free place, counted from 0, which is free no more. */
function takeFree(counts: Int32Array, number: number): number {
  let place = 0
  let left = number
  for (let step = 2 ** Math.floor(Math.log2(Math.max(1, counts.length - 1))); step >= 1; step /= 2) {
    const count = counts[place + step]
    if (count === undefined || count > left) continue
    place += step
    left -= count
  }
  for (let i = place + 1; i < counts.length; i += i & -i) counts[i] = (counts[i] ?? 0) - 1
  return place
}
