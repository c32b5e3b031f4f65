/** One cell of a text table, with its place for messages; both count from 1. */
export interface TextCell {
  readonly text: string
  readonly line: number
  readonly column: number
}

type Delimited =
  | { readonly ok: true; readonly rows: readonly (readonly TextCell[])[] }
  | { readonly ok: false; readonly code: 'quote' | 'after-quote'; readonly line: number; readonly column: number }

/** The sign between cells: a tab where there is one, else the most frequent in the first line. */
export function separatorOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0] ?? ''
  if (first.includes('\t') || text.includes('\t')) return '\t'
  return (first.match(/;/g)?.length ?? 0) > (first.match(/,/g)?.length ?? 0) ? ';' : ','
}

/**
 * Reads tab- or comma-separated text. Cells in double quotes may hold separators, line ends and doubled quotes. Blank lines
 * are rows of one empty cell, but for those at the end.
 */
export function parseDelimited(given: string, separator = separatorOf(given)): Delimited {
  const text = given.replace(/^\uFEFF/, '')
  const rows: TextCell[][] = []
  let row: TextCell[] = []
  let at = 0
  let line = 1
  let lineStart = 0
  while (at <= text.length) {
    const column = at - lineStart + 1
    const startLine = line
    let cell = ''
    if (text.charAt(at) === '"') {
      const end = closing(text, at)
      if (end < 0) return { ok: false, code: 'quote', line, column }
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      for (let i = at; i < end; i++) if (text.charAt(i) === '\n') [line, lineStart] = [line + 1, i + 1]
      at = end + 1
      if (at < text.length && !`${separator}\r\n`.includes(text.charAt(at)))
        return { ok: false, code: 'after-quote', line, column: at - lineStart + 1 }
    } else {
      const from = at
      while (at < text.length && text.charAt(at) !== separator && text.charAt(at) !== '\n' && text.charAt(at) !== '\r')
        at++
      cell = text.slice(from, at)
    }
    row.push({ text: cell, line: startLine, column })
    if (at < text.length && text.charAt(at) === separator) {
      at++
      continue
    }
    rows.push(row)
    row = []
    if (text.charAt(at) === '\r') at++
    if (text.charAt(at) === '\n') at++
    else if (at >= text.length) break
    line++
    lineStart = at
    if (at >= text.length) break
  }
  return { ok: true, rows: rows.slice(0, rows.findLastIndex(cells => cells.some(cell => cell.text !== '')) + 1) }
}

/** The text of a file from a spreadsheet: UTF-8, UTF-16 with its mark, or what Russian Windows calls ANSI. */
export function fileText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

function closing(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text.charAt(at) !== '"') continue
    if (text.charAt(at + 1) !== '"') return at
    at++
  }
  return -1
}

/** Text that `parseDelimited` reads back as these cells. */
export function printDelimited(rows: readonly (readonly string[])[], separator: string): string {
  const quoted = (cell: string): string =>
    cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.map(row => (row.length === 1 && row[0] === '' ? '""' : row.map(quoted).join(separator))).join('\r\n')
}
