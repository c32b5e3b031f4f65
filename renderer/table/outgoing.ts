import { toJson } from '@areal-studio/core/layout'
import { toBase64 } from '@areal-studio/core/edit'
import type { RecordTable } from '@areal-studio/core/query'
import { printDelimited } from './delimited'

/** Records as spreadsheets take them: names of the columns, then one line for each. */
export function tableText(table: RecordTable, records: ArrayLike<number>, columns: readonly string[], separator: string): string {
  const names = ['record', ...columns.filter(name => name !== 'record')]
  const lines = Array.from(records, record => names.map(name => table.text(name, record)))
  return printDelimited([names, ...lines], separator)
}

const RECORDS_TYPE = 'application/x-areal-records'

/** Puts records on the clipboard three times: as TSV, as JSON, and as their own bytes. */
export function putOnClipboard(data: DataTransfer, table: RecordTable, records: readonly number[], columns: readonly string[]): void {
  data.setData('text/plain', tableText(table, records, columns, '\t'))
  data.setData('application/json', `[${records.map(record => toJson(table.node.child(record))).join(',\n')}]`)
  data.setData(RECORDS_TYPE, JSON.stringify({ array: table.array, records: records.map(record => toBase64(bytesOf(table, record))) }))
}

const bytesOf = (table: RecordTable, record: number): Uint8Array => table.document.bytes.subarray(table.offsets[record] ?? 0, table.offsets[record + 1] ?? 0)

/** Hands a text to the person as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
