import { expect, it } from 'vitest'
import { document, locate, type Node, type Refers } from '../../layout'
import { formatOf, shelf } from './opened.fixture'
import type { Reference } from './references'
import { sampleInstall } from './sample/sample'

/** Every rule by which values name something, once each. */
const RULES: Readonly<Record<Reference, true>> = {
  animation: true,
  'body-part': true,
  box: true,
  item: true,
  'land-texture': true,
  'land-textures': true,
  layer: true,
  'map-value': true,
  material: true,
  mesh: true,
  'mesh-normal': true,
  'mesh-position': true,
  model: true,
  modifier: true,
  'morph-vector': true,
  part: true,
  perk: true,
  player: true,
  quest: true,
  race: true,
  'race-skin': true,
  sound: true,
  spell: true,
  text: true,
  texture: true,
  unit: true,
}
/** Most children of a node that are visited: enough for one record of each kind. */
const FEW = 40

/** Values that name something, with the declaration. */
function* references(node: Node): Generator<readonly [Refers, Node]> {
  const { refers } = node.layout.meta
  if (refers !== undefined && node.childCount === 0) yield [refers, node]
  for (let at = 0; at < Math.min(node.childCount, FEW); at++) yield* references(node.child(at))
}

it('values name records of arrays that are there, and things by rules that are known', () => {
  const all = shelf(Object.fromEntries(sampleInstall().map(({ path, bytes }) => [path, bytes])))
  const entries = sampleInstall().flatMap(({ path }) => all.all(all.open(path)))
  const opened = entries.flatMap(entry => {
    const format = formatOf(entry)
    const layout = format?.layout?.(entry)
    return format && layout ? [{ entry, format: format.id, document: document(layout, entry.bytes) }] : []
  })
  const rules = new Set<string>()
  const arrays = new Set<string>()
  for (const { entry, document: own } of opened)
    for (const [refers, node] of references(own.root)) {
      if (typeof refers === 'object' && 'by' in refers) {
        rules.add(refers.by)
        continue
      }
      const path = typeof refers === 'string' ? refers : refers.array
      const other =
        typeof refers === 'string'
          ? own
          : opened.find(one => one.format === refers.sibling && one.entry.container?.path === entry.container?.path)
              ?.document
      const array = other && locate(other, path)
      expect(array?.kind, `${entry.path} ${node.path}`).toBe('array')
      expect(Number(node.value), `${entry.path} ${node.path}`).toBeLessThan(array?.childCount ?? 0)
      arrays.add(path)
    }
  expect([...rules].sort()).toEqual(Object.keys(RULES).sort())
  expect([...arrays].sort()).toEqual(['components', 'materials', 'tile_types', 'uvs'])
})
