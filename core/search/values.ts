import type { AttributeValue, Attributes } from '../edit'
import { SCALAR_SIZE, readInteger, type AnyLayout, type Document, type Node, type ScalarName } from '../layout'
import type { Comparison, Needle } from './needle'

type ValueNeedle = Extract<Needle, { kind: 'value' }>
export interface FoundValue {
  readonly path: string
  readonly offset: number
  readonly size: number
  readonly value: string
}
type Take = (found: FoundValue) => boolean

/** Fields of a document that have the value, in the order of their bytes, until `take` answers false. */
export function findValues(document: Document, needle: ValueNeedle, take: Take): void {
  if (!canHold(document.layout, needle)) return
  const { bytes } = document
  walk(document.root, [], new Search(needle, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), take))
}

/** What the directory says of an entry, as `@name`. */
export function findAttributes(attributes: Attributes, needle: ValueNeedle): readonly { readonly path: string; readonly value: string }[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (name === 'row' || !isNamed(needle.field.map(part => part.replace(/^@/, '')), [name])) return []
    return isEqualAttribute(value, needle) ? [{ path: `@${name}`, value: textOf(value) }] : []
  })
}

const textOf = (value: AttributeValue): string => (typeof value === 'object' ? value.text : String(value))
const isEqualAttribute = (value: AttributeValue, needle: ValueNeedle): boolean =>
  (typeof value === 'number' ? isNumber(value, needle) : isText(textOf(value), needle))

class Search {
  isDone = false
  constructor(readonly needle: ValueNeedle, readonly view: DataView, private readonly take: Take) {}

  tell(path: string, offset: number, size: number, value: string): void {
    if (!this.isDone && !this.take({ path, offset, size, value })) this.isDone = true
  }
}

const compare: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b, '!=': (a, b) => a !== b, '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
}

/** A 32-bit float is compared with what it would hold of the number. */
function isNumber(value: number, { value: wanted, comparison }: ValueNeedle, scalar?: ScalarName): boolean {
  if (typeof wanted !== 'number') return false
  return compare[comparison](value, scalar === 'f32' ? Math.fround(wanted) : wanted)
}

function isText(value: string, { value: wanted, comparison, matchCase, field }: ValueNeedle): boolean {
  if (typeof wanted === 'number' && field.length === 0) return false
  const a = matchCase ? value : value.toLowerCase()
  const b = matchCase ? String(wanted) : String(wanted).toLowerCase()
  return (a === b) === (comparison === '=')
}

/** Whether the names a person gave are the last of the field's. */
function isNamed(wanted: readonly string[], names: readonly string[]): boolean {
  const from = names.length - wanted.length
  return from >= 0 && wanted.every((name, k) => name === (names[from + k] ?? '').toLowerCase())
}

function walk(node: Node, names: readonly string[], search: Search): void {
  if (search.isDone || !node.isWhole && node.childCount === 0) return
  const { shape } = node.layout
  if (node.kind === 'gap') return
  switch (shape.of) {
    case 'scalar': return number(node.path, node.offset, shape.scalar, names, search)
    case 'count': return number(node.path, node.offset, shape.scalar, names, search)
    case 'text': case 'line': return words(node, names, search)
    case 'bytes': case 'rest': return undefined
    case 'array': case 'list': {
      const stride = shape.element.fixedSize
      if (stride !== undefined && stride > 0 && node.isWhole && isFlat(shape.element)) return flat(node, shape.element, stride, names, search)
      if (!canHold(shape.element, search.needle, names)) return undefined
      break
    }
    default:
  }
  const isList = shape.of === 'array' || shape.of === 'list'
  for (let i = 0; i < node.childCount && !search.isDone; i++) {
    const child = node.child(i)
    walk(child, isList && child.name !== 'count' ? names : [...names, child.name], search)
  }
}

