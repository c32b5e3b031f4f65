import type { Meta } from '../model/meta'
import type { AnyLayout, Field } from '../model/shape'
import { recordNumber } from '../shapes/leaf'
import { alternativesOf, operationsOf, partsOf, recordsOf } from '../shapes/table'
import { elementOf, fieldsOf } from '../shapes/views'
import { holdsLabels, labelOf, labelStep } from './labels'
import { recordArrays } from './record-arrays'
import type { TreeNode } from './tree'

// Records are found by the name of their tag too: `OBJECTSECTION/0/OBJNAME` for `children/3/body/children/1`. The tag of a
// record is a field with named values that decides which record another field holds, or what its frame does; a field that
// only says the type of a number is none. Values of records with labels: labels.ts.

/** How a record names its kind: a number, and the body whose case that number chooses. */
export interface Tag {
  /** The field that holds the number. */
  readonly field: string
  readonly names: NonNullable<Meta['values']>
  /** The field whose case it decides about. */
  readonly body: Field
}

const tags = new WeakMap<AnyLayout, Tag | null>()

/** The tag of a record; undefined for what has none. */
export function tagOf(record: AnyLayout): Tag | undefined {
  const known = tags.get(record)
  if (known !== undefined) return known ?? undefined
  const fields = fieldsOf(record) ?? []
  let found: Tag | undefined
  for (const body of labelOf(record) ? [] : fields) {
    const decides = isBody(body.layout) ? caseNames(body.layout) : []
    const field = fields.find(({ name, layout }) => layout.meta.values !== undefined && decides.includes(name))
    if (field?.layout.meta.values) found ??= { field: field.name, names: field.layout.meta.values, body }
  }
  tags.set(record, found ?? null)
  return found
}

const isBody = (layout: AnyLayout): boolean =>
  layout.shape.of === 'sized' ||
  (layout.varies === true && alternativesOf(layout).some(one => fieldsOf(one) !== undefined))

/** Names of the fields that decide about the case of a field, within its frame too. */
function caseNames({ shape, varies }: AnyLayout): readonly string[] {
  if (shape.of === 'sized') return caseNames(shape.body)
  return varies ? operationsOf(shape).steering.names(shape) : []
}

const TAGGED = recordArrays(record => tagOf(record) !== undefined)

/** A body that records of one tag have, among the records within a record. */
export interface TaggedBody {
  readonly name: string
  /** From the record that holds them. */
  readonly path: string
  readonly layout: AnyLayout
}

/** Whether a path within values of the layout may begin with that name of a tag or label. */
export const mayHaveTag = (layout: AnyLayout, name: string): boolean =>
  holdsLabels(layout) || taggedBodies(layout).some(body => body.name === name)

/** Values of the first record of each tag that records of this layout may hold. */
export function taggedBodies(record: AnyLayout): readonly TaggedBody[] {
  const bodies = new Map<string, TaggedBody>()
  const visited = new Set<AnyLayout>()
  const visit = (layout: AnyLayout): void => {
    if (visited.has(layout)) return
    visited.add(layout)
    const element = recordsOf(layout) && elementOf(layout)
    const tag = element && tagOf(element)
    if (tag) for (const body of bodiesOf(tag)) if (!bodies.has(body.name)) bodies.set(body.name, body)
    if (recordsOf(layout)) return
    for (const one of layout.varies ? alternativesOf(layout) : partsOf(layout).map(part => part.layout)) visit(one)
  }
  visit(record)
  return [...bodies.values()]
}

function bodiesOf({ names, body }: Tag): readonly TaggedBody[] {
  let { layout } = body
  let path = body.name
  for (; layout.shape.of === 'sized'; layout = layout.shape.body) path += '/body'
  const { shape } = layout
  if (shape.of !== 'union') return []
  return Object.entries(names).flatMap(([value, name]) => {
    const one = shape.cases[value]
    return one ? [{ name, path: `${name}/0/${path}`, layout: one }] : []
  })
}

/** The name of the tag of a record; undefined where it has none, or one without a name. */
export function tagNameOf(record: TreeNode): string | undefined {
  const tag = tagOf(record.layout)
  const value = tag && record.childNamed(tag.field)
  return value?.isWhole && typeof value.value === 'number' ? tag?.names[value.value] : undefined
}

/** A record found by the name of its tag. */
export interface Tagged {
  readonly record: TreeNode
  /** Whether the path step after the name was used, too: the number among records of that tag. */
  readonly used: boolean
}

/** The record in a node whose tag has that name: the `following`-th of them where that step is a number, else the first. */
export function taggedRecord(node: TreeNode, name: string, following: string | undefined): Tagged | undefined {
  const wanted = following === undefined ? -1 : recordNumber(following)
  let left = Math.max(0, wanted)
  for (const array of TAGGED.in(node)) {
    for (let k = array.first; k < array.childCount; k++) {
      const record = array.child(k)
      if (record.isGap || tagNameOf(record) !== name || left-- > 0) continue
      return { record, used: wanted >= 0 }
    }
  }
  return undefined
}

/** The path of a node for display, with labels and names of tags; its own path where no record around it has one. */
export function taggedPath(node: TreeNode): string {
  const steps: string[] = []
  /** From which the steps since are looked up. */
  let from: TreeNode | undefined
  let shown = 0
  const chain: TreeNode[] = []
  for (let at: TreeNode | undefined = node; at; at = at.parent) chain.unshift(at)
  for (const at of chain) {
    if (!at.parent || !from) {
      from = at
      continue
    }
    steps.push(at.name)
    const found = tagSteps(from, at) ?? labelStep(from, at)
    if (found === undefined) continue
    steps.length = shown
    steps.push(found)
    from = at
    shown = steps.length
  }
  return steps.join('/')
}

/** The steps that lead from a node to a record within it by its tag; undefined where there are none. */
function tagSteps(from: TreeNode, record: TreeNode): string | undefined {
  const name = record.parent && recordsOf(record.parent.layout) ? tagNameOf(record) : undefined
  if (name === undefined || from.childNamed(name)) return undefined
  const [place, count] = placeAmong(from, record, name)
  return place < 0 ? undefined : count > 1 ? `${name}/${place}` : name
}

/** Which of the records with a tag of that name a record is, and how many there are. */
function placeAmong(node: TreeNode, record: TreeNode, name: string): readonly [place: number, count: number] {
  let place = -1
  let count = 0
  for (const array of TAGGED.in(node)) {
    for (let k = array.first; k < array.childCount; k++) {
      const one = array.child(k)
      if (one.isGap || tagNameOf(one) !== name) continue
      if (one.path === record.path) place = count
      count++
    }
  }
  return [place, count]
}
