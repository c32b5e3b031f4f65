import { difference, sameBytes } from '../../edit'
import { parsePath, type Format } from '../../format'
import { document, nodeAt, type Bytes, type Kind } from '../../layout'
import { descend, fileView } from './draft'
import { States } from './states'
import type { View } from './view'

/** Kinds of fields with one value, whose single bytes have no meaning of their own. */
const ONE_VALUE: ReadonlySet<Kind> = new Set(['integer', 'float', 'flags', 'text', 'colour'])

/** A file in three versions: the original of the edits, the one of another program, and the edits on the latter. */
interface Three {
  readonly file: string
  readonly original: Bytes
  readonly external: Bytes
  readonly states: States
}

/**
 * Whether both sides changed different bytes of one field: the edits would fit and make a value that neither side
 * wrote. Compares entries of equal size in all three versions.
 */
export function isMixed({ file, original, external, states }: Three, formats: readonly Format[]): boolean {
  const [before, theirs] = [original, external].map(bytes => fileView(new States(), formats, file, bytes))
  const shown = fileView(states, formats, file, external)
  return [...states.pathsOf(file)].some(path => {
    const { steps } = parsePath(path)
    const sides = [before, theirs, shown].map(root => descend(root, steps))
    const [a, b, c] = sides
    return a !== undefined && b !== undefined && c !== undefined && isOfOneShape(sides) && isMixedEntry(a, b, c)
  })
}

const isOfOneShape = (sides: readonly (View | undefined)[]): boolean =>
  sides.every(
    one => one && !one.archive && one.format === sides[0]?.format && one.base.length === sides[0]?.base.length,
  )

function isMixedEntry(before: View, external: View, shown: View): boolean {
  const layout = before.format?.layout?.(before.info)
  const opened = layout && document(layout, before.base)
  if (!opened?.isWhole) return false
  const [old, theirs, now] = [before.base, external.base, shown.base]
  for (const { offset, removed } of difference(old, theirs)) {
    for (let at = offset; at < offset + removed.length; ) {
      const leaf = nodeAt(opened, at)
      const end = Math.max(at + 1, leaf.offset + leaf.size)
      const isChanged = (from: Bytes, to: Bytes): boolean =>
        !sameBytes(from.subarray(leaf.offset, end), to.subarray(leaf.offset, end))
      if (!ONE_VALUE.has(leaf.kind)) at++
      else if (isChanged(old, theirs) && isChanged(theirs, now)) return true
      else at = end
    }
  }
  return false
}
