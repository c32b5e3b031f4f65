import {
  ArrowDownNarrowWide,
  ArrowUpNarrowWide,
  CheckCheck,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Download,
  Equal,
  EyeOff,
  FlipHorizontal2,
  ListFilter,
  Undo2,
  Upload,
} from '@lucide/vue'
import { withKey } from '../commands/commands'
import { keyLabel } from '../commands/keys'
import { recordOperationItems } from '../commands/operations'
import type { MenuItem } from '../ui/menu'
import type { CopiedRecords } from '../state/copied-records'
import type { useText } from '../state/settings.store'
import type { RecordRows } from './use-record-table'

interface Sources {
  readonly text: ReturnType<typeof useText>
  readonly rows: RecordRows
  readonly canEdit: boolean
  all(): void
  invert(): void
  copyRows(): void
  pasteRows(): void
  /** Records copied last, where they are of the kind of this table. */
  readonly copied: CopiedRecords | undefined
  pasteAsNew(): void
  exportRows(hasCommas?: boolean): void
  importRows(): void
  revert(column: string, records: readonly number[]): void
}

/** Menu of the rows and of the current cell. */
export function tableMenu(sources: Sources): MenuItem[] {
  const { text, rows, canEdit, exportRows, importRows } = sources
  if (!rows.table.value) return []
  const operations = recordOperationItems()
  return [
    ...cellItems(sources),
    ...selectionItems(sources),
    ...columnItems(sources),
    ...(operations.length > 0 ? ([...operations, '-'] as const) : []),
    { id: 'export', label: text.say('ui.table.export'), icon: Download, run: () => exportRows() },
    { id: 'export-commas', label: text.say('ui.table.export-commas'), run: () => exportRows(true) },
    { id: 'import', label: text.say('ui.table.import'), icon: Upload, disabled: !canEdit, run: importRows },
  ]
}

/** Items for the current cell: records of the same value, its filter, its value before any edit. */
function cellItems({ text, rows, canEdit, revert }: Sources): MenuItem[] {
  const table = rows.table.value
  const column = rows.active.value
  const record = rows.primary.value
  const value = column && record !== undefined ? table?.text(column.name, record) : undefined
  if (!table || !column || record === undefined || value === undefined) return []
  return [
    {
      id: 'same',
      label: text.say('ui.table.select-same', { column: column.name, value }),
      icon: Equal,
      run: () => {
        const records = [...rows.rows.value].filter(other => table.text(column.name, other) === value)
        rows.select(records, record)
      },
    },
    {
      id: 'filter',
      label: text.say('ui.table.filter-same', { column: column.name, value }),
      icon: ListFilter,
      disabled: value === '',
      run: () => rows.setFilter(column.name, column.kind === 'text' ? `=${value}` : value),
    },
    {
      id: 'revert',
      label: text.say('ui.table.revert', { column: column.name }),
      icon: Undo2,
      ...withKey('table.revert'),
      disabled: !canEdit || column.fixed !== undefined,
      run: () => revert(column.name, rows.chosenRows.value),
    },
    '-',
  ]
}

/** Items for the selected rows: choose them, copy them, paste over them or behind them. */
function selectionItems(sources: Sources): MenuItem[] {
  const { text, rows, canEdit, all, invert, copyRows, pasteRows, copied, pasteAsNew } = sources
  return [
    { id: 'all', label: text.say('ui.table.select-shown'), icon: CheckCheck, ...withKey('table.select-all'), run: all },
    {
      id: 'invert',
      label: text.say('command.select.invert'),
      icon: FlipHorizontal2,
      ...withKey('table.invert'),
      run: invert,
    },
    '-',
    {
      id: 'copy',
      label: text.say('ui.table.copy', { n: rows.chosenRows.value.length }),
      icon: Copy,
      keys: keyLabel('Mod+KeyC'),
      disabled: rows.chosenRows.value.length === 0,
      run: copyRows,
    },
    {
      id: 'paste',
      label: text.say('ui.table.paste-menu'),
      icon: ClipboardPaste,
      keys: keyLabel('Mod+KeyV'),
      disabled: !canEdit,
      run: pasteRows,
    },
    {
      id: 'paste-new',
      label: text.say('ui.table.paste-new', { n: copied?.records.length ?? 1 }),
      icon: CopyPlus,
      ...withKey('table.paste-new'),
      disabled: !canEdit || !copied,
      run: pasteAsNew,
    },
    '-',
  ]
}

/** Items for the current column: sort by it, hide it. */
function columnItems({ text, rows }: Sources): MenuItem[] {
  const column = rows.active.value
  if (!column) return []
  const sort = (isDown: boolean) => (): void => {
    rows.sorting.value = { column: column.name, isDown }
  }
  return [
    {
      id: 'up',
      label: text.say('ui.table.sort-up', { column: column.name }),
      icon: ArrowUpNarrowWide,
      run: sort(false),
    },
    {
      id: 'down',
      label: text.say('ui.table.sort-down', { column: column.name }),
      icon: ArrowDownNarrowWide,
      run: sort(true),
    },
    {
      id: 'hide',
      label: text.say('ui.table.hide-column', { column: column.name }),
      icon: EyeOff,
      disabled: rows.columns.value.length < 2,
      run: () => rows.setColumns(rows.columns.value.filter(other => other !== column).map(other => other.name)),
    },
    '-',
  ]
}
