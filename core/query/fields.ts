import type { AnyLayout, Document, Meta, Node, Role } from '../layout'
import { SCALAR_SIZE, isInteger, locate, type ScalarName, type StructShape } from '../layout'

/** Worked out from the record and its neighbours, never stored. */
export type Computed = 'count' | 'items' | 'area' | 'neighbours' | 'slope' | 'record' | 'edited' | 'given'

/** One column that an array of records can show. */
export interface TableField {
  /** `class_id`, `anchor.z`; `value` where a record is one number. */
  readonly name: string
  /** Node path below the record: `anchor/z`; '' is the record itself. */
  readonly path: string
  readonly kind: 'whole' | 'float' | 'text'
  readonly role: Role
  readonly meta: Meta
  /** Where the number stands in each record, where that is the same in all. */
  readonly at?: number
  readonly scalar?: ScalarName
  /** Control of the field: `flags`, `integer`, `vector` part…; of a computed column `integer` or `float`. */
  readonly control: AnyLayout['kind']
  readonly computed?: Computed
  /** Why it cannot be set: a count that the writer fills, a number that a length depends on, a computed column, a list. */
  readonly fixed?: 'computed' | 'derived' | 'length' | 'list'
}

/** The array node at a path, or undefined where there is none whose records can be shown as rows. */
export function arrayNode(document: Document, path: string): Node | undefined {
  const node = locate(document, path)
  return node?.kind === 'array' && node.layout.shape.of === 'array' ? node : undefined
}

/** Paths of all arrays that stand at a fixed place of the entry: `areals`, `cells`. */
export function arraysOf(document: Document): readonly string[] {
  const found: string[] = []
  const walk = (node: Node): void => {
    if (node.kind === 'array' && node.layout.shape.of === 'array') found.push(node.path)
    else if (node.kind === 'struct') for (let i = 0; i < node.childCount; i++) walk(node.child(i))
  }
  walk(document.root)
  return found
}

/** Columns of the records of an array: its fields in their order, then what is computed from them. */
export function fieldsOf(element: AnyLayout): readonly TableField[] {
  const fields = storedFields(element, { name: '', path: '', at: 0, role: 'value', lengths: new Set() })
  const names = new Set(fields.map(field => field.name))
  return [...fields, ...computedFields(element).filter(field => !names.has(field.name))]
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
  const { shape, meta } = layout
  const role = meta.role ?? place.role
  const common = { path: place.path, role, meta, control: layout.kind }
  const name = place.name === '' ? 'value' : place.name
  if (shape.of === 'struct') return structFields(shape, { ...place, role })
  if (shape.of === 'scalar' || shape.of === 'count') {
    return [{ ...common, name, kind: isInteger(shape.scalar) ? 'whole' : kindOfWide(shape.scalar), scalar: shape.scalar, ...at(place.at), ...fixedBy(place, role) }]
  }
  if (shape.of === 'vector') {
    return shape.names.map((part, index): TableField => ({
      name: place.name === '' ? part : `${place.name}.${part}`, path: join(place.path, part), role,
      meta: { ...meta, ...shape.component.meta, ...(meta.doc !== undefined && { doc: meta.doc }) }, control: shape.component.kind,
      kind: isInteger(shape.scalar) ? 'whole' : 'float', scalar: shape.scalar,
      ...at(place.at === undefined ? undefined : place.at + index * SCALAR_SIZE[shape.scalar]), ...fixedBy(place, role),
    }))
  }
  if (shape.of === 'array' || shape.of === 'list') {
    const count: TableField = { ...common, name: place.name === '' ? 'count' : place.name, kind: 'whole', role: 'derived', control: 'integer', computed: 'count', fixed: 'list' }
    return shape.element.shape.of === 'scalar' && place.name === '' ? [count, { ...common, name: 'items', kind: 'text', computed: 'items', fixed: 'list' }] : [count]
  }
  return [{ ...common, name, kind: 'text', ...(shape.of === 'rest' && { fixed: 'list' as const }) }]
}

const kindOfWide = (scalar: ScalarName): TableField['kind'] => (scalar === 'f32' || scalar === 'f64' ? 'float' : 'whole')
const at = (place: number | undefined): { readonly at?: number } => (place === undefined ? {} : { at: place })
const join = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`)

function fixedBy({ name, lengths }: Place, role: Role): { readonly fixed?: TableField['fixed'] & string } {
  if (role === 'derived') return { fixed: 'derived' }
  return lengths.has(name.slice(name.lastIndexOf('.') + 1)) ? { fixed: 'length' } : {}
}

function structFields(shape: StructShape, place: Place): readonly TableField[] {
  const lengths = new Set(shape.fields.flatMap(({ layout }) =>
    (layout.shape.of === 'array' && layout.shape.length.from === 'formula' ? layout.shape.length.names : [])))
  let from = place.at
  return shape.fields.flatMap(({ name, layout }) => {
    const fields = storedFields(layout, { name: place.name === '' ? name : `${place.name}.${name}`, path: join(place.path, name), at: from, role: place.role, lengths })
    from = from === undefined || layout.fixedSize === undefined ? undefined : from + layout.fixedSize
    return fields
  })
}

const made = (name: Computed, kind: TableField['kind'], meta: Meta = {}): TableField =>
  ({ name, path: '', kind, role: 'derived', meta, control: kind === 'float' ? 'float' : 'integer', computed: name, fixed: 'computed' })

function computedFields({ shape }: AnyLayout): readonly TableField[] {
  const fields: TableField[] = []
  if (shape.of === 'struct') {
    if (ringField(shape) !== undefined) fields.push(made('area', 'float'))
    if (linkField(shape) !== undefined) fields.push(made('neighbours', 'whole'))
    if (normalField(shape) !== undefined) fields.push(made('slope', 'float', { unit: '°' }))
  }
  return [...fields, made('record', 'whole'), made('edited', 'whole')]
}

/** The array of corners, if each record has one. */
export function ringField(shape: StructShape): string | undefined {
  return shape.fields.find(({ name, layout: { shape: of } }) => name === 'vertices' && of.of === 'array'
    && of.element.shape.of === 'vector' && of.element.shape.scalar === 'f32' && of.element.shape.names.length === 3)?.name
}

/** The array of links to other records, and the field that names them. */
export function linkField(shape: StructShape): { readonly array: string; readonly field: string } | undefined {
  for (const { name, layout: { shape: of } } of shape.fields) {
    if (of.of !== 'array' || of.element.shape.of !== 'struct' || of.element.fixedSize === undefined) continue
    const link = of.element.shape.fields.find(field => field.layout.meta.refers !== undefined && field.layout.shape.of === 'scalar' && field.layout.shape.scalar === 'i32')
    if (link) return { array: name, field: link.name }
  }
  return undefined
}

/** Name of the field that holds a record's normal, where there is one: three f32 called so. */
export const normalField = (shape: StructShape): string | undefined =>
  shape.fields.find(({ name, layout: { shape: of } }) => name === 'normal' && of.of === 'vector' && of.names.length === 3 && of.scalar === 'f32')?.name
