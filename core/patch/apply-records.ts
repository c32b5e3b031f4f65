import { apply, compose, difference, followed, sameBytes, type FollowTables } from '../edit'
import {
  document,
  encodeAt,
  fromJson,
  isRightWord,
  LayoutError,
  locate,
  matchedRecords,
  rangesOf,
  rebasePath,
  recordPlace,
  referredBy,
  spliceRecords,
  toJson,
  turnedReferences,
  withAttributes,
  type AnyLayout,
  type Bytes,
  type Document,
  type Move,
  type Node,
  type RecordMap,
  type RecordsEdit,
  type Splice,
  type Value,
} from '../layout'
import { bytesOf } from './delta'
import { addedIn, areAtOnePlace, type FieldSet, type Hash, type RecordChange } from './patch'
import { digestOf, InOriginal, isFollowing, recordCount, UNCHANGED, type Ranged } from './records'

/** Why a part was not applied. `found` is the present value. */
export interface ChangeMiss {
  readonly path: string
  readonly why: 'gone' | 'value' | 'unfit' | 'records' | 'source'
  readonly expected: string
  readonly found: string
}

/** An entry to which record operations are applied. */
export interface Target {
  readonly present: Document
  readonly pristine: Document
  /** Moves of records by the edits from the pristine image to the present one. */
  readonly moves: readonly Move[]
  readonly hash: Hash
  /** The original file that parts refer to. */
  readonly original: Bytes
  readonly isForced: (path: string) => boolean
  readonly tables?: FollowTables | undefined
  /** What the result is like, where that is known: its walk is used where everything has the same place. */
  readonly like?: Document
}

export interface ChangesMade {
  readonly bytes: Bytes
  readonly attributes: Readonly<Record<string, number>>
  readonly moves: readonly Move[]
  readonly set: number
  readonly already: number
  readonly misses: readonly ChangeMiss[]
  /** No record operation was applied. */
  readonly isTorn: boolean
}

/**
 * Applies changes of records, and of fields by their paths in the original. All record operations or none: where one does
 * not fit, only fields are set.
 */
export function applyChanges(
  target: Target,
  fields: readonly FieldSet[],
  records: readonly RecordChange[],
): ChangesMade {
  const map = matchedRecords(target.pristine, target.present, target.moves, { isByCase: true })
  const run = new Application(target, map)
  const placed = records.map(change => run.place(change, new Siblings(records, change)))
  const found = placed.filter((one): one is Placed => !('why' in one))
  const wrong = placed.flatMap(one => ('why' in one ? [one] : isEdit(one) ? [] : strangeReferences(one, found)))
  const fitting = wrong.length > 0 ? [] : found
  try {
    return run.result(fields, fitting, wrong)
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    const miss: ChangeMiss = { path: error.path, why: 'unfit', expected: '', found: error.code }
    return { ...run.result([], [], [miss]), isTorn: records.length > 0 }
  }
}

/** A change whose new records are in the present image already: the array there, and the first of them. */
interface Present {
  readonly array: string
  readonly at: number
  readonly inserted: number
  readonly isPresent: true
  readonly change: RecordChange
  readonly own: Ranged['own']
}
/** A change with its place in the present image. */
type Placed = PlacedEdit | Present
interface PlacedEdit extends RecordsEdit {
  readonly change: RecordChange
}
const isEdit = (placed: Placed): placed is PlacedEdit => !('isPresent' in placed)
/** New records that are there already refer to other records than those that the patch adds. */
function strangeReferences({ change, own }: Present, placed: readonly Placed[]): readonly ChangeMiss[] {
  const isSame =
    change.own.length === own.size &&
    change.own.every(([offset, array, k]) => {
      const { one, number } = addedRecord(placed, array, k) ?? {}
      return one !== undefined && !isEdit(one) && own.get(offset)?.number === number
    })
  return isSame ? [] : [{ path: `${change.array}/${change.at}`, why: 'records', expected: '', found: '' }]
}

