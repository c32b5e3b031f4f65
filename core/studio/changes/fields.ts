import { difference, sameBytes } from '../../edit'
import {
  document,
  f32Text,
  f64Text,
  followingOf,
  isRightWord,
  isSteeringWord,
  matchedRecords,
  nodeAt,
  referredBy,
  shownPath,
  twinOf,
  type AnyLayout,
  type Document,
  type Node,
  type RecordMap,
  type Value,
} from '../../layout'
import type { Bytes } from '../../layout'
import type { FieldChange } from '../api/changes'

/** Most changed fields of an entry that are named; the rest is only counted. */
export const FIELDS_SHOWN = 200
/** Most bytes of an unnamed range that are shown in full. */
const BYTES_SHOWN = 16

/** One of the two images of an entry that are compared. */
export interface Side {
  readonly bytes: Bytes
  readonly layout: AnyLayout | undefined
  /** Equal keys mean equal layouts: format and attributes. */
  readonly key: string
}

interface NamedChanges {
  readonly fields: readonly FieldChange[]
  readonly count: number
}

/** Collects named changes up to the limit, and counts all. */
class Collector {
  readonly fields: FieldChange[] = []
  count = 0

  add(make: () => FieldChange): void {
    this.count++
    if (this.fields.length < FIELDS_SHOWN) this.fields.push(make())
  }
}

/** Differences between two images of an entry, by fields of its layout; bytes without a field by their range. */
export function namedChanges(before: Side, after: Side): NamedChanges {
  const old = pristineDocument(before)
  const isOneLayout = before.key === after.key && before.bytes.length === after.bytes.length
  const same = old?.isWhole && isOneLayout ? ofOneShape(old, after.bytes) : undefined
  if (same) return same
  const into = new Collector()
  const now = after.layout && document(after.layout, after.bytes)
  if (old?.isWhole && now?.isWhole) new Comparison(old, now, into).run()
  else rawChanges(before.bytes, after.bytes, into)
  return into
}

const documents = new WeakMap<Bytes, { readonly key: string; readonly document: Document }>()

/** The pristine image is compared at every pack: its document is cached with it. */
function pristineDocument({ bytes, layout, key }: Side): Document | undefined {
  const known = documents.get(bytes)
  if (!layout) return undefined
  if (known?.key === key) return known.document
  const made = document(layout, bytes)
  documents.set(bytes, { key, document: made })
  return made
}

function rawChanges(before: Bytes, after: Bytes, into: Collector): void {
  for (const { offset, removed, inserted } of difference(before, after)) {
    into.add(() => ({ path: '', before: hex(removed), after: hex(inserted), offset, size: removed.length }))
  }
}

/** The common case, as fast as a comparison: no changed field decides a length. Undefined where one does. */
function ofOneShape(old: Document, now: Bytes): NamedChanges | undefined {
  const into = new Collector()
  let passed = 0
  for (const { offset, removed } of difference(old.bytes, now)) {
    for (let at = Math.max(offset, passed); at < offset + removed.length; at = passed) {
      const leaf = nodeAt(old, at)
      const twin = twinOf(leaf, now)
      if (!twin) return undefined
      if (followingOf(leaf.layout)) return undefined
      if (!sameRange(leaf, twin, old.bytes, now)) into.add(() => change(leaf, twin))
      passed = leaf.offset + leaf.size
    }
  }
  return into
}

/** Where a change is. */
function placeOf(old: Node): Pick<FieldChange, 'path' | 'shown'> {
  const { path } = old
  const shown = shownPath(old)
  return shown === path ? { path } : { path, shown }
}

const change = (old: Node, now: Node): FieldChange => ({
  ...placeOf(old),
  before: nodeText(old),
  after: nodeText(now),
  offset: old.offset,
  size: old.size,
})

