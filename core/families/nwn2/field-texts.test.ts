import { expect, it } from 'vitest'
import { document, type AnyLayout, type Node } from '../../layout'
import { meshOf } from './aswm/aswm'
import { MESSAGES } from './messages/messages'
import { formatOf, shelf } from './opened.fixture'
import { sampleFiles } from './sample/sample'

/** Records of an array that are inspected: records of one layout have the same fields. */
const FEW = 24

/** Versions of a walkmesh that no sample has. */
const OLD_MESHES = [0x69, 0x6a, 0x6b]

/** Whether the meaning of a field is known. */
const isKnown = ({ meta: { role, certainty } }: AnyLayout): boolean =>
  role !== 'unknown' && role !== 'reserved' && certainty !== 'unknown'

/** Keys of the texts of the fields of a declaration. */
function declaredKeys(layout: AnyLayout): readonly string[] {
  if (!isKnown(layout)) return []
  const { shape, meta } = layout
  const own = meta.doc === undefined ? [] : [meta.doc]
  if (shape.of === 'struct') return [...own, ...shape.fields.flatMap(field => declaredKeys(field.layout))]
  return shape.of === 'array' ? [...own, ...declaredKeys(shape.element)] : own
}

/** Keys of the texts of all fields whose meaning is known, of the sample's entries: they have every format. */
function knownFields(): ReadonlySet<string> {
  const files = sampleFiles()
  const all = shelf(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))
  const keys = new Set(OLD_MESHES.flatMap(version => declaredKeys(meshOf(version))))
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

it.each(['en', 'ru'] as const)('every field whose meaning is known has a title and help (%s)', language => {
  const texts: Readonly<Record<string, string>> = MESSAGES[language]
  const missing = [...knownFields()].flatMap(key => [key, `${key}.help`]).filter(key => texts[key] === undefined)
  expect(missing.sort()).toEqual([])
})
