import { LayoutError } from '../model/error'
import type { AnyLayout, Layout } from '../model/shape'
import type { Bytes } from '../model/splice'
import type { Encoder } from '../shapes/operations'
import { countsOf, lengthOf, operationsOf } from '../shapes/table'

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

class Writer implements Encoder {
  readonly lengthOf = lengthOf
  readonly countsOf = countsOf
  readonly attributes: Record<string, number> = {}
  bytes = new Uint8Array(64)
  view = new DataView(this.bytes.buffer)
  size = 0
  private readonly path: (string | number)[]

  constructor(path: string) {
    this.path = path === '' ? [] : [path]
  }

  put({ shape }: AnyLayout, value: unknown): void {
    operationsOf(shape).encode(shape, value, this)
  }

  putAll(element: AnyLayout, values: readonly unknown[]): void {
    const { shape } = element
    const operations = operationsOf(shape)
    for (let record = 0; record < values.length; record++) {
      this.path.push(record)
      operations.encode(shape, values[record], this)
      // Of two lines without a line end between them only one would be left.
      if (record < values.length - 1 && operations.needsEnd(shape, this.bytes, this.size))
        this.refuse('layout.line-end')
      this.path.pop()
    }
  }

  within(step: string | number, work: () => void): void {
    this.path.push(step)
    work()
    this.path.pop()
  }

  refuse(code: string, params: Readonly<Record<string, string | number>> = {}): never {
    throw new LayoutError(code, params, this.path.join('/'))
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