function number(path: string, offset: number, scalar: ScalarName, names: readonly string[], search: Search): void {
  if (!isNamed(search.needle.field, names)) return
  const value = numberAt(search.view, offset, scalar)
  if (isNumber(value, search.needle, scalar)) search.tell(path, offset, SCALAR_SIZE[scalar], shown(value))
}

function words(node: Node, names: readonly string[], search: Search): void {
  if (!node.isWhole || !isNamed(search.needle.field, names)) return
  const { value } = node
  const text = typeof value === 'string' ? value : typeof value === 'object' && 'text' in value ? String(value.text) : ''
  if (isText(text.replace(/[\r\n]+$/, ''), search.needle)) search.tell(node.path, node.offset, node.size, text)
}

interface Leaf { readonly names: readonly string[]; readonly path: string; readonly offset: number; readonly scalar: ScalarName }

/** Whether records hold numbers only: then they are compared without a node for each. */
function isFlat({ shape }: AnyLayout): boolean {
  if (shape.of === 'struct') return shape.fields.every(field => field.layout.fixedSize !== undefined && isFlat(field.layout))
  return shape.of === 'scalar' || shape.of === 'vector' || shape.of === 'count' || shape.of === 'bytes'
}

function leavesOf({ shape }: AnyLayout, names: readonly string[], path: string, offset: number): readonly Leaf[] {
  if (shape.of === 'scalar' || shape.of === 'count') return [{ names, path, offset, scalar: shape.scalar }]
  if (shape.of === 'vector') {
    return shape.names.map((name, k) => ({ names: [...names, name], path: `${path}/${name}`, offset: offset + k * SCALAR_SIZE[shape.scalar], scalar: shape.scalar }))
  }
  if (shape.of !== 'struct') return []
  let at = offset
  return shape.fields.flatMap(({ name, layout }) => {
    const leaves = leavesOf(layout, [...names, name], `${path}/${name}`, at)
    at += layout.fixedSize ?? 0
    return leaves
  })
}

function flat(node: Node, element: AnyLayout, stride: number, names: readonly string[], search: Search): void {
  const leaves = leavesOf(element, names, '', 0).filter(leaf => isNamed(search.needle.field, leaf.names))
  const isList = node.layout.shape.of === 'list'
  if (isList && node.childCount > 0) walk(node.child(0), [...names, 'count'], search)
  if (leaves.length === 0) return
  const first = isList ? node.offset + node.child(0).size : node.offset
  const count = isList ? node.childCount - 1 : node.childCount
  for (let record = 0; record < count && !search.isDone; record++) {
    const from = first + record * stride
    for (const { path, offset, scalar } of leaves) {
      const value = numberAt(search.view, from + offset, scalar)
      if (isNumber(value, search.needle, scalar)) search.tell(`${node.path === '' ? '' : `${node.path}/`}${record}${path}`, from + offset, SCALAR_SIZE[scalar], shown(value))
    }
  }
}

/** Whether any field below a declaration is called so: most entries are passed over without being walked. */
function canHold(layout: AnyLayout, needle: ValueNeedle, names: readonly string[] = []): boolean {
  const { shape } = layout
  switch (shape.of) {
    case 'struct': return shape.fields.some(field => canHold(field.layout, needle, [...names, field.name]))
    case 'array': return canHold(shape.element, needle, names)
    case 'list': return canHold(shape.element, needle, names) || isNamed(needle.field, [...names, 'count'])
    case 'vector': return shape.names.some(name => isNamed(needle.field, [...names, name]))
    case 'bytes': case 'rest': return false
    default: return isNamed(needle.field, names)
  }
}

/** A number as it is compared: of 64 bits the nearest one. */
function numberAt(view: DataView, at: number, scalar: ScalarName): number {
  switch (scalar) {
    case 'u64': return Number(view.getBigUint64(at, true))
    case 'i64': return Number(view.getBigInt64(at, true))
    case 'f32': return view.getFloat32(at, true)
    case 'f64': return view.getFloat64(at, true)
    default: return readInteger(view, at, scalar)
  }
}

const shown = (value: number): string => (Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7))))
