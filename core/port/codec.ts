import { StudioError } from '../format'
import { setOwn } from '../layout'
import { Reader } from './reader'
import { Writer } from './writer'

/** Nesting deeper than this is refused at both ends. */
export const MAX_DEPTH = 64
/** A message longer than this is refused at both ends, in bytes. */
export const MAX_MESSAGE = 256 * 1024 * 1024

type TypedArray =
  | Int8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array

const UNDEFINED = 0
const BIG_INTEGER = 20
/** Extension numbers of typed arrays; Uint8Array is MessagePack's own `bin`. */
const ARRAYS = new Map<number, { name: string; size: number; make: (buffer: ArrayBuffer) => TypedArray }>([
  [1, { name: 'Int8Array', size: 1, make: buffer => new Int8Array(buffer) }],
  [2, { name: 'Uint8ClampedArray', size: 1, make: buffer => new Uint8ClampedArray(buffer) }],
  [3, { name: 'Int16Array', size: 2, make: buffer => new Int16Array(buffer) }],
  [4, { name: 'Uint16Array', size: 2, make: buffer => new Uint16Array(buffer) }],
  [5, { name: 'Int32Array', size: 4, make: buffer => new Int32Array(buffer) }],
  [6, { name: 'Uint32Array', size: 4, make: buffer => new Uint32Array(buffer) }],
  [7, { name: 'Float32Array', size: 4, make: buffer => new Float32Array(buffer) }],
  [8, { name: 'Float64Array', size: 8, make: buffer => new Float64Array(buffer) }],
  [9, { name: 'BigInt64Array', size: 8, make: buffer => new BigInt64Array(buffer) }],
  [10, { name: 'BigUint64Array', size: 8, make: buffer => new BigUint64Array(buffer) }],
])
const NUMBERS = new Map(Array.from(ARRAYS, ([number, { name }]) => [name, number]))

/**
 * One message as bytes: MessagePack, with what it lacks as extensions. Typed arrays keep their kind and bits, -0 its sign,
 * `undefined` stays in arrays and leaves objects. Throws StudioError `port.unsupported` for functions, class instances
 * and a member called `__proto__`, `port.too-deep`, `port.too-long`.
 */
export function encode(value: unknown): Uint8Array {
  const writer = new Writer(MAX_MESSAGE)
  put(writer, value, 0)
  return writer.done()
}

function put(writer: Writer, value: unknown, depth: number): void {
  switch (typeof value) {
    case 'number':
      return writer.number(value)
    case 'string':
      return writer.string(value)
    case 'boolean':
      return writer.byte(value ? 0xc3 : 0xc2)
    case 'undefined':
      return writer.extension(UNDEFINED, new Uint8Array(0))
    case 'bigint':
      return writer.extension(
        BIG_INTEGER,
        Uint8Array.from(value.toString(), digit => digit.charCodeAt(0)),
      )
    case 'object':
      return value === null ? writer.byte(0xc0) : putObject(writer, value, depth)
    default:
      throw new StudioError('port.unsupported', { kind: typeof value })
  }
}

function putObject(writer: Writer, value: object, depth: number): void {
  if (depth >= MAX_DEPTH) throw new StudioError('port.too-deep', { limit: MAX_DEPTH })
  if (value instanceof Uint8Array) return writer.binary(value)
  if (ArrayBuffer.isView(value)) return putArray(writer, value)
  if (Array.isArray(value)) {
    writer.array(value.length)
    for (let i = 0; i < value.length; i++) put(writer, value[i], depth + 1)
    return
  }
  if (!isPlain(value)) throw new StudioError('port.unsupported', { kind: value.constructor.name })
  const record = value as Readonly<Record<string, unknown>>
  const names = Object.keys(record)
  let count = names.length
  for (const name of names) if (record[name] === undefined) count--
  writer.map(count)
  for (const name of names) {
    const member = record[name]
    if (member === undefined) continue
    if (name === '__proto__') throw new StudioError('port.unsupported', { kind: name })
    writer.string(name)
    put(writer, member, depth + 1)
  }
}

function putArray(writer: Writer, value: ArrayBufferView): void {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (kind === 'Uint8Array') return writer.binary(bytes)
  const number = NUMBERS.get(kind)
  if (number === undefined) throw new StudioError('port.unsupported', { kind })
  writer.extension(number, bytes)
}

/** Objects made by literals, of this realm or another (a window's, seen from its preload). */
function isPlain(value: object): boolean {
  const parent: unknown = Object.getPrototypeOf(value)
  return parent === null || (typeof parent === 'object' && Object.getPrototypeOf(parent) === null)
}

/** The value of a message. Nothing in it shares memory with `bytes`. Throws StudioError `port.malformed`. */
export function decode(bytes: Uint8Array): unknown {
  if (bytes.length > MAX_MESSAGE) throw new StudioError('port.too-long', { limit: MAX_MESSAGE })
  const reader = new Reader(bytes)
  const value = take(reader, 0)
  if (!reader.isAtEnd) throw reader.malformed()
  return value
}

function take(reader: Reader, depth: number): unknown {
  const item = reader.item()
  switch (item.kind) {
    case 'value':
      return item.value
    case 'array':
      return takeList(reader, item.count, depth)
    case 'map':
      return takeMap(reader, item.count, depth)
    case 'extension':
      return takeExtension(reader, item.number, item.bytes)
  }
}

function takeList(reader: Reader, count: number, depth: number): unknown[] {
  reader.promise(count, depth >= MAX_DEPTH)
  const list: unknown[] = []
  for (let i = 0; i < count; i++) list.push(take(reader, depth + 1))
  return list
}

function takeMap(reader: Reader, count: number, depth: number): Record<string, unknown> {
  reader.promise(count * 2, depth >= MAX_DEPTH)
  const map: Record<string, unknown> = {}
  for (let i = 0; i < count; i++) {
    const name = take(reader, depth + 1)
    if (typeof name !== 'string' || name === '__proto__') throw reader.malformed()
    setOwn(map, name, take(reader, depth + 1))
  }
  return map
}

function takeExtension(reader: Reader, number: number, bytes: Uint8Array<ArrayBuffer>): unknown {
  if (number === UNDEFINED && bytes.length === 0) return undefined
  if (number === BIG_INTEGER) {
    const digits = Array.from(bytes, code => String.fromCharCode(code)).join('')
    if (!/^-?\d+$/.test(digits)) throw reader.malformed()
    return BigInt(digits)
  }
  const array = ARRAYS.get(number)
  if (array === undefined || bytes.length % array.size !== 0) throw reader.malformed()
  return array.make(bytes.buffer)
}
