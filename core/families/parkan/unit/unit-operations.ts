import { outcomeOfSteps, StudioError, type Opened, type Operation, type Outcome } from '../../../format'
import { numberOf, records as recordsOf } from '../../../format/fields'
import {
  assign,
  document,
  insertRecords,
  locate,
  removeRecords,
  type Assignment,
  type Document,
  type Value,
} from '../../../layout'
import { partTree, type Part } from './part-tree'
import { UNIT } from './unit'

/** The archive that all parts of the game's units are in (parkan 9.3). */
const OBJECTS = 'objects.rlb'
/** Numbers of the kinds of a part (parkan 9.3). */
const TYPES = ['chassis', 'turret', 'armour', 'part', 'cannon', 'ammo'] as const
const MOST_SOCKETS = 0xffff

type Step = (opened: Document) => Assignment

interface Unit {
  readonly opened: Document
  readonly parts: readonly Part[]
}

/** Throws StudioError `operation.unit` where the parts are not one whole tree. */
function unitOf({ bytes, name, path }: Opened): Unit {
  const opened = document(UNIT, bytes)
  const parts = opened.isWhole && partTree(recordsOf(opened, 'records').map(part => numberOf(part, 'child_count')))
  if (!parts) throw new StudioError('operation.unit', { name }, path)
  return { opened, parts }
}

/** The chosen parts, without those in the subtree of another chosen part. */
function topmost(parts: readonly Part[], records: readonly number[]): readonly Part[] {
  const chosen = records.flatMap(record => parts[record] ?? [])
  return chosen.filter(part => !chosen.some(other => other.record < part.record && part.record < other.end))
}

const childrenBy = (record: number, by: number): Step => {
  const path = `records/${record}/child_count`
  return opened => assign(opened, path, Number(locate(opened, path)?.value) + by)
}

/** From the last part to the first: an edit moves only the records after it. */
const fromTheLast = (parts: readonly Part[]): readonly Part[] => [...parts].sort((a, b) => b.record - a.record)

/** Adds a part as the last child of each chosen one; the counts of children follow (parkan 9.3). */
export const INSERT_PART: Operation = {
  id: 'insert-part',
  records: 'records',
  parameters: [
    { name: 'name', kind: 'text', initial: '' },
    { name: 'type', kind: 'choice', choices: TYPES, initial: 'part' },
    { name: 'attach', kind: 'number', isWhole: true, least: -1, most: MOST_SOCKETS, initial: -1 },
    { name: 'description', kind: 'text', initial: '' },
  ],
  run(entry, { records: parents, parameters }) {
    const { opened, parts } = unitOf(entry)
    const [name, description] = [String(parameters['name']), String(parameters['description'])]
    if (name === '') throw new StudioError('operation.value', { parameter: 'name', value: '', possible: '"…"' })
    const part = {
      archive: OBJECTS,
      name,
      kind: 1,
      attach: Number(parameters['attach']),
      description,
      type: TYPES.findIndex(word => word === parameters['type']),
      child_count: 0,
    }
    // From the last place on: what is inserted does not move the places before it.
    const places = parents.flatMap(record => parts[record] ?? []).sort((a, b) => b.end - a.end || a.record - b.record)
    const steps = places.flatMap(({ record, end }): readonly Step[] => [
      now => insertRecords(now, 'records', end, [part]),
      childrenBy(record, 1),
    ])
    const records = places.map(({ end }) => end).sort((a, b) => a - b)
    return told(entry, opened, steps, 'label.parts-inserted', { records: records.map((end, k) => end + k) })
  },
}

/** Copies the chosen parts with their subtrees; each copy follows its original. */
export const DUPLICATE_PART: Operation = {
  id: 'duplicate-part',
  records: 'records',
  run(entry, { records }) {
    const { opened, parts } = unitOf(entry)
    const chosen = fromTheLast(notRoot(entry, topmost(parts, records)))
    const steps = chosen.flatMap(({ record, end, parent = 0 }): readonly Step[] => [
      now => insertRecords(now, 'records', end, valuesOf(now, record, end)),
      childrenBy(parent, 1),
    ])
    return told(entry, opened, steps, 'label.parts-duplicated', { records: copiesOf(chosen) })
  },
}

/** Deletes the chosen parts with their subtrees. */
export const DELETE_PART: Operation = {
  id: 'delete-part',
  records: 'records',
  run(entry, { records }) {
    const { opened, parts } = unitOf(entry)
    const chosen = fromTheLast(notRoot(entry, topmost(parts, records)))
    const steps = chosen.flatMap(({ record, end, parent = 0 }): readonly Step[] => [
      now => removeRecords(now, 'records', record, end - record),
      childrenBy(parent, -1),
    ])
    const n = chosen.reduce((sum, { record, end }) => sum + end - record, 0)
    return told(entry, opened, steps, 'label.parts-deleted', { records: [], parts: n })
  },
}

/** Operations on the parts of a unit. */
export const UNIT_OPERATIONS: readonly Operation[] = [INSERT_PART, DUPLICATE_PART, DELETE_PART]

/** Numbers of the copies, each behind its original. */
function copiesOf(chosen: readonly Part[]): readonly number[] {
  let moved = 0
  return [...chosen].reverse().flatMap(({ record, end }) => {
    const first = end + moved
    moved += end - record
    return Array.from({ length: end - record }, (_, k) => first + k)
  })
}

const valuesOf = (opened: Document, from: number, to: number): readonly Value[] =>
  Array.from({ length: to - from }, (_, k) => locate(opened, `records/${from + k}`)?.value ?? {})

/** Throws StudioError `operation.unit-root` where the root is among them. */
function notRoot({ name, path }: Opened, chosen: readonly Part[]): readonly Part[] {
  if (chosen.some(({ parent }) => parent === undefined)) throw new StudioError('operation.unit-root', { name }, path)
  return chosen
}

const told = (
  entry: Opened,
  opened: Document,
  steps: readonly Step[],
  code: string,
  { records, parts = records.length }: { readonly records: readonly number[]; readonly parts?: number },
): Outcome => outcomeOfSteps(entry, opened, steps, { code, records, counts: { parts } })
