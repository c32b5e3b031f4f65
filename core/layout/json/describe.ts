import type { AnyLayout } from '../model/layout'
import type { Named, Say } from './schema'
import type { Field, Length, StructShape } from '../model/shape'

interface Row {
  readonly depth: number
  readonly cells: readonly string[]
}

/**
 * The declaration as lines of text: offset in the record (`·` where it varies), type, name, role, how sure, source
 * and title, with `named` the modder's names too. Each record is described once, below the first that has it.
 */
export function describe(layout: AnyLayout, say: Say = () => undefined, named: Named = () => ({})): readonly string[] {
  const { shape } = layout
  const records: StructShape[] = []
  const lines: string[] = []
  if (shape.of === 'struct') records.push(shape)
  else {
    lines.push(typeOf(layout))
    note(layout, records)
  }
  for (const record of records) {
    // The list grows while it is told: records that are met on the way come after.
    for (const { layout: field } of record.fields) note(field, records)
    const size = record.fields.reduce<number | undefined>((sum, { layout: { fixedSize } }) =>
      (sum === undefined || fixedSize === undefined ? undefined : sum + fixedSize), 0)
    if (lines.length > 0) lines.push('')
    lines.push(size === undefined ? record.name : `${record.name}, ${size} bytes`)
    lines.push(...aligned(rowsOf(record, say, named)))
  }
  return lines
}

function note({ shape }: AnyLayout, records: StructShape[]): void {
  if (shape.of === 'struct' && !records.includes(shape)) records.push(shape)
  if (shape.of === 'array' || shape.of === 'list') note(shape.element, records)
}

function rowsOf(record: StructShape, say: Say, named: Named): readonly Row[] {
  let offset: number | undefined = 0
  return record.fields.map(field => {
    const row = { depth: 1, cells: cellsOf(field, offset, say, named) }
    const size: number | undefined = field.layout.fixedSize
    offset = offset === undefined || size === undefined ? undefined : offset + size
    return row
  })
}

function cellsOf({ name, layout }: Field, offset: number | undefined, say: Say, named: Named): readonly string[] {
  const { meta } = layout
  const key = meta.doc ?? name
  const title = [say(key), say(`${key}.help`)].filter(Boolean).join(': ')
  const own = meta.doc === undefined ? {} : named(meta.doc, meta)
  const names = [{ ...meta.values, ...own.values }, { ...meta.bits, ...own.bits }].flatMap(known => Object.entries(known)).map(([number, word]) => `${number} = ${word}`).join(', ')
  return [
    offset === undefined ? '·' : String(offset), typeOf(layout), name,
    meta.role ?? 'value', meta.certainty ?? '', meta.source ?? '', [title, names].filter(Boolean).join('; '),
  ]
}

/** The type of a field as declared: `u32`, `f32 x y z`, `latin1[36]`. */
export function typeOf({ shape }: AnyLayout): string {
  switch (shape.of) {
    case 'scalar': return shape.scalar
    case 'count': return `${shape.scalar} = length of ${shape.sibling}${shape.per === 1 ? '' : ` / ${shape.per}`}`
    case 'vector': return `${shape.scalar} ${shape.names.join(' ')}`
    case 'bytes': return `bytes[${shape.size}]`
    case 'text': return `${shape.page}[${shape.size}]`
    case 'line': return `${shape.page} line`
    case 'rest': return 'bytes to the end'
    case 'struct': return shape.name
    case 'list': return `${typeOf(shape.element)}[${shape.scalar} before it]`
    case 'array': return `${typeOf(shape.element)}[${lengthText(shape.length)}]`
  }
}

function lengthText(length: Length): string {
  if (length.from === 'fixed') return String(length.count)
  if (length.from === 'end') return 'to the end'
  return length.from === 'attribute' ? `directory ${length.name}` : length.text
}

function aligned(rows: readonly Row[]): readonly string[] {
  const widths = rows.reduce<number[]>((most, { cells }) => cells.map((cell, k) => Math.max(most[k] ?? 0, cell.length)), [])
  return rows.map(({ depth, cells }) =>
    '  '.repeat(depth) + cells.map((cell, k) => (k === 0 ? cell.padStart(widths[k] ?? 0) : cell.padEnd(widths[k] ?? 0))).join('  ').trimEnd())
}
