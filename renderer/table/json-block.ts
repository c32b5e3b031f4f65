import { f64Text, placeInJson, readJson, type Json } from '@areal-studio/core/layout'
import type { RecordTable } from '@areal-studio/core/query'
import type { TextCell } from './delimited'

/**
 * Records in JSON as a block with its columns in the first line: numbers and texts of fields that the table has, vectors
 * by their components. Lists within a record are passed over. Throws LayoutError with line and column.
 */
export function jsonBlock(table: RecordTable, text: string): readonly (readonly TextCell[])[] {
  const json = readJson(text)
  const records = Array.isArray(json) ? json : [json]
  const lines = records.map(
    record => new Map(record instanceof Map ? [...record].flatMap(([name, value]) => cellsOf(table, name, value)) : []),
  )
  const names = [...new Set(lines.flatMap(line => [...line.keys()]))]
  const place = (index: number): Pick<TextCell, 'line' | 'column'> =>
    placeInJson(text, Array.isArray(json) ? [String(index)] : [])
  return [
    names.map(name => ({ text: name, line: 1, column: 1 })),
    ...lines.map((line, index) => names.map(name => ({ text: line.get(name) ?? '', ...place(index) }))),
  ]
}

function cellsOf(table: RecordTable, name: string, value: Json): readonly (readonly [name: string, text: string])[] {
  const field = table.field(name)
  if (field && (typeof value === 'number' || typeof value === 'string'))
    return [[name, typeof value === 'number' ? f64Text(value) : value]]
  if (!Array.isArray(value)) return []
  const parts = table.fields.filter(other => other.path.startsWith(`${name}/`))
  return parts.length === value.length
    ? parts.flatMap((part, index) => {
        const one: Json | undefined = value[index]
        return typeof one === 'number' ? [[part.name, f64Text(one)] as const] : []
      })
    : []
}
