import { fromBase64, toBase64 } from '@areal-studio/core/edit'
import { document, elementOf, locate, recordName, type Node, type Value } from '@areal-studio/core/layout'
import type { RecordTable } from '@areal-studio/core/query'
import { copyRecord, pasteRecord, type CopiedRecord } from '../value/copied-record'
import { briefText, briefTextOf, sameValue, valueOf } from '../value/value-text'
import { pastedInto, type CellChange, type Incoming } from './incoming'

/** Type of the clipboard for records in their own bytes. */
export const RECORDS_TYPE = 'application/x-areal-records'

/** Records of a table for the clipboard, in their own bytes. */
export function ownBytes(table: RecordTable, records: readonly number[]): string {
  const bytesOf = (record: number) =>
    table.document.bytes.subarray(table.offsets[record] ?? 0, table.offsets[record + 1] ?? 0)
  return JSON.stringify({
    array: table.array,
    struct: structOf(table),
    records: records.map(r => toBase64(bytesOf(r))),
  })
}

/** Name of the declaration of the records of a table; undefined where they are no records of fields. */
export function structOf(table: RecordTable): string | undefined {
  const element = elementOf(table.node.layout)
  return element && recordName(element)
}

/** Records that the clipboard holds in their own bytes, read as those of a table; none where they are of another kind. */
export function readOwn(own: string, table: RecordTable): readonly CopiedRecord[] {
  const element = elementOf(table.node.layout)
  const found = parsed(own)
  if (!element || found.struct !== structOf(table)) return []
  const documents = found.records.map(bytes => document(element, bytes))
  return documents.every(whole => whole.isWhole) ? documents.flatMap(({ root }) => copyRecord(root) ?? []) : []
}

/** What such a text holds; anything may have put it there. */
function parsed(own: string): { readonly struct?: unknown; readonly records: readonly Uint8Array[] } {
  try {
    const json: unknown = JSON.parse(own)
    if (typeof json !== 'object' || json === null || !('records' in json) || !Array.isArray(json.records))
      return { records: [] }
    const records = json.records.flatMap((record: unknown) =>
      typeof record === 'string' ? (fromBase64(record) ?? []) : [],
    )
    return { records, ...('struct' in json && { struct: json.struct }) }
  } catch {
    return { records: [] }
  }
}

/** Pastes copied records over those of a table, with all properties, shown as columns or not. Lists of another length stay. */
export function pasteOwn(
  table: RecordTable,
  copied: readonly CopiedRecord[],
  rows: ArrayLike<number>,
  from: number,
  chosen: readonly number[],
): Incoming {
  const placed = pastedInto(copied, rows, from, chosen)
  if ('mistakes' in placed) return placed
  const targets: { readonly path: string; readonly value: Value }[] = []
  const skipped = new Set<string>()
  for (const { line, record } of placed.pairs) {
    const pasted = pasteRecord(table.document, line, [table.pathOf(record)])
    for (const target of pasted.targets) targets.push(target)
    for (const name of pasted.skipped) skipped.add(name)
  }
  const changes = targets.flatMap(({ path, value }) => {
    const node = locate(table.document, path)
    return node ? changesOf(table, node, value) : []
  })
  return { cells: targets.length, changes, mistakes: [], targets, skipped: [...skipped] }
}

/** What a value changes in a node: by its parts, as far as both have the same ones. */
function changesOf(table: RecordTable, node: Node, value: Value): readonly CellChange[] {
  const present = valueOf(node)
  if (sameValue(present, value)) return []
  const parts = node.kind === 'text' || node.kind === 'bytes' ? [] : partsOf(node, value)
  if (parts.length > 0) return parts.flatMap(([part, partValue]) => changesOf(table, part, partValue))
  const [record = '', ...rest] = node.path.slice(table.array.length + 1).split('/')
  const path = rest.join('/')
  const column = table.fields.find(field => field.path === path)?.name ?? path
  return [
    {
      record: Number(record),
      column,
      path: node.path,
      before: briefText(node),
      after: briefTextOf(node, value),
      value,
    },
  ]
}

/** Children of a node, each with its part of a value; none where the value has other parts. */
function partsOf(node: Node, value: Value): readonly (readonly [Node, Value])[] {
  if (typeof value !== 'object' || value instanceof Uint8Array || Object.keys(value).length !== node.childCount)
    return []
  const parts = new Map<string, Value>(Object.entries(value))
  const children = Array.from({ length: node.childCount }, (_, i) => node.child(i))
  const found = children.flatMap((child, i) => {
    const part = parts.get(Array.isArray(value) ? String(i) : child.name)
    return part === undefined ? [] : [[child, part] as const]
  })
  return found.length === children.length ? found : []
}
