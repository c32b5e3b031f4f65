import { isRecord, parseJson, StudioError, type FileSystem } from '../../format'
import { CODE_PAGES, hasBit, LayoutError, readJson, type CodePage, type Meta, own } from '../../layout'
import {
  type NumberNames,
  type Dictionary,
  type GivenName,
  type NameConflict,
  type DictionaryImport,
} from '../api/annotations'
import { fromText, toText } from '../../format/text-bytes'

/** In the workspace folder. */
export const DICTIONARY_FILE = 'dictionary.json'
/** The dictionary of a workspace without names. */
export const NO_NAMES: Dictionary = { version: 1, values: {}, bits: {}, fields: {}, pages: {}, rest: {} }
const LONGEST_NAME = 80
const FIELD = /^[\w-]{1,100}\.[\w-]{1,100}$/
const NUMBER = /^(?:0|-?[1-9]\d{0,15})$/
/** Control characters, line ends and marks that turn the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** A dictionary from the text of its file. Throws StudioError `dictionary.…` with the place that is wrong. */
export function parseDictionary(text: string): Dictionary {
  const plain = text.replace(/^\uFEFF/, '')
  const json = parseJson(plain)
  if (json === undefined) throw mistakeIn(plain)
  if (!isRecord(json)) throw new StudioError('dictionary.damaged')
  const { version, values = {}, bits = {}, fields = {}, pages = {}, ...rest } = json
  if (version !== 1)
    throw new StudioError('dictionary.version', { version: typeof version === 'number' ? version : '?' })
  return {
    version: 1,
    rest,
    values: mapped(values, 'values', (names, at) => mapped(names, at, nameAt, NUMBER), FIELD),
    bits: mapped(bits, 'bits', (names, at) => mapped(names, at, nameAt, NUMBER), FIELD),
    fields: mapped(fields, 'fields', nameAt, FIELD),
    pages: mapped(pages, 'pages', pageAt, FIELD),
  }
}

/** Where JSON parsing of a text fails. */
function mistakeIn(text: string): unknown {
  try {
    readJson(text)
    return new StudioError('dictionary.damaged')
  } catch (error) {
    return error instanceof LayoutError
      ? new StudioError('dictionary.json', { line: error.params['line'] ?? 1, column: error.params['column'] ?? 1 })
      : error
  }
}

function mapped<T>(json: unknown, at: string, read: (json: unknown, at: string) => T, keys: RegExp): Record<string, T> {
  if (!isRecord(json)) throw new StudioError('dictionary.place', { place: at })
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const place = `${at}/${key}`
      if (!keys.test(key)) throw new StudioError('dictionary.place', { place })
      return [key, read(value, place)] as const
    }),
  )
}

function nameAt(json: unknown, place: string): string {
  if (typeof json !== 'string' || !isName(json)) throw new StudioError('dictionary.place', { place })
  return json
}

function pageAt(json: unknown, place: string): CodePage {
  const page = CODE_PAGES.find(known => known === json)
  if (!page) throw new StudioError('dictionary.place', { place })
  return page
}

const isName = (name: string): boolean => name.trim() !== '' && name.length <= LONGEST_NAME && !UNSEEN.test(name)

/** The file's text, the same for the same names: keys in order, one name to a line. */
export function printDictionary({ version, values, bits, fields, pages, rest }: Dictionary): string {
  const sorted = <T>(names: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)))
  return `${JSON.stringify({ version, values: sorted(values), bits: sorted(bits), fields: sorted(fields), pages: sorted(pages), ...rest }, null, 2)}\n`
}

/** The dictionary with names set or removed. Throws StudioError `dictionary.name`, `dictionary.place`. */
export function withNames(dictionary: Dictionary, names: readonly GivenName[]): Dictionary {
  return names.reduce(withName, dictionary)
}

function withName(dictionary: Dictionary, { kind, field, number, name: given }: GivenName): Dictionary {
  const name = given.trim()
  if (!FIELD.test(field)) throw new StudioError('dictionary.place', { place: `${kind}/${field}` })
  if (name !== '' && !isName(name)) throw new StudioError('dictionary.name', { limit: LONGEST_NAME })
  if (kind === 'pages')
    return {
      ...dictionary,
      pages: put(dictionary.pages, field, name === '' ? undefined : pageAt(name, `${kind}/${field}`)),
    }
  if (kind === 'fields') return { ...dictionary, fields: put(dictionary.fields, field, name || undefined) }
  if (number === undefined || !NUMBER.test(String(number)))
    throw new StudioError('dictionary.place', { place: `${kind}/${field}/${number ?? ''}` })
  const names = put(own(dictionary[kind], field) ?? {}, String(number), name || undefined)
  return { ...dictionary, [kind]: put(dictionary[kind], field, Object.keys(names).length > 0 ? names : undefined) }
}

