import { addedBy, bundleRanks, bundlesOf, type Bundle } from './bundles'
import {
  addedIn,
  addedText,
  areAtOnePlace,
  type AddedRecord,
  type EntryEdited,
  type FieldSet,
  type RecordChange,
} from './patch'

/** Two patches of one original that change records: what each may keep is decided for all changes that depend on each other. */

type Side = 'a' | 'b'

/** Changes of which only one side can be applied. */
export interface RecordConflict {
  /** Array and place of the first of them. */
  readonly path: string
  readonly a: string
  readonly b: string
  /** All of them insert records at the same places: both can be applied, one behind the other. */
  readonly canBoth: boolean
}

export type RecordChoice = Side | 'both'

interface RecordsMerged {
  readonly records: readonly RecordChange[]
  /** Fields of each side that remain, their references to new records by the numbers of the merged patch. */
  readonly a: readonly FieldSet[]
  readonly b: readonly FieldSet[]
}

/** A change of one side, or a field of it that depends on one. */
interface Part {
  readonly side: Side
  readonly change?: RecordChange
  readonly field?: FieldSet
  group: Part
}

/** Joins the record changes of two patches; `decide` chooses a side for each conflict, undefined: neither is applied. */
export function mergeRecords(
  a: EntryEdited,
  b: EntryEdited,
  decide: (conflict: RecordConflict) => RecordChoice | undefined,
): RecordsMerged {
  const merge = new RecordsMerge(a, b)
  return merge.result(decide)
}

class RecordsMerge {
  private readonly parts: Part[] = []
  private readonly changes: Record<Side, Part[]> = { a: [], b: [] }
  private readonly fields: Record<Side, Map<FieldSet, Part>> = { a: new Map(), b: new Map() }
  /** Changes of `b` that are also in `a`. */
  private readonly twins = new Map<RecordChange, RecordChange>()
  private readonly ranks: ReadonlyMap<RecordChange, number>
  private readonly meeting: (readonly [Part, Part])[] = []

