import type { OutlineLevel } from '@areal-studio/core/format'
import type { Node } from '@areal-studio/core/layout'
import type { TreeRow } from '../ui/tree-row'

/** A line of the outline: an array, or a record of one. */
export interface OutlineRow extends TreeRow {
  readonly node: Node
  /** Records of an array; undefined for a record. */
  readonly count: number | undefined
}

/** Titles of arrays and names of records, in the language of the window. */
export interface OutlineWords {
  array(node: Node): string
  record(node: Node, names: readonly Node[]): string
}

type IsOpen = (key: string) => boolean

/** The visible lines, in order. Only open records are visited. */
export function outlineRows(
  root: Node,
  levels: readonly OutlineLevel[],
  isOpen: IsOpen,
  words: OutlineWords,
): readonly OutlineRow[] {
  const rows: OutlineRow[] = []
  new Walk(rows, isOpen, words).levels(root, levels, 0)
  return rows
}

/** Keys that must be open for the record around a path to have a line: the records around it, and those above it in trees. */
export function keysTo(root: Node, levels: readonly OutlineLevel[], path: string): ReadonlySet<string> {
  const keys = new Set<string>()
  let [at, below]: [Node, readonly OutlineLevel[]] = [root, levels]
  for (;;) {
    const found = below.flatMap(level => {
      const array = arrayOf(at, level)
      return array && path.startsWith(`${array.path}/`) ? [{ level, array }] : []
    })[0]
    if (!found) return keys
    const { level, array } = found
    const index = Number.parseInt(path.slice(array.path.length + 1), 10)
    const record = recordAt(array, index)
    if (!record) return keys
    keys.add(array.path).add(record.path)
    const { parents } = treeOf(array, level)
    for (let up = parents[index]; up !== undefined; up = parents[up]) keys.add(`${array.path}/${up}`)
    ;[at, below] = [record, level.levels ?? []]
  }
}

class Walk {
  constructor(
    private readonly rows: OutlineRow[],
    private readonly isOpen: IsOpen,
    private readonly words: OutlineWords,
  ) {}

  levels(record: Node, levels: readonly OutlineLevel[], depth: number): void {
    const present = levels.flatMap(level => {
      const array = arrayOf(record, level)
      return array && hasRecords(array, level) ? [{ level, array }] : []
    })
    present.forEach(({ level, array }, at) => {
      if (level.isFlat) return this.records(array, level, depth)
      const isOpen = this.isOpen(array.path)
      const label = this.words.array(array)
      const count = array.childCount - firstChild(array)
      const [place, siblings] = [at + 1, present.length]
      this.rows.push({ key: array.path, node: array, label, count, depth, hasChildren: true, isOpen, place, siblings })
      if (isOpen) this.records(array, level, depth + 1)
    })
  }

  private records(array: Node, level: OutlineLevel, depth: number): void {
    const { children, roots } = treeOf(array, level)
    const waiting: { index: number; depth: number; place: number; siblings: number }[] = []
    const push = (indices: readonly number[], at: number): void => {
      for (let k = indices.length - 1; k >= 0; k--)
        waiting.push({ index: indices[k] ?? 0, depth: at, place: k + 1, siblings: indices.length })
    }
    push(roots, depth)
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const node = recordAt(array, next.index)
      if (!node || !isListed(node, level)) continue
      const own = children.get(next.index) ?? []
      const hasBelow = (level.levels ?? []).some(below => {
        const inner = arrayOf(node, below)
        return inner !== undefined && hasRecords(inner, below)
      })
      const hasChildren = own.length > 0 || hasBelow
      const isOpen = hasChildren && this.isOpen(node.path)
      const { words } = this
      this.rows.push({
        key: node.path,
        node,
        count: undefined,
        depth: next.depth,
        hasChildren,
        isOpen,
        place: next.place,
        siblings: next.siblings,
        // Of thousands of rows only those that are seen, or searched, need it.
        get label() {
          return words.record(node, namesOf(node, level))
        },
      })
      if (!isOpen) continue
      this.levels(node, level.levels ?? [], next.depth + 1)
      push(own, next.depth + 1)
    }
  }
}

