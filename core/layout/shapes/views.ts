import type { Node } from '../model/layout'
import type { AnyLayout, CodePage, Field, ScalarName } from '../model/shape'
import { nodesCounted } from './named-node'
import type { NumberPart } from './operations'
import { lineFields } from './text-line'
import { countsOf, namesUsed, operationsOf, partsOf, recordsOf, resolve } from './table'

/** What the rest of the program may know of a declaration, without a look at its shape. */

/** The fields of a record, the texts of a line and the line that does not divide; undefined for what is none. */
export function fieldsOf({ shape }: AnyLayout): readonly Field[] | undefined {
  if (shape.of === 'textLine') return [...lineFields(shape), { name: 'line', layout: shape.plain }]
  return shape.of === 'struct' ? shape.fields : undefined
}

/** Ranges of the bits of a number: children that share its bytes; undefined for everything else. */
export const rangesOf = ({ shape }: AnyLayout): readonly Field[] | undefined =>
  shape.of === 'bitfield' ? shape.ranges : undefined

/** The declared cases of a union, and whether every tag has one; undefined for everything else. */
export function casesOf({
  shape,
}: AnyLayout): { readonly layouts: readonly AnyLayout[]; readonly isTotal: boolean } | undefined {
  if (shape.of !== 'union') return undefined
  const { cases, otherwise } = shape
  const layouts = [...Object.values(cases), ...(otherwise ? [otherwise] : [])]
  return { layouts, isTotal: otherwise !== undefined }
}

/** Whether a layout, or a field of its record, is one of several: `partsOf` gives the cases of a field instead of it. */
export const hasCases = (layout: AnyLayout): boolean =>
  layout.varies === true || (fieldsOf(layout) ?? []).some(field => field.layout.varies)

/** What a size frames; undefined for everything else. */
export const bodyOf = ({ shape }: AnyLayout): AnyLayout | undefined => (shape.of === 'sized' ? shape.body : undefined)

/** The layout of one record of an array or list; undefined for other layouts. */
export function elementOf(layout: AnyLayout): AnyLayout | undefined {
  const element = recordsOf(layout)?.element
  return element?.varies ? resolve(element, undefined) : element
}

/** The name under which a record was declared. */
export const recordName = ({ shape }: AnyLayout): string | undefined => (shape.of === 'struct' ? shape.name : undefined)

/**
 * The outermost record of an array that a path leads into, by the declaration alone: its declared name and its path.
 * Undefined where the path leads into none, or the bytes decide what is there.
 */
export function recordAt(
  layout: AnyLayout,
  path: string,
): { readonly name: string; readonly path: string } | undefined {
  const steps = path.split('/')
  let at: AnyLayout | undefined = layout
  for (const [index, step] of steps.entries()) {
    const element: AnyLayout | undefined = elementOf(bodyOf(at) ?? at)
    if (element && /^\d+$/.test(step)) {
      const name = recordName(element)
      return name === undefined ? undefined : { name, path: steps.slice(0, index + 1).join('/') }
    }
    at = partsOf(at).find(part => part.name === step)?.layout
    if (!at) return undefined
  }
  return undefined
}

/** Numbers at a fixed place of a value: of the field at that path, or of the value itself. */
export const numbersOf = (layout: AnyLayout, field: string): NumberPart | undefined =>
  operationsOf(layout.shape).columns(layout, layout.shape, field, numbersOf)

/** The type of a single number; undefined for everything else. */
export function scalarOf(layout: AnyLayout): ScalarName | undefined {
  const numbers = partsOf(layout).length === 0 ? numbersOf(layout, '') : undefined
  return numbers?.words === 1 ? numbers.scalar : undefined
}

/** Whether a number has its highest byte first: its bytes are read through its node only. */
export const isBigEndian = (layout: AnyLayout): boolean => numbersOf(layout, '')?.isBigEndian === true

/** The components of a vector of numbers; undefined for everything else. */
export function componentsOf(layout: AnyLayout): readonly Field[] | undefined {
  const parts = recordsOf(layout) || layout.kind === 'struct' ? [] : partsOf(layout)
  const named = parts.flatMap(({ name, layout: component }) =>
    name === undefined ? [] : [{ name, layout: component }],
  )
  return named.length > 0 ? named : undefined
}

