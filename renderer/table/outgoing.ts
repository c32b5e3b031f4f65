import { fromBase64, toBase64 } from '@areal-studio/core/edit'
import { document, elementOf, toJson } from '@areal-studio/core/layout'
import type { RecordTable } from '@areal-studio/core/query'
import { printDelimited } from './delimited'

/** Records as spreadsheets take them: names of the columns, then one line for each. `hasCommas`: fractions as Russian ones write them. */
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

const RECORDS_TYPE = 'application/x-areal-records'

/** Puts records on the clipboard three times: as TSV, as JSON, and as their own bytes. */
export function putOnClipboard(
  data: Pick<DataTransfer, 'setData'>,
  table: RecordTable,
  records: readonly number[],
  columns: readonly string[],
): void {
  data.setData('text/plain', tableText(table, records, columns, '\t'))
  data.setData('application/json', `[${records.map(record => toJson(table.node.child(record))).join(',\n')}]`)
  data.setData(
    RECORDS_TYPE,
    JSON.stringify({ array: table.array, records: records.map(record => toBase64(bytesOf(table, record))) }),
  )
}

/**
 * What the clipboard holds for a table, as text that `pasteBlock` reads: TSV or JSON as they are, records in their own bytes
 * as JSON. '' where there is nothing, or bytes that are no records of this kind.
 */
export function pastedText(data: Pick<DataTransfer, 'getData'>, table: RecordTable): string {
  return (
    data.getData('text/plain') || data.getData('application/json') || recordsText(data.getData(RECORDS_TYPE), table)
  )
}

function recordsText(own: string, table: RecordTable): string {
  const element = elementOf(table.node.layout)
  const records = own === '' ? [] : ownRecords(own)
  if (!element || records.length === 0) return ''
  const documents = records.map(bytes => document(element, bytes))
  return documents.every(whole => whole.isWhole) ? `[${documents.map(whole => toJson(whole.root)).join(',\n')}]` : ''
}

/** Bytes of each record; anything may have put them there. */
function ownRecords(own: string): readonly Uint8Array[] {
  try {
    const json: unknown = JSON.parse(own)
    const records: unknown = typeof json === 'object' && json !== null && 'records' in json ? json.records : []
    return Array.isArray(records)
      ? records.flatMap((record: unknown) => (typeof record === 'string' ? (fromBase64(record) ?? []) : []))
      : []
  } catch {
    return []
  }
}

const bytesOf = (table: RecordTable, record: number): Uint8Array =>
  table.document.bytes.subarray(table.offsets[record] ?? 0, table.offsets[record + 1] ?? 0)

/** Hands a text to the person as a file. */
export function download(name: string, text: string): void {
  const link = window.document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