const rangeChange = (old: Node, now: Node, before: Bytes, after: Bytes): FieldChange => ({
  ...placeOf(old),
  before: hex(bytesOf(old, before)),
  after: hex(bytesOf(now, after)),
  offset: old.offset,
  size: old.size,
})

const bytesOf = (node: Node, bytes: Bytes): Bytes => bytes.subarray(node.offset, node.offset + node.size)
const sameRange = (old: Node, now: Node, before: Bytes, after: Bytes): boolean =>
  sameBytes(bytesOf(old, before), bytesOf(now, after))

/** Compares two whole trees: arrays that grew or shrank are named as such, with the changed fields of records in both. */
class Comparison {
  private readonly map: RecordMap

  constructor(
    private readonly before: Document,
    private readonly after: Document,
    private readonly into: Collector,
  ) {
    this.map = matchedRecords(before, after)
  }

  run(): void {
    this.compare(this.before.root, this.after.root)
  }

  private isSame(old: Node, now: Node): boolean {
    return (
      sameRange(old, now, this.before.bytes, this.after.bytes) ||
      (isRightWord(old) && isRightWord(now)) ||
      isSteeringWord(old) ||
      this.isSameRecord(old, now)
    )
  }

  /** A number of the same record, which others before it moved. */
  private isSameRecord(old: Node, now: Node): boolean {
    const array = this.map.arrays.size > 0 && old.childCount === 0 ? referredBy(old) : undefined
    return array !== undefined && typeof old.value === 'number' && this.map.recordNow(array, old.value) === now.value
  }

  private compare(old: Node, now: Node): void {
    if (this.isSame(old, now)) return
    const isList = old.kind === 'array' || old.kind === 'list'
    if (old.childCount === 0 || now.childCount === 0 || old.kind !== now.kind)
      return this.into.add(() => change(old, now))
    if (old.childCount !== now.childCount && isList) return this.compareLists(old, now)
    // An entry whose first bytes decide its layout may have another one now; then no field has a counterpart.
    if (old.childCount !== now.childCount)
      return this.into.add(() => rangeChange(old, now, this.before.bytes, this.after.bytes))
    for (let i = 0; i < old.childCount; i++) this.compare(old.child(i), now.child(i))
  }

  private compareLists(old: Node, now: Node): void {
    this.into.add(() => ({
      ...placeOf(old),
      before: `[${old.childCount}]`,
      after: `[${now.childCount}]`,
      offset: old.offset,
      size: old.size,
    }))
    // The first child of a list is its count.
    const first = old.kind === 'list' ? 1 : 0
    for (let i = first; i < old.childCount; i++) {
      const record = this.map.recordNow(old.path, i - first)
      if (record !== undefined && record + first < now.childCount) this.compare(old.child(i), now.child(record + first))
    }
  }
}

/** A value as one short line, the same in every language. */
function nodeText(node: Node): string {
  if (node.kind === 'array' || node.kind === 'list' || node.kind === 'struct') return `[${node.childCount}]`
  return valueText(node.value, node.kind === 'float' && node.size === 4)
}

/** A value in one line, as shown in *Changes*; `isSingle`: floats with the digits that single precision needs. */
export function valueText(value: Value, isSingle = false): string {
  if (typeof value === 'number') return isSingle ? f32Text(value) : f64Text(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Uint8Array) return hex(value)
  if (isList(value)) return `[${value.map(one => valueText(one, true)).join(', ')}]`
  if ('bits' in value && typeof value.bits === 'string') return value.bits
  if ('text' in value && typeof value.text === 'string') return JSON.stringify(value.text)
  return JSON.stringify(Object.keys(value))
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

/** Bytes in hex; of many only the first, and their number. */
export function hex(bytes: Bytes): string {
  const shown = Array.from(bytes.subarray(0, BYTES_SHOWN), byte => byte.toString(16).padStart(2, '0')).join(' ')
  return bytes.length > BYTES_SHOWN ? `${shown} … (${bytes.length})` : shown
}
