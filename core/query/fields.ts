import type { AnyLayout, Document, Meta, Node, Role } from '../layout'
import {
  bodyOf,
  casesOf,
  componentsOf,
  elementOf,
  fieldsOf,
  holdsLabels,
  isBigEndian,
  isTable,
  isVector,
  labelled,
  labelOf,
  lengthFields,
  rangesOf,
  locate,
  scalarOf,
  taggedBodies,
  type Field,
  type ScalarName,
} from '../layout'
import { caseFields } from './case-fields'
import type { Computed, TableField } from './table-field'

/**
 * The array node at a path, or the only one in the record there, through records and frames: `weapons` for
 * `tables/1/records/body`. Undefined where there is none whose records can be shown as rows.
 */
export function arrayNode(document: Document, path: string): Node | undefined {
  const node = locate(document, path)
  return node && (path === '' && !isTable(node.layout) ? undefined : tableIn(node))
}

function tableIn(node: Node): Node | undefined {
  if (isGap(node)) return undefined
  if (isTable(node.layout)) return node
  if (node.kind !== 'struct') return undefined
  const tables: Node[] = []
  for (let k = 0; k < node.childCount; k++) {
    const table = tableIn(node.child(k))
    if (table) tables.push(table)
  }
  return tables.length === 1 ? tables[0] : undefined
}

/** Paths of all arrays at a fixed place of the entry: `areals`, `cells`. */
export function arraysOf(document: Document): readonly string[] {
  const found: string[] = []
  const walk = (node: Node): void => {
    if (!isGap(node) && isTable(node.layout)) found.push(node.path)
    else if (node.kind === 'struct') for (let i = 0; i < node.childCount; i++) walk(node.child(i))
  }
  walk(document.root)
  return found
}

/** Columns of the records of an array: its fields in their order, then what is computed from them. */
export function tableFields(element: AnyLayout): readonly TableField[] {
  const fields = storedFields(element, { name: '', path: '', at: 0, role: 'value', lengths: new Set() })
  const names = new Set(fields.map(field => field.name))
  const tagged = taggedFields(element).filter(field => !names.has(field.name))
  for (const { name } of tagged) names.add(name)
  return [...fields, ...tagged, ...computedFields(element).filter(field => !names.has(field.name))]
}

/** Columns of what records within a record hold by their tag: one for each number and text of the first such record. */
const taggedFields = (element: AnyLayout): readonly TableField[] =>
  taggedBodies(element).flatMap(({ name, path, layout }) =>
    storedFields(layout, { name, path, at: undefined, role: 'value', lengths: new Set() })
      .filter(field => field.computed === undefined)
      .map((field): TableField => ({ ...field, isOptional: true })),
  )

/** Columns of the values that records of an array have by labels, in the order in which labels occur first. */
export function labelFields(array: Node): readonly TableField[] {
  const element = elementOf(array.layout)
  if (!element || !holdsLabels(element) || labelOf(element)) return []
  const byName = new Map<string, Set<AnyLayout>>()
  for (let k = 0; k < array.childCount; k++)
    for (const [name, { layout }] of labelled(array.child(k))) {
      const layouts = byName.get(name)
      if (layouts) layouts.add(layout)
      else byName.set(name, new Set([layout]))
    }
  return [...byName].flatMap(([name, layouts]) => {
    const place: Place = { name, path: name, at: undefined, role: 'value', lengths: new Set() }
    return caseFields(
      [...layouts].map(layout => storedFields(layout, place)),
      false,
    )
  })
}

/** Columns by names that an earlier version of the declaration had: not shown, but read where a stored query has them. */
export const formerFields = (element: AnyLayout): readonly TableField[] =>
  formerIn(element, { name: '', path: '', at: 0, role: 'value', lengths: lengthFields(element) })

function formerIn(layout: AnyLayout, place: Place): readonly TableField[] {
  const role = layout.meta.role ?? place.role
  const own = layout.former ? storedFields(layout.former, { ...place, role: layout.former.meta.role ?? role }) : []
  let from = place.at
  const inner = (fieldsOf(layout) ?? []).flatMap(({ name, layout: field }) => {
    const at = from
    from = from === undefined || field.fixedSize === undefined ? undefined : from + field.fixedSize
    const named = (as: string): Place => ({
      ...place,
      name: place.name === '' ? as : `${place.name}.${as}`,
      path: join(place.path, name),
      at,
      role,
    })
    const renamed = (field.meta.formerly ?? []).flatMap(old => storedFields(field, named(old)))
    return [...renamed, ...formerIn(field, named(name))]
  })
  return [...own, ...inner]
}

interface Place {
  readonly name: string
  readonly path: string
  readonly at: number | undefined
  readonly role: Role
  /** Fields beside it that a length depends on. */
  readonly lengths: ReadonlySet<string>
}

