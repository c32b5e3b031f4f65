import { choiceOf, ListChoice, partBetween, type Choice } from '../state/choice'
import type { RecordRows } from './use-record-table'

/** Selection of rows by clicks, as in any list: one, a range with Shift, one more or less with Ctrl. */
export function useRowChoice(records: RecordRows) {
  const shown = (): Uint32Array => records.rows.value
  const list = new ListChoice<number>((from, to) =>
    partBetween([...shown()], records.places.value[from] ?? -1, records.places.value[to] ?? -1),
  )

  function choose(record: number, column: string | undefined, choice: Choice): void {
    const present = { rows: [...records.chosen.value], primary: records.primary.value }
    const { rows, primary } = list.press(present, record, choice)
    records.select([...rows], primary ?? record, column)
  }

  return {
    one: (record: number, column?: string): void => choose(record, column, 'one'),
    range: (record: number, column?: string): void => choose(record, column, 'range'),
    /** The next range begins here. */
    begin: (record: number | undefined): void => list.begin(record),
    /** A row was pressed; the menu of a chosen row applies to all that are chosen. */
    press(event: MouseEvent, record: number, column: string | undefined): void {
      if (event.type === 'contextmenu' && records.chosen.value.has(record))
        return records.select([...records.chosenRows.value], record, column)
      choose(record, column, choiceOf(event))
    },
    all(): void {
      records.select([...shown()], records.primary.value ?? shown()[0] ?? 0)
    },
    invert(): void {
      const others = [...shown()].filter(record => !records.chosen.value.has(record))
      const [first] = others
      if (first !== undefined) records.select(others, first)
    },
  }
}
