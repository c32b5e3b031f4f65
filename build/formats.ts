import { readFileSync, writeFileSync } from 'node:fs'
import { allFamilies } from '@areal-studio/core'
import type { Family, Format } from '@areal-studio/core/format'

/** What a format's declaration offers; the columns of both tables. */
const COLUMNS: Readonly<Record<string, (format: Format) => boolean>> = {
  Rows: format => format.archive !== undefined,
  Fields: format => format.layout !== undefined,
  // Formats without fields or rows have a check that only says that there is none.
  Checked: format => format.check !== undefined && (format.layout !== undefined || format.archive !== undefined),
  Repairs: format => format.repair !== undefined,
  Drawn: format => format.scene !== undefined,
}
const NAMES = Object.keys(COLUMNS)

type Games = readonly Pick<Family, 'title' | 'formats'>[]

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

const head = (first: string): readonly string[] => [
  `| ${first} | ${NAMES.join(' | ')} |`,
  `|:--|${NAMES.map(() => ':-:').join('|')}|`,
]

/** The formats of one family: one line for each set of capabilities, the richest first. */
export function formatTable(formats: readonly Format[]): string {
  const cellsOf = (format: Format): string =>
    Object.values(COLUMNS)
      .map(has => (has(format) ? 'yes' : '–'))
      .join(' | ')
  const wealth = (cells: string): number => cells.split('yes').length
  const lines = Array.from(grouped(formats, cellsOf))
    .sort(([a], [b]) => wealth(b) - wealth(a))
    .map(([cells, all]) => {
      const ids = joined(all.map(({ id }) => id)).map(id => `\`${id}\``)
      return `| ${ids.join(' ')} | ${cells} |`
    })
  return [...head('Format'), ...lines, ''].join('\n')
}

/** One line for each game: how many of its formats offer what. */
export function gameTable(games: Games): string {
  const lines = games.map(({ title, formats }) => {
    const counts = Object.values(COLUMNS).map(has => formats.filter(has).length)
    return `| ${title} (${formats.length}) | ${counts.map(count => (count === 0 ? '–' : count)).join(' | ')} |`
  })
  return [...head('Game (formats)'), ...lines, ''].join('\n')
}

export const games: Games = await allFamilies()

/** The part of the README that holds the table, its marks included. */
export const TABLE = /(<!-- formats:[^\n]*-->\n)[\s\S]*(<!-- end of formats -->)/

/** The README with this table in place of the old one. */
export const withTable = (readme: string, table: string): string =>
  readme.replace(TABLE, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`)

/** `resources/docs/formats.md`: every format of every game. */
export const formatDocument = (all: Games): string =>
  [
    '# Formats',
    '',
    'Written by `npm run formats` from the declarations. *Rows*: elements can be added, removed, renamed. *Fields*: form, struct tree,',
    'table, JSON, query. What is known of the bytes is in `core/families/<family>/formats.md`.',
    '',
    ...all.flatMap(({ title, formats }) => [`## ${title}`, '', formatTable(formats)]),
  ].join('\n')

if (process.argv[1]?.endsWith('formats.mjs')) {
  writeFileSync('README.md', withTable(readFileSync('README.md', 'utf8'), gameTable(games)))
  writeFileSync('resources/docs/formats.md', formatDocument(games))
}
