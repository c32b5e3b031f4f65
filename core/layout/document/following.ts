import { LayoutError } from '../model/error'
import type { Document } from '../model/layout'
import { writeInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, isInteger, type AnyLayout } from '../model/shape'
import type { Bytes, Splice } from '../model/splice'
import { expectedAt, followingOf, numbersFollowed } from '../shapes/following'
import { anywhere, operationsOf } from '../shapes/table'
import { fieldsOf } from '../shapes/views'
import { namesRead } from '../shapes/names-read'
import { document } from './document'
import { keepsUnread, readingOf, steers, type Reading } from './inert'
import { sourceOf } from './measure'
import { spliced } from './runs'
import { TreeNode } from './tree'

/** Whether a declaration contains following words. */
export const holdsFollowing = anywhere(layout => followingOf(layout) !== undefined, new WeakMap())

const holding = new WeakMap<AnyLayout, readonly number[]>()

/** The fields of a record that are or contain following words. */
function fieldsHolding(layout: AnyLayout): readonly number[] {
  let found = holding.get(layout)
  if (!found) {
    const fields = fieldsOf(layout) ?? []
    found = [...fields.keys()].filter(index => {
      const field = fields[index]?.layout
      return field !== undefined && holdsFollowing(field)
    })
    holding.set(layout, found)
  }
  return found
}

/** Calls back for each following word of a document that is whole, in the order of their bytes. */
export function eachFollowing(node: TreeNode, visit: (word: TreeNode) => void): void {
  const { layout } = node
  if (followingOf(layout)) {
    if (node.isWhole) visit(node)
    return
  }
  if (node.isGap || !holdsFollowing(layout)) return
  if (layout.shape.of === 'struct') {
    const { childCount } = node
    for (const index of fieldsHolding(layout)) if (index < childCount) eachFollowing(node.child(index), visit)
  } else for (let index = 0; index < node.childCount; index++) eachFollowing(node.child(index), visit)
}

const known = new WeakMap<Document, readonly TreeNode[]>()

/** Following words that are not what they follow: as found in the file, or typed in hex. */
export function oddWords(opened: Document): readonly TreeNode[] {
  let odd = known.get(opened)
  if (!odd) {
    const found: TreeNode[] = []
    if (opened.root instanceof TreeNode)
      eachFollowing(opened.root, word => {
        if (!isRight(word)) found.push(word)
      })
    known.set(opened, (odd = found))
  }
  return odd
}

/** Whether a following word has the number that it follows; true where that cannot be determined. */
export function isRight(word: TreeNode): boolean {
  const expected = expectedAt(word)
  return expected === undefined || expected === word.value
}

/** The bytes of a following word with that number. Throws LayoutError `layout.range`. */
export function wordBytes({ layout: { shape }, path }: TreeNode, value: number): Bytes {
  if (shape.of !== 'scalar' || !isInteger(shape.scalar)) return new Uint8Array(0)
  const [min, max] = INTEGER_LIMITS[shape.scalar]
  if (value < min || value > max) throw new LayoutError('layout.range', { value, min, max }, path)
  const bytes = new Uint8Array(SCALAR_SIZE[shape.scalar])
  writeInteger(sourceOf(bytes).view, 0, shape.scalar, value)
  return shape.isBigEndian ? bytes.reverse() : bytes
}

/** Rounds after which words that follow each other in a circle stay as they are. */
const ROUNDS = 8

/**
 * Splices that give every following word for which `isOpen` holds the number that it follows. Words that follow other
 * such words are set in further rounds.
 */
export function settled(opened: Document, isOpen: (word: TreeNode, expected: number) => boolean): readonly Splice[] {
  const changed = new Map<number, Splice>()
  let present = opened
  for (let round = 0; round < ROUNDS; round++) {
    const splices: Splice[] = []
    if (!(present.root instanceof TreeNode)) break
    eachFollowing(present.root, word => {
      const expected = expectedAt(word)
      if (expected === undefined || expected === word.value || !isOpen(word, expected)) return
      const { offset, size } = word
      splices.push({ offset, removed: present.bytes.slice(offset, offset + size), inserted: wordBytes(word, expected) })
    })
    if (splices.length === 0) break
    for (const splice of splices)
      changed.set(splice.offset, { ...splice, removed: changed.get(splice.offset)?.removed ?? splice.removed })
    if (!isChained(opened.layout)) break
    present = document(opened.layout, spliced(present.bytes, splices), present, splices)
  }
  const splices = [...changed.values()].sort((a, b) => a.offset - b.offset)
  return splices.filter(({ removed, inserted }) => removed.some((byte, at) => byte !== inserted[at]))
}

const chained = new WeakMap<AnyLayout, boolean>()

/** Whether a following word may be computed from another one. */
function isChained(layout: AnyLayout): boolean {
  let isSo = chained.get(layout)
  if (isSo === undefined) {
    const names = followedNames(layout)
    isSo = anywhere(one =>
      (fieldsOf(one) ?? []).some(
        ({ name, layout: field }) => names.has(name) && (followingOf(field) !== undefined || field.varies === true),
      ),
    )(layout)
    chained.set(layout, isSo)
  }
  return isSo
}

const followed = new WeakMap<AnyLayout, ReadonlySet<string>>()

const readings = new WeakMap<AnyLayout, Reading>()

/** Whether splices leave every byte that the walk or a following word reads, and every following word. */
export function leavesFollowing({ root, layout }: Document, splices: readonly Splice[]): boolean {
  if (!holdsFollowing(layout)) return true
  if (!(root instanceof TreeNode)) return false
  let reading = readings.get(layout)
  if (!reading) {
    const names = new Set([...namesRead(layout), ...followedNames(layout)])
    const isRead = (one: AnyLayout): boolean => steers(one) || followingOf(one) !== undefined
    readings.set(layout, (reading = readingOf(names, isRead)))
  }
  return keepsUnread(root, splices, reading)
}

/** Names of the fields whose numbers following words are computed from, without what leads out of their record. */
function followedNames(layout: AnyLayout): ReadonlySet<string> {
  let names = followed.get(layout)
  if (!names) {
    const found = new Set<string>()
    anywhere(one => {
      const parts = operationsOf(one.shape).children.parts(one.shape)
      for (const part of [one, ...parts.map(({ layout: inner }) => inner)]) {
        const following = followingOf(part)
        for (const name of following ? numbersFollowed(following) : [])
          found.add(name.replace(/^[.^@]+/, '').split('.')[0] ?? '')
      }
      return false
    })(layout)
    followed.set(layout, (names = found))
  }
  return names
}
