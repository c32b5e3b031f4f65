import type { Value } from '../model/layout'
import type { AnyLayout } from '../model/shape'
import { Declared } from '../shapes/declared'
import type { Around, Cursor, Source } from '../shapes/operations'
import { operationsOf } from '../shapes/table'

/** The value of a node. Nothing is checked: its bytes were measured before. */
export function decode(
  { bytes, view }: Source,
  layout: AnyLayout,
  offset: number,
  size: number,
  count: number,
  around: Around | undefined,
): Value {
  return new Decoder(bytes, view, offset, offset + size, around).value(layout, count)
}

class Decoder extends Declared implements Cursor {
  constructor(
    readonly bytes: Uint8Array,
    readonly view: DataView,
    public at: number,
    public end: number,
    public around: Around | undefined,
  ) {
    super()
  }

  value({ shape }: AnyLayout, count: number): Value {
    return operationsOf(shape).decode(shape, this, count)
  }
}
