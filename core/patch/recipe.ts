import { fromBase64, toBase64, type AttributeValue, type Attributes, type EntryPath } from '../edit'
import { parsePath, StudioError } from '../format'
import type { EntryAdded, EntryEdited, EntryRemoved, FieldSet, Part, PatchSplice } from './patch'
import { attribute } from './read'

const RECIPE_HEAD = 'areal recipe 1'
/** In place of the entry of a query: every entry that has such records, or the one that is open where the recipe is applied. */
export const EVERY_ENTRY = '*'
export const OPEN_ENTRY = '.'
const HASH = '[0-9a-f]{64}'

/** One line of a recipe, read. */
export type Action =
  | { readonly do: 'edit'; readonly edit: EntryEdited }
  | { readonly do: 'query'; readonly entry: EntryPath; readonly text: string }
  | { readonly do: 'add'; readonly add: EntryAdded }
  | { readonly do: 'remove'; readonly remove: EntryRemoved }
  | { readonly do: 'move'; readonly entry: EntryPath; readonly row: number }
  | { readonly do: 'run'; readonly entry: EntryPath; readonly operation: string; readonly given: RunGiven }

/** What an operation of a format is run with, as a recipe has it. */
export interface RunGiven {
  readonly parameters: Readonly<Record<string, string | number | boolean>>
  readonly records: readonly number[]
}

/** With the number of its first line. */
export type RecipeAction = Action & { readonly line: number }

/** One step of history as lines of a recipe. */
export interface RecipePart {
  /** Written as a comment above the lines. */
  readonly words: string
  readonly lines: readonly string[]
}

/** A recipe's file: its first line names it, `#` begins a comment. */
export const printRecipe = (parts: readonly RecipePart[]): string =>
  [RECIPE_HEAD, ...parts.flatMap(({ words, lines }) => ['', `# ${words.replace(/\s+/g, ' ')}`, ...lines])]
    .map(line => `${line}\n`)
    .join('')

/** A path without spaces: a line is split at them. */
const pathText = (entry: EntryPath): string => entry.replaceAll(' ', '%20')
const partText = (part: Part): string => (part instanceof Uint8Array ? `+${toBase64(part)}` : `@${part[0]}:${part[1]}`)

/** Fields, splices and attributes of one entry, each in a line of its own. */
export function editLines({ entry, size, fields, splices, attributes }: EntryEdited): readonly string[] {
  const path = pathText(entry)
  const bytes = splices.flatMap(one => [
    `${one.offset}:${one.size}:${one.hash}:${one.made}`,
    ...one.parts.map(partText),
  ])
  return [
    ...fields.map(field => `set ${path} ${field.path} = ${field.new}`),
    ...(bytes.length > 0 ? [`bytes ${path} ${size} ${bytes.join(' ')}`] : []),
    ...attributes.map(one => `attribute ${path} ${one.name} = ${JSON.stringify(one.new)}`),
  ]
}

export const addLine = ({ entry, attributes, parts, made }: EntryAdded): string =>
  ['add', pathText(entry), made, ...parts.map(partText), '=', JSON.stringify(attributes)].join(' ')
export const removeLine = (entry: EntryPath): string => `remove ${pathText(entry)}`
export const moveLine = (entry: EntryPath, row: number): string => `move ${pathText(entry)} ${row}`
/** `given` as JSON in one line. */
export const runLine = (entry: EntryPath, operation: string, given: string): string =>
  `run ${pathText(entry)} ${operation} = ${given}`
export const queryLine = (entry: EntryPath, text: string): string => `query ${pathText(entry)} ${oneLine(text)}`
/** A query on one line; other spaces stay, they may be part of a quoted text. */
export const oneLine = (text: string): string => text.trim().replace(/[\r\n]+/g, ' ')

/** A query as a recipe of one line. */
export const queryRecipe = (name: string, where: typeof EVERY_ENTRY | typeof OPEN_ENTRY, query: string): string =>
  printRecipe([{ words: name, lines: [queryLine(where, query)] }])

