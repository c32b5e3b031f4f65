import { LayoutError } from '../model/error'
import type { AnyLayout, Layout } from '../model/shape'
import type { Bytes } from '../model/splice'
import { Declared } from '../shapes/declared'
import type { Around, Encoder } from '../shapes/operations'
import { AttributeScope } from '../shapes/scope'
import { operationsOf, typeOf } from '../shapes/table'
import { document } from './document'
import { settled } from './following'
import { spliced } from './runs'

/** The result of `write`. */
export interface Written {
  readonly bytes: Bytes
  /** Lengths stored in the directory row, not in the payload. */
  readonly attributes: Readonly<Record<string, number>>
}

/**
 * The bytes of a value, from the value alone. Derived fields may be left out; one that is given must be what it
 * counts, a following word may be odd. Throws LayoutError with the path of what does not fit.
 */
export function write<T>(layout: Layout<T>, value: T): Written {
  const writer = new Writer('', attributesAround(layout))
  writer.put(layout, value)
  const { left, attributes } = writer
  const bytes = writer.bytes.slice(0, writer.size)
  if (left.length === 0) return { bytes, attributes }
  const open = new Set(left)
  return {
    bytes: spliced(
      bytes,
      settled(document(layout, bytes), ({ offset }) => open.has(offset)),
    ),
    attributes,
  }
}

const attributesAround = ({ attributes }: AnyLayout): Around | undefined => attributes && new AttributeScope(attributes)

/**
 * As `write`, for an unchecked value. `path`: node path of the value, for errors. `around`: numbers outside of the
 * value that its formulas read.
 */
export function encode(layout: AnyLayout, value: unknown, path: string, around?: Around): Written {
  const writer = new Writer(path, around ?? attributesAround(layout))
  writer.put(layout, value)
  return { bytes: writer.bytes.slice(0, writer.size), attributes: writer.attributes }
}

class Writer extends Declared implements Encoder {
  readonly attributes: Record<string, number> = {}
  readonly left: number[] = []
  bytes = new Uint8Array(64)
  view = new DataView(this.bytes.buffer)
  size = 0
  private readonly path: (string | number)[]
  private start: number

  constructor(
    path: string,
    public around: Around | undefined,
  ) {
    super()
    this.path = path === '' ? [] : [path]
    this.start = this.path.length
  }

  get depth(): number {
    return this.path.length - this.start
  }

  put({ shape }: AnyLayout, value: unknown): void {
    operationsOf(shape).encode(shape, value, this)
  }

  putAll(element: AnyLayout, values: readonly unknown[], parallel?: string): void {
    const { shape } = element
    const { around } = this
    const operations = operationsOf(shape)
    for (let record = 0; record < values.length; record++) {
      this.path.push(record)
      if (parallel !== undefined) this.around = around?.along(parallel, record)
      operations.encode(shape, values[record], this)
      // Of two lines without a line end between them only one would be left.
      if (record < values.length - 1 && operations.needsEnd(shape, this.bytes, this.size))
        this.refuse('layout.line-end')
      this.path.pop()
    }
    this.around = around
  }

  describe(layout: AnyLayout): string {
    return typeOf(layout)
  }

  within(step: string | number, work: () => void): void {
    this.path.push(step)
    work()
    this.path.pop()
  }

  framed(work: () => void): void {
    const isOutermost = this.depth === 0
    if (isOutermost) this.start++
    this.within('body', work)
    if (isOutermost) this.start--
  }

  refuse(code: string, params: Readonly<Record<string, string | number>> = {}): never {
    throw new LayoutError(code, params, this.path.join('/'))
  }

  replace(from: number, bytes: Uint8Array): void {
    this.size = from
    const at = this.grow(bytes.length)
    this.bytes.set(bytes, at)
  }

  grow(size: number): number {
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
}