/** The k-th record that a patch adds to an array: its change, its number without the others, and those before it. */
function addedRecord(
  placed: readonly Placed[],
  array: string,
  k: number,
): { readonly one: Placed; readonly number: number; readonly before: readonly Placed[] } | undefined {
  const own = placed.filter(other => other.array === array).sort((a, b) => a.at - b.at)
  let passed = 0
  for (const [i, one] of own.entries()) {
    if (k < passed + one.inserted) return { one, number: one.at + k - passed, before: own.slice(0, i) }
    passed += one.inserted
  }
  return undefined
}

/** New records and their place in the result. */
interface Inserted {
  readonly from: number
  readonly to: number
  readonly nodes: readonly Node[]
  /** The array that what holds them refers to. */
  readonly around: string | undefined
}

/** New records that several changes insert at the place of one: those before it, and all of them. */
class Siblings {
  readonly before: number
  readonly total: number

  constructor(records: readonly RecordChange[], change: RecordChange) {
    const own = records.filter(one => one === change || areAtOnePlace(one, change))
    const sum = (list: readonly RecordChange[]): number => list.reduce((count, { inserted }) => count + inserted, 0)
    this.before = sum(own.slice(0, own.indexOf(change)))
    this.total = sum(own)
  }
}

class Application {
  private readonly misses: ChangeMiss[] = []
  private set = 0
  private already = 0

  constructor(
    private readonly target: Target,
    private readonly map: RecordMap,
  ) {}

  /** Finds the place of a change by the original records around it. */
  place(change: RecordChange, { before, total: inserted }: Siblings): Placed | ChangeMiss {
    const { present, original, hash } = this.target
    const path = `${change.array}/${change.at}`
    const miss = (why: ChangeMiss['why']): ChangeMiss => ({ path, why, expected: '', found: '' })
    const arrayNow = this.map.present(change.array)
    const old = locate(this.target.pristine, change.array)
    const now = arrayNow === undefined ? undefined : locate(present, arrayNow)
    if (!old || !now) return miss('gone')
    const at = this.originalPlace(change, old)
    const total = recordCount(old)
    if (at === undefined) return miss('records')
    const first = at === 0 ? -1 : this.map.recordNow(change.array, at - 1)
    const end = at + change.removed === total ? recordCount(now) : this.map.recordNow(change.array, at + change.removed)
    if (first === undefined || end === undefined) return miss('records')
    const between = end - first - 1
    if (this.isRemovable(change, at, now, [first + 1, end])) {
      const bytes = bytesOf(change.parts, original)
      if (!bytes) return miss('source')
      return { array: now.path, at: first + 1, removed: between, inserted: change.inserted, bytes, change }
    }
    const own = first + 1 + before
    if (between !== inserted || !this.isAdded(change.array, now, own, own + change.inserted)) return miss('records')
    const made = this.inOriginal.range(now, own, own + change.inserted)
    if (hash(made.bytes) !== change.made) return miss('records')
    return { array: now.path, at: own, inserted: change.inserted, isPresent: true, change, own: made.own }
  }

  /** Whether between these present numbers are the records that a change removes, as they were. */
  private isRemovable(change: RecordChange, at: number, array: Node, [from, to]: readonly [number, number]): boolean {
    if (to - from !== change.removed || !this.isOriginal(change.array, at, from, to - from)) return false
    const { bytes, own } = this.inOriginal.range(array, from, to)
    return to === from || (own.size === 0 && this.target.hash(bytes) === change.hash)
  }

  /**
   * Whether these present records may be those that a change adds: each is new, or the original has it as it is. An
   * original record that edits made equal to a new one is none: the change removes it, which conflicts with the edits.
   */
  private isAdded(array: string, now: Node, from: number, to: number): boolean {
    const old = locate(this.target.pristine, array)
    for (let record = from; record < to; record++) {
      const origin = this.map.recordBefore(array, record)
      if (origin === undefined) continue
      const before = old && this.pristineInOriginal.range(old, origin, origin + 1).bytes
      if (!before || !sameBytes(before, this.inOriginal.range(now, record, record + 1).bytes)) return false
    }
    return true
  }

  private isOriginal(array: string, from: number, at: number, count: number): boolean {
    for (let k = 0; k < count; k++) if (this.map.recordNow(array, from + k) !== at + k) return false
    return true
  }

