import { locate, type Document, type Node, type Value } from '../layout'
import type { Place, Report } from './report'

// What rules read of an opened document.

/** The whole records of an array of the document. */
export const records = (opened: Document, path: string): readonly Node[] => wholeChildren(locate(opened, path))

/** The whole records of an array within a record. */
export const recordsOf = (record: Node, name: string): readonly Node[] => wholeChildren(record.childNamed(name))

/** Children that are whole; without the count of a list. */
function wholeChildren(node: Node | undefined): readonly Node[] {
  const all: Node[] = []
  for (let at = node?.kind === 'list' ? 1 : 0; at < (node?.childCount ?? 0); at++) {
    const child = node?.child(at)
    if (child?.isWhole && child.kind !== 'gap') all.push(child)
  }
  return all
}

/** The field of a record by its path within it; undefined where it is absent or cut. */
export function fieldOf(record: Node, path: string): Node | undefined {
  let node: Node | undefined = record
  for (const name of path.split('/')) node = node?.childNamed(name)
  return node?.isWhole ? node : undefined
}

/** A number of a record; NaN where it is absent, cut, or a float whose bits no number carries. */
export const numberOf = (record: Node, path: string): number => {
  const value = fieldOf(record, path)?.value
  return typeof value === 'number' ? value : Number.NaN
}

/** The text of a value, without the bytes behind its end. */
export const plainText = (value: Value | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'object' && 'text' in value ? String(value.text) : ''

/** A text of a record, without the bytes behind its end; '' where it is absent. */
export const textOf = (record: Node, path: string): string => plainText(fieldOf(record, path)?.value)

/** Where a field of a record lies; the record itself where the field is absent. */
export function placeOf(record: Node, path: string): Place {
  const { path: whole, offset, size } = fieldOf(record, path) ?? record
  return { path: whole, range: [offset, size] }
}

/** Numbers of a vector or an array of numbers. */
export function numbersOf(record: Node, path: string): readonly number[] {
  const value = fieldOf(record, path)?.value
  return Array.isArray(value) ? value.map(one => (typeof one === 'number' ? one : Number.NaN)) : []
}

/**
 * Whether a layout explains an entry to its last byte. Otherwise reports the first fault: bytes after the last record
 * with the code `trailing`, every other one with `cut`.
 */
export function isExplained(
  opened: Document,
  codes: { readonly cut: string; readonly trailing: string },
  report: Report,
): boolean {
  const fault = opened.isWhole ? undefined : opened.findings[0]
  if (!fault) return true
  const { length } = opened.bytes
  const range = [fault.offset, Math.min(fault.size, length - fault.offset)] as const
  if (fault.what === 'trailing') report.error(codes.trailing, { n: fault.size, size: length }, { range })
  else report.error(codes.cut, { size: length }, { path: fault.path, ...(range[1] > 0 && { range }) })
  return false
}