  constructor(
    private readonly a: EntryEdited,
    private readonly b: EntryEdited,
  ) {
    for (const side of ['a', 'b'] as const)
      for (const change of this[side].records ?? []) this.changes[side].push(this.part({ side, change }))
    this.ranks = bundleRanks([a.records ?? [], b.records ?? []])
    this.findTwins(bundlesOf(a.records ?? []), bundlesOf(b.records ?? []))
    this.joinOwn('a')
    this.joinOwn('b')
    this.meet()
    for (const [side, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      this.meetFields(side, other)
      this.meetReferences(side, other)
    }
  }

  private findTwins(a: readonly Bundle[], b: readonly Bundle[]): void {
    const rankOf = ([first]: Bundle): number => (first && this.ranks.get(first)) ?? 0
    const left = new Set(a)
    for (const bundle of b) {
      const twin = [...left].find(one => rankOf(one) === rankOf(bundle))
      if (!twin) continue
      left.delete(twin)
      for (const change of bundle) {
        const same = twin.find(({ array }) => array === change.array)
        if (same) this.twins.set(change, same)
      }
    }
  }

  private part(of: Omit<Part, 'group'>): Part {
    const part = of as Part
    part.group = part
    this.parts.push(part)
    return part
  }

  private partOf(side: Side, change: RecordChange): Part | undefined {
    return this.changes[side].find(part => part.change === change)
  }

  /** Joins changes of one patch that depend on each other: parallel arrays, references to new records. */
  private joinOwn(side: Side): void {
    const { records = [], fields } = this[side]
    const joinAdding = (part: Part, reference: AddedRecord): void => {
      const adding = addedBy(records, reference)
      const other = adding && this.partOf(side, adding.change)
      if (other) join(part, other)
    }
    const places = new Map<string, Part>()
    for (const part of this.changes[side]) {
      const { at, removed, inserted, own } = part.change ?? NONE
      const place = `${at} ${removed} ${inserted}`
      const known = places.get(place)
      if (known) join(known, part)
      else places.set(place, part)
      for (const [, array, record] of own) joinAdding(part, { array, record })
      for (const removing of this.removing(side, part.change?.freed)) join(part, removing)
    }
    for (const field of fields) {
      for (const removing of this.removing(side, referenceOf(field, field.old)))
        join(this.fieldPart(side, field), removing)
      const reference = addedIn(field.new)
      if (reference) joinAdding(this.fieldPart(side, field), reference)
    }
  }

  private fieldPart(side: Side, field: FieldSet): Part {
    const known = this.fields[side].get(field)
    if (known) return known
    const part = this.part({ side, field })
    this.fields[side].set(field, part)
    return part
  }

  private meet(): void {
    for (const one of this.changes.a)
      for (const other of this.changes.b) {
        const [x, y] = [one.change, other.change]
        if (!x || !y) continue
        if (this.twins.get(y) === x) join(one, other)
        else if (isTouching(x, y) || isRemoving(x, `${y.array}/`) || isRemoving(y, `${x.array}/`)) {
          join(one, other)
          this.meeting.push([one, other])
        }
      }
  }

  /** Fields of one side in records that the other removes. */
  private meetFields(side: Side, other: Side): void {
    const removing = this.changes[other].filter(({ change }) => change && change.removed > 0)
    if (removing.length === 0) return
    for (const field of this[side].fields)
      for (const part of removing)
        if (part.change && isRemoving(part.change, field.path)) {
          const own = this.fieldPart(side, field)
          join(part, own)
          this.meeting.push([own, part])
        }
  }

  /** The changes of one side that remove any of these records. */
  private removing(side: Side, references: RecordChange['refers'] = []): readonly Part[] {
    return this.changes[side].filter(({ change }) =>
      references.some(
        ([array, record]) => array === change?.array && record >= change.at && record < change.at + change.removed,
      ),
    )
  }

  /** References of one side to records that the other removes. */
  private meetReferences(side: Side, other: Side): void {
    const meet = (part: Part, references: RecordChange['refers']): void => {
      for (const removing of this.removing(other, references)) {
        join(removing, part)
        this.meeting.push([part, removing])
      }
    }
    for (const part of this.changes[side]) meet(part, part.change?.refers)
    for (const field of this[side].fields)
      if (this.removing(other, referenceOf(field, field.new)).length > 0)
        meet(this.fieldPart(side, field), referenceOf(field, field.new))
  }

  result(decide: (conflict: RecordConflict) => RecordChoice | undefined): RecordsMerged {
    const kept = this.decided(decide)
    const isKept = (part: Part): boolean => kept.get(groupOf(part)) === undefined || keepsSide(kept, part)
    const chosen = [
      ...this.changes.a.filter(isKept),
      ...this.changes.b.filter(part => isKept(part) && !this.hasKeptTwin(part, isKept)),
    ].flatMap(({ side, change }) => (change ? [{ side, change }] : []))
    const sorted = chosen.sort((x, y) => this.inOrder(x.change, y.change))
    const numbers = new Map<RecordChange, number>()
    const totals = new Map<string, number>()
    for (const { change } of sorted) {
      const total = totals.get(change.array) ?? 0
      numbers.set(change, total)
      totals.set(change.array, total + change.inserted)
    }
    const turn = (side: Side, reference: AddedRecord): number => {
      const { change, k } = addedBy(this[side].records ?? [], reference) ?? { change: undefined, k: reference.record }
      const number = change && (numbers.get(change) ?? numbers.get(this.twins.get(change) ?? change))
      return (number ?? 0) + k
    }
    const fieldsOf = (side: Side): readonly FieldSet[] =>
      this[side].fields.flatMap(field => {
        const part = this.fields[side].get(field)
        if (part && !isKept(part)) return []
        const reference = addedIn(field.new)
        return reference ? [{ ...field, new: addedText(reference.array, turn(side, reference)) }] : [field]
      })
    const records = sorted.map(({ side, change }) => ({
      ...change,
      own: change.own.map(([offset, array, record]) => [offset, array, turn(side, { array, record })] as const),
    }))
    return { records, a: fieldsOf('a'), b: fieldsOf('b') }
  }

  /** By place; of several at one place by what they change, so that the order of the patches does not matter. */
  private inOrder(x: RecordChange, y: RecordChange): number {
    if (x.array !== y.array) return x.array < y.array ? -1 : 1
    return x.at - y.at || (this.ranks.get(x) ?? 0) - (this.ranks.get(y) ?? 0)
  }

  private hasKeptTwin({ change }: Part, isKept: (part: Part) => boolean): boolean {
    const twin = change && this.twins.get(change)
    return twin !== undefined && this.changes.a.some(part => part.change === twin && isKept(part))
  }

  /** The choice for each group with a conflict, in the order of their places. */
  private decided(decide: (conflict: RecordConflict) => RecordChoice | undefined): Map<Part, RecordChoice | 'none'> {
    const groups = new Map<Part, (readonly [Part, Part])[]>()
    for (const pair of this.meeting) {
      const group = groupOf(pair[0])
      groups.set(group, [...(groups.get(group) ?? []), pair])
    }
    const conflicts = [...groups].map(([group, pairs]) => {
      const canBoth = pairs.every(([x, y]) => x.change && y.change && areAtOnePlace(x.change, y.change))
      const [path = ''] = pairs.flatMap(pathsOf).sort()
      return { group, conflict: { path, a: this.text('a', group), b: this.text('b', group), canBoth } }
    })
    conflicts.sort((x, y) => (x.conflict.path < y.conflict.path ? -1 : 1))
    return new Map(
      conflicts.map(({ group, conflict }) => {
        const choice = decide(conflict)
        return [group, choice === 'both' && !conflict.canBoth ? 'none' : (choice ?? 'none')] as const
      }),
    )
  }

  /** Summary of the changes of one side in a group, such as `-1 +2` records, and fields. */
  private text(side: Side, group: Part): string {
    const own = this.parts.filter(part => part.side === side && groupOf(part) === group)
    const changes = own.flatMap(({ change }) => change ?? [])
    const fields = own.flatMap(({ field }) => field ?? [])
    return [
      ...changes.map(({ array, at, removed, inserted }) => `${array}/${at} -${removed} +${inserted}`),
      ...fields.map(field => `${field.path} = ${field.new}`),
    ].join(', ')
  }
}

const NONE: Pick<RecordChange, 'at' | 'removed' | 'inserted' | 'own'> = { at: 0, removed: 0, inserted: 0, own: [] }

const keepsSide = (kept: ReadonlyMap<Part, RecordChoice | 'none'>, part: Part): boolean => {
  const choice = kept.get(groupOf(part))
  return choice === 'both' || choice === part.side
}

/** The record of the original that a field with this value refers to. */
const referenceOf = ({ refers }: FieldSet, value = ''): NonNullable<RecordChange['refers']> =>
  refers !== undefined && /^\d+$/.test(value) ? [[refers, Number(value)]] : []

function groupOf(part: Part): Part {
  let group = part
  while (group.group !== group) group = group.group
  part.group = group
  return group
}

function join(one: Part, other: Part): void {
  groupOf(other).group = groupOf(one)
}

/** The places of changes that meet. */
const pathsOf = (pair: readonly [Part, Part]): readonly string[] =>
  pair.flatMap(({ change }) => (change ? [`${change.array}/${change.at}`] : []))

/** Closed ranges of one array that have a place in common: neither may be found once the other is applied. */
const isTouching = (x: RecordChange, y: RecordChange): boolean =>
  x.array === y.array && x.at <= y.at + y.removed && y.at <= x.at + x.removed

/** Whether a path lies in a record that a change removes. */
function isRemoving({ array, at, removed }: RecordChange, path: string): boolean {
  const prefix = array === '' ? '' : `${array}/`
  if (removed === 0 || !path.startsWith(prefix)) return false
  const [step = ''] = path.slice(prefix.length).split('/')
  const record = /^\d+$/.test(step) ? Number(step) : -1
  return record >= at && record < at + removed
}
