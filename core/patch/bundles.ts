import type { AddedRecord, RecordChange } from './patch'

/**
 * Changes of one patch that may be one change of parallel arrays: the same number of records at the same place. Several
 * of one array at one place are in several bundles.
 */
export type Bundle = readonly RecordChange[]

/** The bundles of a patch. */
export function bundlesOf(records: readonly RecordChange[]): readonly Bundle[] {
  const bundles = new Map<string, RecordChange[]>()
  const passed = new Map<string, number>()
  for (const change of records) {
    const place = `${change.at} ${change.removed} ${change.inserted}`
    const own = `${place} ${change.array}`
    const k = passed.get(own) ?? 0
    passed.set(own, k + 1)
    const bundle = bundles.get(`${place} ${k}`)
    if (bundle) bundle.push(change)
    else bundles.set(`${place} ${k}`, [change])
  }
  return [...bundles.values()]
}

/** The change that adds a record, and the number of the record in it. */
export function addedBy(
  records: readonly RecordChange[],
  { array, record }: AddedRecord,
): { readonly change: RecordChange; readonly k: number } | undefined {
  let passed = 0
  for (const change of records) {
    if (change.array !== array) continue
    if (record < passed + change.inserted) return { change, k: record - passed }
    passed += change.inserted
  }
  return undefined
}

/**
 * Numbers for the bundles of several patches of one original: equal for those that change the same, with references to
 * new records that are the same. Their order depends on the changes only, not on the order of the patches.
 */
export function bundleRanks(patches: readonly (readonly RecordChange[])[]): ReadonlyMap<RecordChange, number> {
  let ranks = new Map<RecordChange, number>()
  for (let classes = -1; ; ) {
    const textOf = (records: readonly RecordChange[], change: RecordChange): string => {
      const own = change.own.map(([offset, array, record]) => {
        const { change: adding, k } = addedBy(records, { array, record }) ?? { change, k: record }
        return [offset, array, k, ranks.get(adding) ?? 0]
      })
      return JSON.stringify([digestText(change), own])
    }
    const rankOf = ([first]: Bundle): number => (first && ranks.get(first)) ?? 0
    const texts = patches.flatMap(records =>
      bundlesOf(records).map(bundle => {
        const text = bundle.map(change => textOf(records, change)).sort()
        return { bundle, text: JSON.stringify([rankOf(bundle), text]) }
      }),
    )
    const sorted = [...new Set(texts.map(({ text }) => text))].sort()
    const numbers = new Map(sorted.map((text, rank) => [text, rank]))
    ranks = new Map(
      texts.flatMap(({ bundle, text }) => bundle.map(change => [change, numbers.get(text) ?? 0] as const)),
    )
    // Another round divides classes whose records refer to different ones.
    if (sorted.length === classes) return ranks
    classes = sorted.length
  }
}

const digestText = ({ array, at, removed, hash, inserted, made }: RecordChange): string =>
  JSON.stringify([made, array, at, removed, hash, inserted])