  /** The number in this original; in another one than that of the patch where the neighbours are the only ones like these. */
  private originalPlace({ at, removed, before, after }: RecordChange, array: Node): number | undefined {
    const { hash, pristine } = this.target
    const total = recordCount(array)
    const fits = (k: number): boolean => {
      if (k + removed > total || (k === 0) !== (before === '') || (k + removed === total) !== (after === ''))
        return false
      return (
        (k === 0 || digestOf(pristine, array, k - 1, hash) === before) &&
        (k + removed === total || digestOf(pristine, array, k + removed, hash) === after)
      )
    }
    if (fits(at)) return at
    const found = Array.from({ length: Math.max(0, total - removed + 1) }, (_, k) => k).filter(fits)
    return found.length === 1 ? found[0] : undefined
  }

  private imageInOriginal: InOriginal | undefined
  private get inOriginal(): InOriginal {
    this.imageInOriginal ??= new InOriginal(this.target.present, this.map)
    return this.imageInOriginal
  }

  private pristineImage: InOriginal | undefined
  private get pristineInOriginal(): InOriginal {
    this.pristineImage ??= new InOriginal(this.target.pristine, UNCHANGED)
    return this.pristineImage
  }

  result(fields: readonly FieldSet[], placed: readonly Placed[], wrong: readonly ChangeMiss[]): ChangesMade {
    const edits = placed.filter(isEdit)
    const { present, tables } = this.target
    ;[this.set, this.already, this.misses.length] = [0, 0, 0]
    const layoutOf = (attributes: Readonly<Record<string, number>>): AnyLayout =>
      Object.keys(attributes).length > 0 ? withAttributes(present.layout, attributes) : present.layout
    const { splices, attributes = {}, moves = [] } = edits.length > 0 ? spliceRecords(present, edits) : { splices: [] }
    const first = documentLike(layoutOf(attributes), apply(present.bytes, splices), this.target.like ?? present)
    if (!first.isWhole) throw new LayoutError('layout.formula', { expected: 0, found: 0, formula: '' }, '')
    this.willSet(fields, moves)
    const inserted = edits.map(edit => insertedBy(edit, edits, first, moves))
    const numbers = new Numbers(this.map, moves, placed, this.target)
    const turned = this.references(first, moves, inserted, numbers, edits)
    const second = spliced(first, turned)
    const plain = this.fieldSplices(fields, second, moves, numbers, false)
    const composed = compose(compose(splices, turned), plain)
    const set = spliced(second, plain)
    const { splices: words } = followed(present, { splices: composed, moves }, tables, set)
    const third = documentLike(first.layout, apply(present.bytes, words), set)
    if (!third.isWhole) throw new LayoutError('layout.formula', { expected: 0, found: 0, formula: '' }, '')
    const odd = this.fieldSplices(fields, third, moves, numbers, true)
    return {
      bytes: spliced(third, odd).bytes,
      attributes,
      moves,
      set: this.set + edits.length,
      already: this.already + (edits.length === 0 ? placed.length : 0),
      misses: [...wrong, ...this.misses],
      isTorn: wrong.length > 0,
    }
  }

  /** Numbers of records that have moved, and those of new records, which are given in the original. */
  private references(
    made: Document,
    moves: readonly Move[],
    inserted: readonly Inserted[],
    numbers: Numbers,
    edits: readonly PlacedEdit[],
  ): readonly Splice[] {
    const ranges = [...inserted].sort((a, b) => a.from - b.from)
    const isNew = (offset: number): boolean => ranges.some(({ from, to }) => offset >= from && offset < to)
    const own = new Map<number, number>()
    for (const [i, { change }] of edits.entries())
      for (const [offset, , record] of change.own) own.set((inserted[i]?.from ?? 0) + offset, record)
    const changed = [...new Set(moves.map(({ array }) => array))]
    const kept = turnedReferences(
      made,
      [made.root],
      (array, record, { offset, path }) => {
        if (isNew(offset)) return undefined
        const after = numbers.moved(array, record)
        if (after === undefined && !this.isSetHere(path))
          throw new LayoutError('layout.referred', { field: path }, array)
        return after
      },
      changed,
    )
    const turnNew = (array: string, record: number, { offset, path }: Node): number => {
      const k = own.get(offset)
      const after = k === undefined ? numbers.ofOriginal(array, record) : numbers.ofOwn(array, k)
      if (after === undefined) throw new LayoutError('layout.referred', { field: path }, array)
      return after
    }
    const fresh = inserted.flatMap(({ nodes, around }) => turnedReferences(made, nodes, turnNew, undefined, around))
    return [...kept, ...fresh].sort((a, b) => a.offset - b.offset)
  }

