import { insertRecords, LayoutError, locate, nodeAt, removeRecords, type Document } from '.'
import { trimmed } from './document/runs'
import { checkShapes } from './guard'
import { untouchedBy, type Untouched } from './untouched'
import type { Splice } from './model/splice'

/** For two documents of which nothing is known: every node is visited. */
const NOTHING_UNTOUCHED: Untouched = { isSame: () => false, records: () => undefined }

/** What a comparison of two structures says: nothing, or a refusal. */
type Verdict = { readonly code: string; readonly params: unknown } | undefined

/** Numbers that an edit is made of. */
export interface Draw {
  readonly kind: number
  readonly at: number
  readonly byte: number
  readonly more: number
}

function verdict(
  before: Document,
  after: Document,
  changed: ReadonlyMap<string, number>,
  untouched: Untouched,
): Verdict {
  try {
    checkShapes(before, after, changed, untouched)
    return undefined
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    return { code: error.code, params: error.params }
  }
}

/** Results of the comparison that skips untouched nodes, and of the one that visits every node. */
export const verdicts = (
  before: Document,
  after: Document,
  changed: ReadonlyMap<string, number>,
  splices: readonly Splice[],
): readonly [passing: Verdict, whole: Verdict] => [
  verdict(before, after, changed, untouchedBy(splices)),
  verdict(before, after, changed, NOTHING_UNTOUCHED),
]

/** Sorted, disjoint splices between two images: their common start and end are left out. */
export const between = (before: Uint8Array, after: Uint8Array): readonly Splice[] =>
  trimmed({ offset: 0, removed: before, inserted: after })

/** A random edit of a document with what it changes; undefined where the document has nothing for it. */
export function drawn(opened: Document, { kind, at, byte, more }: Draw): readonly Splice[] | undefined {
  const { bytes } = opened
  if (bytes.length === 0) return undefined
  const offset = at % bytes.length
  const node = nodeAt(opened, offset)
  switch (kind % 4) {
    case 0:
      return between(
        bytes,
        Uint8Array.from(bytes, (old, k) => (k === offset ? byte : old)),
      )
    case 1:
      return [{ offset, removed: bytes.slice(offset, offset + (more % 3)), inserted: Uint8Array.of(byte) }]
    default: {
      const array = arrayAround(opened, node.path)
      const record = array && array.count > 0 ? array.values[more % array.values.length] : undefined
      if (!array || record === undefined) return undefined
      try {
        return kind % 4 === 2
          ? insertRecords(opened, array.path, byte % (array.count + 1), [record as never]).splices
          : removeRecords(opened, array.path, byte % array.count, 1).splices
      } catch (error) {
        if (error instanceof LayoutError) return undefined
        throw error
      }
    }
  }
}

/** The innermost array around a path, with its records. */
function arrayAround(
  opened: Document,
  path: string,
): { readonly path: string; readonly count: number; readonly values: readonly unknown[] } | undefined {
  for (let at = locate(opened, path); at; at = at.parent)
    if (at.kind === 'array' && at.isWhole) {
      const { value } = at
      if (Array.isArray(value)) return { path: at.path, count: value.length, values: value as readonly unknown[] }
    }
  return undefined
}