interface Tree {
  readonly roots: readonly number[]
  readonly children: ReadonlyMap<number, readonly number[]>
  /** Undefined of roots. */
  readonly parents: readonly (number | undefined)[]
}

/** The records of an array as a tree; what its numbers do not tie to a root is a root itself. */
function treeOf(array: Node, level: OutlineLevel): Tree {
  const count = array.childCount - firstChild(array)
  const all = Array.from({ length: count }, (_, at) => at)
  if (level.parent === undefined && level.childCount === undefined)
    return { roots: all, children: new Map<number, number[]>(), parents: [] }
  const numbers = all.map(at => numberIn(recordAt(array, at), level.parent ?? level.childCount ?? ''))
  const parents = level.parent === undefined ? byCounts(numbers) : withoutCircles(numbers)
  const children = new Map<number, number[]>()
  parents.forEach((parent, at) => {
    if (parent === undefined) return
    const siblings = children.get(parent)
    if (siblings) siblings.push(at)
    else children.set(parent, [at])
  })
  return { roots: all.filter(at => parents[at] === undefined), children, parents }
}

/** Parents by counts of children in pre-order, as far as they go. */
function byCounts(counts: readonly number[]): readonly (number | undefined)[] {
  const open: { readonly at: number; missing: number }[] = []
  return counts.map((count, at) => {
    while (open.at(-1)?.missing === 0) open.pop()
    const around = open.at(-1)
    if (around) around.missing--
    open.push({ at, missing: count > 0 ? count : 0 })
    return around?.at
  })
}

/** Numbers of parents; a record that would be above itself is a root. */
function withoutCircles(numbers: readonly number[]): readonly (number | undefined)[] {
  const parents = numbers.map((parent, at) =>
    Number.isInteger(parent) && parent >= 0 && parent < numbers.length && parent !== at ? parent : undefined,
  )
  const state = new Uint8Array(numbers.length)
  for (let at = 0; at < parents.length; at++) {
    const way: number[] = []
    for (let up: number | undefined = at; up !== undefined && state[up] !== 2; up = parents[up]) {
      if (state[up] === 1) {
        parents[up] = undefined
        break
      }
      state[up] = 1
      way.push(up)
    }
    for (const one of way) state[one] = 2
  }
  return parents
}

const firstChild = ({ kind }: Node): number => (kind === 'list' ? 1 : 0)

const recordAt = (array: Node, index: number): Node | undefined =>
  index >= 0 && index + firstChild(array) < array.childCount ? array.child(index + firstChild(array)) : undefined

function fieldAt(record: Node, path: string): Node | undefined {
  let at: Node | undefined = record
  for (const name of path.split('/')) at = at?.childNamed(name)
  return at
}

function arrayOf(record: Node, { array }: OutlineLevel): Node | undefined {
  const found = fieldAt(record, array)
  return found && (found.kind === 'array' || found.kind === 'list') ? found : undefined
}

function numberIn(record: Node | undefined, field: string): number {
  const value = record && fieldAt(record, field)?.value
  return typeof value === 'number' ? value : Number.NaN
}

/** Whether its first record is listed: those of one array are of one kind. */
function hasRecords(array: Node, level: OutlineLevel): boolean {
  const first = recordAt(array, 0)
  return first !== undefined && isListed(first, level)
}

const isListed = (record: Node, { names = [] }: OutlineLevel): boolean =>
  record.kind === 'struct' && (names[0] === undefined || fieldAt(record, names[0]) !== undefined)

/** Of several names those that are one value. */
const namesOf = (record: Node, { names = [] }: OutlineLevel): readonly Node[] =>
  names.flatMap(name => {
    const field = fieldAt(record, name)
    return field && !['struct', 'array', 'list', 'gap'].includes(field.kind) ? [field] : []
  })
