import type { Value } from '../model/layout'
import type { AnyLayout } from '../model/shape'
import type { Cursor, Source } from '../shapes/operations'
import { countsOf, lengthOf, operationsOf } from '../shapes/table'

/** The value of a node. Its bytes have been measured: nothing is checked here again. */
export function decode({ bytes, view }: Source, layout: AnyLayout, offset: number, size: number, count: number): Value {
  return new Decoder(bytes, view, offset, offset + size).value(layout, count)
}

class Decoder implements Cursor {
  readonly lengthOf = lengthOf
  readonly countsOf = countsOf

  constructor(
    readonly bytes: Uint8Array,
    readonly view: DataView,
    public at: number,
    readonly end: number,
  ) {}

  value({ shape }: AnyLayout, count: number): Value {
    return operationsOf(shape).decode(shape, this, count)
  }
}
