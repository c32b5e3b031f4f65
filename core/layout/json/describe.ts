import type { AnyLayout, Field, StructShape } from '../model/shape'
import type { Named, Say } from '../shapes/operations'
import { alternativesOf, partsOf, typeOf } from '../shapes/table'

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
    // The list grows during the loop: records found in the fields are described after it.
    for (const { layout: field } of record.fields) note(field, records)
    const size = record.fields.reduce<number | undefined>(
      (sum, { layout: { fixedSize } }) => (sum === undefined || fixedSize === undefined ? undefined : sum + fixedSize),
      0,
    )
    if (lines.length > 0) lines.push('')
    lines.push(size === undefined ? record.name : `${record.name}, ${size} bytes`)
    for (const row of aligned(rowsOf(record, say, named))) lines.push(row)
  }
  return lines
}

/** Adds the records of a declaration, those within other records apart. */
function note(layout: AnyLayout, records: StructShape[]): void {
  const { shape } = layout
  if (shape.of === 'struct') {
    if (shape.fields.length > 0 && !records.includes(shape)) records.push(shape)
  } else
    for (const part of layout.varies ? alternativesOf(layout).map(inner => ({ layout: inner })) : partsOf(layout))
      note(part.layout, records)
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
  const names = [
    { ...meta.values, ...own.values },
    { ...meta.bits, ...own.bits },
  ]
    .flatMap(known => Object.entries(known))
    .map(([number, word]) => `${number} = ${word}`)
    .join(', ')
  return [
    offset === undefined ? '·' : String(offset),
    typeOf(layout),
    name,
    meta.role ?? 'value',
    meta.certainty ?? '',
    meta.source ?? '',
    [title, names].filter(Boolean).join('; '),
  ]
}

function aligned(rows: readonly Row[]): readonly string[] {
  const widths = rows.reduce<number[]>(
    (most, { cells }) => cells.map((cell, k) => Math.max(most[k] ?? 0, cell.length)),
    [],
  )
  return rows.map(
    ({ depth, cells }) =>
      '  '.repeat(depth) +
      cells
        .map((cell, k) => (k === 0 ? cell.padStart(widths[k] ?? 0) : cell.padEnd(widths[k] ?? 0)))
        .join('  ')
        .trimEnd(),
  )
}
