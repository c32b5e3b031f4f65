import type { EntryInfo } from '../../../format'
import {
  array,
  f32,
  i32,
  nulText,
  own,
  rest,
  sized,
  struct,
  toEnd,
  u32,
  u8,
  union,
  withMeta,
  type AnyLayout,
  type Layout,
  type Meta,
} from '../../../layout'
import { naming } from '../references'
import { NAMED, TABLES, type TableText } from './tables'

const LIKELY: Meta = { certainty: 'likely', source: 'evil-islands 5.3' }
const NODE: Meta = { certainty: 'likely', source: 'evil-islands 5.1' }
const UNKNOWN: Meta = { role: 'unknown', certainty: 'unknown', source: 'evil-islands 5.2' }

/** What a node holds, behind its size: one byte, or four for more than 127 bytes (evil-islands 5.1). */
const framed = <L extends AnyLayout>(body: L, doc?: string): Layout<unknown> =>
  sized(u32(), body, { isShortened: true, ...NODE, ...(doc !== undefined && { doc }) })

/** A node of a tag that has no name. Nodes around values have the same title in every table. */
const tag = () => u8({ ...NODE, doc: 'field.db-node.tag' })

/** Texts that name something; some files fill an item with zeros behind its text (evil-islands 5.2). */
const texts = (meta: Meta): AnyLayout => {
  const item = struct('db-item', {
    text: nulText({ ...LIKELY, ...meta }),
    padding: rest({ ...LIKELY, role: 'reserved' }),
  })
  return array(struct('db-text', { tag: tag(), text: framed(item) }), toEnd, LIKELY)
}

/** Values of a record in a field: a node for each, by its tag (evil-islands 5.2). */
function record(name: string, values: Readonly<Record<number, readonly [name: string, layout: AnyLayout]>>): AnyLayout {
  const names = Object.fromEntries(Object.entries(values).map(([id, [word]]) => [id, word]))
  const cases = Object.fromEntries(Object.entries(values).map(([id, [, layout]]) => [id, layout]))
  const Value = struct(name, {
    tag: u8({ values: names, ...LIKELY }),
    value: framed(union('tag', cases, rest(UNKNOWN))),
  })
  return array(Value, toEnd, LIKELY)
}

const text = nulText(LIKELY)
const float = f32(LIKELY)
const integer = i32(LIKELY)
const whole = u32(LIKELY)

const PRINT = record('db-print', { 1: ['opacity', float], 2: ['lifetime', integer], 3: ['fade', integer] })
const BODY_PART = record('db-body-part', {
  0: ['type', text],
  1: ['unk_1', u32(UNKNOWN)],
  2: ['weight', float],
  3: ['hp', float],
})
const LOOT = record('db-loot', { 0: ['chance', float], 1: ['mask', float], 2: ['min', float], 3: ['max', float] })

/** Sounds of a cry, one node each (evil-islands 5.2). */
const sounds = (hasCooldown: boolean): AnyLayout => {
  const values: Record<number, readonly [string, AnyLayout]> = {
    1: ['wav', nulText({ ...LIKELY, ...naming('sound') })],
    2: ['weight', integer],
    3: ['subtitle', text],
    4: ['text_id', nulText({ ...LIKELY, ...naming('text') })],
  }
  if (hasCooldown) values[10] = ['cooldown', whole]
  const name = hasCooldown ? 'db-sound-often' : 'db-sound'
  return array(
    struct(`${name}s`, { tag: tag(), sound: framed(record(name, values), 'field.db-node.sound') }),
    toEnd,
    LIKELY,
  )
}

/** Layouts of the letters of field types (evil-islands 5.2). */
const LETTERS: ReadonlyMap<string, AnyLayout> = new Map<string, AnyLayout>([
  ['S', text],
  ['I', integer],
  ['U', whole],
  ['F', float],
  ['T', u32({ certainty: 'unknown', source: 'evil-islands 5.2' })],
  ['B', u8(LIKELY)],
  ['b', array(u8(LIKELY), toEnd, LIKELY)],
  ['f', array(f32(LIKELY), toEnd, LIKELY)],
  ['i', array(i32(LIKELY), toEnd, LIKELY)],
  ['X', u32({ hex: true, ...LIKELY })],
  ['H', rest(UNKNOWN)],
  ['s', texts({})],
  ['1', PRINT],
  ['2', BODY_PART],
  ['3', LOOT],
  ['4', sounds(false)],
  ['5', sounds(true)],
])

