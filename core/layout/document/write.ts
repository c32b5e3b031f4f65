import { encodeText } from '../model/codepage'
import { LayoutError } from '../model/error'
import { evaluate } from '../model/formula'
import type { AnyLayout, Layout } from '../model/layout'
import { fromHex, toHex, writeBits, writeFloat, writeInteger } from '../model/numbers'
import {
  INTEGER_LIMITS, SCALAR_SIZE, isInteger,
  type ArrayShape, type CodePage, type IntegerName, type ListShape, type ScalarName, type StructShape,
} from '../model/shape'
import type { Bytes } from '../model/splice'

export interface Written {
  readonly bytes: Bytes
  /** Lengths that stand in the directory row, not in the payload. */
  readonly attributes: Readonly<Record<string, number>>
}

/**
 * The bytes of a value, from the value alone. Derived fields may be left out; one that is given must be what it
 * counts. Throws LayoutError with the path of what does not fit.
 */
export function write<T>(layout: Layout<T>, value: T): Written {
  return encode(layout, value, '')
}

/** As `write`, for values of unknown origin; `path` is where the value belongs, for the words of a refusal. */
export function encode(layout: AnyLayout, value: unknown, path: string): Written {
  const writer = new Writer(path)
  writer.put(layout, value)
  return { bytes: writer.bytes.slice(0, writer.size), attributes: writer.attributes }
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)

class Writer {
  bytes = new Uint8Array(64)
  size = 0
  readonly attributes: Record<string, number> = {}
  private view = new DataView(this.bytes.buffer)
  private readonly path: (string | number)[]

  constructor(path: string) {
    this.path = path === '' ? [] : [path]
  }

  put(layout: AnyLayout, value: unknown): void {
    const { shape } = layout
    switch (shape.of) {
      case 'scalar': return this.putScalar(shape.scalar, value)
      case 'count': return this.putInteger(shape.scalar, value)
      case 'vector': {
        if (!Array.isArray(value)) this.refuse('layout.not-vector', { count: shape.names.length })
        else if (value.length !== shape.names.length) this.refuse('layout.length', { expected: shape.names.length, found: value.length })
        else shape.names.forEach((name, k) => this.within(name, () => this.putScalar(shape.scalar, value[k])))
        return
      }
      case 'bytes': return this.putBytes(value, shape.size)
      case 'rest': return this.putBytes(value)
      case 'text': return this.putText(value, shape.size, shape.page)
      case 'line': return this.putLine(value, shape.page)
      case 'list': return this.putList(shape, value)
      case 'array': return this.putArray(shape, value)
      case 'struct': return this.putStruct(shape, value)
    }
  }

  private refuse(code: string, params: Readonly<Record<string, string | number>> = {}): never {
    throw new LayoutError(code, params, this.path.join('/'))
  }

  private within(name: string | number, work: () => void): void {
    this.path.push(name)
    work()
    this.path.pop()
  }

