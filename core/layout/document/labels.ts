import type { AnyLayout } from '../model/shape'
import { recordNumber } from '../shapes/leaf'
import { countsOf, recordsOf } from '../shapes/table'
import { elementOf, fieldsOf } from '../shapes/views'
import { recordArrays } from './record-arrays'
import type { TreeNode, TreeSource } from './tree'

// Values of records with labels are found by their label, and records of the only array in such a value by their number:
// `TriggerList/0/Tag` for `top/fields/2/value/items/0/fields/1/value`. A label that occurs again is `Tag~1`, `Tag~2` ….

export interface Label {
  /** The field whose text it is. */
  readonly field: string
  /** The field that is found by it. */
  readonly body: string
}

const known = new WeakMap<AnyLayout, Label | null>()

/** Which field of a record is its label; undefined for what has none. */
export function labelOf(record: AnyLayout): Label | undefined {
  const before = known.get(record)
  if (before !== undefined) return before ?? undefined
  const field = fieldsOf(record)?.find(({ layout }) => layout.meta.labels !== undefined)
  const label = field?.layout.meta.labels === undefined ? null : { field: field.name, body: field.layout.meta.labels }
  known.set(record, label)
  return label ?? undefined
}

const LABELLED = recordArrays(record => labelOf(record) !== undefined)

/** Whether values of the layout may be found by labels. */
export const holdsLabels = (layout: AnyLayout): boolean => LABELLED.holds(layout)

/** The label of a record as it is written there; undefined where a path cannot have it as a step. */
export function labelText(record: TreeNode): string | undefined {
  const label = labelOf(record.layout)
  const node = label && record.childNamed(label.field)
  if (!node?.isWhole) return undefined
  const { value } = node
  const text = typeof value === 'object' && 'text' in value ? value.text : value
  return typeof text === 'string' && text !== '' && !text.includes('/') ? text : undefined
}

/** A record by the number of its array among those of a node, and by its own. */
type Place = readonly [array: number, record: number]
type Places = ReadonlyMap<string, Place>

/** By the places of the arrays. */
const indexes = new WeakMap<TreeSource, Map<string, Places>>()

function placesOf(arrays: readonly TreeNode[]): Places {
  const [first] = arrays
  if (!first) return new Map()
  let index = indexes.get(first.source)
  if (!index) indexes.set(first.source, (index = new Map()))
  const key = arrays.map(({ offset }) => offset).join()
  let places = index.get(key)
  if (!places) index.set(key, (places = readPlaces(arrays)))
  return places
}

function readPlaces(arrays: readonly TreeNode[]): Places {
  const places = new Map<string, Place>()
  const times = new Map<string, number>()
  for (const [number, array] of arrays.entries()) {
    for (let k = array.first; k < array.childCount; k++) {
      const record = array.child(k)
      const text = record.isGap ? undefined : labelText(record)
      if (text === undefined) continue
      let again = times.get(text) ?? 0
      let name = again === 0 ? text : `${text}~${again}`
      while (places.has(name)) name = `${text}~${++again}`
      times.set(text, again + 1)
      places.set(name, [number, k])
    }
  }
  return places
}

function valueAt(arrays: readonly TreeNode[], [array, at]: Place): TreeNode | undefined {
  const record = arrays[array]?.child(at)
  const body = record && labelOf(record.layout)?.body
  return body === undefined ? undefined : record?.childNamed(body)
}

/** The value of a label in a node, or the record of that number in a labelled value with one array. */
export function labelledNode(node: TreeNode, step: string): TreeNode | undefined {
  const number = recordNumber(step)
  if (number >= 0) {
    const array = onlyArray(node)
    return array && number < array.childCount - array.first ? array.childNamed(step) : undefined
  }
  const arrays = LABELLED.in(node)
  const place = placesOf(arrays).get(step)
  return place && valueAt(arrays, place)
}

/** The array of a labelled value that is nothing but that array and its count; its records have no labels. */
function onlyArray(node: TreeNode): TreeNode | undefined {
  if (!node.parent || labelOf(node.parent.layout)?.body !== node.name) return undefined
  let found: TreeNode | undefined
  for (let k = 0; k < node.childCount; k++) {
    const child = node.child(k)
    const element = recordsOf(child.layout) && elementOf(child.layout)
    if (element && !labelOf(element) && !found) found = child
    else if (!countsOf(child.layout)) return undefined
  }
  return found
}

/** The step that leads from a node to one within it by label or number; undefined where there is none. */
export function labelStep(from: TreeNode, to: TreeNode): string | undefined {
  const { parent } = to
  if (!parent) return undefined
  if (recordsOf(parent.layout)) {
    const isItem = parent.parent?.path === from.path && onlyArray(from)?.path === parent.path
    return isItem && from.childNamed(to.name) === undefined ? to.name : undefined
  }
  if (labelOf(parent.layout)?.body !== to.name) return undefined
  const arrays = LABELLED.in(from)
  const array = arrays.findIndex(({ path }) => path === parent.parent?.path)
  for (const [name, [number, at]] of placesOf(arrays)) {
    if (number !== array || at !== Number(parent.name)) continue
    return from.childNamed(name) === undefined && recordNumber(name) < 0 ? name : undefined
  }
  return undefined
}

/** Labelled values of a record, in the order of their bytes. */
export function labelledValues(record: TreeNode): readonly (readonly [name: string, value: TreeNode])[] {
  const arrays = LABELLED.in(record)
  return [...placesOf(arrays)].flatMap(([name, place]) => {
    const value = valueAt(arrays, place)
    return value && record.childNamed(name) === undefined && recordNumber(name) < 0 ? [[name, value] as const] : []
  })
}
