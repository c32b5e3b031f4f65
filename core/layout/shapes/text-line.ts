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

/**
 * A text within a line: one word; with `words: 'cell'` a word or a text in quotation marks, which may hold blanks; with
 * `words: 'text'` any characters up to the separator, blanks and none too.
 */
export interface LinePart extends Meta {
  readonly name: string
  readonly words?: 'word' | 'cell' | 'text'
}

/** Texts of a line and the separators between them. */
export type LineParts = readonly (LinePart | string)[]

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
 * `{ text, tail }`. `or`: other ways to divide a line, tried in order; a word then holds none of the separators, so that
 * an edit of a text never divides its line in another way. A line that divides in no way is one plain `line`; a line
 * takes a value of any of these kinds.
 */
export function textLine({
  parts,
  or = [],
  page = 'cp1251',
  ...meta
}: Meta & {
  readonly parts: LineParts
  readonly or?: readonly LineParts[]
  readonly page?: CodePage
}): Layout<LineValue> {
  const plain = line({ page, ...meta })
  const excluded = or.length === 0 ? [] : separatorsOf([parts, ...or])
  const forms = [parts, ...or].map(form => fieldsOf(form, page, excluded, meta))
  const named = forms.map(form =>
    form
      .flatMap(({ name }) => (name === LEAD ? [] : name))
      .sort()
      .join(),
  )
  if (new Set(named).size < named.length) throw new TypeError('textLine: two ways with the same names')
  const shape: TextLineShape = { of: 'textLine', page, forms, plain }
  return { kind: 'struct', meta, shape, fixedSize: undefined, leastSize: 1 }
}

/** Separators that are not only blanks. */
const separatorsOf = (forms: readonly LineParts[]): readonly string[] => [
  ...new Set(forms.flat().flatMap(part => (typeof part === 'string' ? part.trim() || [] : []))),
]

/** The texts of a line with the separators behind them. */
function fieldsOf(parts: LineParts, page: CodePage, excluded: readonly string[], meta: Meta): readonly Field[] {
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
      if (index === 0) fields.push(fieldOf(LEAD, part, 'none', false, page, excluded, { ...common, role: 'derived' }))
      else if (typeof parts[index - 1] === 'string') throw new TypeError('textLine: two separators side by side')
      continue
    }
    const { name, words = 'word', ...own } = part
    if (typeof behind === 'object') throw new TypeError(`textLine: no separator behind '${name}'`)
    fields.push(fieldOf(name, behind ?? '', words, part === texts.at(-1), page, excluded, { ...common, ...own }))
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
  excluded: readonly string[],
  meta: Meta,
): Field {
  const trimmed = separator.trim()
  if (!/^[\t -~]*$/.test(separator)) throw new TypeError(`textLine: separator '${separator}'`)
  if (trimmed === '' && words === 'text' && !isLast) throw new TypeError(`textLine: '${name}' has no end`)
  const written = trimmed === '' && (isLast || words === 'none') ? '' : separator
  const shape: LinePartShape = { of: 'linePart', page, separator: trimmed, written, words, excluded, isLast }
  return { name, layout: { kind: 'text', meta, shape, fixedSize: undefined, leastSize: 0 } }
}

/** A line that divides: the texts of the way that fits, where each of them begins, and where the line ends. */
interface Division {
  readonly parts: readonly Field[]
  readonly places: readonly number[]
}

/** How a line divides; undefined where it does not. */
function divisionOf({ forms, page }: TextLineShape, bytes: Uint8Array): Division | undefined {
  const text = decodeText(bytes, page)
  for (const parts of forms) {
    const places = placesIn(parts, text)
    if (places?.at(-1) === bytes.length) return { parts, places }
  }
  return undefined
}

function placesIn(parts: readonly Field[], text: string): readonly number[] | undefined {
  const stop = contentEnd(text)
  const places = [0]
  let at = 0
  for (const { layout } of parts) {
    const span = layout.shape.of === 'linePart' ? partAt(layout.shape, text, at, stop) : undefined
    if (!span) return undefined
    at = span.next
    places.push(at)
  }
  return places
}

const divisionIn = (shape: TextLineShape, { source: { bytes }, offset, size }: WalkNode): Division | undefined =>
  divisionOf(shape, bytes.subarray(offset, offset + size))

/** The texts of all ways to divide a line, one of each name. */
export function lineFields({ forms }: TextLineShape): readonly Field[] {
  const byName = new Map<string, Field>()
  for (const part of forms.flat()) if (!byName.has(part.name)) byName.set(part.name, part)
  return [...byName.values()]
}