  private readonly setPaths = new Set<string>()
  private isSetHere(path: string): boolean {
    return this.setPaths.has(path)
  }

  /** Splices that set fields of `made`, by their paths in the original; following words alone, or all others. */
  private fieldSplices(
    fields: readonly FieldSet[],
    made: Document,
    moves: readonly Move[],
    numbers: Numbers,
    isOdd: boolean,
  ): readonly Splice[] {
    const ranges = new Map<number, { readonly size: number; bytes: Bytes }>()
    for (const field of fields) {
      const path = this.map.present(field.path)
      const there = path === undefined ? undefined : rebasePath(path, moves)
      const [now, node] = [
        path === undefined ? undefined : locate(this.target.present, path),
        there === undefined ? undefined : locate(made, there),
      ]
      if (!now || !node) {
        if (!isOdd) this.misses.push({ path: field.path, why: 'gone', expected: field.old ?? field.new, found: '' })
        continue
      }
      if (isFollowing(node) !== isOdd) continue
      const bytes = this.fieldBytes(field, now, node, numbers)
      if (!bytes) continue
      const { offset, size } = node
      const known = ranges.get(offset)
      ranges.set(offset, { size, bytes: known ? merged(known.bytes, bytes, made.bytes, offset) : bytes })
    }
    return [...ranges]
      .sort(([a], [b]) => a - b)
      .map(([offset, { size, bytes }]) => ({
        offset,
        removed: made.bytes.slice(offset, offset + size),
        inserted: bytes,
      }))
      .filter(({ removed, inserted }) => removed.some((byte, k) => byte !== inserted[k]))
  }

  /** The bytes of the new value; undefined where it is there already, or does not fit, which is noted. */
  private fieldBytes(field: FieldSet, now: Node, node: Node, numbers: Numbers): Bytes | undefined {
    const array = referredBy(now)
    const found = toJson(now)
    const wanted = array === undefined ? field.new : numbers.text(array, field.new)
    const miss = (why: ChangeMiss['why'], expected = field.old ?? field.new): undefined => {
      this.misses.push({ path: field.path, why, expected, found })
      return undefined
    }
    if (wanted === undefined) return miss('unfit')
    const old = array === undefined || field.old === undefined ? field.old : this.presentText(array, field.old)
    const isOld = found === old || (isFollowing(node) && isRightWord(now))
    const isNew = (array === undefined ? found : toJson(node)) === wanted
    if (isNew && !isFollowing(node)) {
      this.already++
      return undefined
    }
    if (field.old !== undefined && !isOld && !this.target.isForced(field.path)) return miss('value')
    const bytes = valueBytes(node, wanted)
    if (bytes?.length !== node.size) return miss('unfit')
    this.set++
    return bytes
  }

  /** A reference of the original as the present image has it. */
  private presentText(array: string, text: string): string {
    const record = Number(text)
    if (!Number.isInteger(record) || record < 0) return text
    return String(this.map.recordNow(array, record) ?? text)
  }

  /** Fields that the patch sets may refer to records that it removes. */
  willSet(fields: readonly FieldSet[], moves: readonly Move[]): void {
    for (const { path } of fields) {
      const present = this.map.present(path)
      const there = present === undefined ? undefined : rebasePath(present, moves)
      if (there !== undefined) this.setPaths.add(there)
    }
  }
}

const spliced = (opened: Document, splices: readonly Splice[]): Document =>
  splices.length === 0 ? opened : document(opened.layout, apply(opened.bytes, splices), opened, splices)

