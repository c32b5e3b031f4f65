import type { Numeric } from '../../expression'
import type { AnyLayout, Length } from '../model/shape'
import { innerCounts } from './inner-counts'
import type { Around, Counts, Steering } from './operations'
import { countsOf, lengthOf, operationsOf, resolve } from './table'
import { elementOf } from './views'

/** How layouts depend on the fields around them, for readers and writers of values. */
export class Declared implements Steering {
  readonly innerCounts = innerCounts

  lengthOf(layout: AnyLayout): Length | undefined {
    return lengthOf(layout)
  }

  countsOf(layout: AnyLayout): Counts | undefined {
    return countsOf(layout)
  }

  resolve(this: void, layout: AnyLayout, around: Around | undefined): AnyLayout | undefined {
    return resolve(layout, around)
  }

  elementOf(this: void, layout: AnyLayout): AnyLayout | undefined {
    return elementOf(layout)
  }

  numericOf({ shape }: AnyLayout, value: unknown, part: string | undefined): Numeric | undefined {
    return operationsOf(shape).steering.numberOf(shape, value, part)
  }
}
