import type { Attributes, AttributeValue } from '../../../edit'
import { read, strideOf, struct, text, u32, u64, write, type Bytes, type Infer, type TextValue } from '../../../layout'
import { known } from '../gamez/fields'

/** Bytes of a name in the table, the zero at its end among them (mw3 12). */
export const NAME_SIZE = 64
/** The version of MechWarrior 3; Pirate's Moon has 2 (mw3 12). */
const VERSION = 1

/** A name in the table (mw3 1.1). */
export const ArchiveName = text(NAME_SIZE, { page: 'ascii', ...known('12') })

/** A row of the table, 148 bytes. `comment` and `filetime` are often garbage; they are kept (mw3 12). */
export const ArchiveRecord = struct('mw3-archive-row', {
  start: u32({ ...known('12'), role: 'derived', hex: true }),
  length: u32({ ...known('12'), role: 'derived' }),
  name: ArchiveName,
  flags: u32(known('12', { hex: true })),
  comment: text(64, { page: 'latin1', ...known('12') }),
  filetime: u64(known('12', { unit: '100 ns since 1601' })),
})
/** Bytes of a row of the table (mw3 12). */
export const ROW_SIZE = strideOf(ArchiveRecord)

/** The last bytes of the file (mw3 12). */
export const Footer = struct('mw3-archive-footer', {
  version: u32(known('12')),
  count: u32({ ...known('12'), role: 'derived' }),
})
export const FOOTER_SIZE = strideOf(Footer)

export type ArchiveRecordValue = Infer<typeof ArchiveRecord>

/** The table of an archive; `table` is its offset. Undefined where the last bytes are no table of this version. */
export function tableOf(
  bytes: Bytes,
): { readonly table: number; readonly rows: readonly ArchiveRecordValue[] } | undefined {
  if (bytes.length < FOOTER_SIZE) return undefined
  const end = bytes.length - FOOTER_SIZE
  const { version, count } = read(Footer, bytes.subarray(end))
  const table = end - count * ROW_SIZE
  if (version !== VERSION || table < 0) return undefined
  const rows = Array.from({ length: count }, (_, row) =>
    read(ArchiveRecord, bytes.subarray(table + row * ROW_SIZE, table + (row + 1) * ROW_SIZE)),
  )
  return { table, rows }
}

/** The attributes of a row: what is neither its place nor its size. */
export const attributesOf = ({ name, flags, comment, filetime }: ArchiveRecordValue, row: number): Attributes => ({
  name: asAttribute(name),
  flags,
  comment: asAttribute(comment),
  filetime: String(filetime),
  row,
})

const asAttribute = (value: TextValue): AttributeValue =>
  typeof value === 'string' ? value : 'tail' in value ? value : value.text

/** The bytes of the table and of what is behind it. */
export function writeTable(rows: readonly ArchiveRecordValue[]): Bytes {
  const bytes = new Uint8Array(rows.length * ROW_SIZE + FOOTER_SIZE)
  rows.forEach((row, at) => bytes.set(write(ArchiveRecord, row).bytes, at * ROW_SIZE))
  bytes.set(write(Footer, { version: VERSION, count: rows.length }).bytes, rows.length * ROW_SIZE)
  return bytes
}
