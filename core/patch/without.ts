import { bundleRanks, bundlesOf, addedBy, type Bundle } from './bundles'
import { addedIn, addedText, type EntryEdited, type FieldSet, type RecordChange } from './patch'

/**
 * An entry's changes without those that another patch of the same original also makes. Records that the rest refers to
 * stay. Undefined where nothing is left.
 */
export function withoutPatch(entry: EntryEdited | undefined, other: EntryEdited | undefined): EntryEdited | undefined {
  if (!entry || !other) return entry
  const key = (...parts: readonly unknown[]): string => JSON.stringify(parts)
  const fields = new Set(other.fields.map(one => key(one.path, fieldValue(one, other))))
  const attributes = new Set(other.attributes.map(one => key(one.name, one.new)))
  const splices = new Set(other.splices.map(one => key(one.offset, one.size, one.made)))
  const left = withoutRecords(
    {
      ...entry,
      fields: entry.fields.filter(one => !fields.has(key(one.path, fieldValue(one, entry)))),
      attributes: entry.attributes.filter(one => !attributes.has(key(one.name, one.new))),
      splices: entry.splices.filter(one => !splices.has(key(one.offset, one.size, one.made))),
    },
    other,
  )
  const count = left.fields.length + left.attributes.length + left.splices.length + (left.records?.length ?? 0)
  return count > 0 ? left : undefined
}

/** The value of a field; of a reference to a new record which change adds that. */
function fieldValue({ new: value }: FieldSet, { records = [] }: EntryEdited): unknown {
  const reference = addedIn(value)
  const adding = reference && addedBy(records, reference)
  return adding ? [adding.change.array, adding.change.at, adding.change.made, adding.k] : value
}

function withoutRecords(entry: EntryEdited, other: EntryEdited): EntryEdited {
  const { records = [], ...rest } = entry
  const kept = keptOf(entry, other.records ?? [])
  const numberIn = (array: string, record: number): number => {
    const adding = addedBy(records, { array, record })
    let before = 0
    for (const change of kept) {
      if (change === adding?.change) return before + adding.k
      if (change.array === array) before += change.inserted
    }
    return record
  }
  const left = kept.map(change => ({
    ...change,
    own: change.own.map(([offset, array, record]) => [offset, array, numberIn(array, record)] as const),
  }))
  const fields = entry.fields.map(field => {
    const reference = addedIn(field.new)
    return reference
      ? { ...field, new: addedText(reference.array, numberIn(reference.array, reference.record)) }
      : field
  })
  return { ...rest, fields, ...(left.length > 0 && { records: left }) }
}

/** The changes of records that the other patch does not make, and those that add records to which the rest refers. */
function keptOf({ records = [], fields }: EntryEdited, others: readonly RecordChange[]): readonly RecordChange[] {
  const ranks = bundleRanks([records, others])
  const rankOf = ([first]: Bundle): number | undefined => first && ranks.get(first)
  const known = new Set(bundlesOf(others).map(rankOf))
  const bundles = bundlesOf(records)
  const kept = new Set<RecordChange>()
  const keep = (changes: Bundle): void => {
    for (const change of changes) {
      if (kept.has(change)) continue
      kept.add(change)
      for (const [, array, record] of change.own) keepAdding(array, record)
    }
  }
  const keepAdding = (array: string, record: number): void => {
    const adding = addedBy(records, { array, record })
    const bundle = adding && bundles.find(one => one.includes(adding.change))
    if (bundle) keep(bundle)
  }
  for (const bundle of bundles) if (!known.has(rankOf(bundle))) keep(bundle)
  for (const field of fields) {
    const reference = addedIn(field.new)
    if (reference) keepAdding(reference.array, reference.record)
  }
  return records.filter(change => kept.has(change))
}
