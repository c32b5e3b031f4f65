import { LayoutError } from '../model/error'
import { placeInJson, readJson, type Json } from './json-text'
import type { AnyLayout, Layout, Node, Value } from '../model/layout'
import { f32Text, f64Text, floatBits, fromHex, toHex } from '../model/numbers'
import type { ScalarName, Shape, StructShape } from '../model/shape'
import { encode } from '../document/write'

export interface JsonOptions {
  /** Innermost records and lists (a vector, a cell, a link) on one line each. */
  readonly fold?: boolean
}

/**
 * JSON text of a node, from which `fromJson` makes the same value again, bit for bit: f32 in the fewest digits,
 * `-0.0`, NaN and infinities as `{"bits"}`, 64-bit integers as strings, bytes as `"hex:…"`.
 */
export function toJson(node: Node, options: JsonOptions = {}): string {
  return valueToJson(node.layout, node.value, options)
}

/** As `toJson`, of a value that stands alone. */
export function valueToJson(layout: AnyLayout, value: Value, { fold = false }: JsonOptions = {}): string {
  const printer = new Printer(fold)
  printer.print(layout, value, '\n', true)
  return printer.text
}

/**
 * The value of a JSON text. Derived fields may be left out; a count that still says what it says in `present`, the node
 * whose text was changed, follows its records. Throws LayoutError with `line` and `column` in its params for text that
 * is no JSON, and for a value that the layout cannot take.
 */
export function fromJson<T>(layout: Layout<T>, text: string, present?: Node): T
export function fromJson(layout: AnyLayout, text: string, present?: Node): unknown {
  const json = readJson(text)
  try {
    const value = valueOf(layout, json, { steps: [], present })
    encode(layout, value, '')
    return value
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    const { path: _, ...params } = error.params
    throw new LayoutError(error.code, { ...params, ...placeInJson(text, jsonPath(layout, error.path)) }, error.path)
  }
}

/** Keys and indices in JSON that lead to a node: as its path, but components of vectors by number. */
export function jsonPath(layout: AnyLayout, path: string): readonly string[] {
  const steps: string[] = []
  let at: AnyLayout | undefined = layout
  for (const step of path === '' ? [] : path.split('/')) {
    const shape: Shape | undefined = at?.shape
    steps.push(shape?.of === 'vector' && shape.names.includes(step) ? String(shape.names.indexOf(step)) : step)
    if (shape?.of === 'struct') at = shape.fields.find(({ name }) => name === step)?.layout
    else at = shape?.of === 'array' || shape?.of === 'list' ? shape.element : undefined
  }
  return steps
}

/** Where a value stands that is being read. */
interface Trail {
  readonly steps: (string | number)[]
  readonly present: Node | undefined
}

/** What JSON says in other words (bits, bytes, big integers); anything unfit is left for `encode` to refuse. */
function valueOf({ shape }: AnyLayout, json: Json, trail: Trail): unknown {
  switch (shape.of) {
    case 'scalar': return scalarOf(shape.scalar, json)
    case 'vector': return Array.isArray(json) ? json.map((part: Json) => scalarOf(shape.scalar, part)) : json
    case 'bytes':
    case 'rest': return typeof json === 'string' ? bytesOf(json, trail) : json
    case 'line':
    case 'text': return isObject(json) ? Object.fromEntries(json) : json
    case 'array':
    case 'list': return Array.isArray(json) ? listOf(shape.element, json, trail) : json
    case 'struct': return isObject(json) ? recordOf(shape, json, trail) : json
    case 'count': return json
  }
}

function listOf(element: AnyLayout, json: readonly Json[], trail: Trail): unknown[] {
  return json.map((part, k) => within(trail, k, () => valueOf(element, part, trail)))
}

function within<T>(trail: Trail, step: string | number, work: () => T): T {
  trail.steps.push(step)
  const result = work()
  trail.steps.pop()
  return result
}

const isObject = (json: Json): json is ReadonlyMap<string, Json> => json instanceof Map

function scalarOf(scalar: ScalarName, json: Json): unknown {
  if (scalar === 'f32' || scalar === 'f64') {
    if (isObject(json)) return numberOfBits(scalar, Object.fromEntries(json))
    if (typeof json !== 'number') return json
    // What no float can hold must not become an infinity by being read.
    if (!Number.isFinite(json)) return null
    const nearest = scalar === 'f32' ? Math.fround(json) : json
    return Number.isFinite(nearest) ? nearest : json
  }
  if (scalar !== 'u64' && scalar !== 'i64') return json
  if (typeof json === 'string' && /^-?\d{1,20}$/.test(json)) return BigInt(json)
  return typeof json === 'number' && Number.isSafeInteger(json) ? BigInt(json) : json
}

/** Bits that a JS number carries become that number, so that one value has one form. */
function numberOfBits(scalar: 'f32' | 'f64', json: Readonly<Record<string, Json>>): unknown {
  const { bits } = json
  if (typeof bits !== 'string' || Object.keys(json).length !== 1) return json
  const digits = scalar === 'f32' ? 8 : 16
  const plain = bits.toLowerCase().replace(/^0x/, '').padStart(digits, '0')
  const special = [Number.NaN, Infinity, -Infinity].find(number => floatBits(number, scalar) === `0x${plain}`)
  return special ?? json
}

