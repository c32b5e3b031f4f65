import { apply } from '@areal-studio/core/edit'
import {
  array,
  assign,
  count,
  document,
  f32,
  locate,
  nodeAt,
  recursive,
  struct,
  u16,
  u32,
  vec3,
  write,
  type Node,
} from '@areal-studio/core/layout'
import { best, type Measured } from './figures'

const RUNS = 15
const MEGABYTE = 2 ** 20
const TREE_NODES = 14_000
const DEEPEST = 8
const MOST_CHILDREN = 5
const RECORDS = 12_000

const Branch = struct('branch', {
  tag: u32(),
  first: u32(),
  second: f32(),
  third: u16(),
  kids: count('children', { as: 'u16' }),
  children: array(recursive('branch'), 'kids'),
})
const Tree = struct('tree', { n: count('roots'), roots: array(Branch, 'n') })

const Paired = struct('paired', {
  n: count('heads'),
  heads: array(struct('paired_head', { kind: u32(), flags: u32(), size: f32() }), 'n'),
  bodies: array(
    struct('paired_body', {
      id: u32(),
      a: count('vectors'),
      b: count('indices'),
      vectors: array(vec3(), 'a'),
      indices: array(u16(), 'b'),
    }),
    'n',
  ),
})

/** Large inputs of layouts: a tree of 14,000 records within records, and 23 MB of 12,000 paired records. */
export function measureLayouts(): Measured {
  return { figures: { ...measurePaired(), ...measureTree() } }
}

function measureTree(): Record<string, number> {
  const roots = branches(0, { left: TREE_NODES })
  const { bytes } = write(Tree, { n: roots.length, roots })
  const megabytes = bytes.length / MEGABYTE
  const locates = best(RUNS, () => {
    const opened = document(Tree, bytes.slice())
    for (let tenth = 0; tenth < 10; tenth++)
      locate(opened, nodeAt(opened, Math.floor(((bytes.length - 1) * tenth) / 10)).path)
  })
  const descent = best(RUNS, () => nodesBelow(document(Tree, bytes.slice()).root))
  return { tree_locates_ms_per_mb: locates / megabytes, tree_descent_ms_per_mb: descent / megabytes }
}

interface Branches {
  readonly tag: number
  readonly first: number
  readonly second: number
  readonly third: number
  readonly kids: number
  readonly children: readonly Branches[]
}

function branches(depth: number, room: { left: number }): Branches[] {
  const made: Branches[] = []
  const isOutermost = depth === 0
  while (room.left > 0 && (isOutermost || made.length < MOST_CHILDREN)) {
    room.left--
    const children = depth < DEEPEST ? branches(depth + 1, room) : []
    made.push({ tag: depth, first: 1, second: 2, third: 3, kids: children.length, children })
  }
  return made
}

/** Nodes below a node and itself: each is read. */
export function nodesBelow(node: Node): number {
  let nodes = 1
  const { childCount } = node
  for (let index = 0; index < childCount; index++) nodes += nodesBelow(node.child(index))
  return nodes
}

function measurePaired(): Record<string, number> {
  const bytes = pairedBytes()
  const walks = 20
  const byHand = best(RUNS, () => repeated(walks, () => walkByHand(bytes)))
  const byLayout = best(RUNS, () => repeated(walks, () => document(Paired, bytes.subarray(0))))
  let [present, opened, value] = [bytes, document(Paired, bytes), 0]
  const edit = best(RUNS, () => {
    const { splices } = assign(opened, `bodies/${(++value * 977) % RECORDS}/id`, 900_000 + value)
    present = apply(present, splices)
    opened = document(Paired, present, opened, splices)
    return opened.root
  })
  return { paired_walk_vs_hand: byLayout / byHand, paired_edit_ms: edit }
}

function repeated(times: number, work: () => unknown): unknown {
  let last: unknown
  for (let time = 0; time < times; time++) last = work()
  return last
}

const vectorsOf = (record: number): number => 120 + (record % 40)
const indicesOf = (record: number): number => (record * 7) % 60
const bodySize = (vectors: number, indices: number): number => 12 + vectors * 12 + indices * 2

function pairedBytes(): Uint8Array {
  let size = 4 + RECORDS * 12
  for (let record = 0; record < RECORDS; record++) size += bodySize(vectorsOf(record), indicesOf(record))
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, RECORDS, true)
  let at = 4 + RECORDS * 12
  for (let record = 0; record < RECORDS; record++) {
    view.setUint32(at, record, true)
    view.setUint32(at + 4, vectorsOf(record), true)
    view.setUint32(at + 8, indicesOf(record), true)
    at += bodySize(vectorsOf(record), indicesOf(record))
  }
  return bytes
}

/** What a reader of this file alone would do: where each body begins. */
function walkByHand(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const records = view.getUint32(0, true)
  const index = new Uint32Array(records + 1)
  let at = 4 + records * 12
  index[0] = at
  for (let record = 0; record < records; record++) {
    at += bodySize(view.getUint32(at + 4, true), view.getUint32(at + 8, true))
    index[record + 1] = at
  }
  return index
}
