import { apply, assignedEdit, journalLine } from '@areal-studio/core/edit'
import {
  array,
  assignAll,
  count,
  document,
  f32,
  insertRecords,
  offsetTo,
  parallelTo,
  repairedWords,
  struct,
  u16,
  u32,
  vec3,
  type Document,
} from '@areal-studio/core/layout'
import { editedEntry, Original } from '@areal-studio/core/patch'
import { best, type Measured } from './figures'

const RUNS = 5
const RECORDS = 12_000
/** Edits of one transaction. */
const MANY = 1050

const Placed = struct('placed', {
  n: count('heads'),
  heads: array(
    struct('placed_head', {
      kind: u32(),
      size: f32(),
      place: offsetTo('bodies', { parallel: true }),
      vector_count: count('bodies/vectors', { parallel: true }),
      index_count: count('bodies/indices', { parallel: true }),
    }),
    'n',
  ),
  bodies: array(
    struct('placed_body', {
      id: u32(),
      vectors: array(vec3(), '^.vector_count'),
      indices: array(u16({ refers: 'heads' }), '^.index_count'),
    }),
    parallelTo('heads'),
  ),
})

/** Edits of a file of 23 MB with the offsets of 12,000 bodies: one vector is inserted, and 1,050 fields are set in one edit. */
export function measureDerived(): Measured {
  const bytes = placedBytes()
  const opened = document(Placed, bytes)
  const source = { entry: 'placed', revision: 0, bytes, attributes: {} }
  const inserted = (at: Document): ReturnType<typeof assignedEdit> =>
    assignedEdit(source, at, insertRecords(at, 'bodies/6000/vectors', 3, [[1, 2, 3]]))
  const edit = inserted(opened)
  const after = apply(bytes, edit.splices)
  const line = journalLine({
    kind: 'edit',
    revision: 1,
    transaction: { label: { code: 'label.edit', params: {} }, edits: [edit] },
    time: 0,
  })
  const side = { entry: 'placed', name: 'placed', attributes: {}, layout: Placed }
  const hash = (): string => ''.padEnd(64, '0')
  const patch = best(1, () => {
    const made = { ...side, bytes: after, moves: edit.moves ?? [] }
    const work = editedEntry({ ...side, bytes }, made, new Original(bytes), hash, true)
    while (work.next().done !== true);
    return work
  })
  const values = Array.from({ length: MANY }, (_, k) => ({ path: `bodies/${k * 11}/id`, value: 900_000 + k }))
  return {
    figures: {
      derived_insert_ms: best(RUNS, () => inserted(opened)),
      derived_first_insert_ms: best(RUNS, () => inserted(document(Placed, bytes.slice()))),
      derived_line_kb: line.length / 1000,
      derived_patch_ms: patch,
      derived_bulk_1050_ms: best(RUNS, () => assignedEdit(source, opened, assignAll(opened, values))),
    },
  }
}

const HEAD = 20
const vectorsOf = (record: number): number => 130 + (record % 40)
const indicesOf = (record: number): number => (record * 7) % 60

function placedBytes(): Uint8Array {
  const size = (record: number): number => 4 + vectorsOf(record) * 12 + indicesOf(record) * 2
  let total = 4 + RECORDS * HEAD
  for (let record = 0; record < RECORDS; record++) total += size(record)
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, RECORDS, true)
  let at = 4 + RECORDS * HEAD
  for (let record = 0; record < RECORDS; record++) {
    view.setUint32(4 + record * HEAD + 12, vectorsOf(record), true)
    view.setUint32(4 + record * HEAD + 16, indicesOf(record), true)
    view.setUint32(at, record, true)
    at += size(record)
  }
  return apply(bytes, repairedWords(document(Placed, bytes)))
}
