import { LayoutError, encode, type Node, type Value } from '@areal-studio/core/layout'
import { numberText, type RecordTable, type TableField } from '@areal-studio/core/query'
import { parseText, sameValue, valueOf, type Parsed } from '../value/value-text'
import { parseDelimited, type TextCell } from './delimited'
import { jsonBlock } from './json-block'

export interface CellChange {
  readonly record: number
  readonly column: string
  readonly path: string
  readonly before: string
  /** As the table will show it, however it was written in the text. */
  readonly after: string
  readonly value: Value
}

/** An error and its place in the imported text; its message is `ui.table.in.<code>`. */
export interface Mistake {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  /** Why the value is not valid there: a whole key of the catalogue. */
  readonly reason?: { readonly code: string; readonly params: Readonly<Record<string, string | number>> }
}

/** Changes that imported text would make in a table. With an error nothing may be changed. */
export interface Incoming {
  readonly cells: number
  readonly changes: readonly CellChange[]
  readonly mistakes: readonly Mistake[]
  /** What is assigned, where that is more than the values of the changes one by one. */
  readonly targets?: readonly { readonly path: string; readonly value: Value }[]
  /** Fields left out because their lengths differ. */
  readonly skipped?: readonly string[]
}

const MISTAKES_SHOWN = 50
const mistaken = (code: string, params: Mistake['params']): Incoming => ({
  cells: 0,
  changes: [],
  mistakes: [{ code, params }],
})

interface Target {
  readonly cell: TextCell
  readonly record: number
  readonly field: TableField
}

/**
 * Pastes a block from a spreadsheet at a cell, to the right over `columns` and down over `rows`. A single line fills
 * all selected rows. A block whose first line names columns, as this table copies it, goes into these columns; so do
 * records in JSON.
 */
export function pasteBlock(
  table: RecordTable,
  text: string,
  rows: ArrayLike<number>,
  from: number,
  columns: readonly string[],
  chosen: readonly number[],
): Incoming {
  const read = blockOf(table, text)
  if ('mistakes' in read) return read
  const { names, lines: block } = read
  const into = names ?? columns
  const [first] = block
  if (!first) return mistaken('empty', {})
  const placed = pastedInto(block, rows, from, chosen, names !== undefined || first.length === 1)
  if ('mistakes' in placed) return placed
  const targets: Target[] = []
  for (const { line, record } of placed.pairs) {
    const wide = line[into.length]
    if (wide) return mistaken('too-wide', { line: wide.line, column: wide.column, columns: into.length })
    for (const [place, cell] of line.entries()) {
      const field = table.field(into[place] ?? '')
      const isNamed = names !== undefined && (field?.computed !== undefined || cell.text === '')
      if (field && !isNamed) targets.push({ cell, record, field })
    }
  }
  return planned(table, targets, names !== undefined)
}

/**
 * Maps lines to records: a single line fills all selected records, as many lines as selected records go onto these, and
 * others go down from row `from`.
 */
export function pastedInto<T>(
  block: readonly T[],
  rows: ArrayLike<number>,
  from: number,
  chosen: readonly number[],
  canFill = true,
): { readonly pairs: readonly { readonly line: T; readonly record: number }[] } | Incoming {
  const [first] = block
  const isFill = canFill && block.length === 1 && chosen.length > 1
  const isOnChosen = isFill || (chosen.length > 1 && block.length === chosen.length)
  const lines = isFill && first !== undefined ? chosen.map(() => first) : block
  if (!isOnChosen && from + lines.length > rows.length)
    return mistaken('too-long', { lines: lines.length, rows: rows.length - from })
  const pairs = lines.flatMap((line, index) => {
    const record = isOnChosen ? chosen[index] : rows[from + index]
    return record === undefined ? [] : [{ line, record }]
  })
  return { pairs }
}

interface Block {
  /** Columns that the block itself names. */
  readonly names?: readonly string[]
  readonly lines: readonly (readonly TextCell[])[]
}

