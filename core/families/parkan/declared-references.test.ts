import { expect, it } from 'vitest'
import type { Opened } from '../../format'
import { document, locate, type Node, type Refers } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import { sampleByPath, sampleCopy } from './sample/sample.fixture'

/** Rules that find entries, or records in other entries (parkan 3.8, 6.6, 6.13, 8.4, 9.1, 9.5, 9.6, 9.8 to 9.10). */
const RULES = [
  'archive-row',
  'config-value',
  'control-point',
  'hall-vertex',
  'install-file',
  'lightmap-row',
  'logical-id',
  'map-files',
  'mission-resource',
  'model-node',
  'model-triangle',
  'research-part',
  'script-base',
  'script-formula',
  'script-operand',
  'script-source',
  'script-variable',
  'unit-socket',
  'wear-row',
]

/** Arrays of other rows that numbers name. */
const ARRAYS = [
  'parkan.land-mesh.11 face_list',
  'parkan.land-mesh.2 slots',
  'parkan.land-mesh.21 faces',
  'parkan.land-mesh.3 positions',
  'parkan.model.1 nodes',
  'parkan.model.13 batches',
  'parkan.model.19 map',
  'parkan.model.2 slots',
  'parkan.model.3 positions',
  'parkan.model.6 indices',
  'parkan.model.7 triangles',
  'parkan.model.8 keys',
  'parkan.research.0 items',
  'parkan.research.6 texts',
  'parkan.research.7 texts',
  'parkan.research.8 texts',
  'parkan.research.9 texts',
  'parkan.research.a texts',
  'parkan.research.b parts',
]

const all = shelf(sampleByPath())
const entries = sampleCopy().flatMap(({ path }) => all.all(all.open(path)))
const layoutOf = (entry: Opened) => formatOf(entry)?.layout?.(entry)

/** Fields with a reference to other entries, the first of each field of each entry with its number. */
function* references(node: Node, seen: Set<Refers>): Generator<readonly [Exclude<Refers, string>, Node]> {
  const { refers } = node.layout.meta
  if (typeof refers === 'object' && node.childCount === 0) {
    seen.add(refers)
    yield [refers, node]
  }
  for (let at = 0; at < Math.min(node.childCount, 40); at++) yield* references(node.child(at), seen)
}

const siblingOf = (entry: Opened, format: string): Opened | undefined =>
  entries.find(other => other.container?.path === entry.container?.path && formatOf(other)?.id === format)

it('references to other entries name an array that is there, or a rule that is known', () => {
  const rules = new Set<string>()
  const arrays = new Set<string>()
  for (const entry of entries) {
    const layout = layoutOf(entry)
    if (!layout) continue
    for (const [refers, node] of references(document(layout, entry.bytes).root, new Set())) {
      if ('by' in refers) {
        rules.add(refers.by)
        continue
      }
      const sibling = siblingOf(entry, refers.sibling)
      const there = sibling && layoutOf(sibling)
      const array = there && sibling && locate(document(there, sibling.bytes), refers.array)
      expect(array?.kind, `${entry.path} ${node.path}`).toBe('array')
      arrays.add(`${refers.sibling} ${refers.array}`)
      const { value } = node
      const isNone = value === -1 || value === 2 ** (8 * node.size) - 1
      if (isNone || typeof value !== 'number' || value === 0 || refers.as === 'byte') continue
      expect(value, `${entry.path} ${node.path}`).toBeLessThanOrEqual(array?.childCount ?? 0)
    }
  }
  expect([...rules].sort()).toEqual(RULES)
  expect([...arrays].sort()).toEqual(ARRAYS)
})
