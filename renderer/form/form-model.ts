import { columns, locate, type Document, type Node, type Value, own } from '@areal-studio/core/layout'
import { recordOf } from '../state/label'
import { isUndecoded, sameValue, valueOf } from '../value/value-text'

const SECTIONS = ['meaning', 'geometry', 'links', 'lists', 'rest'] as const
export type SectionId = (typeof SECTIONS)[number]

/** One line of the form: a field of the first selected record. */
export interface FormLine {
  /** Path under the record; '' is the record itself, where it is one value. */
  readonly name: string
  readonly node: Node
  readonly control: 'number' | 'flags' | 'vector' | 'text' | 'records' | 'links' | 'fixed'
}
export interface FormSection {
  readonly id: SectionId
  readonly lines: readonly FormLine[]
}

/** The records that are selected, each once, of the same array as the first; the whole entry where nothing of it is. */
export function selectedRecords(document: Document, paths: readonly string[], path: string | null): Node[] {
  const wanted = paths.length > 0 ? paths : [path ?? '']
  const seen = new Set<string>()
  const records: Node[] = []
  for (const each of wanted) {
    const node = locate(document, each)
    if (!node) continue
    const record = formRecord(node)
    if (seen.has(record.path) || (records[0] && records[0].parent?.path !== record.parent?.path)) continue
    seen.add(record.path)
    records.push(record)
  }
  return records
}

/** Subject of the form for the selected node: its record, or the whole entry where no record contains it. */
function formRecord(node: Node): Node {
  const record = recordOf(node)
  if (record.parent?.kind === 'array') return record
  let top = node
  for (let at: Node | undefined = node; at; at = at.parent) if (at.kind === 'struct') top = at.parent ? at : top
  if (top.kind === 'struct') return top
  return node.parent?.kind === 'struct' ? node.parent : node
}

/** Sections by the properties of fields, never by their names. */
export function formSections(record: Node): FormSection[] {
  const lines =
    record.kind === 'struct' ? fieldsOf(record, '') : [{ name: '', node: record, control: controlOf(record) }]
  const isPlaced = lines.some(line => line.node.kind === 'vector')
  return SECTIONS.map(id => ({ id, lines: flagsLast(lines.filter(line => sectionOf(line, isPlaced) === id)) })).filter(
    section => section.lines.length > 0,
  )
}

/** The line that shows the node at a path, or the nearest node around it. */
export function lineOf(
  sections: readonly FormSection[],
  path: string,
): { readonly section: SectionId; readonly name: string } | undefined {
  for (const { id, lines } of sections)
    for (const { name, node } of lines)
      if (node.path === path || path.startsWith(`${node.path}/`)) return { section: id, name }
  return undefined
}

/** Toggles are tall: fields of one line are first. */
const flagsLast = (lines: readonly FormLine[]): FormLine[] =>
  [...lines].sort((a, b) => Number(a.control === 'flags') - Number(b.control === 'flags'))

const isPlainStruct = (node: Node): boolean => node.kind === 'struct' && node.childCount > 0

function fieldsOf(record: Node, prefix: string): FormLine[] {
  const lines: FormLine[] = []
  for (let i = 0; i < record.childCount; i++) {
    const node = record.child(i)
    const name = prefix + node.name
    if (isPlainStruct(node)) for (const line of fieldsOf(node, `${name}/`)) lines.push(line)
    else lines.push({ name, node, control: controlOf(node) })
  }
  return lines
}

function controlOf(node: Node): FormLine['control'] {
  switch (node.kind) {
    case 'integer':
    case 'float':
      return 'number'
    case 'flags':
      return 'flags'
    case 'vector':
    case 'colour':
      return node.childCount <= 4 ? 'vector' : 'text'
    case 'text':
      return isUndecoded(node) ? 'fixed' : 'text'
    case 'bytes':
      return node.size <= 24 ? 'text' : 'fixed'
    case 'array':
    case 'list':
      return linkOf(node) === undefined ? 'records' : 'links'
    default:
      return 'fixed'
  }
}

/**
 * Plain numbers of a record with a position are measures of it; elsewhere (the opacity of a material) each has a
 * meaning of its own.
 */
function sectionOf(line: FormLine, isPlaced: boolean): SectionId {
  const { node, control } = line
  if (node.role !== 'value' || control === 'fixed') return 'rest'
  if (control === 'links' || typeof node.meta.refers === 'string') return 'links'
  if (control === 'records')
    return node.childCount > 0 && ['vector', 'float'].includes(node.child(0).kind) ? 'geometry' : 'lists'
  return node.kind === 'vector' || (node.kind === 'float' && isPlaced) ? 'geometry' : 'meaning'
}

