import { own } from '../layout'
import { apply as applySplices, sameAttribute, type Attributes } from '../edit'
import type { Bytes, Splice } from '../layout'
import { bytesOf } from './delta'
import { setFields } from './fields'
import type { Hash, Side } from './make'
import type { EntryAdded, EntryEdited, EntryPatch, EntryRemoved, Part } from './patch'

/** Why a part of a patch does not fit; the sentence is `reason.<code>`. */
export type MissCode =
  | 'patch.missing'
  | 'patch.gone'
  | 'patch.value'
  | 'patch.unfit'
  | 'patch.size'
  | 'patch.bytes'
  | 'patch.source'
  | 'patch.attribute'
  | 'patch.content'
  | 'patch.exists'
  | 'patch.order'
  | 'patch.together'
  | 'patch.closed'

/** A place where the install differs from the one that the patch was made on. */
export interface Miss {
  readonly entry: string
  /** Node path, `@name` for an attribute, or '' for the entry. */
  readonly path: string
  readonly code: MissCode
  readonly expected: string
  readonly found: string
  /** Whether the user can force it. */
  readonly canForce: boolean
}

/** Result of applying one part of a patch to an entry. */
export interface Made {
  readonly bytes: Bytes
  readonly attributes: Attributes
  /** Number of fields, splices and attributes applied. */
  readonly set: number
  readonly already: number
  readonly misses: readonly Miss[]
  /** Splices or attributes were refused; structural changes of the same part are then left out, too. */
  readonly isTorn: boolean
}

export interface Circumstances {
  /** The original file of this install. */
  readonly original: Bytes
  readonly hash: Hash
  readonly isForced: (path: string) => boolean
  /** Only fields were chosen: a structural change in the same part does not fit. */
  readonly isFieldsOnly: boolean
}

/** Whether a patch of an entry changes more than fields. */
export const isStructural = (entry: EntryPatch): boolean =>
  entry.kind !== 'edited' || entry.splices.length > 0 || entry.attributes.length > 0

/** Applies an edited entry to the present image: splices and attributes all together, or none. */
export function applyEdited(
  present: Side,
  patch: EntryEdited,
  { original, hash, isForced, isFieldsOnly }: Circumstances,
): Made {
  const fields = setFields(present.bytes, present.layout, patch.fields, isForced)
  const { entry } = patch
  const misses = fields.misses.map(
    ({ field, why, found }): Miss => ({
      entry,
      path: field.path,
      code: `patch.${why}`,
      expected: field.old ?? field.new,
      found,
      canForce: why === 'value',
    }),
  )
  const plain: Made = {
    bytes: fields.bytes,
    attributes: present.attributes,
    set: fields.set,
    already: fields.already,
    misses,
    isTorn: false,
  }
  if (!isStructural(patch)) return plain
  if (isFieldsOnly) return { ...plain, misses: [...misses, miss(entry, '', 'patch.together')] }
  if (isMade({ ...present, bytes: fields.bytes }, patch, hash, original))
    return { ...plain, already: fields.already + patch.splices.length + patch.attributes.length }
  const spliced = splicesOn(fields.bytes, patch, original, hash)
  const torn = [
    ...('code' in spliced ? [spliced] : []),
    ...wrongAttributes(present.attributes, patch).filter(one => !isForced(one.path)),
  ]
  if (torn.length > 0 || 'code' in spliced) return { ...plain, misses: [...misses, ...torn], isTorn: true }
  return {
    bytes: spliced.length > 0 ? applySplices(fields.bytes, spliced) : fields.bytes,
    attributes: { ...present.attributes, ...Object.fromEntries(patch.attributes.map(one => [one.name, one.new])) },
    set: fields.set + spliced.length + patch.attributes.length,
    already: fields.already,
    misses,
    isTorn: false,
  }
}

const miss = (entry: string, path: string, code: MissCode, expected = '', found = '', canForce = false): Miss => ({
  entry,
  path,
  code,
  expected,
  found,
  canForce,
})

/** Whether the entry is already as the patch makes it: all attributes, and every splice's new bytes. */
function isMade(present: Side, { attributes, splices, size }: EntryEdited, hash: Hash, original: Bytes): boolean {
  if (attributes.some(one => !sameAttribute(own(present.attributes, one.name), one.new))) return false
  let shift = 0
  const stand = splices.every(splice => {
    const made = bytesOf(splice.parts, original)
    const length = made?.length ?? 0
    const at = splice.offset + shift
    shift += length - splice.size
    return made !== undefined && hash(present.bytes.subarray(at, at + length)) === splice.made
  })
  return stand && (splices.length === 0 || present.bytes.length === size + shift)
}

function splicesOn(
  bytes: Bytes,
  { entry, size, splices }: EntryEdited,
  original: Bytes,
  hash: Hash,
): readonly Splice[] | Miss {
  if (splices.length > 0 && bytes.length !== size)
    return miss(entry, '', 'patch.size', String(size), String(bytes.length))
  const made: Splice[] = []
  for (const splice of splices) {
    const removed = bytes.slice(splice.offset, splice.offset + splice.size)
    const place = `0x${splice.offset.toString(16)}`
    if (hash(removed) !== splice.hash) return miss(entry, place, 'patch.bytes')
    const inserted = wholeBytes(splice.parts, splice.made, original, hash)
    if (!inserted) return miss(entry, place, 'patch.source')
    made.push({ offset: splice.offset, removed, inserted })
  }
  return made
}

function wholeBytes(parts: readonly Part[], made: string, original: Bytes, hash: Hash): Bytes | undefined {
  const bytes = bytesOf(parts, original)
  return bytes && hash(bytes) === made ? bytes : undefined
}

function wrongAttributes(present: Attributes, { entry, attributes }: EntryEdited): readonly Miss[] {
  return attributes.flatMap(one => {
    const found = own(present, one.name)
    const fits = one.old === undefined || sameAttribute(found, one.old) || sameAttribute(found, one.new)
    return fits
      ? []
      : [
          miss(
            entry,
            `@${one.name}`,
            'patch.attribute',
            JSON.stringify(one.old),
            JSON.stringify(found ?? null),
            found !== undefined,
          ),
        ]
  })
}

/** The payload of an added entry; a miss where this install's original lacks bytes that it refers to. */
export const payloadOf = ({ entry, parts, made }: EntryAdded, { original, hash }: Circumstances): Bytes | Miss =>
  wholeBytes(parts, made, original, hash) ?? miss(entry, '', 'patch.source')

/** Why an entry is not the one that the patch removes; undefined where it is. */
export function wrongContent(
  present: Side,
  { entry, hash: wanted }: EntryRemoved,
  { hash, isForced }: Circumstances,
): Miss | undefined {
  const found = hash(present.bytes)
  return wanted === '' || found === wanted || isForced('')
    ? undefined
    : miss(entry, '', 'patch.content', wanted.slice(0, 12), found.slice(0, 12), true)
}

/** The entry does not exist. */
export const missing = (entry: string): Miss => miss(entry, '', 'patch.missing')
/**
 * The entry exists but must not be changed. `found`: the code of the refusal, or the file that another program changed.
 */
export const closed = (entry: string, found: string): Miss => miss(entry, '', 'patch.closed', '', found)
/** The archive has other rows than those that the patch puts in order. */
export const wrongOrder = (entry: string): Miss => miss(entry, '', 'patch.order')
/** Only fields were chosen, and this part of the patch adds or removes an entry. */
export const together = (entry: string): Miss => miss(entry, '', 'patch.together')
