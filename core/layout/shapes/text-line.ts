import { decodeText } from '../model/codepage'
import type { TextValue } from '../model/layout'
import type { Meta } from '../model/meta'
import { own, setOwn } from '../model/own'
import type { CodePage, Field, Layout, LinePartShape, TextLineShape } from '../model/shape'
import { jsonLine } from './json-lines'
import { NO_STEERING, explainLeaf, indexEach, isFields, never, nothing } from './leaf'
import { line } from './line'
import { LINE_FEED, contentEnd, partAt, partValue } from './line-part'
import type { Encoder, JsonSchema, ShapeOperations, WalkNode } from './operations'
import { tailedFromJson } from './tailed'

/** A text within a line: one word, or with `words: 'text'` any characters up to the separator, blanks and none too. */
export interface LinePart extends Meta {
  readonly name: string
  readonly words?: 'word' | 'text'
}

type LineValue = TextValue | { readonly [part: string]: TextValue }

/** The child of a line that does not fit, and names that a record of parts would be taken for a plain line by. */
const PLAIN = 'line'
const LEAD = 'lead'
const TAKEN: readonly string[] = [PLAIN, LEAD, 'text', 'tail']

/**
 * A line of a text that divides into texts by separators: `textLine({ parts: [{ name: 'key' }, '=', { name: 'value',
 * words: 'text' }] })`. A separator of blanks is one or more of them; another one may have blanks around it. The first
 * may stand before the first text, as `lead`, the last behind the last one. The leaf of each text holds the characters
 * behind it up to the next one, as a line has its end: its value is the text where these are as declared, else
 * `{ text, tail }`. A line that does not divide so is one plain `line`; both forms take a value of either kind.
 */
export function textLine({
  parts,
  page = 'cp1251',
  ...meta
}: Meta & { readonly parts: readonly (LinePart | string)[]; readonly page?: CodePage }): Layout<LineValue> {
  const plain = line({ page, ...meta })
  const shape: TextLineShape = { of: 'textLine', page, parts: fieldsOf(parts, page, meta), plain }
  return { kind: 'struct', meta, shape, fixedSize: undefined, leastSize: 1 }
}

/** The texts of a line with the separators behind them. */
function fieldsOf(parts: readonly (LinePart | string)[], page: CodePage, meta: Meta): readonly Field[] {
  const texts = parts.filter(part => typeof part !== 'string')
  const names = texts.map(({ name }) => name)
  const wrong = names.find(
    (name, at) => TAKEN.includes(name) || names.indexOf(name) !== at || !/^[A-Za-z]\w*$/.test(name),
  )
  if (wrong !== undefined) throw new TypeError(`textLine: '${wrong}' cannot name a part`)
  const { doc: _, ...common } = meta
  const fields: Field[] = []
  for (const [index, part] of parts.entries()) {
    const behind = parts[index + 1]
    if (typeof part === 'string') {
      if (index === 0) fields.push(fieldOf(LEAD, part, 'none', false, page, { ...common, role: 'derived' }))
      else if (typeof parts[index - 1] === 'string') throw new TypeError('textLine: two separators side by side')
      continue
    }
    const { name, words = 'word', ...own } = part
    if (typeof behind === 'object') throw new TypeError(`textLine: no separator behind '${name}'`)
    fields.push(fieldOf(name, behind ?? '', words, part === texts.at(-1), page, { ...common, ...own }))
  }
  if (texts.length === 0) throw new TypeError('textLine without texts')
  return fields
}

function fieldOf(
  name: string,
  separator: string,
  words: LinePartShape['words'],
  isLast: boolean,
  page: CodePage,
  meta: Meta,
): Field {
  const trimmed = separator.trim()
  if (!/^[\t -~]*$/.test(separator)) throw new TypeError(`textLine: separator '${separator}'`)
  if (trimmed === '' && words === 'text' && !isLast) throw new TypeError(`textLine: '${name}' has no end`)
  const written = trimmed === '' && (isLast || words === 'none') ? '' : separator
  const shape: LinePartShape = { of: 'linePart', page, separator: trimmed, written, words, isLast }
  return { name, layout: { kind: 'text', meta, shape, fixedSize: undefined, leastSize: 0 } }
}

/** Where each text of a line begins, and where the line ends; undefined where it does not divide. */
function placesIn({ parts, page }: TextLineShape, bytes: Uint8Array): readonly number[] | undefined {
  const text = decodeText(bytes, page)
  const stop = contentEnd(text)
  const places = [0]
  let at = 0
  for (const { layout } of parts) {
    const span = layout.shape.of === 'linePart' ? partAt(layout.shape, text, at, stop) : undefined
    if (!span) return undefined
    at = span.next
    places.push(at)
  }
  return at === bytes.length ? places : undefined
}

