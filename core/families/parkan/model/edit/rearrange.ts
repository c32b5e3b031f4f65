import { apply, compose, difference, editFrom, type Edit } from '../../../../edit'
import { locate, spliceRecords, type Bytes } from '../../../../layout'
import { isReordered, recordsEdits, type Arrangement } from './arrangement'
import { ARRAY_OF, CHUNKS_OF, lengthOf, type Chunk, type Model, type TableName } from './model-edit'
import { renumber, type Arrangements } from './renumber'

/** What a copy has in place of what its source has. */
export interface Overrides {
  /** Bytes of a copied record of a chunk, before numbers in it are changed; by default those of the source. */
  copied?(type: number, bytes: Bytes): Bytes
  /** Changes the bytes of a chunk after all else. */
  finish?(type: number, bytes: Bytes): void
}

/**
 * The edits that put the tables of a model in another order: parallel chunks together, and every number in the model that
 * names a record follows (parkan 6.12). Bytes that name nothing stay. Throws StudioError `model.edit-full` where a
 * number does not fit its field, `model.edit-shared` where batches share indices that would have to differ,
 * `model.edit-used` where a record that is removed is still named.
 */
export function rearranged(model: Model, arrangements: Arrangements, overrides: Overrides = {}): readonly Edit[] {
  const made = new Map<number, { readonly chunk: Chunk; readonly splices: ReturnType<typeof spliced> }>()
  for (const chunk of model.chunks.values()) {
    const order = orderOf(chunk.type, arrangements)
    made.set(chunk.type, { chunk, splices: spliced(chunk, order, overrides) })
  }
  const bytesOf = (type: number): Bytes | undefined => made.get(type)?.splices.bytes
  renumber(model, arrangements, bytesOf)
  for (const [type, { splices }] of made) overrides.finish?.(type, splices.bytes)
  return [...made.values()].flatMap(({ chunk, splices: { structure, middle, bytes } }) => {
    const { entry } = chunk
    const numbers = difference(middle, bytes)
    const image = { entry: entry.path, revision: 0, bytes: entry.bytes, attributes: entry.attributes }
    const edit = editFrom(image, { ...structure, splices: compose(structure.splices, numbers) })
    return edit.splices.length > 0 || edit.attributes ? [edit] : []
  })
}

function orderOf(type: number, arrangements: Arrangements): Arrangement | undefined {
  for (const [table, types] of Object.entries(CHUNKS_OF))
    if ((types as readonly number[]).includes(type)) return arrangements[table as TableName]
  return undefined
}

/** A chunk with its records in another order; numbers in them are the old ones. */
function spliced(chunk: Chunk, order: Arrangement | undefined, { copied = (_, bytes) => bytes }: Overrides) {
  const { opened, type, entry } = chunk
  const array = ARRAY_OF[type] ?? ''
  const recordOf = (source: number): Bytes => {
    const node = locate(opened, `${array}/${source}`)
    return node ? entry.bytes.subarray(node.offset, node.offset + node.size) : new Uint8Array(0)
  }
  if (!order || lengthOf(chunk) === 0)
    return { structure: { splices: [] }, middle: entry.bytes, bytes: entry.bytes.slice() }
  const edits = recordsEdits(array, order, source => copied(type, recordOf(source)))
  const structure = edits.length > 0 ? spliceRecords(opened, edits) : { splices: [] }
  const middle = apply(entry.bytes, structure.splices)
  if (!isReordered(order)) return { structure, middle, bytes: middle.slice() }
  const bytes = middle.slice()
  let at = locate(opened, array)?.offset ?? 0
  for (const source of order.from) {
    bytes.set(recordOf(source), at)
    at += recordOf(source).length
  }
  return { structure, middle, bytes }
}
