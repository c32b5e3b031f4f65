import { evaluate, type Numeric } from '../../expression'
import { formula } from '../model/formula'
import type { Meta } from '../model/meta'
import {
  INTEGER_LIMITS,
  SCALAR_SIZE,
  type AnyLayout,
  type Following,
  type Formula,
  type IntegerName,
  type Layout,
  type LinkOf,
  type PlaceOf,
  type SumOf,
} from '../model/shape'
import { fixed, withMeta } from './fixed'
import { recordNumber } from './leaf'
import { nodeNamed, recordAround, withoutFrame } from './named-node'
import type { WalkNode } from './operations'

/** Following words: numbers that the program keeps right and the walk never reads. */

interface Place extends Meta {
  /** The record of the array `target` with the number of the record that holds the word. */
  readonly parallel?: boolean
  /** The place counts from this field, or from the record of the word (`.`) or the one around it (`..`). */
  readonly from?: string
  /** Added to the place. */
  readonly plus?: number
  /** What the word holds where the target is absent or takes no bytes; absent: the place is stored even then. */
  readonly none?: number
}

/**
 * The place of a field, in bytes: `offsetTo('nodes')`; of the record of an array beside the array of this record, with the
 * number of this record: `offsetTo('model_data', { parallel: true })`. `target` is named as in formulas, with a path within
 * it (`..nodes`, `blobs/list`).
 */
export function offsetTo(target: string, options?: Place): Layout<number, 'u32'>
export function offsetTo<S extends IntegerName>(target: string, options: Place & { readonly as: S }): Layout<number, S>
export function offsetTo(
  target: string,
  { parallel = false, from = '', plus = 0, none, as = 'u32', ...meta }: Place & { readonly as?: IntegerName } = {},
): Layout<number, IntegerName> {
  const [min, max] = INTEGER_LIMITS[as]
  const word = fixed<number, IntegerName>('integer', { of: 'scalar', scalar: as }, SCALAR_SIZE[as], {
    min,
    max,
    ...meta,
  })
  return followed(word, { from: 'place', target, isParallel: parallel, base: from, plus, none })
}

/**
 * A number by arithmetic over fields anywhere in the record: `derived(i32(), 'material_count - 1')`. `x.length` is the
 * number of records of an array, `x.size` the bytes of a field, `x.offset` its place.
 */
export const derived = <C>(word: Layout<number, C>, text: string): Layout<number, C> => followed(word, formula(text))

/**
 * A link of a list of slots: the number of the next or previous record of the same array whose field of this name has
 * the same declaration (the same case of its union), `none` at the end of the list: `slotLink(i16(), 'next')`.
 */
export const slotLink = <C>(
  word: Layout<number, C>,
  to: 'next' | 'previous',
  { none = -1 }: { readonly none?: number } = {},
): Layout<number, C> => followed(word, { from: 'link', to, none })

/** The start of a run in an array that records divide among themselves: the sum of `field` over the records before. */
export const startOfRun = <C>(word: Layout<number, C>, field: string): Layout<number, C> =>
  followed(word, { from: 'sum', field })

function followed<C>(word: Layout<number, C>, follows: Following): Layout<number, C> {
  const { shape } = word
  if (shape.of !== 'scalar' || word.kind === 'float') throw new TypeError('a following word is an integer')
  const meta: Meta = { role: 'derived' }
  return withMeta({ ...word, shape: { ...shape, follows } }, meta)
}

/** What a word follows; undefined for every other layout. */
export const followingOf = ({ shape }: AnyLayout): Following | undefined =>
  shape.of === 'scalar' ? shape.follows : undefined

/** Names of the fields beside the word that it is computed from, as formulas write them. */
export function namesFollowed(following: Following): readonly string[] {
  switch (following.from) {
    case 'formula':
      return following.names.map(name => measured(name)?.field ?? name)
    case 'place':
      return following.isParallel ? [] : [following.target.split('/')[0] ?? '']
    case 'link':
      return []
    case 'sum':
      return [following.field]
  }
}

/**
 * Those of these fields whose numbers are read. Of a place, a size and a length none is: while no byte moves and no
 * number that the walk reads changes, they stay.
 */
export function numbersFollowed(following: Following): readonly string[] {
  if (following.from === 'place') return []
  return following.from === 'formula' ? following.names.filter(name => !measured(name)) : namesFollowed(following)
}

/** What a following word follows, as text for its description. */
export function followingText(following: Following): string {
  switch (following.from) {
    case 'formula':
      return `= ${following.text}`
    case 'place':
      return `= place of ${following.target}${following.isParallel ? '/k' : ''}`
    case 'link':
      return `= ${following.to} of its kind`
    case 'sum':
      return `= sum of ${following.field} before`
  }
}

