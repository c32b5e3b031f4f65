import { placeOf, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import type { Document } from '../../../layout'
import { nameKey } from '../res/hash'
import { isRight, leadsTo, rightSlots, slotsOf, tablesOf, type RegTable } from './reg-tables'

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
  const place = { path: `${slots.path}/${wrong}`, range: [slots.child(wrong).offset, slots.child(wrong).size] as const }
  const lost = names.findIndex((_, k) => !leadsTo(table, k))
  const record = table.records[lost]
  if (record) report.error('reg.unreachable', { name: textOf(record, 'name'), slot: wrong }, place)
  else report.warning('reg.slots', { slot: wrong }, place)
}
