import { expect, it } from 'vitest'
import { document, type Node } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { sampleFiles } from './sample/sample'

/** Records of an array that are inspected: records of one layout have the same fields. */
const FEW = 24

/** Fields of the sample's entries, which have every format, that nothing is known of, and bytes that no field explains. */
function unknownFields(): readonly string[] {
  const files = sampleFiles()
  const all = shelf(Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])))
  const found = new Set<string>()
  const visit = (node: Node): void => {
    const { doc = node.name, role, certainty, content } = node.layout.meta
    const isRun = node.kind === 'bytes' && content === undefined
    if (node.size > 0 && (role === 'unknown' || certainty === 'unknown' || isRun)) {
      found.add(doc.replace(/^field\./, ''))
      return
    }
    const count = node.kind === 'struct' ? node.childCount : Math.min(node.childCount, FEW)
    for (let at = 0; at < count; at++) visit(node.child(at))
  }
  for (const { path } of files)
    for (const entry of all.all(all.open(path))) {
      const layout = formatOf(entry)?.layout?.(entry)
      if (layout) visit(document(layout, entry.bytes).root)
    }
  return [...found].sort()
}

it('nothing is left unexplained but what the notes do not know', () => {
  expect(unknownFields()).toEqual([
    'nwn2-area-size.id',
    'nwn2-island-way.padding',
    'nwn2-island.tile',
    'nwn2-tile.flags',
    'nwn2-tile.name',
    'nwn2-walkmesh.name',
    'nwn2-walkmesh.tiles_flags',
    'nwn2-water.unknown_32',
  ])
})