/** The number that a following word has in its document; undefined where what it follows is missing. */
export function expectedAt(node: WalkNode): number | undefined {
  const following = followingOf(node.layout)
  switch (following?.from) {
    case 'formula':
      return byFormula(node, following)
    case 'place':
      return byPlace(node, following)
    case 'link':
      return byLink(node, following)
    case 'sum':
      return bySum(node, following)
    case undefined:
      return undefined
  }
}

interface Measured {
  readonly field: string
  readonly what: 'length' | 'size' | 'offset'
}

function measured(name: string): Measured | undefined {
  const [, field, what] = /^(.+)\.(length|size|offset)$/.exec(name) ?? []
  return field !== undefined && (what === 'length' || what === 'size' || what === 'offset')
    ? { field, what }
    : undefined
}

function byFormula(node: WalkNode, { expression }: Formula): number | undefined {
  const value = Number(evaluate(expression, name => numberNamed(node, name)))
  return Number.isSafeInteger(value) ? value : undefined
}

function numberNamed(node: WalkNode, name: string): Numeric {
  const valueOf = (): Numeric => node.around?.valueOf(name) ?? Number.NaN
  if (name.startsWith('@')) return valueOf()
  const found = measured(name)
  const named = nodeNamed(node, found?.field ?? name)
  if (!named?.isWhole) return Number.NaN
  // A range of bits may have such a name too.
  if (!found || named.layout.shape.of === 'bitfield') return valueOf()
  if (found.what === 'offset') return named.offset
  return found.what === 'size' ? named.size : lengthOf(withoutFrame(named))
}

const lengthOf = (node: WalkNode | undefined): number =>
  node?.kind === 'array' ? node.childCount : node?.kind === 'list' ? node.childCount - 1 : (node?.size ?? Number.NaN)

/** The record of an array that holds a node: the array, and the record's number. */
function recordOf(node: WalkNode): { readonly array: WalkNode; readonly record: number } | undefined {
  for (let at = node; at.parent; at = at.parent)
    if (at.parent.kind === 'array' || at.parent.kind === 'list')
      return { array: at.parent, record: recordNumber(at.name) }
  return undefined
}

function byPlace(node: WalkNode, following: PlaceOf): number | undefined {
  const { base, plus, none } = following
  const target = targetOf(node, following)
  if (target === undefined || target.size === 0) {
    if (none !== undefined) return none
    if (target === undefined) return undefined
  }
  const start = base === '' ? 0 : baseOf(node, base)?.offset
  return start === undefined ? undefined : target.offset - start + plus
}

/** What a word points at; undefined where it is absent. */
function targetOf(node: WalkNode, { target, isParallel }: PlaceOf): WalkNode | undefined {
  const [name = '', ...steps] = target.split('/')
  let at: WalkNode | undefined
  if (isParallel) {
    const own = recordOf(node)
    at = own && withoutFrame(nodeNamed(own.array, name))?.childNamed(String(own.record))
  } else at = nodeNamed(node, name)
  for (const step of steps) at = withoutFrame(at)?.childNamed(step)
  return at && !at.isWhole && at.size === 0 ? undefined : at
}

function baseOf(node: WalkNode, base: string): WalkNode | undefined {
  const record = recordAround(node)
  if (base === '.') return record
  return base === '..' ? record && recordAround(record) : nodeNamed(node, base)
}

function byLink(node: WalkNode, { to, none }: LinkOf): number | undefined {
  const own = recordOf(node)
  if (!own) return undefined
  const step = to === 'next' ? 1 : -1
  const { array, record } = own
  for (let at = record + step; at >= 0 && at < array.childCount; at += step)
    if (sameField(array.childNamed(String(at)), node)?.layout === node.layout) return at
  return none
}

/** The field of another record that has the place of `node` in its own. */
function sameField(record: WalkNode | undefined, node: WalkNode): WalkNode | undefined {
  const steps: string[] = []
  for (let at = node; at.parent && at.parent.kind !== 'array' && at.parent.kind !== 'list'; at = at.parent)
    steps.unshift(at.name)
  let at = record
  for (const step of steps) at = at?.childNamed(step)
  return at
}

const sums = new WeakMap<WalkNode, Map<string, readonly number[]>>()

function bySum(node: WalkNode, { field }: SumOf): number | undefined {
  const own = recordOf(node)
  if (!own) return undefined
  let known = sums.get(own.array)
  if (!known) sums.set(own.array, (known = new Map<string, readonly number[]>()))
  let found = known.get(field)
  if (!found) known.set(field, (found = sumsOf(own.array, field)))
  return found[own.record]
}

/** The sum of a field over the records before each record. */
function sumsOf(array: WalkNode, field: string): readonly number[] {
  const found = [0]
  for (let k = 0; k < array.childCount - 1; k++) {
    const counted = array.childNamed(String(k))?.childNamed(field)
    const value = counted?.isWhole === true ? counted.value : 0
    found.push((found[k] ?? 0) + (typeof value === 'number' ? value : 0))
  }
  return found
}
