import { sameAttribute, type Attributes, type EntryPath } from '../edit'
import { document, type AnyLayout, type Bytes, own } from '../layout'
import { delta, partsOf, Runs } from './delta'
import { fieldsBetween, setFields } from './fields'
import type { AttributeSet, EntryAdded, EntryEdited, EntryRemoved, PatchSplice } from './patch'
import type { Work } from './work'

/** An entry at one moment. */
export interface Side {
  readonly entry: EntryPath
  readonly name: string
  readonly bytes: Bytes
  readonly attributes: Attributes
  readonly layout: AnyLayout | undefined
}

export type Hash = (bytes: Bytes) => string

/** The original file that new bytes are searched in; indexed at first use. */
export class Original {
  private known: Runs | undefined

  constructor(readonly bytes: Bytes) {}

  *runs(): Work<Runs> {
    this.known ??= yield* Runs.of(this.bytes)
    return this.known
  }
}

/**
 * The patch that turns one entry into another, without bytes that the original file contains; undefined where nothing
 * differs.
 */
export function* editedEntry(before: Side, after: Side, original: Original, hash: Hash): Work<EntryEdited | undefined> {
  const fields =
    before.layout && after.layout
      ? fieldsBetween(document(before.layout, before.bytes), document(after.layout, after.bytes))
      : []
  const set = setFields(before.bytes, before.layout, fields, () => false)
  // Fields that cannot be set one by one (they decide a length) become splices, all of them.
  const kept = set.misses.length === 0 ? fields : []
  const between = kept.length > 0 ? set.bytes : before.bytes
  const splices: PatchSplice[] = []
  for (const { offset, removed, inserted } of yield* delta(between, after.bytes)) {
    const parts = yield* partsOf(inserted, inserted.length > 0 ? yield* original.runs() : undefined)
    splices.push({ offset, size: removed.length, hash: hash(removed), parts, made: hash(inserted) })
    yield
  }
  const attributes = attributesBetween(before.attributes, after.attributes)
  if (kept.length === 0 && splices.length === 0 && attributes.length === 0) return undefined
  return {
    kind: 'edited',
    entry: before.entry,
    name: after.name,
    size: before.bytes.length,
    hash: hash(before.bytes),
    fields: kept,
    splices,
    attributes,
  }
}

/**
 * An entry that the original does not have: its bytes as parts, those that the original contains elsewhere by their
 * offset only.
 */
export function* addedEntry(
  { entry, name, bytes, attributes }: Side,
  original: Original,
  hash: Hash,
): Work<EntryAdded> {
  const parts = yield* partsOf(bytes, yield* original.runs())
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
