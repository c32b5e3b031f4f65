import { locate } from './document/document'
import { isRight, leavesFollowing, oddWords, settled, wordBytes } from './document/following'
import { TreeNode } from './document/tree'
import { LayoutError } from './model/error'
import type { Document, Node } from './model/layout'
import { invertMove, rebasePath } from './model/moves'
import type { Move, Splice } from './model/splice'
import { expectedAt, followingOf } from './shapes/following'
import { countsOf } from './shapes/table'

/** A change of a document; `moves` pair the records of both states. */
export interface Done {
  readonly splices: readonly Splice[]
  readonly moves?: readonly Move[]
}

/**
 * Splices on `after` that keep following words right: those that were right in `before`, and those of new records. An
 * odd one stays as it is. To be called once per entry and transaction, on the result of all its assignments. Throws
 * LayoutError: `layout.odd-place` where bytes move although a place was odd before, `layout.derived` where another number
 * was given for a word, `layout.range` where the number does not fit.
 */
export function follow(before: Document, after: Document, done: Done): readonly Splice[] {
  const { splices, moves = [] } = done
  if (leavesFollowing(before, splices)) return []
  const odd = oddWords(before)
  if (splices.some(({ removed, inserted }) => removed.length !== inserted.length)) checkPlaces(odd)
  const kept = new Map<number, TreeNode>()
  for (const word of odd) {
    const path = rebasePath(word.path, moves)
    const there = path === undefined ? undefined : locate(after, path)
    if (there?.layout === word.layout) kept.set(there.offset, word)
  }
  const touched = touchedBy(splices)
  const seen = new Set<number>()
  const made = settled(after, (word, expected) => {
    const { offset, size } = word
    if (kept.has(offset)) return false
    // A word that follows another one is found again once that one is right: its number is none that was given then.
    if (!seen.has(offset) && touched(offset, offset + size)) checkGiven(before, word, expected, moves)
    seen.add(offset)
    return true
  })
  return [...made, ...leftOut(after, kept)].sort((a, b) => a.offset - b.offset)
}

/** Refuses to move bytes where a place is not the one that the walk finds: what is meant is unknown then. */
function checkPlaces(odd: readonly TreeNode[]): void {
  const word = odd.find(({ layout }) => followingOf(layout)?.from === 'place')
  if (!word) return
  throw new LayoutError('layout.odd-place', { expected: expectedAt(word) ?? 0, found: Number(word.value) }, word.path)
}

/** Whether a range of the image after the splices holds bytes that they inserted. */
function touchedBy(splices: readonly Splice[]): (from: number, to: number) => boolean {
  let shift = 0
  const ranges = splices.map(({ offset, removed, inserted }): readonly [number, number] => {
    const from = offset + shift
    shift += inserted.length - removed.length
    return [from, from + inserted.length]
  })
  return (from, to) => {
    let [low, high] = [0, ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranges[middle]?.[1] ?? 0) <= from) low = middle + 1
      else high = middle
    }
    const next = ranges[low]
    return next !== undefined && next[0] < to
  }
}

/** Refuses a number that was given for a word of a record that was there before; 0 is a word left out. */
function checkGiven(before: Document, word: TreeNode, expected: number, moves: readonly Move[]): void {
  const path = rebasePath(word.path, [...moves].reverse().map(invertMove))
  const origin = path === undefined ? undefined : locate(before, path)
  if (!(origin instanceof TreeNode) || origin.layout !== word.layout || !isRight(origin)) return
  const { value } = word
  if (value !== 0 && value !== origin.value && value !== expected)
    throw new LayoutError('layout.derived', { expected, found: Number(value) }, word.path)
}

/** Odd words that a value left out have their bytes again. */
function leftOut(after: Document, kept: ReadonlyMap<number, TreeNode>): readonly Splice[] {
  return [...kept].flatMap(([offset, word]) => {
    const removed = after.bytes.slice(offset, offset + word.size)
    const isLeft = word.value !== 0 && removed.every(byte => byte === 0)
    return isLeft ? [{ offset, removed, inserted: wordBytes(word, Number(word.value)) }] : []
  })
}

/** The splices that make every odd word of the document right: all of them, or the one at a path. */
export function repairedWords(opened: Document, path?: string): readonly Splice[] {
  const odd = new Set(oddWords(opened).map(({ offset }) => offset))
  const only = path === undefined ? undefined : locate(opened, path)?.offset
  return settled(opened, ({ offset }) => odd.has(offset) && (only === undefined || offset === only))
}

/** Whether a node is a following word that has the number it follows: such a word is no change of its own. */
export const isRightWord = (node: unknown): boolean =>
  node instanceof TreeNode && followingOf(node.layout) !== undefined && node.isWhole && isRight(node)

/** Whether a node is a count or a size that decides the walk: it changes only with what it counts. */
export function isSteeringWord({ layout, name, parent }: Node): boolean {
  if (countsOf(layout)) return true
  const around = parent?.layout.shape.of
  return (around === 'list' && parent?.child(0).name === name) || (around === 'sized' && name === 'size')
}