/** The query of a recipe that consists of one query; undefined for any other. */
export function recipeQuery(
  text: string,
): { readonly query: string; readonly where: typeof EVERY_ENTRY | typeof OPEN_ENTRY } | undefined {
  const [action, ...more] = tryParse(text)
  if (action?.do !== 'query' || more.length > 0 || (action.entry !== EVERY_ENTRY && action.entry !== OPEN_ENTRY))
    return undefined
  return { query: action.text, where: action.entry }
}

function tryParse(text: string): readonly RecipeAction[] {
  try {
    return parseRecipe(text)
  } catch (error) {
    if (error instanceof StudioError) return []
    throw error
  }
}

/**
 * Actions of a recipe, in order; consecutive fields of one entry are one action. Throws StudioError `recipe.head`,
 * `recipe.line`.
 */
export function parseRecipe(text: string): readonly RecipeAction[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines[0]?.trim() !== RECIPE_HEAD) throw new StudioError('recipe.head', { head: RECIPE_HEAD })
  const actions: RecipeAction[] = []
  for (const [i, raw] of lines.entries()) {
    const line = raw.trim()
    if (i === 0 || line === '' || line.startsWith('#')) continue
    const action = parseLine(line)
    if (!action) throw new StudioError('recipe.line', { line: i + 1, text: line.slice(0, 80) })
    const last = actions.at(-1)
    if (
      last?.do === 'edit' &&
      action.do === 'edit' &&
      isSet(last.edit) &&
      isSet(action.edit) &&
      last.edit.entry === action.edit.entry &&
      !hasField(last.edit, action.edit)
    ) {
      actions[actions.length - 1] = {
        ...last,
        edit: { ...last.edit, fields: [...last.edit.fields, ...action.edit.fields] },
      }
    } else actions.push({ ...action, line: i + 1 })
  }
  return actions
}

const isSet = ({ fields, splices, attributes }: EntryEdited): boolean =>
  fields.length > 0 && splices.length === 0 && attributes.length === 0
const hasField = (a: EntryEdited, b: EntryEdited): boolean =>
  a.fields.length > 1000 || a.fields.some(field => field.path === b.fields[0]?.path)

function parseLine(line: string): Action | undefined {
  const [, verb = '', path = '', rest = ''] = /^(\w+) +(\S+) *(.*)$/.exec(line) ?? []
  const entry = verb === 'query' && (path === EVERY_ENTRY || path === OPEN_ENTRY) ? path : entryOf(path)
  if (entry === undefined) return undefined
  switch (verb) {
    case 'set': {
      const [, field = '', value = ''] = /^(\S+) *= *(.+)$/.exec(rest) ?? []
      return field === '' ? undefined : { do: 'edit', edit: edited(entry, { fields: [setField(field, value)] }) }
    }
    case 'attribute': {
      const [, name = '', value = ''] = /^(\S+) *= *(.+)$/.exec(rest) ?? []
      const given = name === '' ? undefined : attributeOf(value)
      return given === undefined
        ? undefined
        : { do: 'edit', edit: edited(entry, { attributes: [{ name, old: undefined, new: given }] }) }
    }
    case 'bytes': {
      const [size = '', ...tokens] = rest.split(/ +/)
      const splices = splicesOf(tokens)
      return splices && /^\d+$/.test(size)
        ? { do: 'edit', edit: edited(entry, { size: Number(size), splices }) }
        : undefined
    }
    case 'query':
      return rest === '' ? undefined : { do: 'query', entry, text: rest }
    case 'add':
      return addOf(entry, rest)
    case 'remove':
      return rest === '' ? { do: 'remove', remove: { kind: 'removed', entry, name: '', size: 0, hash: '' } } : undefined
    case 'move':
      return /^\d{1,9}$/.test(rest) ? { do: 'move', entry, row: Number(rest) } : undefined
    case 'run': {
      const [, operation = '', json = ''] = /^(\S+)(?: *= *(.+))?$/.exec(rest) ?? []
      const given = operation === '' ? undefined : runGivenOf(json)
      return given && { do: 'run', entry, operation, given }
    }
    default:
      return undefined
  }
}