function put<T>(record: Readonly<Record<string, T>>, key: string, value: T | undefined): Record<string, T> {
  const { [key]: _, ...others } = record
  return value === undefined ? others : { ...others, [key]: value }
}

/** All names of a dictionary. */
export function namesOf({ values, bits, fields, pages }: Dictionary): readonly GivenName[] {
  const numbers = (kind: 'values' | 'bits', all: Dictionary['values']): GivenName[] =>
    Object.entries(all).flatMap(([field, names]) =>
      Object.entries(names).map(([number, name]) => ({ kind, field, number: Number(number), name })),
    )
  const whole = (kind: 'fields' | 'pages', all: Dictionary[typeof kind]): GivenName[] =>
    Object.entries(all).map(([field, name]) => ({ kind, field, name }))
  return [...numbers('values', values), ...numbers('bits', bits), ...whole('fields', fields), ...whole('pages', pages)]
}

/** The name of a value, bit or field in this dictionary. */
export function nameOf(dictionary: Dictionary, { kind, field, number }: Omit<GivenName, 'name'>): string | undefined {
  return kind === 'fields' || kind === 'pages'
    ? own<string>(dictionary[kind], field)
    : own(dictionary[kind], field)?.[number ?? -1]
}

/** The key of a field in the dictionary: `areal.class_id`; undefined for a field that no record declares. */
export const dictionaryKey = (meta: Pick<Meta, 'doc'>): string | undefined =>
  meta.doc?.startsWith('field.') ? meta.doc.slice('field.'.length) : undefined

/** Names that the modder gave to values and bits of the field with this catalogue key. */
export function namedBy(dictionary: Dictionary, doc: string): Pick<Meta, 'values' | 'bits'> {
  const key = dictionaryKey({ doc })
  const values = key === undefined ? undefined : own(dictionary.values, key)
  const bits = key === undefined ? undefined : own(dictionary.bits, key)
  return { ...(values && { values }), ...(bits && { bits }) }
}

/** Names of numbers or bits of a field: those of its format, overridden by those of the modder. */
export function numberNames(dictionary: Dictionary, kind: 'values' | 'bits', meta: Meta): NumberNames {
  const named = meta.doc === undefined ? undefined : namedBy(dictionary, meta.doc)[kind]
  return named ? { ...meta[kind], ...named } : (meta[kind] ?? {})
}

/** Name of a number of a field: its value's name, or those of its bits; '' where it has none. */
export function numberName(dictionary: Dictionary, meta: Meta, number: number): string {
  const whole = numberNames(dictionary, 'values', meta)[number]
  if (whole !== undefined) return whole
  const bits = Object.entries(numberNames(dictionary, 'bits', meta))
  return bits
    .filter(([bit]) => hasBit(number, Number(bit)))
    .map(([, name]) => name)
    .join(' | ')
}

/**
 * Merges two dictionaries. Where they name the same thing differently, `win` decides; every such conflict is listed.
 */
export function mergeDictionaries(mine: Dictionary, theirs: Dictionary, win: 'mine' | 'theirs'): DictionaryImport {
  const added: GivenName[] = []
  const conflicts: NameConflict[] = []
  let same = 0
  for (const given of namesOf(theirs)) {
    const present = nameOf(mine, given)
    if (present === undefined) added.push(given)
    else if (present === given.name) same++
    else conflicts.push({ ...given, name: present, theirs: given.name })
  }
  const won = win === 'theirs' ? conflicts.map(({ theirs: name, ...thing }) => ({ ...thing, name })) : []
  const merged = withNames(mine, [...added, ...won])
  return { dictionary: { ...merged, rest: { ...theirs.rest, ...mine.rest } }, added: added.length, same, conflicts }
}

/** The names of a workspace; a file that cannot be read is refused and stays as it is. */
export async function readDictionary(store: FileSystem): Promise<Dictionary> {
  return (await store.stat(DICTIONARY_FILE)) ? parseDictionary(toText(await store.read(DICTIONARY_FILE))) : NO_NAMES
}

/** Writes the dictionary of a workspace. */
export async function writeDictionary(store: FileSystem, dictionary: Dictionary): Promise<Dictionary> {
  await store.write(DICTIONARY_FILE, fromText(printDictionary(dictionary)))
  return dictionary
}