/** A document whose walk is that of another one, where that has as many bytes and the same numbers that the walk reads. */
const documentLike = (layout: AnyLayout, bytes: Bytes, other: Document): Document =>
  document(layout, bytes, other, other.bytes.length === bytes.length ? difference(other.bytes, bytes) : undefined)

/** Two ranges of the bits of one number. */
function merged(a: Bytes, b: Bytes, before: Bytes, offset: number): Bytes {
  return a.map((byte, k) => byte ^ (b[k] ?? 0) ^ (before[offset + k] ?? 0))
}

/** Where the new records of an edit are in the result. */
function insertedBy(edit: PlacedEdit, all: readonly PlacedEdit[], made: Document, moves: readonly Move[]): Inserted {
  const others = moves.filter(({ array }) => array !== edit.array)
  const path = rebasePath(edit.array, others)
  const node = path === undefined ? undefined : locate(made, path)
  if (!node) return { from: 0, to: 0, nodes: [], around: undefined }
  const shift = all
    .filter((one, i) => one.array === edit.array && (one.at < edit.at || (one.at === edit.at && i < all.indexOf(edit))))
    .reduce((sum, { inserted, removed }) => sum + inserted - removed, 0)
  const first = edit.at + shift
  const from = recordPlace(node, first)
  const head = node.kind === 'list' ? 1 : 0
  const nodes = Array.from({ length: edit.inserted }, (_, k) => node.child(first + head + k))
  return { from, to: from + edit.bytes.length, nodes, around: referredBy(node) }
}

/** Numbers of records after the change. */
class Numbers {
  constructor(
    private readonly map: RecordMap,
    private readonly moves: readonly Move[],
    private readonly placed: readonly Placed[],
    private readonly images: Pick<Target, 'present' | 'pristine'>,
  ) {}

  private readonly counts = { present: new Map<string, number>(), pristine: new Map<string, number>() }

  private isRecord(of: 'present' | 'pristine', array: string, record: number): boolean {
    let count = this.counts[of].get(array)
    if (count === undefined) {
      const node = locate(this.images[of], array)
      this.counts[of].set(array, (count = node ? recordCount(node) : 0))
    }
    return record >= 0 && record < count
  }

  /** Of a present record; undefined where it is removed. A number that names no record stays. */
  moved(array: string, record: number): number | undefined {
    if (!this.isRecord('present', array, record)) return record
    let after = record
    for (const move of this.moves) {
      if (move.array !== array || after < move.at) continue
      if (after < move.at + move.removed) return undefined
      after += move.inserted - move.removed
    }
    return after
  }

  /** Of a record of the original. */
  ofOriginal(array: string, record: number): number | undefined {
    if (!this.isRecord('pristine', array, record)) return record
    if (!this.map.arrays.has(array)) return this.moved(array, record)
    const now = this.map.recordNow(array, record)
    return now === undefined ? undefined : this.moved(array, now)
  }

  /** Of the k-th record that the patch adds to an array, those that are there already included. */
  ofOwn(array: string, k: number): number | undefined {
    const added = addedRecord(this.placed, array, k)
    if (!added) return undefined
    const edits = added.before.filter(isEdit)
    return edits.reduce((number, { inserted, removed }) => number + inserted - removed, added.number)
  }

  /** The JSON of a reference that the patch sets. */
  text(array: string, given: string): string | undefined {
    const added = addedIn(given)
    if (added) return numberText(this.ofOwn(array, added.record))
    const record = Number(given)
    return Number.isInteger(record) ? numberText(this.ofOriginal(array, record)) : given
  }
}

const numberText = (number: number | undefined): string | undefined =>
  number === undefined ? undefined : String(number)

function valueBytes(node: Node, text: string): Bytes | undefined {
  if (node.role === 'derived' && !isFollowing(node)) return undefined
  try {
    const value = fromJson(node.layout, text, node) as Value
    const { parent, name } = node
    if (!parent || !rangesOf(parent.layout)) return encodeAt(node, value)
    return encodeAt(parent, { ...(parent.value as Readonly<Record<string, Value>>), [name]: value })
  } catch (error) {
    if (error instanceof LayoutError) return undefined
    throw error
  }
}
