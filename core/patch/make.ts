import { sameAttribute, type Attributes, type EntryPath, type FollowTables } from '../edit'
import { attributeCounts, document, type AnyLayout, type Bytes, type Move, own } from '../layout'
import { applyChanges } from './apply-records'
import { delta, partsOf, Runs } from './delta'
import { fieldsBetween, setFields } from './fields'
import type { AttributeSet, EntryAdded, EntryEdited, EntryRemoved, PatchSplice, RecordChange, Hash } from './patch'
import { changesBetween, type Changes } from './records'
import type { Work } from './work'

/** An entry at one moment. */
export interface Side {
  readonly entry: EntryPath
  readonly name: string
  readonly bytes: Bytes
  readonly attributes: Attributes
  readonly layout: AnyLayout | undefined
  /** Moves of records by the edits since the pristine image. */
  readonly moves?: readonly Move[]
  /** The `follow` of its format. */
  readonly tables?: FollowTables | undefined
}

/** Fewer new bytes than this are searched in an index of their runs alone. */
const FEW_BYTES = 4096
/** After so many of these indexes of one original a whole one is made. */
const FEW_INDEXES = 4

/** The original file that new bytes are searched in; indexed at first use. */
export class Original {
  private known: Runs | undefined
  private indexes = 0

  constructor(readonly bytes: Bytes) {}

  /** An index to search these bytes in; undefined where there is nothing to search for. */
  *runs(wanted: readonly Bytes[]): Work<Runs | undefined> {
    const total = wanted.reduce((sum, { length }) => sum + length, 0)
    if (total === 0 || this.known) return this.known
    if (total < FEW_BYTES && this.indexes++ < FEW_INDEXES) return yield* Runs.of(this.bytes, wanted)
    return (this.known = yield* Runs.of(this.bytes))
  }
}

/**
 * The patch that turns one entry into another, without bytes that the original file contains; undefined where nothing
 * differs. `isByRecord`: added and removed records as such, in format 2, where the whole result is expressed by them.
 */
export function* editedEntry(
  before: Side,
  after: Side,
  original: Original,
  hash: Hash,
  isByRecord = false,
): Work<EntryEdited | undefined> {
  const { fields, records, bytes: between } = changesOf(before, after, hash, isByRecord)
  const splices: PatchSplice[] = []
  const differing = yield* delta(between, after.bytes)
  const added = records.flatMap(({ parts: [bytes] }) => (bytes instanceof Uint8Array ? [bytes] : []))
  const runs = yield* original.runs([...differing.map(({ inserted }) => inserted), ...added])
  for (const { offset, removed, inserted } of differing) {
    const parts = yield* partsOf(inserted, runs)
    splices.push({ offset, size: removed.length, hash: hash(removed), parts, made: hash(inserted) })
    yield
  }
  const stored: RecordChange[] = []
  for (const { parts, ...change } of records) {
    const [bytes] = parts
    stored.push({ ...change, parts: bytes instanceof Uint8Array ? yield* partsOf(bytes, runs) : [] })
    yield
  }
  // A length in the directory follows its records.
  const lengths = records.length > 0 && before.layout ? attributeCounts(before.layout) : undefined
  const attributes = attributesBetween(before.attributes, after.attributes).filter(({ name }) => !lengths?.has(name))
  if (fields.length + records.length + splices.length + attributes.length === 0) return undefined
  return {
    kind: 'edited',
    entry: before.entry,
    name: after.name,
    size: before.bytes.length,
    hash: hash(before.bytes),
    fields,
    ...(stored.length > 0 && { records: stored }),
    splices,
    attributes,
  }
}

/** Changes of fields and records, and the bytes that they make of the entry before; what remains becomes splices. */
function changesOf(before: Side, after: Side, hash: Hash, isByRecord: boolean): Changes & { readonly bytes: Bytes } {
  const nothing = { fields: [], records: [], bytes: before.bytes }
  if (!before.layout || !after.layout) return nothing
  const [old, now] = [document(before.layout, before.bytes), document(after.layout, after.bytes)]
  const changes =
    isByRecord && old.isWhole && now.isWhole ? changesBetween(old, now, after.moves ?? [], hash) : undefined
  if (changes) {
    const target = { present: old, pristine: old, moves: [], hash, original: NOTHING, isForced: () => false, like: now }
    const made = applyChanges({ ...target, tables: after.tables }, changes.fields, changes.records)
    if (made.misses.length === 0 && !made.isTorn) return { ...changes, bytes: made.bytes }
  }
  const fields = fieldsBetween(old, now)
  const set = setFields(before.bytes, before.layout, fields, () => false, after.tables)
  // Fields that cannot be set one by one (they decide a length) become splices, all of them.
  return set.misses.length === 0 && fields.length > 0 ? { fields, records: [], bytes: set.bytes } : nothing
}

const NOTHING: Bytes = new Uint8Array(0)

/**
 * An entry that the original does not have: its bytes as parts, those that the original contains elsewhere by their
 * offset only.
 */
export function* addedEntry(
  { entry, name, bytes, attributes }: Side,
  original: Original,
  hash: Hash,
): Work<EntryAdded> {
  const parts = yield* partsOf(bytes, yield* original.runs([bytes]))
  return { kind: 'added', entry, name, attributes, parts, made: hash(bytes) }
}

/** A removed entry, identified by size and hash; its bytes are not in the patch. */
export const removedEntry = ({ entry, name, bytes }: Side, hash: Hash): EntryRemoved => ({
  kind: 'removed',
  entry,
  name,
  size: bytes.length,
  hash: hash(bytes),
})

/** Attributes that differ, except the index in the directory. */
export function attributesBetween(before: Attributes, after: Attributes): readonly AttributeSet[] {
  return Object.keys(after).flatMap(name => {
    const old = own(before, name)
    const now = own(after, name)
    return name === 'row' || now === undefined || sameAttribute(old, now) ? [] : [{ name, old, new: now }]
  })
}
