import { readFileSync, writeFileSync } from 'node:fs'
import { allFamilies } from '@areal-studio/core'
import type { Format } from '@areal-studio/core/format'

/** What a format's declaration says it offers; the columns of the table. */
const COLUMNS: Readonly<Record<string, (format: Format) => boolean>> = {
  Rows: format => format.archive !== undefined,
  Fields: format => format.layout !== undefined,
  // Formats without fields or rows have a check that only says that there is none.
  Checked: format => format.check !== undefined && (format.layout !== undefined || format.archive !== undefined),
  Repairs: format => format.repair !== undefined,
  Drawn: format => format.scene !== undefined,
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? []
    group.push(item)
    groups.set(keyOf(item), group)
  }
  return groups
}

/** `a.1` and `a.2` with equal cells share a line: `a.{1,2}`. */
function joined(ids: readonly string[]): string[] {
  const byStem = grouped(ids, id => /^(.*\.)\d+$/.exec(id)?.[1] ?? id)
  return Array.from(byStem, ([stem, all]) => {
    const tails = all.map(id => id.slice(stem.length)).sort((a, b) => Number(a) - Number(b))
    return all.length === 1 ? (all[0] ?? stem) : `${stem}{${tails.join(',')}}`
  })
}

/** The formats of all families as a Markdown table: one line for each set of capabilities, the richest first. */
export function formatTable(formats: readonly Format[]): string {
  const cellsOf = (format: Format): string =>
    Object.values(COLUMNS)
      .map(has => (has(format) ? 'yes' : '–'))
      .join(' | ')
  const byCells = grouped(formats, cellsOf)
  const wealth = (cells: string): number => cells.split('yes').length
  const lines = Array.from(byCells)
    .sort(([a], [b]) => wealth(b) - wealth(a))
    .map(([cells, all]) => {
      const ids = joined(all.map(({ id }) => id)).map(id => `\`${id}\``)
      return `| ${ids.join(' ')} | ${cells} |`
    })
  const names = Object.keys(COLUMNS)
  return [`| Format | ${names.join(' | ')} |`, `|:--|${names.map(() => ':-:').join('|')}|`, ...lines, ''].join('\n')
}

export const declaredFormats: readonly Format[] = (await allFamilies()).flatMap(family => family.formats)

/** The part of the README that holds the table, its marks included. */
export const TABLE = /(<!-- formats:[^\n]*-->\n)[\s\S]*(<!-- end of formats -->)/

/** The README with this table in place of the old one. */
export const withTable = (readme: string, table: string): string =>
  readme.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`)

if (process.argv[1]?.endsWith('formats.mjs')) {
  const readme = readFileSync('README.md', 'utf8')
  writeFileSync('README.md', withTable(readme, formatTable(declaredFormats)))
}
