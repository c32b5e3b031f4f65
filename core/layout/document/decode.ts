import { decodeText } from '../model/codepage'
import { evaluate } from '../model/formula'
import type { AnyLayout, TextValue, Value } from '../model/layout'
import type { Source } from './measure'
import { readInteger, readScalar, toHex } from '../model/numbers'
import { SCALAR_SIZE, type CodePage, type Length } from '../model/shape'

/** The value of a node. Its bytes have been measured: nothing is checked here again. */
export function decode({ bytes, view }: Source, layout: AnyLayout, offset: number, size: number, count: number): Value {
  return decodeAt({ bytes, view, at: offset, end: offset + size }, layout, count)
}

interface Cursor extends Source {
  at: number
  readonly end: number
}

function decodeAt(cursor: Cursor, layout: AnyLayout, count: number): Value {
  const { shape } = layout
  const { at, view } = cursor
  switch (shape.of) {
    case 'scalar':
      cursor.at += SCALAR_SIZE[shape.scalar]
      return readScalar(view, at, shape.scalar)
    case 'count':
      cursor.at += SCALAR_SIZE[shape.scalar]
      return readInteger(view, at, shape.scalar)
    case 'vector': {
      const size = SCALAR_SIZE[shape.scalar]
      cursor.at += size * shape.names.length
      return shape.names.map((_, k) => readScalar(view, at + k * size, shape.scalar))
    }
    case 'bytes':
      cursor.at += shape.size
      return cursor.bytes.slice(at, at + shape.size)
    case 'rest':
      cursor.at = cursor.end
      return cursor.bytes.slice(at, cursor.end)
    case 'text':
      cursor.at += shape.size
      return textValue(cursor.bytes.subarray(at, at + shape.size), shape.page)
    case 'line': {
      const newline = cursor.bytes.indexOf(0x0a, at)
      cursor.at = newline < 0 || newline >= cursor.end ? cursor.end : newline + 1
      return lineValue(cursor.bytes.subarray(at, cursor.at), shape.page)
    }
    case 'list':
      cursor.at += SCALAR_SIZE[shape.scalar]
      return decodeMany(cursor, shape.element, readInteger(view, at, shape.scalar))
    case 'array':
      return shape.length.from === 'end' ? decodeAll(cursor, shape.element) : decodeMany(cursor, shape.element, count)
    case 'struct': {
      const record: Record<string, Value> = {}
      for (const { name, layout: field } of shape.fields) {
        const records = field.shape.of === 'array' ? lengthIn(record, field.shape.length) : 0
        record[name] = decodeAt(cursor, field, records)
      }
      return record
    }
  }
}

function decodeMany(cursor: Cursor, element: AnyLayout, count: number): Value[] {
  const inner = element.shape.of === 'array' ? lengthIn({}, element.shape.length) : 0
  const values: Value[] = []
  for (let record = 0; record < count; record++) values.push(decodeAt(cursor, element, inner))
  return values
}

function decodeAll(cursor: Cursor, element: AnyLayout): Value[] {
  const values: Value[] = []
  while (cursor.at < cursor.end) values.push(decodeAt(cursor, element, 0))
  return values
}

function lengthIn(record: Readonly<Record<string, Value>>, length: Length): number {
  return length.from === 'formula' ? evaluate(length.expression, name => Number(record[name])) : length.count
}

/** The text of a line that ends in CR LF; of another `{ text, tail }`. */
function lineValue(bytes: Uint8Array, page: CodePage): TextValue {
  const hasEnd = bytes.at(-1) === 0x0a
  const size = bytes.length - (hasEnd ? 1 : 0)
  const isCrLf = hasEnd && bytes[size - 1] === 0x0d
  const text = decodeText(bytes.subarray(0, isCrLf ? size - 1 : size), page)
  return isCrLf ? text : { text, tail: hasEnd ? '0a' : '' }
}

function textValue(place: Uint8Array, page: CodePage): TextValue {
  const nul = place.indexOf(0)
  if (nul < 0) return decodeText(place, page)
  const text = decodeText(place.subarray(0, nul), page)
  const tail = place.subarray(nul + 1)
  return tail.every(byte => byte === 0) ? text : { text, tail: toHex(tail) }
}
