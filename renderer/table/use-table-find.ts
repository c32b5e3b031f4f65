import { ref, shallowRef } from 'vue'
import type { RecordTable, TableField } from '@areal-studio/core/query'

export interface Cell {
  readonly record: number
  readonly column: string
}

/**
 * The next cell in reading order whose text has these words, in any case; round the end. Undefined where no shown cell has
 * them. The search begins behind `from`, or at the first cell.
 */
export function nextCell(
  table: Pick<RecordTable, 'text'>,
  rows: ArrayLike<number>,
  columns: readonly Pick<TableField, 'name'>[],
  words: string,
  from: Cell | undefined,
  step: 1 | -1,
): Cell | undefined {
  const wanted = words.trim().toLowerCase()
  const count = rows.length * columns.length
  if (wanted === '' || count === 0) return undefined
  const row = from ? Array.prototype.indexOf.call(rows, from.record) : -1
  const column = from ? columns.findIndex(({ name }) => name === from.column) : -1
  const start = row < 0 ? (step === 1 ? -1 : count) : row * columns.length + Math.max(0, column)
  for (let i = 1; i <= count; i++) {
    const at = (((start + i * step) % count) + count) % count
    const record = rows[Math.floor(at / columns.length)]
    const field = columns[at % columns.length]
    if (record !== undefined && field && table.text(field.name, record).toLowerCase().includes(wanted))
      return { record, column: field.name }
  }
  return undefined
}

/** Words sought in the cells of a table. */
export function useTableFind(seek: (words: string, step: 1 | -1) => boolean) {
  const isOpen = ref(false)
  const words = ref('')
  const isMissing = shallowRef(false)
  return {
    isOpen,
    words,
    isMissing,
    next(step: 1 | -1): void {
      isOpen.value = true
      isMissing.value = words.value.trim() !== '' && !seek(words.value, step)
    },
  }
}