/** The field of each record of a list that names the record it refers to; undefined where it refers to none. */
function linkOf(list: Node): string | undefined {
  const from = list.kind === 'list' ? 1 : 0
  if (list.childCount <= from) return undefined
  const first = list.child(from)
  if (typeof first.meta.refers === 'string') return ''
  if (first.kind !== 'struct') return undefined
  for (let i = 0; i < first.childCount; i++)
    if (typeof first.child(i).meta.refers === 'string') return first.child(i).name
  return undefined
}

/** Number of records of an array or list, and the first of them. */
export function recordsIn(node: Node): { readonly count: number; readonly first: Node | undefined } {
  const from = node.kind === 'list' ? 1 : 0
  const count = node.childCount - from
  return { count, first: count > 0 ? node.child(from) : undefined }
}

export interface Link {
  /** Number of the record it leads to. */
  readonly to: number
  /** Path of that record; undefined where there is none. */
  readonly path: string | undefined
}

const LINKS_SHOWN = 64

/** Records that the records of a list refer to. Empty references (-1, all bits set) are left out. */
export function linksOf(document: Document, list: Node): Link[] {
  const field = linkOf(list)
  if (field === undefined) return []
  const links: Link[] = []
  const from = list.kind === 'list' ? 1 : 0
  for (let i = from; i < list.childCount && links.length < LINKS_SHOWN; i++) {
    const item = list.child(i)
    const link = linkTo(document, field === '' ? item : item.childNamed(field))
    if (link) links.push(link)
  }
  return links
}

/** The record a number refers to; undefined for the number that means none. */
export function linkTo(document: Document, node: Node | undefined): Link | undefined {
  if (typeof node?.meta.refers !== 'string') return undefined
  const to = valueOf(node)
  if (typeof to !== 'number') return undefined
  if (to === -1 || to === 2 ** (8 * node.size) - 1) return undefined
  const path = `${node.meta.refers}/${to}`
  return { to, path: locate(document, path) ? path : undefined }
}

const FEW = 64

/** Whether the records have different values in this field. */
export function isMixed(document: Document, records: readonly Node[], name: string): boolean {
  const first = fieldOfRecord(records[0], name)
  if (!first || records.length < 2) return false
  if (records.length > FEW) {
    const mixed = mixedByColumn(document, records, name)
    if (mixed !== undefined) return mixed
  }
  const value = valueOf(first)
  return records.some(record => !sameValue(value, valueOrNone(record, name)))
}

function mixedByColumn(document: Document, records: readonly Node[], name: string): boolean | undefined {
  const array = records[0]?.parent?.path
  const column = array === undefined ? undefined : columnOf(document, array, name)
  if (!column) return undefined
  const words = column.words
  const at = (record: Node): number => Number(record.name) * words
  const start = records[0] ? at(records[0]) : 0
  return records.some(record => {
    for (let word = 0; word < words; word++)
      if (!Object.is(column.values[at(record) + word], column.values[start + word])) return true
    return false
  })
}

/** A field of all records of an array at once; undefined where it has no column. */
export function columnOf(
  document: Document,
  array: string,
  name: string,
): { values: ArrayLike<number | bigint>; words: number } | undefined {
  const node = locate(document, array)
  const first = node && node.childCount > 0 ? fieldOfRecord(node.child(0), name) : undefined
  if (!first) return undefined
  try {
    const values = own(columns(document, array, [name]), name)
    return values && { values, words: first.kind === 'vector' || first.kind === 'colour' ? first.childCount : 1 }
  } catch {
    return undefined
  }
}

export function fieldOfRecord(record: Node | undefined, name: string): Node | undefined {
  let node = record
  if (name !== '') for (const part of name.split('/')) node = node?.childNamed(part)
  return node
}

function valueOrNone(record: Node, name: string): Value | undefined {
  const node = fieldOfRecord(record, name)
  return node && valueOf(node)
}

/** Counts each value of this field over all records, by value. */
export function seenValues(document: Document | undefined, array: string, name: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  const column = document && columnOf(document, array, name)
  if (column?.words !== 1) return counts
  for (let i = 0; i < column.values.length; i++) {
    const value = Number(column.values[i])
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return new Map([...counts].sort((a, b) => a[0] - b[0]))
}

/** Bits that differ between the records. */
export function mixedBits(records: readonly Node[], name: string): number {
  const values = records.map(record => valueOrNone(record, name)).filter(value => typeof value === 'number')
  const first = values[0] ?? 0
  return values.reduce((mixed, value) => (mixed | (value ^ first)) >>> 0, 0)
}

/** How often a value occurs, as text: in the game once that is counted, in this file until then. */
export function seenWords(n: number, isOfGame: boolean): { readonly code: string; readonly params: { n: number } } {
  const codes = isOfGame ? ['ui.form.seen', 'ui.form.never-seen'] : ['ui.form.seen-here', 'ui.form.never-here']
  return { code: codes[n === 0 ? 1 : 0] ?? '', params: { n } }
}
