import type { AttributeValue, Attributes } from '../edit'
import {
  SCALAR_SIZE,
  elementOf,
  holdsLabels,
  isTable,
  isBigEndian,
  labelOf,
  numberLeaves,
  partsOf,
  readInteger,
  scalarOf,
  tagName,
  type AnyLayout,
  type Document,
  type Node,
  type NumberLeaf,
  type ScalarName,
} from '../layout'
import type { Comparison, Needle } from './needle'

type ValueNeedle = Extract<Needle, { kind: 'value' }>
interface FoundValue {
  readonly path: string
  readonly offset: number
  readonly size: number
  readonly value: string
}
type Take = (found: FoundValue) => boolean

/** Fields of a document that have the value, in byte order, until `take` returns false. */
export function findValues(document: Document, needle: ValueNeedle, take: Take): void {
  if (!canHold(document.layout, needle)) return
  const { bytes } = document
  walk(document.root, [], new Search(needle, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), take))
}

/** Values in the directory row of an entry, as `@name`. */
export function findAttributes(
  attributes: Attributes,
  needle: ValueNeedle,
): readonly { readonly path: string; readonly value: string }[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (
      name === 'row' ||
      !isNamed(
        needle.field.map(part => part.replace(/^@/, '')),
        [name],
      )
    )
      return []
    return isEqualAttribute(value, needle) ? [{ path: `@${name}`, value: textOf(value) }] : []
  })
}

const textOf = (value: AttributeValue): string => (typeof value === 'object' ? value.text : String(value))
const isEqualAttribute = (value: AttributeValue, needle: ValueNeedle): boolean =>
  typeof value === 'number' ? isNumber(value, needle) : isText(textOf(value), needle)

class Search {
  isDone = false
  constructor(
    readonly needle: ValueNeedle,
    readonly view: DataView,
    private readonly take: Take,
  ) {}

  tell(path: string, offset: number, size: number, value: string): void {
    if (!this.isDone && !this.take({ path, offset, size, value })) this.isDone = true
  }
}

const compare: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

/** A 32-bit float is compared with the number rounded to 32 bits. */
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

/** Whether the typed names are the last ones of the field's names. */
function isNamed(wanted: readonly string[], names: readonly string[]): boolean {
  const from = names.length - wanted.length
  return from >= 0 && wanted.every((name, k) => name === (names[from + k] ?? '').toLowerCase())
}

function walk(node: Node, names: readonly string[], search: Search): void {
  if (search.isDone || (!node.isWhole && node.childCount === 0)) return
  const { layout, kind } = node
  if (kind === 'gap' || kind === 'bytes') return
  if (kind === 'text') return words(node, names, search)
  const scalar = scalarOf(layout)
  // A range of bits has no type of its own.
  if (scalar || kind === 'integer' || kind === 'flags') return number(node, scalar, names, search)
  const element = elementOf(layout)
  if (element) {
    const numbers = node.isWhole ? numberLeaves(element) : undefined
    if (numbers && element.fixedSize) return flat(node, numbers, element.fixedSize, names, search)
    if (!canHold(element, search.needle, names)) return
  }
  for (let i = 0; i < node.childCount && !search.isDone; i++) {
    const child = node.child(i)
    walk(child, element && child.name !== 'count' ? names : [...names, nameIn(node, child)], search)
  }
}

/** The name of a child; of the value of a labelled record the label. */
const nameIn = (node: Node, { name }: Node): string =>
  labelOf(node.layout)?.body === name ? (tagName(node) ?? name) : name

function number(node: Node, scalar: ScalarName | undefined, names: readonly string[], search: Search): void {
  if (!node.isWhole || !isNamed(search.needle.field, names)) return
  const { path, offset, size } = node
  const isPlain = scalar !== undefined && !isBigEndian(node.layout)
  const value = isPlain ? numberAt(search.view, offset, scalar) : Number(node.value)
  if (isNumber(value, search.needle, scalar)) search.tell(path, offset, size, shown(value))
}

function words(node: Node, names: readonly string[], search: Search): void {
  if (!node.isWhole || !isNamed(search.needle.field, names)) return
  const { value } = node
  const text =
    typeof value === 'string' ? value : typeof value === 'object' && 'text' in value ? String(value.text) : ''
  if (isText(text.replace(/[\r\n]+$/, ''), search.needle)) search.tell(node.path, node.offset, node.size, text)
}

/** Compares records that hold numbers only without creating a node for each. */
function flat(
  node: Node,
  numbers: readonly NumberLeaf[],
  stride: number,
  names: readonly string[],
  search: Search,
): void {
  const leaves = numbers.filter(leaf => isNamed(search.needle.field, [...names, ...leaf.names]))
  const isList = !isTable(node.layout)
  if (isList && node.childCount > 0) walk(node.child(0), [...names, 'count'], search)
  if (leaves.length === 0) return
  const first = isList ? node.offset + node.child(0).size : node.offset
  const count = isList ? node.childCount - 1 : node.childCount
  for (let record = 0; record < count && !search.isDone; record++) {
    const from = first + record * stride
    for (const leaf of leaves) {
      const value = numberAt(search.view, from + leaf.offset, leaf.scalar)
      if (!isNumber(value, search.needle, leaf.scalar)) continue
      const path = [node.path, record, ...leaf.names].filter(step => step !== '').join('/')
      search.tell(path, from + leaf.offset, SCALAR_SIZE[leaf.scalar], shown(value))
    }
  }
}

/**
 * Whether a field of that name may exist below a declaration: most entries are skipped without being walked. Names of
 * labelled values are in the bytes.
 */
function canHold(layout: AnyLayout, needle: ValueNeedle, names: readonly string[] = []): boolean {
  if (holdsLabels(layout) || labelOf(layout)) return true
  const parts = partsOf(layout)
  if (parts.length === 0) return layout.kind !== 'bytes' && layout.kind !== 'struct' && isNamed(needle.field, names)
  return parts.some(part => canHold(part.layout, needle, part.name === undefined ? names : [...names, part.name]))
}

/** A number as it is compared: of 64 bits the nearest float. */
function numberAt(view: DataView, at: number, scalar: ScalarName): number {
  switch (scalar) {
    case 'u64':
      return Number(view.getBigUint64(at, true))
    case 'i64':
      return Number(view.getBigInt64(at, true))
    case 'f32':
      return view.getFloat32(at, true)
    case 'f64':
      return view.getFloat64(at, true)
    default:
      return readInteger(view, at, scalar)
  }
}

const shown = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(7)))
