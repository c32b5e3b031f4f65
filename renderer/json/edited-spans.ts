import { sameBytes } from '@areal-studio/core/edit'
import { locate, nodeAt, type Bytes, type Document, type Node } from '@areal-studio/core/layout'
import { fieldOf } from '../state/label'
import { firstEndingAfter, type Ranges } from '../value/ranges'
import { briefText } from '../value/value-text'
import { spanOf, type JsonText } from './json-place'
import type { Edited } from '../text-editor/monaco/editor'

const MOST = 300

/** The lines of fields below `root` that differ from the original, each with what it was. */
export function editedSpans(
  text: JsonText,
  document: Document,
  before: Document | undefined,
  root: Node,
  changed: Ranges,
  was: (value: string) => string,
): Edited[] {
  const spans: Edited[] = []
  const seen = new Set<string>()
  const end = root.offset + root.size
  for (let i = firstEndingAfter(changed, root.offset); (changed[i]?.[0] ?? end) < end && spans.length < MOST; i++) {
    const [start, stop] = changed[i] ?? [0, 0]
    for (let at = Math.max(start, root.offset); at < Math.min(stop, end) && spans.length < MOST; ) {
      const field = fieldOf(nodeAt(document, at))
      at = Math.max(at + 1, field.offset + field.size)
      if (seen.has(field.path)) continue
      seen.add(field.path)
      const old = before && locate(before, field.path)
      // Between two places that changed lengths a field may stand as it did: they are one range.
      if (before && old && sameBytes(bytesOf(document, field), bytesOf(before, old))) continue
      const span = spanOf(text, root, field)
      if (span) spans.push({ ...span, note: old ? was(briefText(old)) : '' })
    }
  }
  return spans
}

const bytesOf = ({ bytes }: Document, { offset, size }: Node): Bytes => bytes.subarray(offset, offset + size)
