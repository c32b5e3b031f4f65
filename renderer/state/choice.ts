/** Effect of Shift and Ctrl (Cmd) on a click: the same in every list, the tree and on the map. */
export type Choice = 'one' | 'toggle' | 'range' | 'add'

/** Ctrl adds or removes the clicked row, Shift selects a range; with both the range is added. */
export function choiceOf(event: {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}): Choice {
  const isControl = event.ctrlKey || event.metaKey
  if (event.shiftKey) return isControl ? 'add' : 'range'
  return isControl ? 'toggle' : 'one'
}

/** Chosen rows, the primary one among them. */
export interface Chosen<Row> {
  readonly rows: readonly Row[]
  readonly primary: Row | undefined
}

/**
 * Selection by clicks on one list: a range begins at the row that was last clicked without Shift, else at the primary
 * one.
 */
export class ListChoice<Row> {
  private anchor: Row | undefined

  /** `between` lists the rows from one to another, both included; none where one of them is not in the list. */
  constructor(private readonly between: (from: Row, to: Row) => readonly Row[]) {}

  /** The next range begins here. */
  begin(row: Row | undefined): void {
    this.anchor = row
  }

  /** What is chosen after a press; no row where the last one was taken off. */
  press({ rows, primary }: Chosen<Row>, pressed: Row, choice: Choice): Chosen<Row> {
    if (choice === 'toggle') {
      this.anchor = pressed
      const others = rows.filter(row => row !== pressed)
      if (others.length === rows.length) return { rows: [...rows, pressed], primary: pressed }
      return { rows: others, primary: others.at(-1) }
    }
    const from = this.anchor !== undefined && rows.includes(this.anchor) ? this.anchor : primary
    const range = choice === 'one' || from === undefined ? [] : this.between(from, pressed)
    if (range.length === 0) {
      this.anchor = pressed
      return { rows: [pressed], primary: pressed }
    }
    this.anchor = from
    return { rows: choice === 'add' ? [...new Set([...rows, ...range])] : range, primary: pressed }
  }
}

/** The part of a list from one place to another, both included, in the order of the list; none where a place is not in it. */
export const partBetween = <Row>(list: readonly Row[], from: number, to: number): readonly Row[] =>
  from < 0 || to < 0 ? [] : list.slice(Math.min(from, to), Math.max(from, to) + 1)
