import { own } from '@areal-studio/core/layout'
import { resizedArrays, resizedLabel, type Attributes, type Edit, type Label } from '@areal-studio/core/edit'
import type { Node, Value } from '@areal-studio/core/layout'
import { f32Text, f64Text, locate, nodeAt, shownPath } from '@areal-studio/core/layout'
import { forecast, type Replica } from './replica'

/** The record that contains a node (`records/211` of `records/211/place`), or the node itself where there is none. */
export function recordOf(node: Node): Node {
  let top = node
  for (let at: Node | undefined = node; at?.parent; at = at.parent) {
    if (at.parent.kind === 'array') top = at
  }
  return top
}

/** The field that distinguishes records best: the first whole number with offered values. */
export function tellingField(record: Node): Node | undefined {
  if (record.kind !== 'struct') return undefined
  for (let i = 0; i < record.childCount; i++) {
    const child = record.child(i)
    if (child.meta.suggest === 'seen' && child.kind === 'integer') return child
  }
  return undefined
}

/** The smallest named field of an edit at this byte: a vector counts as one field. */
export function fieldOf(node: Node): Node {
  return node.parent?.kind === 'vector' || node.parent?.kind === 'flags' ? node.parent : node
}

/**
 * Labels an edit by what it changes, so that the same change typed into form, struct, bytes or JSON has the same line
 * in the journal.
 */
export function labelOf(edits: readonly Edit[], replicaOf: (entry: string) => Replica | undefined): Label {
  const edit = edits[0]
  if (!edit) return { code: 'label.nothing', params: {} }
  const replica = replicaOf(edit.entry)
  const name = replica?.image.info.name ?? edit.entry
  if (edits.length > 1) return { code: 'label.entries-set', params: { n: edits.length, name } }
  if (edit.splices.length === 0) return attributesLabel(edit, name)
  const grown = replica && grownLabel(replica, edit, name)
  if (grown) return grown
  const fields = replica ? touchedFields(replica, edit) : []
  const first = fields[0]
  if (!first) {
    const n = edit.splices.reduce((sum, splice) => sum + Math.max(splice.removed.length, splice.inserted.length), 0)
    return { code: 'label.bytes-set', params: { name, n, offset: `0x${(edit.splices[0]?.offset ?? 0).toString(16)}` } }
  }
  if (fields.length === 1 && replica) {
    return {
      code: 'label.field-set',
      params: { name, path: shownPath(first), before: print(first), after: afterwards(replica, edit, first) },
    }
  }
  const isOneField = fields.every(field => field.name === first.name)
  return isOneField
    ? { code: 'label.fields-set', params: { name, n: fields.length, field: first.name } }
    : { code: 'label.record-set', params: { name, n: fields.length, path: shownPath(recordOf(first)) } }
}

/**
 * Label of an edit that moves other bytes: the array that has more or fewer records, or the one field of another
 * length.
 */
function grownLabel(replica: Replica, edit: Edit, name: string): Label | undefined {
  const whole = replica.document
  const after = keepsLengths(edit) ? undefined : forecast(replica, edit)?.document
  if (whole?.isWhole !== true || after?.isWhole !== true) return undefined
  const resized = resizedLabel(name, resizedArrays(whole, after, edit))
  if (resized) return resized
  const field = fieldOf(nodeAt(whole, edit.splices[0]?.offset ?? 0))
  const isWithin = edit.splices.every(
    ({ offset, removed }) => offset >= field.offset && offset + removed.length <= field.offset + field.size,
  )
  const now =
    isWithin && field.childCount === 0 && field.layout.fixedSize === undefined ? locate(after, field.path) : undefined
  return (
    now && {
      code: 'label.field-set',
      params: { name, path: shownPath(field), before: print(field), after: print(now) },
    }
  )
}

const keepsLengths = ({ splices }: Edit): boolean =>
  splices.every(({ removed, inserted }) => removed.length === inserted.length)

function attributesLabel(edit: Edit, name: string): Label {
  const before: Attributes = edit.attributes?.before ?? {}
  const after: Attributes = edit.attributes?.after ?? {}
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    key => JSON.stringify(own(before, key)) !== JSON.stringify(own(after, key)),
  )
  return { code: 'label.attributes-set', params: { name, fields: changed.join(', ') } }
}

const FIELDS_NAMED = 100_000

/** Fields changed by the splices of an edit, in order, each once. */
function touchedFields(replica: Replica, edit: Edit): Node[] {
  const whole = replica.document
  if (!whole || !keepsLengths(edit)) return []
  const fields: Node[] = []
  for (const splice of edit.splices) {
    for (let at = splice.offset; at < splice.offset + splice.removed.length && fields.length < FIELDS_NAMED; ) {
      const field = fieldOf(nodeAt(whole, at))
      const from = field.offset - splice.offset
      const to = from + field.size
      if (fields.at(-1)?.path !== field.path && differs(splice.removed, splice.inserted, from, to)) fields.push(field)
      at = Math.max(at + 1, field.offset + field.size)
    }
  }
  return fields
}

function differs(a: Uint8Array, b: Uint8Array, from: number, to: number): boolean {
  for (let i = Math.max(0, from); i < Math.min(a.length, to); i++) if (a[i] !== b[i]) return true
  return false
}

function afterwards(replica: Replica, edit: Edit, field: Node): string {
  const after = forecast(replica, edit)?.document
  return after ? print(fieldOf(nodeAt(after, field.offset))) : '?'
}

function print(node: Node): string {
  return printValue(node.value)
}

const TEXT_SHOWN = 40

/** A value as one short neutral text: dot decimals, no grouping. */
function printValue(value: Value): string {
  if (typeof value === 'number') return Math.fround(value) === value ? f32Text(value) : f64Text(value)
  if (typeof value === 'bigint' || typeof value === 'string') return String(value).slice(0, TEXT_SHOWN)
  if (value instanceof Uint8Array) return `${value.length} B`
  if (Array.isArray(value))
    return value.length > 4 ? `[${value.length}]` : value.map(item => printValue(item)).join(' ')
  if (value && typeof value === 'object' && 'bits' in value) return String(value.bits)
  if (value && typeof value === 'object' && 'text' in value) return String(value.text).slice(0, TEXT_SHOWN)
  return '…'
}
