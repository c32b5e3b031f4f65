import { LayoutError, column, elementOf, ragged, type Document, type Node, own } from '../layout'
import type { Numbers } from './cells'
import { linkField, normalField, ringField } from './fields'
import type { TableField } from './table-field'

/** What computed columns read of a table of records. */
interface RecordSource {
  readonly document: Document
  /** Node path of the array. */
  readonly array: string
  readonly count: number
  readonly node: Node
  /** The node of a stored cell. */
  cell(field: TableField, record: number): Node | undefined
}

/** The numbers of a column that no record stores, one per record. */
export function computedNumbers(table: RecordSource, field: TableField): Numbers {
  const { document, array, count, node } = table
  const record = elementOf(node.layout)
  if (field.computed === 'record') return Uint32Array.from({ length: count }, (_, index) => index)
  if (field.computed === 'count') return counts(table, field)
  if (record && field.computed === 'area') return areas(ragged(document, array, ringField(record) ?? '', 'f32'))
  if (record && field.computed === 'slope')
    return slopes(column(document, array, normalField(record) ?? '', 'f32'), count)
  const link = record && field.computed === 'neighbours' ? linkField(record) : undefined
  if (!link) return new Uint32Array(count)
  const { starts, values } = ragged(document, array, link.array, [link.field])
  return linked(starts, own(values, link.field) ?? [], count)
}

/** How many records an array of each record has. */
function counts(table: RecordSource, field: TableField): Numbers {
  const { document, array, count } = table
  try {
    const { starts } = ragged(document, array, field.path)
    return Uint32Array.from({ length: count }, (_, record) => (starts[record + 1] ?? 0) - (starts[record] ?? 0))
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    return Uint32Array.from({ length: count }, (_, record) => {
      const node = table.cell(field, record)
      return node ? node.childCount - (node.kind === 'list' ? 1 : 0) : 0
    })
  }
}

/** Area of each ring seen from above. */
function areas({ starts, values }: { readonly starts: Uint32Array; readonly values: Float32Array }): Float64Array {
  const out = new Float64Array(starts.length - 1)
  for (let record = 0; record < out.length; record++) {
    const from = starts[record] ?? 0
    const to = starts[record + 1] ?? 0
    let twice = 0
    for (let vertex = from, before = to - 1; vertex < to; before = vertex++) {
      twice +=
        (values[3 * before] ?? 0) * (values[3 * vertex + 1] ?? 0) -
        (values[3 * vertex] ?? 0) * (values[3 * before + 1] ?? 0)
    }
    out[record] = Math.abs(twice) / 2
  }
  return out
}

/** Degrees between each normal and upright. */
function slopes(normals: Numbers, count: number): Float64Array {
  const out = new Float64Array(count)
  for (let record = 0; record < count; record++) {
    const x = normals[3 * record] ?? 0
    const y = normals[3 * record + 1] ?? 0
    const z = normals[3 * record + 2] ?? 0
    out[record] = (Math.atan2(Math.hypot(x, y), Math.abs(z)) * 180) / Math.PI
  }
  return out
}

function linked(starts: Uint32Array, names: ArrayLike<number | bigint>, count: number): Uint32Array {
  const out = new Uint32Array(count)
  for (let record = 0; record < count; record++) {
    for (let link = starts[record] ?? 0; link < (starts[record + 1] ?? 0); link++)
      if ((names[link] ?? -1) >= 0) out[record] = (out[record] ?? 0) + 1
  }
  return out
}
