import { locate, toJson } from '@areal-studio/core/layout'
import type { RecordTable } from '@areal-studio/core/query'
import { printDelimited } from './delimited'
import { ownBytes, RECORDS_TYPE } from './own-records'

/**
 * Records as text for spreadsheets: column names, then one line per record. `hasCommas`: decimal commas, as in Russian.
 */
export function tableText(
  table: RecordTable,
  records: ArrayLike<number>,
  columns: readonly string[],
  separator: string,
  hasCommas = false,
): string {
  const names = ['record', ...columns.filter(name => name !== 'record')]
  const floats = new Set(hasCommas ? names.filter(name => table.field(name)?.kind === 'float') : [])
  const lines = Array.from(records, record =>
    names.map(name => (floats.has(name) ? table.text(name, record).replace('.', ',') : table.text(name, record))),
  )
  return printDelimited([names, ...lines], separator)
}

/** Puts records on the clipboard three times: as TSV, which is given, as JSON, and as their own bytes. */
export function putOnClipboard(
  data: Pick<DataTransfer, 'setData'>,
  table: RecordTable,
  records: readonly number[],
  text: string,
): void {
  data.setData('text/plain', text)
  const nodes = records.flatMap(record => locate(table.document, table.pathOf(record)) ?? [])
  data.setData('application/json', `[${nodes.map(node => toJson(node)).join(',\n')}]`)
  data.setData(RECORDS_TYPE, ownBytes(table, records))
}

/**
 * The clipboard's text that `pasteBlock` reads, where the clipboard has no records in their own bytes; '' where there
 * is none.
 */
export const pastedText = (data: Pick<DataTransfer, 'getData'>): string =>
  data.getData('text/plain') || data.getData('application/json')

/** Saves a text as a file of the user. */
export function download(name: string, text: string): void {
  const link = window.document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
