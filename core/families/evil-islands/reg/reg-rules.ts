import type { Edit } from '../../../edit'
import { StudioError, type Opened } from '../../../format'
import { placeOf, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import { document, type Document } from '../../../layout'
import { nameKey } from '../res/hash'
import { REG } from './reg'
import { isRight, leadsTo, rightSlots, slotsOf, tablesOf, tableSplices, type RegTable } from './reg-tables'

/** Rules of a REG file whose bytes are whole (evil-islands 3.3). */
export function checkReg(opened: Document, report: Report): void {
  for (const table of tablesOf(opened)) {
    checkTwins(table, report)
    if (!isRight(table)) checkSlots(table, report)
  }
}

function checkTwins(table: RegTable, report: Report): void {
  const known = new Map<string, number>()
  table.names.forEach((name, k) => {
    const key = nameKey(name)
    const first = known.get(key)
    known.set(key, first ?? k)
    if (first === undefined) return
    const record = table.records[k]
    if (record) report.warning('reg.twin', { name: textOf(record, 'name'), first, k }, placeOf(record, 'name'))
  })
}

function checkSlots(table: RegTable, report: Report): void {
  const { slots, names } = table
  const right = rightSlots(table)
  const wrong = slotsOf(table).findIndex(({ next, offset }, k) => right[k]?.next !== next || right[k].offset !== offset)
  const { offset, size } = slots.child(wrong)
  const place = { path: `${slots.path}/${wrong}`, range: [offset, size] as const, fix: REHASH }
  const lost = names.findIndex((_, k) => !leadsTo(table, k))
  const record = table.records[lost]
  if (record) report.error('reg.unreachable', { name: textOf(record, 'name'), slot: wrong }, place)
  else report.warning('reg.slots', { slot: wrong }, place)
}

const REHASH = { id: 'reg.rehash', params: {} }

/** Edits for a fix: the hash tables that the names give (evil-islands 3.1). */
export function repairReg({ path, bytes }: Opened, id: string): readonly Edit[] {
  const opened = document(REG, bytes)
  if (id !== REHASH.id || !opened.isWhole) throw new StudioError('repair.unknown', { id })
  return [{ entry: path, base: 0, splices: tableSplices(opened) }]
}