function runGivenOf(text: string): RunGiven | undefined {
  if (text === '') return { parameters: {}, records: [] }
  const { parameters = {}, records = [], ...others } = objectOf(text) ?? { parameters: null }
  if (Object.keys(others).length > 0 || typeof parameters !== 'object' || parameters === null) return undefined
  const values = Object.entries(parameters).filter((one): one is [string, string | number | boolean] =>
    ['string', 'number', 'boolean'].includes(typeof one[1]),
  )
  if (values.length < Object.keys(parameters).length || !Array.isArray(records)) return undefined
  const numbers = records.filter((one): one is number => Number.isSafeInteger(one))
  return numbers.length < records.length ? undefined : { parameters: Object.fromEntries(values), records: numbers }
}

function entryOf(path: string): EntryPath | undefined {
  try {
    return parsePath(path).root === undefined ? path : undefined
  } catch {
    return undefined
  }
}

const setField = (path: string, value: string): FieldSet => ({ path, offset: 0, size: 0, old: undefined, new: value })
const edited = (entry: EntryPath, part: Partial<EntryEdited>): EntryEdited => ({
  kind: 'edited',
  entry,
  name: '',
  size: 0,
  hash: '',
  fields: [],
  splices: [],
  attributes: [],
  ...part,
})

function addOf(entry: EntryPath, rest: string): Action | undefined {
  const [, made = '', tokens = '', json = ''] = new RegExp(`^(${HASH})((?: [+@]\\S*)*) = (.+)$`).exec(rest) ?? []
  const parts = tokens
    .split(' ')
    .filter(token => token !== '')
    .map(partOf)
  const attributes = attributesOf(json)
  if (made === '' || !attributes || !parts.every(part => part !== undefined)) return undefined
  const name = attributes['name']
  return {
    do: 'add',
    add: {
      kind: 'added',
      entry,
      name: typeof name === 'object' ? name.text : String(name ?? ''),
      attributes,
      parts,
      made,
    },
  }
}

function splicesOf(tokens: readonly string[]): readonly PatchSplice[] | undefined {
  const splices: { offset: number; size: number; hash: string; made: string; parts: Part[] }[] = []
  for (const token of tokens) {
    const [, offset, size, hash = '', made = ''] = new RegExp(`^(\\d+):(\\d+):(${HASH}):(${HASH})$`).exec(token) ?? []
    const part = partOf(token)
    if (offset !== undefined) splices.push({ offset: Number(offset), size: Number(size), hash, made, parts: [] })
    else if (part && splices.length > 0) splices.at(-1)?.parts.push(part)
    else return undefined
  }
  const isSorted = splices.every(
    (one, i) => i === 0 || one.offset >= (splices[i - 1]?.offset ?? 0) + (splices[i - 1]?.size ?? 0),
  )
  return splices.length > 0 && isSorted ? splices : undefined
}

function partOf(token: string): Part | undefined {
  if (token.startsWith('+')) return fromBase64(token.slice(1))
  const [, offset, size] = /^@(\d+):(\d+)$/.exec(token) ?? []
  return offset === undefined ? undefined : [Number(offset), Number(size)]
}

function attributeOf(text: string): AttributeValue | undefined {
  try {
    return attribute(JSON.parse(text), 'attribute')
  } catch {
    return undefined
  }
}

function attributesOf(text: string): Attributes | undefined {
  try {
    const json = objectOf(text)
    return json && Object.fromEntries(Object.entries(json).map(([name, value]) => [name, attribute(value, name)]))
  } catch {
    return undefined
  }
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : undefined
  } catch {
    return undefined
  }
}