const placesOf = (shape: TextLineShape, { source: { bytes }, offset, size }: WalkNode): readonly number[] | undefined =>
  placesIn(shape, bytes.subarray(offset, offset + size))

/** Whether it is a record of parts, not a plain line. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isFields(value) && !Object.hasOwn(value, 'text')

function encodeParts({ parts }: TextLineShape, value: Readonly<Record<string, unknown>>, encoder: Encoder): void {
  for (const field of Object.keys(value))
    if (!parts.some(({ name }) => name === field)) encoder.refuse('layout.unknown-field', { field })
  for (const { name, layout } of parts)
    encoder.within(name, () => {
      const part = own(value, name) ?? (name === LEAD ? '' : undefined)
      if (part === undefined) encoder.refuse('layout.missing-field', { field: name })
      encoder.put(layout, part)
    })
}

export const textLineOperations: ShapeOperations<TextLineShape> = {
  children: {
    parts: ({ parts, plain }) => [...parts, { name: PLAIN, layout: plain }],
    records: nothing,
    count: (shape, node) => (placesOf(shape, node) ? shape.parts.length : 1),
    at: (shape, index, node) =>
      placesOf(shape, node) ? shape.parts[index] : index === 0 ? { name: PLAIN, layout: shape.plain } : undefined,
    indexOf(shape, name, node) {
      if (!placesOf(shape, node)) return name === PLAIN ? 0 : -1
      return shape.parts.findIndex(part => part.name === name || part.layout.meta.formerly?.includes(name))
    },
    places: (shape, node) =>
      placesOf(shape, node)?.map(place => node.offset + place) ?? [node.offset, node.offset + node.size],
  },
  steering: NO_STEERING,
  measure: (_, { plain }, view, offset, end, _count, measurer) => measurer.measure(plain, view, offset, end),
  index: indexEach,
  explain(node, shape, walk) {
    explainLeaf(node, shape, walk)
    if (!node.isWhole) node.settle({ size: 0, isWhole: false, places: [node.offset] })
  },
  decode(shape, cursor) {
    const { at } = cursor
    const whole = cursor.value(shape.plain, 0)
    const bytes = cursor.bytes.subarray(at, cursor.at)
    const places = placesIn(shape, bytes)
    if (!places) return whole
    const record: Record<string, TextValue> = {}
    for (const [index, { name, layout }] of shape.parts.entries()) {
      if (layout.shape.of !== 'linePart') continue
      const value = partValue(layout.shape, bytes.subarray(places[index], places[index + 1]))
      if (name !== LEAD || value !== '') setOwn(record, name, value)
    }
    return record
  },
  encode(shape, value, encoder) {
    const from = encoder.size
    if (!isRecord(value)) return encoder.put(shape.plain, value)
    encodeParts(shape, value, encoder)
    // A text that no separator follows may take no bytes, and so may the line of it.
    if (encoder.size === from) encoder.refuse('layout.hex')
  },
  needsEnd: (_, bytes, end) => bytes[end - 1] !== LINE_FEED.byte,
  toJson({ parts, plain }, value, printer, margin) {
    if (!isRecord(value)) return printer.print(plain, value, margin)
    return jsonLine(
      '{ ',
      ' }',
      parts.flatMap(({ name, layout }) => {
        const part = own(value, name)
        return part === undefined ? [] : [`"${name}": ${printer.print(layout, part as TextValue, margin)}`]
      }),
    )
  },
  fromJson({ parts, plain }, json, reader) {
    if (!(json instanceof Map) || json.has('text')) return reader.value(plain, json)
    const record: Record<string, unknown> = {}
    for (const [name, part] of json) {
      if (!parts.some(one => one.name === name)) reader.refuse('layout.unknown-field', { field: name })
      setOwn(record, name, tailedFromJson(part))
    }
    return record
  },
  jsonKey: (_, name) => (name === PLAIN ? undefined : name),
  schema({ parts, plain }, _, schemas) {
    const record: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(parts.map(({ name, layout }) => [name, schemas.schemaOf(layout)])),
      required: parts.filter(({ name }) => name !== LEAD).map(({ name }) => name),
      additionalProperties: false,
    }
    return { anyOf: [record, schemas.schemaOf(plain)] }
  },
  describe: ({ page, parts }) => `${page} line of ${parts.map(partText).join(' ')}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

function partText({ name, layout: { shape } }: Field): string {
  const separator = shape.of === 'linePart' && shape.separator !== '' ? ` '${shape.separator}'` : ''
  return name === LEAD ? separator.trim() : `${name}${separator}`
}
