import type { Json } from '../json/json-text'
import type { Value } from '../model/layout'
import type { AnyLayout } from '../model/shape'
import { jsonSpread, jsonTable } from './json-lines'
import type { JsonPrinter, JsonReader } from './operations'

/** Records of an array or list as JSON. */
export function recordsJson(
  element: AnyLayout,
  value: Value,
  printer: JsonPrinter,
  margin: string,
  parallel: string | undefined,
): string {
  const values: readonly Value[] = Array.isArray(value) ? value : []
  if (printer.isFolding && printer.isLeaf(element))
    return jsonTable(
      values.map(one => printer.print(element, one, margin)),
      margin,
    )
  const { around } = printer
  const text = jsonSpread('[', ']', values.length, margin, (index, inner) => {
    if (parallel !== undefined) printer.around = around?.along(parallel, index)
    return printer.print(element, values[index] ?? 0, inner)
  })
  printer.around = around
  return text
}

/** The records of a JSON array. */
export function recordsFromJson(
  element: AnyLayout,
  json: Json,
  reader: JsonReader,
  parallel: string | undefined,
): unknown {
  if (!Array.isArray(json)) return json
  const { around } = reader
  const values = json.map((part: Json, k) => {
    if (parallel !== undefined) reader.around = around?.along(parallel, k)
    return reader.within(k, () => reader.value(element, part))
  })
  reader.around = around
  return values
}
