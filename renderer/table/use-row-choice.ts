import type { RecordRows } from './use-record-table'

/** Rows are chosen as in any list: one, with Shift all up to it, with Ctrl one more or one less. */
export function useRowChoice(records: RecordRows) {
  /** Where a range of rows begins. */
  let anchor: number | undefined
  const shown = (): Uint32Array => records.rows.value

  function one(record: number, column?: string): void {
    anchor = record
    records.select([record], record, column)
  }

  function range(record: number, column?: string): void {
    const from = records.places.value[anchor ?? record] ?? -1
    const to = records.places.value[record] ?? -1
    if (from < 0 || to < 0) return one(record, column)
    records.select([...shown().subarray(Math.min(from, to), Math.max(from, to) + 1)], record, column)
  }

  return {
    one,
    range,
    /** The next range begins here. */
    begin(record: number | undefined): void {
      anchor = record
    },
    /** A row was pressed; the menu of a chosen row applies to all that are chosen. */
    press(event: MouseEvent, record: number, column: string | undefined): void {
      const chosen = records.chosen.value
      if (event.type === 'contextmenu' && chosen.has(record))
        return records.select([...records.chosenRows.value], record, column)
      if (event.shiftKey) return range(record, column)
      if (!event.ctrlKey && !event.metaKey) return one(record, column)
      const others = [...chosen].filter(other => other !== record)
      const isOn = !chosen.has(record)
      anchor = record
      records.select(isOn ? [...others, record] : others, isOn ? record : (others.at(-1) ?? record), column)
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