/** The way to divide a line that has texts of these names; the first where none has. */
function formOf({ forms }: TextLineShape, names: readonly string[]): readonly Field[] {
  const fits = (parts: readonly Field[]): boolean =>
    names.every(name => parts.some(part => part.name === name)) &&
    parts.every(({ name }) => name === LEAD || names.includes(name))
  return forms.find(fits) ?? forms[0] ?? []
}

/** Whether it is a record of parts, not a plain line. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isFields(value) && !Object.hasOwn(value, 'text')

function encodeParts(parts: readonly Field[], value: Readonly<Record<string, unknown>>, encoder: Encoder): void {
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
    parts: shape => [...lineFields(shape), { name: PLAIN, layout: shape.plain }],
    records: nothing,
    count: (shape, node) => divisionIn(shape, node)?.parts.length ?? 1,
    at(shape, index, node) {
      const division = divisionIn(shape, node)
      if (division) return division.parts[index]
      return index === 0 ? { name: PLAIN, layout: shape.plain } : undefined
    },
    indexOf(shape, name, node) {
      const division = divisionIn(shape, node)
      if (!division) return name === PLAIN ? 0 : -1
      return division.parts.findIndex(part => part.name === name || part.layout.meta.formerly?.includes(name))
    },
    places: (shape, node) =>
      divisionIn(shape, node)?.places.map(place => node.offset + place) ?? [node.offset, node.offset + node.size],
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
    const division = divisionOf(shape, bytes)
    if (!division) return whole
    const { parts, places } = division
    const record: Record<string, TextValue> = {}
    for (const [index, { name, layout }] of parts.entries()) {
      if (layout.shape.of !== 'linePart') continue
      const value = partValue(layout.shape, bytes.subarray(places[index], places[index + 1]))
      if (name !== LEAD || value !== '') setOwn(record, name, value)
    }
    return record
  },
  encode(shape, value, encoder) {
    const from = encoder.size
    if (!isRecord(value)) return encoder.put(shape.plain, value)
    const parts = formOf(shape, Object.keys(value))
    encodeParts(parts, value, encoder)
    // A text that no separator follows may take no bytes, and so may the line of it.
    if (encoder.size === from) encoder.refuse('layout.hex')
    const bytes = encoder.bytes.subarray(from, encoder.size)
    if (divisionOf(shape, bytes)?.parts !== parts)
      encoder.refuse('layout.line-part', { text: decodeText(bytes, shape.page).trimEnd() })
  },
  needsEnd: (_, bytes, end) => bytes[end - 1] !== LINE_FEED.byte,
  toJson(shape, value, printer, margin) {
    if (!isRecord(value)) return printer.print(shape.plain, value, margin)
    return jsonLine(
      '{ ',
      ' }',
      formOf(shape, Object.keys(value)).flatMap(({ name, layout }) => {
        const part = own(value, name)
        return part === undefined ? [] : [`"${name}": ${printer.print(layout, part as TextValue, margin)}`]
      }),
    )
  },
  fromJson(shape, json, reader) {
    if (!(json instanceof Map) || json.has('text')) return reader.value(shape.plain, json)
    const parts = formOf(shape, [...json.keys()])
    const record: Record<string, unknown> = {}
    for (const [name, part] of json) {
      if (!parts.some(one => one.name === name)) reader.refuse('layout.unknown-field', { field: name })
      setOwn(record, name, tailedFromJson(part))
    }
    return record
  },
  jsonKey: (_, name) => (name === PLAIN ? undefined : name),
  schema({ forms, plain }, _, schemas) {
    const records = forms.map(
      (parts): JsonSchema => ({
        type: 'object',
        properties: Object.fromEntries(parts.map(({ name, layout }) => [name, schemas.schemaOf(layout)])),
        required: parts.filter(({ name }) => name !== LEAD).map(({ name }) => name),
        additionalProperties: false,
      }),
    )
    return { anyOf: [...records, schemas.schemaOf(plain)] }
  },
  describe: ({ page, forms }) => `${page} line of ${forms.map(parts => parts.map(partText).join(' ')).join(' or ')}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

function partText({ name, layout: { shape } }: Field): string {
  const separator = shape.of === 'linePart' && shape.separator !== '' ? ` '${shape.separator}'` : ''
  return name === LEAD ? separator.trim() : `${name}${separator}`
}
