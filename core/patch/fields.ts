import { apply, difference, followed, sameBytes, type FollowTables } from '../edit'
import {
  document,
  encodeAt,
  fromJson,
  guarded,
  isRead,
  isRightWord,
  LayoutError,
  locate,
  nodeAt,
  referredBy,
  toJson,
  type AnyLayout,
  type Bytes,
  type Document,
  type Node,
  type Splice,
} from '../layout'
import type { FieldSet } from './patch'
import { isFollowing } from './records'

/** A field larger than this (the pixels of a texture) is written as splices, not as two values. In bytes. */
const LARGEST_FIELD = 64
/** More changed fields of one entry than this are written as splices. */
const MOST_FIELDS = 100_000

/** Fields that differ between two whole images and can be set one by one; lists of another length are left to splices. */
export function fieldsBetween(before: Document, after: Document): readonly FieldSet[] {
  const fields: FieldSet[] = []
  if (!before.isWhole || !after.isWhole) return fields
  if (before.bytes.length === after.bytes.length) inPlace(before, after, fields)
  else compare(before.root, after.root, [before.bytes, after.bytes], fields)
  return fields.length > MOST_FIELDS ? [] : fields
}

function inPlace(before: Document, after: Document, into: FieldSet[]): void {
  let passed = 0
  for (const { offset, removed } of difference(before.bytes, after.bytes)) {
    for (let at = Math.max(offset, passed); at < offset + removed.length; ) {
      const old = nodeAt(before, at)
      const now = locate(after, old.path)
      if (now && now.offset === old.offset) put(old, now, into)
      at = Math.max(old.offset + old.size, at + 1)
      passed = at
    }
  }
}

/** Images of different length: down to the fields that have the same place in both trees. */
function compare(old: Node, now: Node, [before, after]: readonly [Bytes, Bytes], into: FieldSet[]): void {
  const isSame = sameBytes(
    before.subarray(old.offset, old.offset + old.size),
    after.subarray(now.offset, now.offset + now.size),
  )
  if (isSame || old.kind !== now.kind || old.childCount !== now.childCount) return
  if (old.childCount === 0) put(old, now, into)
  else for (let i = 0; i < old.childCount; i++) compare(old.child(i), now.child(i), [before, after], into)
}

function put(old: Node, now: Node, into: FieldSet[]): void {
  const isPlain =
    old.childCount === 0 &&
    old.size === now.size &&
    old.size <= LARGEST_FIELD &&
    (old.role !== 'derived' || isFollowing(old)) &&
    !(isRightWord(old) && isRightWord(now)) &&
    old.isWhole &&
    now.isWhole &&
    old.kind !== 'gap'
  if (!isPlain) return
  const texts = { old: toJson(old), new: toJson(now) }
  const refers = referredBy(old)
  if (texts.old !== texts.new)
    into.push({ path: old.path, offset: old.offset, size: old.size, ...texts, ...(refers !== undefined && { refers }) })
}

/** Why a field was not set. `found` is the present value. */
interface FieldMiss {
  readonly field: FieldSet
  readonly why: 'gone' | 'value' | 'unfit'
  readonly found: string
}

interface FieldsSet {
  readonly bytes: Bytes
  readonly set: number
  /** Fields that have the new value already. */
  readonly already: number
  readonly misses: readonly FieldMiss[]
}

/** Sets fields of an image that have the old value, or all of them if forced. The image keeps its length. */
export function setFields(
  bytes: Bytes,
  layout: AnyLayout | undefined,
  fields: readonly FieldSet[],
  isForced: (path: string) => boolean,
  tables?: FollowTables,
): FieldsSet {
  const opened = layout && document(layout, bytes)
  const misses: FieldMiss[] = []
  const splices: Splice[] = []
  const words: Splice[] = []
  const paths = new Map<string, number>()
  let already = 0
  for (const field of fields) {
    const node = opened?.isWhole ? locate(opened, field.path) : undefined
    if (!opened || !node) {
      misses.push({ field, why: 'gone', found: '' })
      continue
    }
    const found = toJson(node)
    const present = opened.bytes.subarray(node.offset, node.offset + node.size)
    const value = found === field.new ? present : valueOf(node, field.new)
    // The declaration of a field may have changed since the patch was made: then its bytes are compared.
    const isNew = value !== undefined && sameBytes(value, present)
    const isWord = isFollowing(node)
    const isOld = found === field.old || (isWord && isRightWord(node)) || isSameValue(node, field.old, present)
    if (isNew && !isWord) already++
    else if (field.old !== undefined && !isOld && !isForced(field.path)) misses.push({ field, why: 'value', found })
    else if (value?.length !== node.size) misses.push({ field, why: 'unfit', found })
    else {
      paths.set(node.path, node.size)
      ;(isWord ? words : splices).push({
        offset: node.offset,
        removed: opened.bytes.slice(node.offset, node.offset + node.size),
        inserted: value,
      })
    }
  }
  const sorted = splices
    .sort((a, b) => a.offset - b.offset)
    .filter((splice, i) => i === 0 || splice.offset >= endOf(splices[i - 1]))
  const made = opened && sorted.length + words.length > 0 ? withWords(opened, sorted, words, tables) : bytes
  const isSound = !opened || isGuarded(opened, paths, sorted)
  const unfit = fields.map((field): FieldMiss => ({ field, why: 'unfit', found: '' }))
  return isSound || sorted.length + words.length === 0
    ? { bytes: made, set: sorted.length + words.length, already, misses }
    : { bytes, set: 0, already: 0, misses: unfit }
}

/** The image with fields set, what follows from them, and the following words that are given. */
function withWords(
  opened: Document,
  splices: readonly Splice[],
  words: readonly Splice[],
  tables: FollowTables | undefined,
): Bytes {
  const made = new Uint8Array(apply(opened.bytes, followed(opened, { splices }, tables).splices))
  for (const { offset, inserted } of words) made.set(inserted, offset)
  return made
}

/** Whether the fields change no record count and no case of a union. */
function isGuarded(opened: Document, paths: ReadonlyMap<string, number>, splices: readonly Splice[]): boolean {
  try {
    guarded(
      opened,
      paths,
      { splices },
      [...paths.keys()].some(path => isRead(opened, path)),
    )
    return true
  } catch (error) {
    if (error instanceof LayoutError) return false
    throw error
  }
}

const endOf = (splice: Splice | undefined): number => (splice ? splice.offset + splice.removed.length : 0)

function isSameValue(node: Node, text: string | undefined, present: Bytes): boolean {
  const value = text === undefined ? undefined : valueOf(node, text)
  return value !== undefined && sameBytes(value, present)
}

/** The bytes of a value given as JSON text; undefined where the field cannot take it. */
function valueOf(node: Node, text: string): Bytes | undefined {
  if (node.role === 'derived' && !isFollowing(node)) return undefined
  try {
    return encodeAt(node, fromJson(node.layout, text, node))
  } catch (error) {
    if (error instanceof LayoutError) return undefined
    throw error
  }
}