function bytesOf(text: string, trail: Trail): Uint8Array {
  const bytes = text.startsWith('hex:') ? fromHex(text.slice(4)) : undefined
  if (!bytes) throw new LayoutError('layout.hex', {}, trail.steps.join('/'))
  return bytes
}

function recordOf(shape: StructShape, json: ReadonlyMap<string, Json>, trail: Trail): Readonly<Record<string, unknown>> {
  for (const field of json.keys()) {
    if (!shape.fields.some(({ name }) => name === field)) throw new LayoutError('layout.unknown-field', { field }, trail.steps.join('/'))
  }
  const record: Record<string, unknown> = {}
  for (const { name, layout } of shape.fields) {
    const given = json.get(name)
    const records = layout.shape.of === 'count' && (given === undefined || isPresent(trail, name, given)) ? json.get(layout.shape.sibling) : undefined
    if (layout.shape.of === 'count' && Array.isArray(records)) record[name] = records.length / layout.shape.per
    else if (given !== undefined) record[name] = within(trail, name, () => valueOf(layout, given, trail))
  }
  return record
}

/** Whether a field of the record that is being read is given as it stands in the bytes. */
function isPresent({ steps, present }: Trail, name: string, given: Json): boolean {
  let node = present
  for (const step of [...steps, name]) node = node?.childNamed(String(step))
  return node?.value === given
}

class Printer {
  text = ''

  constructor(private readonly isFolding: boolean) {}

  print({ shape }: AnyLayout, value: Value, margin: string, isOutermost = false): void {
    const record = shape.of === 'struct' ? fieldsOf(value) : undefined
    if (shape.of === 'struct' && record) {
      const fields = shape.fields.filter(({ name }) => record[name] !== undefined)
      const isLine = this.isFolding && !isOutermost && fields.every(({ layout }) => isLeaf(layout))
      if (isLine) this.text += line('{ ', ' }', fields.map(({ name, layout }) => `"${name}": ${leafText(layout.shape, record[name] ?? 0)}`))
      else this.spread('{', '}', fields.length, margin, (index, inner) => {
        const field = fields[index]
        if (!field) return
        this.text += `"${field.name}": `
        this.print(field.layout, record[field.name] ?? 0, inner)
      })
    } else if ((shape.of === 'array' || shape.of === 'list' || shape.of === 'vector') && isList(value)) {
      const element = shape.of === 'vector' ? shape.component : shape.element
      if (shape.of === 'vector' || (this.isFolding && isLeaf(element))) this.text += table(value.map(one => leafText(element.shape, one)), margin)
      else this.spread('[', ']', value.length, margin, (index, inner) => this.print(element, value[index] ?? 0, inner))
    } else this.text += leafText(shape, value)
  }

  private spread(open: string, close: string, count: number, margin: string, each: (index: number, margin: string) => void): void {
    const inner = `${margin}  `
    this.text += open
    for (let index = 0; index < count; index++) {
      this.text += index > 0 ? `,${inner}` : inner
      each(index, inner)
    }
    this.text += count > 0 ? margin + close : close
  }
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const line = (open: string, close: string, parts: readonly string[]): string =>
  (parts.length === 0 ? (open + close).replaceAll(' ', '') : open + parts.join(', ') + close)

const LINE_OF_TABLE = 32

/** Numbers on one line; of more than two lines' worth, thirty-two to each: an editor breaks at lines of megabytes. */
function table(parts: readonly string[], margin: string): string {
  if (parts.length <= 2 * LINE_OF_TABLE) return line('[', ']', parts)
  const lines: string[] = []
  for (let at = 0; at < parts.length; at += LINE_OF_TABLE) lines.push(parts.slice(at, at + LINE_OF_TABLE).join(', '))
  return `[${margin}  ${lines.join(`,${margin}  `)}${margin}]`
}

const isLeaf = ({ shape }: AnyLayout): boolean => shape.of !== 'struct' && shape.of !== 'array' && shape.of !== 'list' && shape.of !== 'vector'

type Fields = Readonly<Record<string, Value>>

function fieldsOf(value: Value): Fields | undefined {
  const isFields = (given: Value): given is Fields =>
    typeof given === 'object' && !Array.isArray(given) && !(given instanceof Uint8Array)
  return isFields(value) ? value : undefined
}

function leafText(shape: Shape, value: Value): string {
  if (value instanceof Uint8Array) return `"hex:${toHex(value)}"`
  if (typeof value === 'bigint') return `"${value}"`
  if (typeof value === 'number') return numberText(shape, value)
  if (typeof value === 'string') return JSON.stringify(value)
  const { bits, text, tail } = fieldsOf(value) ?? {}
  if (bits !== undefined) return `{"bits": ${JSON.stringify(bits)}}`
  return `{"text": ${JSON.stringify(text)}, "tail": ${JSON.stringify(tail)}}`
}

function numberText(shape: Shape, value: number): string {
  const scalar = shape.of === 'scalar' ? shape.scalar : undefined
  if (scalar !== 'f32' && scalar !== 'f64') return String(value)
  if (!Number.isFinite(value)) return `{"bits": "${floatBits(value, scalar)}"}`
  return scalar === 'f32' ? f32Text(value) : f64Text(value)
}