/** Whether it is a vector of `words` numbers of one type. */
export function isVector(layout: AnyLayout, scalar: ScalarName, words: number): boolean {
  const components = componentsOf(layout)
  return components?.length === words && components.every(component => scalarOf(component.layout) === scalar)
}

/** Names of the fields of a record that lengths and cases of other fields depend on. */
export const lengthFields = (layout: AnyLayout): ReadonlySet<string> =>
  new Set((fieldsOf(layout) ?? []).flatMap(field => namesUsed(field.layout)).map(name => name.replace(/\..*/, '')))

/** The arrays that a count counts; of a number whose ranges of bits are counts, those of all its ranges. */
export function countedBy(node: Node): readonly Node[] {
  const counts = countsOf(node.layout)
  if (counts) return nodesCounted(node, counts)
  return rangesOf(node.layout)?.flatMap(({ name }) => countedIn(node.childNamed(name))) ?? []
}

function countedIn(range: Node | undefined): readonly Node[] {
  const counts = range && countsOf(range.layout)
  return counts ? nodesCounted(range, counts) : []
}

/** Whether records of this array are shown as rows; lists are values of a single cell. */
export const isTable = (layout: AnyLayout): boolean => recordsOf(layout)?.first === 0

/** The code page that a text is declared in; undefined for everything else. */
export const pageOf = ({ layout: { shape } }: Pick<Node, 'layout'>): CodePage | undefined =>
  'page' in shape ? shape.page : undefined

/** How a text ends: in a place of a fixed number of bytes, with its line, with a zero byte, or where a length says; undefined for everything else. */
export function textEnd({ shape }: AnyLayout): { readonly room: number } | 'line' | 'nul' | 'length' | undefined {
  if (shape.of === 'text') return { room: shape.size }
  if (shape.of === 'lengthPrefixedText' || shape.of === 'restText' || shape.of === 'encoded') return 'length'
  if (shape.of === 'linePart') return 'line'
  return shape.of === 'line' ? shape.end : undefined
}

/** Whether it is a line of a text, whole or divided into texts. */
export const isTextLine = (layout: AnyLayout): boolean => layout.shape.of === 'textLine' || textEnd(layout) === 'line'

/** One number within a record of numbers. */
export interface NumberLeaf {
  readonly names: readonly string[]
  readonly offset: number
  readonly scalar: ScalarName
}

/** The numbers of a record in the order of their bytes, if it has one size and holds nothing but numbers and plain bytes. */
export function numberLeaves(
  layout: AnyLayout,
  names: readonly string[] = [],
  offset = 0,
): readonly NumberLeaf[] | undefined {
  if (layout.fixedSize === undefined || recordsOf(layout)) return undefined
  const scalar = scalarOf(layout)
  if (scalar) return isBigEndian(layout) ? undefined : [{ names, offset, scalar }]
  if (rangesOf(layout) || fieldsOf(layout)?.some(field => field.layout.varies)) return undefined
  const parts = partsOf(layout)
  if (parts.length === 0) return layout.kind === 'bytes' || layout.kind === 'struct' ? [] : undefined
  const leaves: NumberLeaf[] = []
  let at = offset
  for (const part of parts) {
    const inner = numberLeaves(part.layout, [...names, part.name ?? ''], at)
    if (!inner) return undefined
    for (const leaf of inner) leaves.push(leaf)
    at += part.layout.fixedSize ?? 0
  }
  return leaves
}

/**
 * Single numbers of a record by their path within it, in the order of their bytes: those of its fields, also where these are
 * sometimes absent, and the components of its vectors. Left out are records within it that an array or list consists of, and
 * numbers that the writer fills, such as counts.
 */
export function numberFields(record: AnyLayout, path = ''): ReadonlyMap<string, ScalarName> {
  const found = new Map<string, ScalarName>()
  const scalar = record.meta.role === 'derived' ? undefined : scalarOf(record)
  if (scalar) return found.set(path, scalar)
  if (record.meta.role === 'derived' || recordsOf(record)) return found
  for (const { name, layout } of partsOf(record)) {
    if (name === undefined) continue
    for (const [field, type] of numberFields(layout, path === '' ? name : `${path}/${name}`)) found.set(field, type)
  }
  return found
}
