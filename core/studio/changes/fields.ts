import { difference, sameBytes } from '../../edit'
import {
  document,
  f32Text,
  f64Text,
  followingOf,
  isRightWord,
  nodeAt,
  twinOf,
  type AnyLayout,
  type Document,
  type Node,
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
  if (old?.isWhole && now?.isWhole) compare(old.root, now.root, before.bytes, after.bytes, into)
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

const change = (old: Node, now: Node): FieldChange => ({
  path: old.path,
  before: nodeText(old),
  after: nodeText(now),
  offset: old.offset,
  size: old.size,
})

const rangeChange = (old: Node, now: Node, before: Bytes, after: Bytes): FieldChange => ({
  path: old.path,
  before: hex(bytesOf(old, before)),
  after: hex(bytesOf(now, after)),
  offset: old.offset,
  size: old.size,
})

const bytesOf = (node: Node, bytes: Bytes): Bytes => bytes.subarray(node.offset, node.offset + node.size)
const sameRange = (old: Node, now: Node, before: Bytes, after: Bytes): boolean =>
  sameBytes(bytesOf(old, before), bytesOf(now, after))

/** Trees of different size: records that stayed are skipped, arrays that grew or shrank are named as such. */
function compare(old: Node, now: Node, before: Bytes, after: Bytes, into: Collector): void {
  if (sameRange(old, now, before, after) || (isRightWord(old) && isRightWord(now))) return
  const isList = old.kind === 'array' || old.kind === 'list'
  if (old.childCount === 0 || now.childCount === 0 || old.kind !== now.kind) return into.add(() => change(old, now))
  if (old.childCount !== now.childCount) {
    // An entry whose first bytes decide its layout may have another one now; then no field has a counterpart.
    return isList ? compareLists(old, now, before, after, into) : into.add(() => rangeChange(old, now, before, after))
  }
  for (let i = 0; i < old.childCount; i++) compare(old.child(i), now.child(i), before, after, into)
}

function compareLists(old: Node, now: Node, before: Bytes, after: Bytes, into: Collector): void {
  const limit = Math.min(old.childCount, now.childCount)
  let start = 0
  while (start < limit && sameRange(old.child(start), now.child(start), before, after)) start++
  let end = 0
  while (
    end < limit - start &&
    sameRange(old.child(old.childCount - 1 - end), now.child(now.childCount - 1 - end), before, after)
  )
    end++
  into.add(() => ({
    path: old.path,
    before: `[${old.childCount}]`,
    after: `[${now.childCount}]`,
    offset: old.offset,
    size: old.size,
  }))
  for (let i = start; i < limit - end; i++) compare(old.child(i), now.child(i), before, after, into)
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
