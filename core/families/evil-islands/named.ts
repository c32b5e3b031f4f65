import { oncePerImage, type Opened } from '../../format'
import { numberOf, records, recordsOf, textOf, fieldOf } from '../../format/fields'
import { document, type Bytes } from '../../layout'
import { databaseLayout } from './database/database'
import { archivesFor, DATABASES, FIGURES, TEXTURES } from './lookup'
import { nameKey, stem } from './names'
import type { Reference } from './references'

/** Things that are looked up by name in the archives of the game (evil-islands 21, 26.2). */
export type Named =
  | 'model'
  | 'texture'
  | 'unit'
  | 'race'
  | 'item'
  | 'item-material'
  | 'spell'
  | 'modifier'
  | 'perk'
  | 'quest'

/** Entries of archives, by the ending of their names. */
interface Rows {
  readonly archives: readonly string[]
  readonly ending: RegExp
}
const ROWS: Readonly<Partial<Record<Named, Rows>>> = {
  model: { archives: FIGURES, ending: /\.(?:mod|lnk)$/i },
  texture: { archives: TEXTURES, ending: /\.mmp$/i },
}

/** Records of databases, by the tags of their tables; some are named by their code too. */
interface Records {
  readonly file: string
  readonly tables: readonly number[]
}
const RECORDS: Readonly<Partial<Record<Named, Records>>> = {
  unit: { file: 'units.udb', tables: [3, 4] },
  race: { file: 'units.udb', tables: [2] },
  item: { file: 'items.idb', tables: [2, 3, 4, 5, 6] },
  'item-material': { file: 'items.idb', tables: [1] },
  spell: { file: 'spells.sdb', tables: [1] },
  modifier: { file: 'spells.sdb', tables: [2] },
  perk: { file: 'perks.pdb', tables: [2] },
  quest: { file: 'quests.qdb', tables: [1] },
}

const isNamed = (by: string): by is Named => Object.hasOwn(ROWS, by) || Object.hasOwn(RECORDS, by)

/** The database of a kind of records; undefined for entries. */
export const databaseOf = (by: Named): string | undefined => RECORDS[by]?.file

/** Where things of a kind are, for messages. */
export const placesOf = (by: Named): string =>
  RECORDS[by]?.file ?? (ROWS[by]?.archives ?? []).map(archive => archive.slice(archive.lastIndexOf('/') + 1)).join(', ')

/**
 * Keys of the names that an entry can use, its mod and the game together; undefined where their first archive is missing
 * or a database is damaged.
 */
export function knownNames(entry: Opened): (by: Named) => Promise<ReadonlySet<string> | undefined> {
  const known = new Map<Named, Promise<ReadonlySet<string> | undefined>>()
  return by => {
    const found = known.get(by) ?? namesOf(entry, by)
    known.set(by, found)
    return found
  }
}

async function namesOf(entry: Opened, by: Named): Promise<ReadonlySet<string> | undefined> {
  const [rows, tables] = [ROWS[by], RECORDS[by]]
  return rows ? namesOfRows(entry, rows) : tables && namesOfRecords(entry, tables)
}

async function namesOfRows(entry: Opened, { archives, ending }: Rows): Promise<ReadonlySet<string> | undefined> {
  const found = new Set<string>()
  for (const [place, archive] of archives.entries()) {
    let isThere = false
    for await (const listed of archivesFor(entry, archive)) {
      isThere = true
      for (const { name } of listed.rows()) if (ending.test(name)) found.add(nameKey(stem(name)))
    }
    if (place === 0 && !isThere) return undefined
  }
  return found
}

async function namesOfRecords(entry: Opened, { file, tables }: Records): Promise<ReadonlySet<string> | undefined> {
  const databases = await databasesFor(entry, file)
  const found = new Set<string>()
  for (const { name, bytes } of databases) {
    const byTable = TABLES_OF[file]?.(bytes)
    if (!byTable || nameKey(name) !== file) return undefined
    for (const table of tables) for (const record of byTable.get(table)?.keys() ?? []) found.add(record)
  }
  return databases.length === 0 ? undefined : found
}

/** Of an entry of a database the one beside it, else those of the campaign and of games for several players. */
async function databasesFor(entry: Opened, file: string): Promise<readonly Opened[]> {
  const own = await entry.beside(file)
  if (own) return [own]
  const found: Opened[] = []
  for (const archive of DATABASES)
    for await (const container of archivesFor(entry, archive)) {
      const row = await container.row(file)
      if (row) found.push(row)
    }
  return found
}

/** The record of a name in a database; undefined where it has none, or is damaged. */
export function recordNamed({ name, bytes }: Opened, by: Named, record: string): string | undefined {
  const { file, tables = [] } = RECORDS[by] ?? {}
  const byTable = file !== undefined && nameKey(name) === file ? TABLES_OF[file]?.(bytes) : undefined
  for (const table of tables) {
    const path = byTable?.get(table)?.get(nameKey(record))
    if (path !== undefined) return path
  }
  return undefined
}

/** Paths of records by their names and codes, by table. */
type Tables = ReadonlyMap<number, ReadonlyMap<string, string>>

/** Names and codes of the records of a database; of a damaged one none. */
function readTables(bytes: Bytes, file: string): Tables | undefined {
  const opened = document(databaseLayout({ name: file }), bytes)
  if (!opened.isWhole) return undefined
  return new Map(
    records(opened, 'tables/body').map(table => {
      const list = table.childNamed('records')
      const paths = new Map<string, string>()
      for (const record of list ? recordsOf(list, 'body') : []) {
        const fields = record.childNamed('fields')
        for (const field of fields ? recordsOf(fields, 'body') : []) {
          const name = fieldOf(field, 'id')?.meta.values?.[numberOf(field, 'id')]
          const key = nameKey(textOf(field, 'value/body'))
          // Of several records of a name the first is meant.
          if ((name === 'name' || name === 'code') && !paths.has(key)) paths.set(key, record.path)
        }
      }
      return [numberOf(table, 'tag'), paths]
    }),
  )
}

const TABLES_OF = Object.fromEntries(
  [...new Set(Object.values(RECORDS).map(({ file }) => file))].map(file => [
    file,
    oncePerImage(bytes => readTables(bytes, file)),
  ]),
)

const ITEM = /^([^.[{]*)(?:\.([^[{]*))?(.*)$/

/** What a text names: behind an item its material and spells, behind a spell its modifiers (evil-islands 5.3). */
export function namedIn(by: Reference, text: string): readonly (readonly [by: Named, name: string])[] {
  if (by === 'spell') return filled('spell', text.replace(/\{.*$/, ''))
  if (by !== 'item') return isNamed(by) ? filled(by, text) : []
  const [, item = '', material = '', more = ''] = ITEM.exec(text) ?? []
  const spells = [...more.matchAll(/\[([^\]]*)\]/g)].map(([, inner = '']) => inner)
  return [
    ...filled('item', item),
    ...filled('item-material', material),
    ...spells.flatMap(spell => (/^\d*$/.test(spell) ? [] : namedIn('spell', spell))),
  ]
}

const filled = (by: Named, name: string): readonly (readonly [Named, string])[] =>
  name.trim() === '' ? [] : [[by, name.trim()]]
