import {
  isArchive,
  isSame,
  readFile,
  write,
  type Archive,
  type Attributes,
  type Bytes,
  type Node,
  type Row,
} from './archive'

/** Bytes that take the place of others, in the entry before the change. */
export interface Splice {
  readonly offset: number
  readonly removed: Bytes
  readonly inserted: Bytes
}

/**
 * What an edit does to a file, in the words of the model. `steps`: ids of the rows on the way to the entry. `isCut`: it is a part of what
 * makes one whole file of another, and the program may have cut that into other parts. `isLast`: after it nothing was left of what was done
 * to the file.
 */
export type Change = {
  readonly file: string
  readonly steps: readonly string[]
  readonly isCut?: true
  readonly isLast?: true
} & (
  | { readonly do: 'splice'; readonly splices: readonly Splice[] }
  | { readonly do: 'gap'; readonly gap: number; readonly splices: readonly Splice[] }
  | {
      readonly do: 'add'
      readonly id: string
      readonly place: number
      readonly attributes: Attributes
      readonly payload: Bytes
    }
  | { readonly do: 'remove'; readonly attributes: Attributes; readonly payload: Bytes }
  | { readonly do: 'attributes'; readonly before: Attributes; readonly after: Attributes; readonly place: number }
  | { readonly do: 'whole'; readonly removed: Bytes; readonly inserted: Bytes }
  | { readonly do: 'create' | 'delete'; readonly payload: Bytes }
)

/** Changes of one step of the history. */
export type Step = readonly Change[]

/** The edits do not fit: the bytes at their places are different. */
class Misfit extends Error {}
/** Whether they fit depends on how the program cut them into pieces, which is no rule. */
class Unknown extends Error {}

/** Bytes between two changed runs, nearer than this, may be part of the program's edit. */
const JOINED = 20

export type Replayed =
  | { readonly result: 'fits'; readonly node: Node | undefined }
  | { readonly result: 'misfit' | 'unknown' }

/** What these changes make of a file that is `base` (undefined: not there). An edit fits where all that it takes away is there. */
export function replay(name: string, base: Bytes | undefined, changes: readonly Change[]): Replayed {
  const holder: Holder = { node: base && readFile(name, base) }
  try {
    for (const change of changes) perform(holder, change, name)
    return { result: 'fits', node: holder.node }
  } catch (error) {
    if (error instanceof Misfit) return { result: 'misfit' }
    if (error instanceof Unknown) return { result: 'unknown' }
    throw error
  }
}

interface Holder {
  node: Node | undefined
  row?: Row
  archive?: Archive
}

/** The entry at the end of the steps, in what holds it. */
function find(root: Holder, steps: readonly string[]): Holder {
  let holder = root
  for (const id of steps) {
    const archive = holder.node
    const row = isArchive(archive) ? archive.rows.find(one => one.id === id) : undefined
    if (!row || !isArchive(archive)) throw new Misfit()
    holder = { node: row.node, row, archive }
  }
  if (holder.node === undefined) throw new Misfit()
  return holder
}

function put(root: Holder, holder: Holder, node: Node): void {
  if (holder.row) holder.row.node = node
  else root.node = node
}

function perform(root: Holder, change: Change, name: string): void {
  if (change.do === 'create') {
    if (root.node !== undefined) throw new Misfit()
    root.node = readFile(name, change.payload)
    return
  }
  const holder = find(root, change.steps)
  const { node } = holder
  if (change.do === 'delete') {
    if (!node || !isSame(write(node), change.payload)) throw new Misfit()
    root.node = undefined
  } else if (change.do === 'splice') {
    if (isArchive(node) || !node) throw new Misfit()
    const bytes = spliced(node, change.splices)
    put(root, holder, holder.row ? bytes : readFile(name, bytes))
  } else if (change.do === 'gap') {
    const gap = isArchive(node) ? node.gaps[change.gap] : undefined
    if (!gap) throw new Misfit()
    gap.bytes = spliced(gap.bytes, change.splices)
  } else if (change.do === 'whole') {
    if (!node || !isSame(write(node), change.removed)) throw new Unknown()
    put(root, holder, readFile(name, change.inserted))
  } else performRow(holder, change)
}

function performRow({ node, row, archive }: Holder, change: Change): void {
  if (change.do === 'add') {
    if (!isArchive(node) || node.rows.some(one => one.id === change.id)) throw new Misfit()
    const at = Infinity
    node.rows.splice(change.place, 0, { id: change.id, attributes: change.attributes, node: change.payload, at })
    return
  }
  if (!row || !archive || !node) throw new Misfit()
  if (change.do === 'remove') {
    if (!isSameAttributes(row.attributes, change.attributes) || !isSame(write(node), change.payload)) throw new Misfit()
    archive.rows.splice(archive.rows.indexOf(row), 1)
  } else if (change.do === 'attributes') {
    if (!isSameAttributes(row.attributes, change.before)) throw new Misfit()
    row.attributes = change.after
    const place = archive.rows.indexOf(row)
    archive.rows.splice(place, 1)
    archive.rows.splice(change.place, 0, row)
  }
}

function isSameAttributes(a: Attributes, b: Attributes): boolean {
  return Object.keys({ ...a, ...b }).every(name => a[name] === b[name])
}

