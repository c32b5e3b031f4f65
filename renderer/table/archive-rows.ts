import { nameOfValue, type ArchiveCodec } from '@areal-studio/core/format'
import { fieldsOf, type AnyLayout } from '@areal-studio/core/layout'
import type { TreeItem } from '@areal-studio/core/studio'

/** A column over the rows of an archive: one attribute of each. */
export interface RowColumn {
  readonly id: string
  /** Numbers are aligned at their end. */
  readonly isNumber: boolean
  /** Key of its title in the catalogue; attributes go by their own name. */
  readonly title?: string
  /** Undefined where it is not known: the stored size of a row that is encoded when it is packed. */
  value(item: TreeItem): number | string | undefined
  /** What is shown instead of a number: the name of a method, bits in hex. */
  called?(item: TreeItem): string | undefined
}

type Declared = Pick<ArchiveCodec, 'attributes' | 'encodingOf'>

export interface RowSorting {
  readonly column: string
  readonly isDown: boolean
}

/** Name, size, stored size where a row is stored encoded, then the attributes that the archive declares. */
export function rowColumns(codec: Declared, items: readonly TreeItem[]): readonly RowColumn[] {
  const { attributes: declared } = codec
  const isEncoded = items.some(item => item.storedSize !== undefined)
  return [
    { id: 'name', isNumber: false, title: 'ui.table.rows.name', value: item => item.name },
    { id: 'size', isNumber: true, title: 'ui.table.rows.size', value: item => item.size },
    ...(isEncoded ? [storedColumn(codec)] : []),
    ...(declared ? (fieldsOf(declared) ?? []) : []).flatMap(({ name, layout: { meta } }) =>
      name === 'name' || meta.role === 'unknown' ? [] : [attributeColumn(name, declared, meta)],
    ),
  ]
}

const storedColumn = (codec: Declared): RowColumn => ({
  id: 'stored',
  isNumber: true,
  title: 'ui.table.rows.stored',
  value: ({ storedSize, size, attributes = {} }) =>
    storedSize ?? (codec.encodingOf?.(attributes) === undefined ? size : undefined),
})

function attributeColumn(name: string, declared: AnyLayout | undefined, meta: AnyLayout['meta']): RowColumn {
  const value = (item: TreeItem): number | string => {
    const found = item.attributes?.[name] ?? 0
    return typeof found === 'object' ? found.text : found
  }
  const called = (item: TreeItem): string | undefined => {
    const found = value(item)
    const isHex = meta.hex === true && typeof found === 'number'
    return nameOfValue(declared, name, found) ?? (isHex ? `0x${found.toString(16).toUpperCase()}` : undefined)
  }
  return { id: name, isNumber: meta.values === undefined, value, called }
}

/**
 * Rows sorted by a column. Rows with equal values, and all rows without a column, keep the order of the directory.
 * Unknown values come first.
 */
export function sortedRows(
  items: readonly TreeItem[],
  columns: readonly RowColumn[],
  sorting: RowSorting | undefined,
): readonly TreeItem[] {
  const column = columns.find(({ id }) => id === sorting?.column)
  if (!column) return items
  const sign = sorting?.isDown === true ? -1 : 1
  const of = (item: TreeItem): number | string => {
    const value = column.value(item) ?? -1
    return column.isNumber ? value : (column.called?.(item) ?? value)
  }
  return items.toSorted((a, b) => sign * compared(of(a), of(b)))
}

function compared(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [String(a).toLowerCase(), String(b).toLowerCase()]
  return x < y ? -1 : x > y ? 1 : 0
}

/** The next sorting: ascending, descending, order of the directory. */
export function nextSorting(present: RowSorting | undefined, column: string): RowSorting | undefined {
  if (present?.column !== column) return { column, isDown: false }
  return present.isDown ? undefined : { column, isDown: true }
}