/** The layout of a field of a table, with its title; what it names is declared by its name. */
function fieldLayout(table: string, { letter, name }: TableField): AnyLayout {
  const by = own(NAMED, table)?.[name]
  const doc = `field.db.${name}`
  if (by === undefined) return withMeta(LETTERS.get(letter) ?? rest(UNKNOWN), { doc })
  const meta = { ...naming(by), doc }
  if (letter === 's') return withMeta(texts(naming(by)), { doc })
  return letter === 'S' ? nulText({ ...LIKELY, ...meta }) : u32({ ...LIKELY, ...meta })
}

/** Fields of a table: `id letter name`. */
export interface TableField {
  readonly id: number
  readonly letter: string
  readonly name: string
}

export const fieldsOfTable = ({ fields }: TableText): readonly TableField[] =>
  fields.flatMap(line =>
    line.split(', ').map(words => {
      const [id = '', letter = '', name = ''] = words.split(' ')
      return { id: Number(id), letter, name }
    }),
  )

/** Records of a table: nodes of tag 1 that hold a node for each field. */
function recordsOf(table: TableText): AnyLayout {
  const fields = fieldsOfTable(table)
  const names = Object.fromEntries(fields.map(({ id, name }) => [id, name]))
  const cases = Object.fromEntries(fields.map(field => [field.id, fieldLayout(table.name, field)]))
  const Field = struct(`db-${table.name}-field`, {
    id: u8({ values: names, ...LIKELY, doc: 'field.db-node.id' }),
    value: framed(union('id', cases, rest(UNKNOWN)), 'field.db-node.value'),
  })
  const fieldNodes = framed(array(Field, toEnd, LIKELY), 'field.db-node.fields')
  return array(struct(`db-${table.name}`, { tag: tag(), fields: fieldNodes }), toEnd, LIKELY)
}

/** What follows the tables in every file: two nodes of unknown meaning (evil-islands 5.1). */
export const TRAILER = Uint8Array.of(0, 0, 2, 0x0c, 2, 8, 1, 0, 0, 0)

function databaseOf(name: string, tables: readonly TableText[]): AnyLayout {
  const names = Object.fromEntries(tables.map(table => [table.tag, table.name]))
  const cases = Object.fromEntries(tables.map(table => [table.tag, recordsOf(table)]))
  const Table = struct(`db-${name}`, {
    tag: u8({ values: names, ...LIKELY, doc: 'field.db-node.table' }),
    records: framed(union('tag', cases, rest(UNKNOWN)), 'field.db-node.records'),
  })
  return struct('db', {
    tag: tag(),
    tables: framed(array(Table, toEnd, LIKELY)),
    trailer: rest({ certainty: 'unknown', source: 'evil-islands 5.1' }),
  })
}

export type DatabaseKind = keyof typeof TABLES

const DATABASES: ReadonlyMap<string, AnyLayout> = new Map(
  Object.entries(TABLES).map(([kind, tables]) => [kind, databaseOf(kind, tables)]),
)
const ITEMS = databaseOf('idb', TABLES.idb)

/** Which database a file is, by its ending or name (evil-islands 5.3). */
export function databaseKind({ name }: Pick<EntryInfo, 'name'>): DatabaseKind | undefined {
  const [, ending = ''] = /(?:\.|^|\\)(idb|ldb|pdb|sdb|udb|qdb|prints\.db|acks\.db)$/i.exec(name) ?? []
  const kind = ending.toLowerCase().replace('.db', '')
  return isKind(kind) ? kind : undefined
}

const isKind = (kind: string): kind is DatabaseKind => Object.hasOwn(TABLES, kind)

export const databaseLayout = (entry: Pick<EntryInfo, 'name'>): AnyLayout =>
  DATABASES.get(databaseKind(entry) ?? 'idb') ?? ITEMS
