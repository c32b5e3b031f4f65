import type { Node, Value } from '../model/layout'
import type { Certainty, Meta, Refers, Role } from '../model/meta'
import type { AnyLayout } from '../model/shape'
import { componentsOf, textEnd } from '../shapes/views'

/** Kinds of controls that edit a field. */
export type Control = 'integer' | 'float' | 'flags' | 'vector' | 'colour' | 'text' | 'bytes' | 'enum' | 'readonly'

/** One row of a form: a field with its title, the control that edits it, and its limits. */
export interface FormRow {
  readonly path: string
  readonly name: string
  /** Catalogue key of the title; `.help` behind it is the key of the explanation. */
  readonly key: string
  readonly control: Control
  /** For an array the number of its records. */
  readonly value: Value
  readonly readOnly: boolean
  readonly role: Role
  readonly certainty: Certainty
  readonly min?: number
  readonly max?: number
  /** How many bits a number of flags has. */
  readonly width?: number
  /** Most bytes that a text may take. */
  readonly room?: number
  readonly unit?: string
  readonly hex: boolean
  readonly values?: Readonly<Record<number, string>>
  readonly bits?: Readonly<Record<number, string>>
  readonly suggest?: 'seen'
  /** The number is a record of this array. */
  readonly refers?: Refers
  /** Names of a vector's components. */
  readonly components?: readonly string[]
  readonly source?: string
}

/**
 * The fields of a record in their order; records within it give theirs in its place. Of a node that is no record
 * the one row of itself. A field that is cut off has no row.
 */
export function formRows(node: Node): readonly FormRow[] {
  if (node.kind === 'struct') {
    return Array.from({ length: node.childCount }, (_, index) => node.child(index)).flatMap(child =>
      child.kind === 'struct' ? formRows(child) : child.isWhole ? [rowOf(child)] : [],
    )
  }
  return node.isWhole ? [rowOf(node)] : []
}

function rowOf(node: Node): FormRow {
  const { meta, layout, role } = node
  const isArray = node.kind === 'array' || node.kind === 'list'
  const value = isArray ? node.childCount - (node.kind === 'list' ? 1 : 0) : node.value
  const control = controlOf(node, value)
  return {
    path: node.path,
    name: node.name,
    key: meta.doc ?? node.name,
    control,
    value,
    readOnly: control === 'readonly',
    role,
    certainty: meta.certainty ?? (role === 'unknown' ? 'unknown' : 'likely'),
    hex: meta.hex ?? false,
    ...given(meta),
    ...measures(layout),
  }
}

function controlOf({ kind, role, meta }: Node, value: Value): Control {
  if (role === 'derived' || kind === 'struct' || kind === 'array' || kind === 'list') return 'readonly'
  if (kind === 'gap') return 'bytes'
  // Bytes that the codec of a text cannot decode.
  if (kind === 'text' && value instanceof Uint8Array) return 'readonly'
  return kind === 'integer' && meta.values ? 'enum' : kind
}

function given({ min, max, unit, values, bits, suggest, refers, source }: Meta): Partial<FormRow> {
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(unit !== undefined && { unit }),
    ...(values && { values }),
    ...(bits && { bits }),
    ...(suggest && { suggest }),
    ...(refers !== undefined && { refers }),
    ...(source !== undefined && { source }),
  }
}

function measures(layout: AnyLayout): Partial<FormRow> {
  const components = componentsOf(layout)
  if (components) return { components: components.map(({ name }) => name), ...given(components[0]?.layout.meta ?? {}) }
  const end = textEnd(layout)
  if (typeof end === 'object') return { room: end.room }
  return layout.kind === 'flags' ? { width: flagCount(layout) } : {}
}

/** How many bits a number of flags has: those of its bytes, or of its range of a number's bits. */
export const flagCount = ({ meta: { min = 0, max = Infinity }, fixedSize = 4 }: AnyLayout): number =>
  Math.min(8 * fixedSize, Math.ceil(Math.log2(max - min + 1)))
