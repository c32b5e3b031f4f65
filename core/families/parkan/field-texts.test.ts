import { expect, it } from 'vitest'
import { document, type Node } from '../../layout'
import { MESSAGES } from './messages/messages'
import { formatOf, shelf } from './opened.fixture'
import { sampleInstall } from './sample/sample'

/** Records of an array that are inspected: records of one layout have the same fields. */
const FEW = 24

/** Keys of the texts of all fields whose meaning is known, of the sample's entries: they have every format. */
function knownFields(): ReadonlySet<string> {
  const files = sampleInstall({ maps: [{ name: 'SC_1', seed: 1, tiles: 2, areals: 9 }] })
  const all = shelf(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))
  const keys = new Set<string>()
  const visit = (node: Node): void => {
    const { doc, role, certainty } = node.layout.meta
    if (role === 'unknown' || role === 'reserved' || certainty === 'unknown') return
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