function spliced(bytes: Bytes, splices: readonly Splice[]): Bytes {
  const parts: Bytes[] = []
  let from = 0
  for (const { offset, removed, inserted } of splices) {
    if (offset > bytes.length || !isSame(bytes.subarray(offset, offset + removed.length), removed)) throw new Misfit()
    parts.push(bytes.subarray(from, offset), inserted)
    from = offset + removed.length
  }
  return joined(...parts, bytes.subarray(from))
}

export const joined = (...parts: readonly Bytes[]): Bytes => new Uint8Array(Buffer.concat(parts))

/** What makes one of the other: runs that differ where both are as long, else all between their common ends. */
export function spliceBetween(before: Bytes, after: Bytes): readonly Splice[] {
  if (before.length === after.length) return runsBetween(before, after)
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return [
    {
      offset: start,
      removed: before.slice(start, before.length - end),
      inserted: after.slice(start, after.length - end),
    },
  ]
}

function runsBetween(before: Bytes, after: Bytes): readonly Splice[] {
  const runs: Splice[] = []
  for (let at = 0; at < before.length; at++) {
    if (before[at] === after[at]) continue
    let end = at
    while (end < before.length && before[end] !== after[end]) end++
    runs.push({ offset: at, removed: before.slice(at, end), inserted: after.slice(at, end) })
    at = end
  }
  return runs
}

/** Bytes that the program may have taken into an edit beside those that changed: where they are others, it may fit or not. */
export function isJoined(splices: readonly Splice[]): boolean {
  return splices.some(({ offset }, i) => {
    const before = splices[i - 1]
    return before !== undefined && offset - before.offset - before.removed.length < JOINED
  })
}

/** What makes one file of the other, entry by entry where both have the same rows, as the changes of one step. */
export const changesBetween = (file: string, before: Bytes | undefined, after: Bytes | undefined): Step =>
  cut(file, before, after).map(change => ({ ...change, isCut: true }))

/** The same of a file as it is now, whose rows keep their ids where they stay as many. */
export function changesOfNode(file: string, before: Node | undefined, after: Bytes | undefined): Step {
  const to = after && readFile(file, after)
  const changes = isArchive(before) && isArchive(to) ? rowChanges(file, [], before, to) : undefined
  if (!before || !changes || !after) return changesBetween(file, before && write(before), after)
  const holder: Holder = { node: structuredClone(before) }
  for (const change of changes) perform(holder, change, file)
  const isMade = holder.node !== undefined && isSame(write(holder.node), after)
  return isMade
    ? changes.map(change => ({ ...change, isCut: true }))
    : [{ file, steps: [], do: 'whole', removed: write(before), inserted: after, isCut: true }]
}

/** Whether the rows of an archive are those that were read, in their order, all the way down. */
export const hasOwnIds = (node: Node | undefined): boolean =>
  !isArchive(node) || node.rows.every((row, i) => row.id === String(i) && hasOwnIds(row.node))

/** Whether two files are the same, row for row. */
export function isSameNode(a: Node | undefined, b: Node | undefined): boolean {
  if (!isArchive(a) || !isArchive(b)) return !isArchive(a) && !isArchive(b) && isSame(a, b)
  return (
    isSame(write(a), write(b)) &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, i) => row.id === b.rows[i]?.id && isSameNode(row.node, b.rows[i]?.node))
  )
}

function cut(file: string, before: Bytes | undefined, after: Bytes | undefined): Step {
  if (isSame(before, after)) return []
  if (!before || !after)
    return [{ file, steps: [], do: before ? 'delete' : 'create', payload: before ?? after ?? new Uint8Array(0) }]
  const [from, to] = [readFile(file, before), readFile(file, after)]
  if (!isArchive(from)) return [{ file, steps: [], do: 'splice', splices: spliceBetween(before, after) }]
  const changes = isArchive(to) ? rowChanges(file, [], from, to) : undefined
  const made = changes && replay(file, before, changes)
  if (changes && made?.result === 'fits' && made.node && isSame(write(made.node), after)) return changes
  return [{ file, steps: [], do: 'whole', removed: before, inserted: after }]
}

function rowChanges(file: string, steps: readonly string[], from: Archive, to: Archive): readonly Change[] | undefined {
  if (from.rows.length !== to.rows.length || from.gaps.length !== to.gaps.length) return undefined
  const changes: Change[] = []
  for (const [place, row] of from.rows.entries()) {
    const other = to.rows[place]
    if (!other) return undefined
    const inside = [...steps, row.id]
    if (isArchive(row.node) && isArchive(other.node)) {
      const within = rowChanges(file, inside, row.node, other.node)
      if (!within) return undefined
      for (const change of within) changes.push(change)
    } else if (isArchive(row.node)) return undefined
    else if (!isSame(row.node, write(other.node)))
      changes.push({ file, steps: inside, do: 'splice', splices: spliceBetween(row.node, write(other.node)) })
    if (!isSameAttributes(row.attributes, other.attributes)) {
      changes.push({ file, steps: inside, do: 'attributes', before: row.attributes, after: other.attributes, place })
    }
  }
  for (const [gap, { bytes }] of from.gaps.entries()) {
    const other = to.gaps[gap]?.bytes
    if (other && !isSame(bytes, other))
      changes.push({ file, steps, do: 'gap', gap, splices: spliceBetween(bytes, other) })
  }
  return changes
}
