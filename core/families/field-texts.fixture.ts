import { formatAmong, shelfOf } from '../format/shelf.fixture'
import type { Format, SampleFile } from '../format'
import { document, type AnyLayout, type Node } from '../layout'

/** Records of an array that are inspected: records of one layout have the same fields. */
const FEW = 24

/** Whether the meaning of a field is known. */
export const isKnown = ({ meta: { role, certainty } }: AnyLayout): boolean =>
  role !== 'unknown' && role !== 'reserved' && certainty !== 'unknown'

/** Keys of the texts of all fields whose meaning is known, of all entries of an install. */
export function knownFields(formats: readonly Format[], files: readonly SampleFile[]): Set<string> {
  const all = shelfOf(formats, Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))
  const formatOf = formatAmong(formats)
  const keys = new Set<string>()
  const visit = (node: Node): void => {
    if (!isKnown(node.layout)) return
    const { doc } = node.layout.meta
    if (doc && node.size > 0) keys.add(doc)
    const count = node.kind === 'struct' ? node.childCount : Math.min(node.childCount, FEW)
    for (let at = 0; at < count; at++) visit(node.child(at))
  }
  for (const { path } of files) {
    for (const entry of all.all(all.open(path))) {
      const layout = formatOf(entry)?.layout?.(entry)
      if (layout) visit(document(layout, entry.bytes).root)
    }
  }
  return keys
}

/** Keys of titles and help texts that are missing. */
export const missingTexts = (fields: ReadonlySet<string>, texts: Readonly<Record<string, string>>): readonly string[] =>
  [...fields]
    .flatMap(key => [key, `${key}.help`])
    .filter(key => texts[key] === undefined)
    .sort()
