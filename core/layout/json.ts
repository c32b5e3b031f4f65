import { LayoutError } from './error'
import { placeInJson, readJson, type Json } from './json-text'
import type { AnyLayout, Layout, Node, Value } from './layout'
import { f32Text, f64Text, floatBits, fromHex, toHex } from './numbers'
import type { ScalarName, Shape, StructShape } from './shape'
import { encode } from './write'

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
  const parts: string[] = []
  new Printer(parts, fold).print(layout, value, '\n', true)
  return parts.join('')
}

/**
 * The value of a JSON text. Derived fields may be left out. Throws LayoutError with `line` and `column` in its
 * params for text that is no JSON, and for a value that the layout cannot take.
 */
export function fromJson<T>(layout: Layout<T>, text: string): T
export function fromJson(layout: AnyLayout, text: string): unknown {
  const json = readJson(text)
  try {
    const value = valueOf(layout, json, '')
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

/** What JSON says in other words (bits, bytes, big integers); anything unfit is left for `encode` to refuse. */
function valueOf({ shape }: AnyLayout, json: Json, path: string): unknown {
  switch (shape.of) {
    case 'scalar': return scalarOf(shape.scalar, json)
    case 'vector': return Array.isArray(json) ? json.map((part: Json) => scalarOf(shape.scalar, part)) : json
    case 'bytes':
    case 'rest': return typeof json === 'string' ? bytesOf(json, path) : json
    case 'line':
    case 'text': return isObject(json) ? Object.fromEntries(json) : json
    case 'array':
    case 'list': return Array.isArray(json) ? json.map((part: Json, k) => valueOf(shape.element, part, join(path, String(k)))) : json
    case 'struct': return isObject(json) ? recordOf(shape, json, path) : json
    case 'count': return json
  }
}

const isObject = (json: Json): json is ReadonlyMap<string, Json> => json instanceof Map
const join = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

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

function bytesOf(text: string, path: string): Uint8Array {
  const bytes = text.startsWith('hex:') ? fromHex(text.slice(4)) : undefined
  if (!bytes) throw new LayoutError('layout.hex', {}, path)
  return bytes
}

function recordOf(shape: StructShape, json: ReadonlyMap<string, Json>, path: string): Readonly<Record<string, unknown>> {
  for (const field of json.keys()) {
    if (!shape.fields.some(({ name }) => name === field)) throw new LayoutError('layout.unknown-field', { field }, path)
  }
  const record: Record<string, unknown> = {}
  for (const { name, layout } of shape.fields) {
    const given = json.get(name)
    if (given !== undefined) record[name] = valueOf(layout, given, join(path, name))
    else if (layout.shape.of === 'count') {
      const records = json.get(layout.shape.sibling)
      if (Array.isArray(records)) record[name] = records.length / layout.shape.per
    }
  }
  return record
}

class Printer {
  constructor(private readonly parts: string[], private readonly isFolding: boolean) {}

  print({ shape }: AnyLayout, value: Value, margin: string, isOutermost = false): void {
    const record = shape.of === 'struct' ? fieldsOf(value) : undefined
    if (shape.of === 'struct' && record) {
      const isLine = this.isFolding && !isOutermost && shape.fields.every(({ layout }) => isLeaf(layout))
      const fields = shape.fields.filter(({ name }) => record[name] !== undefined)
      this.all('{', '}', fields.length, isLine, margin, (index, inner) => {
        const field = fields[index]
        if (!field) return
        this.parts.push(`${JSON.stringify(field.name)}: `)
        this.print(field.layout, record[field.name] ?? 0, inner)
      })
    } else if ((shape.of === 'array' || shape.of === 'list' || shape.of === 'vector') && Array.isArray(value)) {
      const element = shape.of === 'vector' ? shape.component : shape.element
      const isLine = shape.of === 'vector' || (this.isFolding && isLeaf(element))
      this.all('[', ']', value.length, isLine, margin, (index, inner) => this.print(element, value[index], inner))
    } else this.parts.push(leafText(shape, value))
  }

  private all(open: string, close: string, count: number, isLine: boolean, margin: string, each: (index: number, margin: string) => void): void {
    const inner = `${margin}  `
    // A table of numbers is not one line of a hundred thousand: thirty-two to a line.
    const isTable = isLine && count > 64
    const isSpread = (!isLine || isTable) && count > 0
    const padding = isLine && !isSpread && open === '{' && count > 0 ? ' ' : ''
    this.parts.push(open, padding)
    for (let index = 0; index < count; index++) {
      if (index > 0) this.parts.push(isSpread && !isTable ? ',' : isTable && index % 32 === 0 ? ',' : ', ')
      if (isSpread && (!isTable || index % 32 === 0)) this.parts.push(inner)
      each(index, inner)
    }
    this.parts.push(isSpread ? margin : padding, close)
  }
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
