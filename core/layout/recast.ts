import { isSameRange } from './document/runs'
import type { TreeNode } from './document/tree'
import type { AnyLayout } from './model/shape'
import type { Bytes } from './model/splice'
import { placeOf } from './references'
import { followingOf } from './shapes/following'
import { alternativesOf, anywhere, lengthOf, operationsOf, recordsOf } from './shapes/table'
import { fieldsOf, hasCases, recordName } from './shapes/views'

// Records of two images that have another case of a union: their fields are others, or mean something else.

/** Two nodes of both images that are the same. */
export type Pair = readonly [old: TreeNode, now: TreeNode]

/** Another case of a union has other fields. */
export const isAlike = ({ layout: a }: TreeNode, { layout: b }: TreeNode): boolean =>
  a.kind === b.kind && recordName(a) === recordName(b)

/** Whether anything in a declaration has several cases. */
export const holdsCases = anywhere(
  layout => hasCases(layout) || recordsOf(layout)?.element.varies === true,
  new WeakMap(),
)

/**
 * Whether a record of parallel arrays, and the one that it became, have other cases in any of them; records of arrays
 * within them are not compared, nor what numbers outside of equal records decide.
 */
export function recastIn(
  before: Bytes,
  after: Bytes,
  pairs: readonly Pair[],
): (record: number, present: number) => boolean {
  const tags = tagsOf(pairs)
  const isSame = (record: number, present: number): boolean =>
    pairs.every(([old, now]) => {
      const [from, at] = [placeOf(old, record), placeOf(now, present)]
      const size = placeOf(old, record + 1) - from
      return placeOf(now, present + 1) - at === size && isSameRange(before, from, after, at, size)
    })
  const [[holder, holderNow] = []] = pairs
  const hasSameTags = (record: number, present: number): boolean => {
    if (!tags || !holder || !holderNow) return isSame(record, present)
    const [from, at] = [placeOf(holder, record), placeOf(holderNow, present)]
    return tags.every(({ place, size }) => isSameRange(before, from + place, after, at + place, size))
  }
  return (record, present) =>
    !hasSameTags(record, present) &&
    pairs.some(([old, now]) => isOtherCase(old.child(old.first + record), now.child(now.first + present)))
}

/** A field of a record, by its place in it. */
interface Tag {
  readonly place: number
  readonly size: number
}

/**
 * The fields of the first of these parallel arrays that decide all cases in all of them: to compare their bytes takes a
 * tenth of the time of a node for each record. Undefined where anything else decides.
 */
function tagsOf(pairs: readonly Pair[]): readonly Tag[] | undefined {
  const holder = pairs[0] && elementOf(pairs[0][0])
  const names = new Set<string>()
  for (const [{ layout }] of pairs) {
    const fields = fieldsOf(recordsOf(layout)?.element ?? layout)
    if (!fields) return undefined
    const isParallel = lengthOf(layout)?.from === 'parallel'
    for (const { layout: field } of fields) {
      if (!field.varies && (!holdsCases(field) || recordsOf(field))) continue
      if (field.shape.of !== 'union' || alternativesOf(field).some(holdsCases)) return undefined
      for (const name of operationsOf(field.shape).steering.names(field.shape)) {
        if (name.startsWith('^.') !== isParallel) return undefined
        names.add(name.replace(/^\^\./, '').replace(/\..*/, ''))
      }
    }
  }
  return holder && tagsNamed(holder, names)
}

const elementOf = ({ layout }: TreeNode): AnyLayout | undefined => recordsOf(layout)?.element

function tagsNamed(record: AnyLayout, names: ReadonlySet<string>): readonly Tag[] | undefined {
  const tags: Tag[] = []
  let place = 0
  for (const { name, layout } of fieldsOf(record) ?? []) {
    const { fixedSize: size } = layout
    if (size === undefined) break
    if (names.has(name)) tags.push({ place, size })
    place += size
  }
  return tags.length === names.size ? tags : undefined
}

function isOtherCase(old: TreeNode, now: TreeNode): boolean {
  if (!isAlike(old, now) || old.layout.meta.refers !== now.layout.meta.refers) return true
  if ((followingOf(old.layout) === undefined) !== (followingOf(now.layout) === undefined)) return true
  if (recordsOf(old.layout) || !holdsCases(old.layout)) return false
  if (old.childCount !== now.childCount) return true
  const fields = fieldsOf(old.layout)
  for (let k = 0; k < old.childCount; k++) {
    const declared = fields?.[k]?.layout
    if (declared && !declared.varies && !holdsCases(declared)) continue
    if (isOtherCase(old.child(k), now.child(k))) return true
  }
  return false
}
