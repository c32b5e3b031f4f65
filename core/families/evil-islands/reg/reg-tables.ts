import { recordsOf, textOf } from '../../../format/fields'
import { encodeText, RecordView, strideOf, type Bytes, type Document, type Node, type Splice } from '../../../layout'
import { bucketOf, chainsOf, NO_SLOT } from '../res/hash'
import { RegSlot } from './reg'

/** A hash table of a file with the records that it leads to. */
export interface RegTable {
  /** The array of its slots. */
  readonly slots: Node
  readonly records: readonly Node[]
  readonly names: readonly Bytes[]
  /** Where each record begins, as a slot that leads to it has it. */
  readonly starts: readonly number[]
}

/** The table of the sections, with offsets in the file, then one of the keys of each section, with offsets in it. */
export function tablesOf({ root }: Document): readonly RegTable[] {
  const sections = recordsOf(root, 'sections')
  return [
    ...tableOf(root, 'section_slots', sections, 0),
    ...sections.flatMap(section => tableOf(section, 'key_slots', recordsOf(section, 'keys'), section.offset)),
  ]
}

function tableOf(record: Node, name: string, named: readonly Node[], from: number): readonly RegTable[] {
  const slots = record.childNamed(name)
  if (!slots?.isWhole) return []
  return [{ slots, records: named, names: named.map(nameOf), starts: named.map(({ offset }) => offset - from) }]
}

function nameOf(record: Node): Bytes {
  const bytes = encodeText(textOf(record, 'name'), 'cp1251')
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(0)
}

const END = 0xffff

interface Slot {
  readonly next: number
  readonly offset: number
}

export const slotsOf = ({ slots }: RegTable): readonly Slot[] =>
  Array.from({ length: slots.childCount }, (_, k) => {
    const { next, offset } = slots.child(k).value as { readonly next: number; readonly offset: number }
    return { next: next === END ? NO_SLOT : next, offset }
  })

/** The slots that the records give (evil-islands 3.1). */
export function rightSlots({ names, starts }: RegTable): readonly Slot[] {
  const { slots, next } = chainsOf(names)
  const right: Slot[] = Array.from(next, at => ({ next: at, offset: 0 }))
  slots.forEach((slot, k) => {
    right[slot] = { next: next[slot] ?? NO_SLOT, offset: starts[k] ?? 0 }
  })
  return right
}

export const isRight = (table: RegTable): boolean => {
  const right = rightSlots(table)
  return slotsOf(table).every(({ next, offset }, k) => right[k]?.next === next && right[k].offset === offset)
}

/** Whether the chain of a name leads to its record. */
export function leadsTo(table: RegTable, k: number): boolean {
  const slots = slotsOf(table)
  let at = bucketOf(table.names[k] ?? new Uint8Array(0), slots.length)
  for (let step = 0; step <= slots.length && at >= 0 && at < slots.length; step++) {
    if (slots[at]?.offset === table.starts[k]) return true
    at = slots[at]?.next ?? NO_SLOT
  }
  return false
}

/** Splices that make the tables right again after an edit; none where they were wrong before it (evil-islands 3.1). */
export const followTables = (before: Document, after: Document): readonly Splice[] =>
  before.isWhole && after.isWhole && tablesOf(before).every(isRight) ? tableSplices(after) : []

/** Splices that make the tables what the names give. */
export const tableSplices = (opened: Document): readonly Splice[] =>
  tablesOf(opened).flatMap(table => {
    if (isRight(table)) return []
    const { offset, size } = table.slots
    return [{ offset, removed: opened.bytes.slice(offset, offset + size), inserted: slotBytes(rightSlots(table)) }]
  })

const slotBytes = (slots: readonly Slot[]): Bytes => {
  const bytes = new Uint8Array(slots.length * strideOf(RegSlot))
  const view = new RecordView(RegSlot, bytes)
  slots.forEach(({ next, offset }, k) => view.write(k * strideOf(RegSlot), { next: next & END, offset }))
  return bytes
}
