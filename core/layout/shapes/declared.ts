import type { Numeric } from '../../expression'
import type { AnyLayout } from '../model/shape'
import type { Steering } from './operations'
import { countsOf, lengthOf, operationsOf, resolve } from './table'
import { elementOf } from './views'

/** How layouts depend on the fields around them, for whatever goes through values. */
export class Declared implements Steering {
  readonly lengthOf = lengthOf
  readonly countsOf = countsOf
  readonly resolve = resolve
  readonly elementOf = elementOf

  numericOf({ shape }: AnyLayout, value: unknown, part: string | undefined): Numeric | undefined {
    return operationsOf(shape).steering.numberOf(shape, value, part)
  }
}
