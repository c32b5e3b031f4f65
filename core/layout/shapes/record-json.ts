import type { Json } from '../json/json-text'
import type { Value } from '../model/layout'
import type { AnyLayout } from '../model/shape'
import { jsonSpread, jsonTable } from './json-lines'
import type { JsonPrinter, JsonReader } from './operations'

/** Records of an array or list as JSON. */
export function recordsJson(element: AnyLayout, value: Value, printer: JsonPrinter, margin: string): string {
  const values: readonly Value[] = Array.isArray(value) ? value : []
  if (printer.isFolding && printer.isLeaf(element))
    return jsonTable(
      values.map(one => printer.print(element, one, margin)),
      margin,
    )
  return jsonSpread('[', ']', values.length, margin, (index, inner) =>
    printer.print(element, values[index] ?? 0, inner),
  )
}

export function recordsFromJson(element: AnyLayout, json: Json, reader: JsonReader): unknown {
  return Array.isArray(json) ? json.map((part: Json, k) => reader.within(k, () => reader.value(element, part))) : json
}