  /** Makes room and answers where it begins. It may replace `bytes` and `view`: they are looked at after it. */
  private grow(size: number): number {
    const at = this.size
    this.size += size
    if (this.size > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.size, 2 * this.bytes.length))
      larger.set(this.bytes)
      this.bytes = larger
      this.view = new DataView(larger.buffer)
    }
    return at
  }

  private putScalar(scalar: ScalarName, value: unknown): void {
    if (scalar === 'f32' || scalar === 'f64') this.putFloat(scalar, value)
    else if (isInteger(scalar)) this.putInteger(scalar, value)
    else this.putLong(scalar, value)
  }

  private putInteger(scalar: IntegerName, value: unknown): void {
    if (typeof value !== 'number' || !Number.isInteger(value)) return this.refuse('layout.not-integer')
    const [min, max] = INTEGER_LIMITS[scalar]
    if (value < min || value > max) this.refuse('layout.range', { value, min, max })
    const at = this.grow(SCALAR_SIZE[scalar])
    writeInteger(this.view, at, scalar, value)
  }

  private putLong(scalar: 'u64' | 'i64', value: unknown): void {
    if (typeof value !== 'bigint') return this.refuse('layout.not-integer')
    const [min, max] = scalar === 'u64' ? [0n, 2n ** 64n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n]
    if (value < min || value > max) this.refuse('layout.range', { value: String(value), min: String(min), max: String(max) })
    const at = this.grow(8)
    this.view.setBigUint64(at, BigInt.asUintN(64, value), true)
  }

  private putFloat(scalar: 'f32' | 'f64', value: unknown): void {
    const at = this.grow(SCALAR_SIZE[scalar])
    if (typeof value === 'number') {
      if (scalar === 'f32' && Number.isFinite(value) && !Number.isFinite(Math.fround(value))) {
        this.refuse('layout.range', { value, min: '-3.4028235e38', max: '3.4028235e38' })
      }
      writeFloat(this.view, at, scalar, value)
      return
    }
    const bits = isFields(value) && Object.keys(value).length === 1 ? value['bits'] : undefined
    if (typeof bits !== 'string') return this.refuse('layout.not-number')
    if (!writeBits(this.view, at, scalar, bits)) this.refuse('layout.bits', { digits: scalar === 'f32' ? 8 : 16 })
  }

  private putBytes(value: unknown, size?: number): void {
    if (!(value instanceof Uint8Array)) return this.refuse('layout.not-bytes')
    if (size !== undefined && value.length !== size) this.refuse('layout.length', { expected: size, found: value.length })
    const at = this.grow(value.length)
    this.bytes.set(value, at)
  }

  private putText(value: unknown, size: number, page: CodePage): void {
    const { text, tail } = typeof value === 'string' ? { text: value, tail: '' } : isFields(value) ? value : {}
    if (typeof text !== 'string' || typeof tail !== 'string') return this.refuse('layout.not-text')
    const encoded = encodeText(text, page)
    if ('missing' in encoded) return this.refuse('layout.character', { character: encoded.missing, page })
    if (text.includes('\0')) this.refuse('layout.character', { character: 'NUL', page })
    const behind = fromHex(tail.startsWith('hex:') ? tail.slice(4) : tail)
    if (!behind) return this.refuse('layout.hex')
    const used = encoded.length + (behind.length === 0 ? 0 : 1 + behind.length)
    if (used > size) this.refuse('layout.text-long', { size, found: used })
    const at = this.grow(size)
    this.bytes.set(encoded, at)
    this.bytes.set(behind, at + (behind.length === 0 ? 0 : encoded.length + 1))
  }

  private putLine(value: unknown, page: CodePage): void {
    const { text, tail } = typeof value === 'string' ? { text: value, tail: '0d0a' } : isFields(value) ? value : {}
    if (typeof text !== 'string' || typeof tail !== 'string') return this.refuse('layout.not-text')
    const encoded = encodeText(text, page)
    if ('missing' in encoded) return this.refuse('layout.character', { character: encoded.missing, page })
    if (encoded.includes(0x0a)) this.refuse('layout.character', { character: 'LF', page })
    const behind = fromHex(tail.startsWith('hex:') ? tail.slice(4) : tail)
    if (!behind || !['', '0a', '0d0a'].includes(toHex(behind)) || encoded.length + behind.length === 0) return this.refuse('layout.hex')
    const at = this.grow(encoded.length + behind.length)
    this.bytes.set(encoded, at)
    this.bytes.set(behind, at + encoded.length)
  }

  /** Lines that are followed by another end in a line feed, or two would become one. */
  private checkLines(element: AnyLayout, values: readonly unknown[]): void {
    if (element.shape.of !== 'line') return
    const open = values.findIndex((value, k) => k < values.length - 1 && isFields(value) && value['tail'] === '')
    if (open >= 0) this.within(open, () => this.refuse('layout.line-end'))
  }

  private putMany(element: AnyLayout, values: readonly unknown[]): void {
    for (let record = 0; record < values.length; record++) {
      this.path.push(record)
      this.put(element, values[record])
      this.path.pop()
    }
  }

  private putList({ scalar, element }: ListShape, value: unknown): void {
    if (!Array.isArray(value)) return this.refuse('layout.not-list')
    const [, max] = INTEGER_LIMITS[scalar]
    if (value.length > max) this.refuse('layout.long', { max, found: value.length })
    const at = this.grow(SCALAR_SIZE[scalar])
    writeInteger(this.view, at, scalar, value.length)
    this.putMany(element, value)
  }

  private putArray({ element, length }: ArrayShape, value: unknown): void {
    if (!Array.isArray(value)) return this.refuse('layout.not-list')
    if (length.from === 'fixed' && length.count !== value.length) {
      this.refuse('layout.length', { expected: length.count, found: value.length })
    }
    if (length.from === 'attribute') {
      const other = this.attributes[length.name]
      if (other !== undefined && other !== value.length) this.refuse('layout.length', { expected: other, found: value.length })
      this.attributes[length.name] = value.length
    }
    this.checkLines(element, value)
    this.putMany(element, value)
  }

  private putStruct(shape: StructShape, value: unknown): void {
    if (!isFields(value)) return this.refuse('layout.not-record')
    for (const field of Object.keys(value)) {
      if (!shape.fields.some(({ name }) => name === field)) this.refuse('layout.unknown-field', { field })
    }
    const told = new Map<string, number>()
    for (const { name, layout } of shape.fields) {
      this.within(name, () => {
        const given = Object.hasOwn(value, name) ? value[name] : undefined
        const present = layout.shape.of === 'count' ? this.derive(layout.shape, value, given) : given
        if (present === undefined) this.refuse('layout.missing-field', { field: name })
        if (layout.shape.of === 'array') this.checkLength(layout.shape, present, told)
        this.put(layout, present)
        if (typeof present === 'number') told.set(name, present)
      })
    }
  }

  /** What a count must be; refuses a given one that differs. */
  private derive({ sibling, per, scalar }: { sibling: string; per: number; scalar: IntegerName }, value: Fields, given: unknown): number {
    const records = value[sibling]
    if (!Array.isArray(records)) return typeof given === 'number' ? given : 0
    const count = records.length / per
    const [, max] = INTEGER_LIMITS[scalar]
    if (!Number.isInteger(count)) {
      this.path.pop()
      this.path.push(sibling)
      this.refuse('layout.multiple', { per, found: records.length })
    }
    if (count > max) this.refuse('layout.long', { max, found: records.length })
    if (given !== undefined && given !== count) {
      this.refuse('layout.derived', { expected: count, found: typeof given === 'number' ? given : typeof given })
    }
    return count
  }

  private checkLength({ length }: ArrayShape, value: unknown, told: ReadonlyMap<string, number>): void {
    if (length.from !== 'formula' || !Array.isArray(value)) return
    const expected = evaluate(length.expression, name => told.get(name) ?? 0)
    if (expected !== value.length) this.refuse('layout.formula', { expected, found: value.length, formula: length.text })
  }
}