function blockOf(table: RecordTable, text: string): Block | Incoming {
  const lines = /^\s*[[{]/.test(text) ? jsonOf(table, text) : linesOf(text)
  if ('mistakes' in lines) return lines
  const [head, ...rest] = lines
  const isHead =
    head !== undefined && rest.length > 0 && head.every(cell => table.field(cell.text.trim()) !== undefined)
  return isHead ? { names: head.map(cell => cell.text.trim()), lines: rest } : { lines }
}

function linesOf(text: string): readonly (readonly TextCell[])[] | Incoming {
  const parsed = parseDelimited(text, '\t')
  return parsed.ok ? parsed.rows : mistaken(parsed.code, { line: parsed.line, column: parsed.column })
}

function jsonOf(table: RecordTable, text: string): readonly (readonly TextCell[])[] | Incoming {
  try {
    return jsonBlock(table, text)
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    return {
      cells: 0,
      changes: [],
      mistakes: [{ code: 'json', params: {}, reason: { code: `refusal.${error.code}`, params: error.params } }],
    }
  }
}

/**
 * A whole file: its first line names columns; a column `record` gives the records of the lines, else all in their
 * order.
 */
export function importFile(table: RecordTable, text: string): Incoming {
  const parsed = parseDelimited(text)
  if (!parsed.ok) return mistaken(parsed.code, { line: parsed.line, column: parsed.column })
  const [head, ...rest] = parsed.rows
  const lines = rest.filter(line => head?.length === 1 || line.some(cell => cell.text !== ''))
  if (!head || lines.length === 0) return mistaken('empty', {})
  const names = head.map(cell => cell.text.trim())
  const strange = head.find(cell => !table.field(cell.text.trim()))
  if (strange) return mistaken('no-column', { line: strange.line, column: strange.column, name: strange.text })
  const twice = head.find((cell, k) => names.indexOf(cell.text.trim()) !== k)
  if (twice) return mistaken('column-twice', { line: twice.line, column: twice.column, name: twice.text })
  const key = names.indexOf('record')
  if (key < 0 && lines.length !== table.count)
    return mistaken('line-count', { lines: lines.length, records: table.count })
  const targets: Target[] = []
  const mistakes: Mistake[] = []
  const met = new Set<number>()
  for (const [index, line] of lines.entries()) {
    const [start] = line
    if (line.length !== names.length) {
      mistakes.push({ code: 'cells', params: { line: start?.line ?? 0, found: line.length, expected: names.length } })
      continue
    }
    const keyCell = line[key]
    const record = keyCell ? Number(keyCell.text.trim() || 'x') : index
    if (!Number.isInteger(record) || record < 0 || record >= table.count || met.has(record)) {
      mistakes.push({
        code: met.has(record) ? 'record-twice' : 'no-record',
        params: { line: keyCell?.line ?? 0, column: keyCell?.column ?? 0, record: keyCell?.text ?? '' },
      })
      continue
    }
    met.add(record)
    for (const [place, cell] of line.entries()) {
      const field = table.field(names[place] ?? '')
      if (field && place !== key) targets.push({ cell, record, field })
    }
  }
  const plan = planned(table, targets, true)
  return { ...plan, mistakes: [...mistakes, ...plan.mistakes].slice(0, MISTAKES_SHOWN) }
}

/** Cells that cannot be set are skipped if they hold the present value: a file that was written whole can be pasted. */
function planned(table: RecordTable, targets: readonly Target[], isLenient = false): Incoming {
  const changes: CellChange[] = []
  const mistakes: Mistake[] = []
  for (const { cell, record, field } of targets) {
    const before = table.text(field.name, record)
    const words = field.kind === 'text' ? cell.text : cell.text.trim()
    if (words === before) continue
    const place = { line: cell.line, column: cell.column, name: field.name }
    if (field.fixed !== undefined) {
      if (isLenient && field.computed !== undefined) continue
      mistakes.push({ code: 'fixed', params: place })
      continue
    }
    const node = table.cell(field, record)
    const parsed = node && read(node, literal(words, field))
    if (!node || !parsed?.ok) {
      const reason = parsed ?? { code: 'ui.value.not-typable', params: {} }
      mistakes.push({ code: 'bad-value', params: { ...place, text: words }, ...('code' in reason && { reason }) })
    } else if (!sameValue(valueOf(node), parsed.value)) {
      changes.push({
        record,
        column: field.name,
        path: node.path,
        before,
        after: shown(parsed.value, field) ?? words,
        value: parsed.value,
      })
    }
  }
  return { cells: targets.length, changes, mistakes: mistakes.slice(0, MISTAKES_SHOWN) }
}

function shown(value: Value, field: TableField): string | undefined {
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'number' ? numberText(value, field) : undefined
}

function read(node: Node, words: string | undefined): Parsed {
  if (words === undefined) return { ok: false, code: 'ui.table.in.no-number', params: {} }
  const parsed = parseText(node, words)
  if (!parsed.ok) return parsed
  try {
    encode(node.layout, parsed.value, node.path)
    return parsed
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    return { ok: false, code: `refusal.${error.code}`, params: error.params }
  }
}

/** A number as spreadsheets write it: no expression, so that `+5` is 5; a decimal comma counts where it can be nothing else. */
function literal(words: string, field: TableField): string | undefined {
  if (field.kind === 'text') return words
  const plain = words.replace(/^\+/, '').replace(/^(-?\d+),(\d+(?:[eE][-+]?\d+)?)$/, '$1.$2')
  return /^-?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)$|^[-+]?(?:nan|inf(?:inity)?)(?:\s*0x[0-9a-f]{8,16})?$/i.test(
    plain,
  )
    ? plain
    : undefined
}
