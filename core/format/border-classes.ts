import type { Columns } from './mesh-item'

/** In `Borders.sides`: nothing on that side, and both sides of a line that the regions do not agree on. */
export const NO_SIDE = -1
export const BROKEN_SIDE = -2

/** Classes that every item of border lines has; those behind them say in which column both sides differ. */
export const INNER_LINE = 0
export const BORDER_LINE = 1
export const BROKEN_LINE = 2
const FIRST_DIFFERENCE = 3

/** Lines between regions of the same entry: their class follows from the values of the regions on both sides. */
export interface Borders {
  /** Field of the lines that is the class. */
  readonly field: string
  /** Records of the regions beside each line, two per record: `NO_SIDE`, or twice `BROKEN_SIDE`. */
  readonly sides: Int32Array
  /** Columns of the regions, the most important first: class 3 + k is a difference in column k, and in none before it. */
  readonly columns: readonly string[]
}

/** The class of each line: 0 both sides are alike, 1 it has one side, 2 broken, 3 + k the sides differ in column k. */
export function borderClasses({ sides, columns }: Borders, fields: Columns): Uint8Array {
  const compared = columns.map(name => fields[name])
  const classes = new Uint8Array(sides.length / 2)
  for (let line = 0; line < classes.length; line++) {
    const [one, other] = [sides[2 * line] ?? NO_SIDE, sides[2 * line + 1] ?? NO_SIDE]
    classes[line] = one === BROKEN_SIDE ? BROKEN_LINE : one < 0 || other < 0 ? BORDER_LINE : INNER_LINE
    if (classes[line] !== INNER_LINE) continue
    for (let column = 0; column < compared.length; column++) {
      const values = compared[column]
      if (values?.[one] === values?.[other]) continue
      classes[line] = FIRST_DIFFERENCE + column
      break
    }
  }
  return classes
}
