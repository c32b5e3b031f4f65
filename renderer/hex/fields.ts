import { nodeAt, rangesOf, type Document, type Node } from '@areal-studio/core/layout'
import { fieldOf, recordOf } from '../state/label'

/** How the bytes of a field are tinted. */
export type Tint = 'float' | 'int' | 'flag' | 'link' | 'count' | 'text' | 'content' | 'reserved' | 'unknown' | 'none'

/** A field as the grid draws it: bytes `start` to `end` (exclusive) of the entry. */
export interface Field {
  readonly start: number
  readonly end: number
  readonly path: string
  readonly tint: Tint
  /** Start of the record that contains this field; -1 where none does. */
  readonly recordStart: number
  readonly record: string
  /** Name under the record: `name`, `vertices 3`, `links 0`. */
  readonly name: string
}

export function tintOf(node: Node): Tint {
  if (node.role === 'derived') return 'count'
  if (node.role === 'unknown' || node.kind === 'gap') return 'unknown'
  if (node.role === 'reserved') return 'reserved'
  if (node.meta.refers !== undefined) return 'link'
  const ranges = rangesOf(node.layout)
  if (ranges) return ranges.some(({ layout }) => layout.kind === 'flags') ? 'flag' : 'int'
  switch (node.kind) {
    case 'float':
    case 'vector':
      return 'float'
    case 'flags':
      return 'flag'
    case 'integer':
    case 'colour':
      return 'int'
    case 'text':
    case 'list':
      return node.kind === 'text' ? 'text' : 'int'
    case 'bytes':
      return node.meta.content === undefined ? 'unknown' : 'content'
    default:
      return 'none'
  }
}

/** `links/0/target` under its record is called `links 0`, `anchor/x` is called `anchor`. */
function nameUnder(record: Node, field: Node): string {
  if (record.path === field.path) return ''
  const words = field.path.slice(record.path === '' ? 0 : record.path.length + 1).split('/')
  const [first = '', second = ''] = words
  return /^\d+$/.test(second) ? `${first} ${second}` : first
}

const plain = (start: number, end: number): Field => ({
  start,
  end,
  path: '',
  tint: 'none',
  recordStart: -1,
  record: '',
  name: '',
})

/** The fields that cover bytes `from` to `to`, in order. Without a document it is one nameless field. */
export function fieldsIn(document: Document | undefined, from: number, to: number): Field[] {
  if (!document) return [plain(from, to)]
  const fields: Field[] = []
  for (let at = from; at < to; ) {
    const field = fieldAt(document, at)
    fields.push(field)
    at = Math.max(at + 1, field.end)
  }
  return fields
}

/** The field a byte belongs to. */
function fieldAt(document: Document, offset: number): Field {
  const leaf = nodeAt(document, offset)
  const node = fieldOf(leaf)
  if (node.size === 0) return plain(offset, offset + 1)
  const record = recordOf(node)
  const isRecord = record.parent?.kind === 'array'
  return {
    start: node.offset,
    end: node.offset + node.size,
    path: node.path,
    tint: tintOf(node),
    recordStart: isRecord ? record.offset : -1,
    record: isRecord ? record.path : '',
    name: isRecord ? nameUnder(record, node) : node.path.replaceAll('/', ' '),
  }
}

/** Text at the right of a row: the fields that begin in it, `vertices 2–3`, or the one that continues. */
export function rowNames(fields: readonly Field[], from: number, to: number): string[] {
  const named = fields.filter(
    field => field.name !== '' && field.tint !== 'reserved' && field.start >= from && field.start < to,
  )
  if (named.length === 0) {
    const on = fields[0]
    return on && on.name !== '' && on.tint !== 'reserved' ? [on.name] : []
  }
  return joinNumbers(named.map(field => field.name))
}

function joinNumbers(names: readonly string[]): string[] {
  const joined: { word: string; first: string; last: string }[] = []
  for (const name of names) {
    const space = name.lastIndexOf(' ')
    const word = space < 0 ? name : name.slice(0, space)
    const number = space < 0 ? '' : name.slice(space + 1)
    const before = joined.at(-1)
    if (before && before.word === word) before.last = number
    else joined.push({ word, first: number, last: number })
  }
  return joined.map(({ word, first, last }) =>
    first === '' ? word : first === last ? `${word} ${first}` : `${word} ${first}–${last}`,
  )
}

const NOTHING = [0, 0] as const
const isDrawnWhole = (node: Node): boolean =>
  node.childCount === 0 || node.kind === 'vector' || node.kind === 'colour' || rangesOf(node.layout) !== undefined

/** Bytes `[start, end)` of a selected node: the field that is framed, and the record that contains it. */
export function framesOf(selected: Node | undefined) {
  const record = selected && recordOf(selected)
  const spanOf = (node: Node): readonly [start: number, end: number] => [node.offset, node.offset + node.size]
  return {
    field: selected?.parent && isDrawnWhole(selected) ? spanOf(selected) : NOTHING,
    record: record?.parent && !isDrawnWhole(record) ? spanOf(record) : NOTHING,
  }
}
