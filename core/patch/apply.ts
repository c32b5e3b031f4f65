import { apply as applySplices, sameAttribute, type Attributes } from '../edit'
import { document, own, type Bytes, type Document, type Move, type Splice } from '../layout'
import { applyChanges } from './apply-records'
import { bytesOf } from './delta'
import { setFields } from './fields'
import type { Side } from './make'
import type { EntryAdded, EntryEdited, EntryPatch, EntryRemoved, Part, Hash } from './patch'

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
  | 'patch.records'

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
  /** Records that the patch adds or removes, where it does. */
  readonly moves?: readonly Move[]
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
  /** The entry before any edit; without it the present entry counts as such. */
  readonly pristine?: Side | undefined
}

/** Whether a patch of an entry changes more than fields. */
export const isStructural = (entry: EntryPatch): boolean =>
  entry.kind !== 'edited' || entry.splices.length + entry.attributes.length + (entry.records?.length ?? 0) > 0

/** Applies an edited entry to the present image: splices and attributes all together, or none. */
export function applyEdited(present: Side, patch: EntryEdited, circumstances: Circumstances): Made {
  const { records = [] } = patch
  if (records.length > 0) return applyRecords(present, patch, circumstances)
  const moved = isMoved(present, circumstances) ? images(present, circumstances) : undefined
  if (moved) return applyMoved(present, patch, moved, circumstances)
  const { isForced, isFieldsOnly } = circumstances
  const fields = setFields(present.bytes, present.layout, patch.fields, isForced, present.tables)
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
  return withSplices(present, patch, plain, circumstances)
}

/** The splices and attributes of a patch on an image on which its fields have been set. */
function withSplices(
  present: Side,
  patch: EntryEdited,
  plain: Made,
  { original, hash, isForced }: Circumstances,
): Made {
  if (isMade({ ...present, bytes: plain.bytes }, patch, hash, original))
    return { ...plain, already: plain.already + patch.splices.length + patch.attributes.length }
  const spliced = splicesOn(plain.bytes, patch, original, hash)
  const torn = [
    ...('code' in spliced ? [spliced] : []),
    ...wrongAttributes(present.attributes, patch).filter(one => !isForced(one.path)),
  ]
  if (torn.length > 0 || 'code' in spliced) return { ...plain, misses: [...plain.misses, ...torn], isTorn: true }
  return {
    bytes: spliced.length > 0 ? applySplices(plain.bytes, spliced) : plain.bytes,
    attributes: { ...plain.attributes, ...Object.fromEntries(patch.attributes.map(one => [one.name, one.new])) },
    set: plain.set + spliced.length + patch.attributes.length,
    already: plain.already,
    misses: plain.misses,
    ...(plain.moves && { moves: plain.moves }),
    isTorn: false,
  }
}

/** Whether records of the present entry may have other numbers than those of the pristine one. */
const isMoved = ({ bytes, moves = [] }: Side, { pristine }: Circumstances): boolean =>
  pristine !== undefined && (moves.length > 0 || bytes.length !== pristine.bytes.length)

interface Images {
  readonly pristine: Document
  readonly present: Document
}

function images(present: Side, { pristine = present }: Circumstances): Images | undefined {
  const [old, now] = [pristine, present].map(({ layout, bytes }) => layout && document(layout, bytes))
  return old?.isWhole && now?.isWhole ? { pristine: old, present: now } : undefined
}

/** Records and fields of a patch of format 2, then its splices: all of its structural changes, or none. */
function applyRecords(present: Side, patch: EntryEdited, circumstances: Circumstances): Made {
  const { entry } = patch
  const { bytes, attributes } = present
  const refused = (code: MissCode, isTorn: boolean): Made => ({
    ...{ bytes, attributes, set: 0, already: 0, isTorn },
    misses: [miss(entry, '', code)],
  })
  if (circumstances.isFieldsOnly) return refused('patch.together', false)
  const both = images(present, circumstances)
  return both ? applyMoved(present, patch, both, circumstances) : refused('patch.gone', true)
}

/** Applies changes at the places that the records of the original have in the present image. */
function applyMoved(present: Side, patch: EntryEdited, both: Images, circumstances: Circumstances): Made {
  const { original, hash, isForced, isFieldsOnly } = circumstances
  const { moves = [], tables } = present
  const { entry, records = [] } = patch
  const made = applyChanges({ ...both, moves, hash, original, isForced, tables }, patch.fields, records)
  const misses = made.misses.map(({ path, why, expected, found }) =>
    miss(entry, path, `patch.${why}`, expected, found, why === 'value'),
  )
  const { bytes, set, already, isTorn } = made
  const done: Made = {
    ...{ bytes, set, already, isTorn, misses },
    attributes: { ...present.attributes, ...made.attributes },
    ...(made.moves.length > 0 && { moves: made.moves }),
  }
  if (isTorn || patch.splices.length + patch.attributes.length === 0) return done
  if (isFieldsOnly) return { ...done, misses: [...misses, miss(entry, '', 'patch.together')] }
  return withSplices(present, patch, done, circumstances)
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
function isMade(
  present: Side,
  { attributes, splices, size, records = [] }: EntryEdited,
  hash: Hash,
  original: Bytes,
): boolean {
  if (attributes.some(one => !sameAttribute(own(present.attributes, one.name), one.new))) return false
  let shift = 0
  const stand = splices.every(splice => {
    const made = bytesOf(splice.parts, original)
    const length = made?.length ?? 0
    const at = splice.offset + shift
    shift += length - splice.size
    return made !== undefined && hash(present.bytes.subarray(at, at + length)) === splice.made
  })
  return stand && (splices.length === 0 || records.length > 0 || present.bytes.length === size + shift)
}

function splicesOn(
  bytes: Bytes,
  { entry, size, splices, records = [] }: EntryEdited,
  original: Bytes,
  hash: Hash,
): readonly Splice[] | Miss {
  if (splices.length > 0 && records.length === 0 && bytes.length !== size)
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