function storedFields(layout: AnyLayout, place: Place): readonly TableField[] {
  const { meta } = layout
  const role = meta.role ?? place.role
  const body = bodyOf(layout)
  if (body) return storedFields(body, { ...place, path: join(place.path, 'body'), at: undefined, role })
  const common = { path: place.path, role, meta, control: layout.kind }
  const name = place.name === '' ? 'value' : place.name
  const cases = casesOf(layout)
  if (cases) {
    const fields = cases.layouts.map(one => storedFields(one, { ...place, role }).map(asOf(place, meta)))
    return caseFields(fields, cases.isTotal)
  }
  const ranges = rangesOf(layout)
  if (ranges) return ranges.map(range => rangeField(layout, range, { ...place, role }))
  const fields = fieldsOf(layout)
  if (fields) return structFields(layout, fields, { ...place, role })
  const scalar = scalarOf(layout)
  if (scalar) {
    const from = isBigEndian(layout) ? undefined : place.at
    return [{ ...common, name, kind: kindOf(scalar), scalar, ...at(from), ...fixedBy(place, role) }]
  }
  const components = componentsOf(layout)
  if (components) return componentFields(layout, components, { ...place, role })
  const element = elementOf(layout)
  if (element) {
    const count: TableField = {
      ...common,
      name: place.name === '' ? 'count' : place.name,
      kind: 'whole',
      role: 'derived',
      control: 'integer',
      computed: 'count',
      fixed: 'list',
    }
    return scalarOf(element) && place.name === ''
      ? [count, { ...common, name: 'items', kind: 'text', computed: 'items', fixed: 'list' }]
      : [count]
  }
  return [
    {
      ...common,
      name,
      kind: 'text',
      ...(layout.kind === 'bytes' && layout.fixedSize === undefined && { fixed: 'list' as const }),
    },
  ]
}

/** Titles and help of a union apply to the field in its place, whatever its case. */
const asOf =
  ({ path }: Place, meta: Meta) =>
  (field: TableField): TableField =>
    field.path === path ? { ...field, meta: { ...field.meta, ...meta } } : field

/** A range of bits: read and set through its node, because it has no bytes of its own. */
function rangeField(whole: AnyLayout, { name, layout }: Field, place: Place): TableField {
  return {
    name: place.name === '' ? name : `${place.name}.${name}`,
    path: join(place.path, name),
    kind: 'whole',
    role: layout.meta.role ?? place.role,
    meta: layout.meta,
    control: layout.kind,
    scalar: whole.fixedSize === 1 ? 'u8' : whole.fixedSize === 2 ? 'u16' : 'u32',
    ...(layout.meta.role === 'derived' && { fixed: 'derived' }),
  }
}

function componentFields({ meta }: AnyLayout, components: readonly Field[], place: Place): readonly TableField[] {
  let from = place.at
  return components.map(({ name: part, layout }): TableField => {
    const scalar = scalarOf(layout)
    const field: TableField = {
      name: place.name === '' ? part : `${place.name}.${part}`,
      path: join(place.path, part),
      role: place.role,
      meta: { ...meta, ...layout.meta, ...(meta.doc !== undefined && { doc: meta.doc }) },
      control: layout.kind,
      ...(scalar ? { kind: kindOf(scalar), scalar } : { kind: 'text' }),
      ...at(from),
      ...fixedBy(place, place.role),
    }
    from = from === undefined || layout.fixedSize === undefined ? undefined : from + layout.fixedSize
    return field
  })
}

const kindOf = (scalar: ScalarName): TableField['kind'] => (scalar === 'f32' || scalar === 'f64' ? 'float' : 'whole')
const at = (place: number | undefined): { readonly at?: number } => (place === undefined ? {} : { at: place })
const isGap = ({ kind }: Node): boolean => kind === 'gap'
const join = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

function fixedBy({ name, lengths }: Place, role: Role): { readonly fixed?: TableField['fixed'] & string } {
  if (role === 'derived') return { fixed: 'derived' }
  return lengths.has(name.slice(name.lastIndexOf('.') + 1)) ? { fixed: 'length' } : {}
}

function structFields(record: AnyLayout, fields: readonly Field[], place: Place): readonly TableField[] {
  const lengths = lengthFields(record)
  let from = place.at
  return fields.flatMap(({ name, layout }) => {
    const stored = storedFields(layout, {
      name: place.name === '' ? name : `${place.name}.${name}`,
      path: join(place.path, name),
      at: from,
      role: place.role,
      lengths,
    })
    from = from === undefined || layout.fixedSize === undefined ? undefined : from + layout.fixedSize
    return stored
  })
}

const made = (name: Computed, kind: TableField['kind'], meta: Meta = {}): TableField => ({
  name,
  path: '',
  kind,
  role: 'derived',
  meta,
  control: kind === 'float' ? 'float' : 'integer',
  computed: name,
  fixed: 'computed',
})

function computedFields(element: AnyLayout): readonly TableField[] {
  const fields: TableField[] = []
  if (ringField(element) !== undefined) fields.push(made('area', 'float'))
  if (linkField(element) !== undefined) fields.push(made('neighbours', 'whole'))
  if (normalField(element) !== undefined) fields.push(made('slope', 'float', { unit: '°' }))
  return [...fields, made('record', 'whole'), made('edited', 'whole')]
}

const fieldNamed = (record: AnyLayout, name: string): AnyLayout | undefined =>
  fieldsOf(record)?.find(field => field.name === name)?.layout

/** The array of corners, if each record has one. */
export function ringField(record: AnyLayout): string | undefined {
  const vertices = fieldNamed(record, 'vertices')
  const corner = vertices && isTable(vertices) ? elementOf(vertices) : undefined
  return corner && isVector(corner, 'f32', 3) ? 'vertices' : undefined
}

/** The array of links to other records, and the field that names them. */
export function linkField(record: AnyLayout): { readonly array: string; readonly field: string } | undefined {
  for (const { name, layout } of fieldsOf(record) ?? []) {
    const element = isTable(layout) ? elementOf(layout) : undefined
    if (element?.fixedSize === undefined) continue
    const link = fieldsOf(element)?.find(
      field => typeof field.layout.meta.refers === 'string' && scalarOf(field.layout) === 'i32',
    )
    if (link) return { array: name, field: link.name }
  }
  return undefined
}

/** Name of the field that holds a record's normal, where there is one: three f32 called so. */
export function normalField(record: AnyLayout): string | undefined {
  const normal = fieldNamed(record, 'normal')
  return normal && isVector(normal, 'f32', 3) ? 'normal' : undefined
}
