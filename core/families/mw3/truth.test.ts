import { describe, expect, it } from 'vitest'
import { shelfOf } from '../../format/shelf.fixture'
import { brokenLaws, document, isUnexplained, leaves, unknownBytes, type Document, type Node } from '../../layout'
import { MW3_FORMATS } from './mw3-formats'
import { describeReference, fixture, fixtureJson, hasFixtures, installFiles } from './reference.fixture'

const files = {
  ...installFiles(),
  'zbd/plain/gamez.zbd': fixture('golden/plain.zbd'),
  'zbd/harsh/gamez.zbd': fixture('golden/harsh.zbd'),
  'zbd/harsh/rtexture.zbd': fixture('golden/rtexture_harsh.zbd'),
}
const shelf = shelfOf(MW3_FORMATS, files)
const entries = hasFixtures ? Object.keys(files).flatMap(file => shelf.all(shelf.open(file))) : []
const formatOf = (entry: (typeof entries)[number]) =>
  MW3_FORMATS.find(format => format.match(entry as Parameters<typeof format.match>[0]))

/** What the notes do not describe, by format (mw3 14). */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  'mw3.anim': ['rest'],
  'mw3.save-activation': ['values'],
}

describeReference('files of the references', () => {
  const declared = entries.flatMap(entry => {
    const format = formatOf(entry)
    const layout = format?.layout?.(entry)
    return format && layout ? [{ id: format.id, entry, layout }] : []
  })

  it('have every declared format among them', () => {
    const ids = MW3_FORMATS.filter(({ layout }) => layout).map(({ id }) => id)
    expect(ids.filter(id => !declared.some(one => one.id === id))).toEqual([])
  })

  // The largest file takes the laws several seconds; its records are those of the golden ones.
  const small = declared.filter(({ entry }) => entry.bytes.length < 50_000)
  it.each(small.map(one => [`${one.id} ${one.entry.path}`, one] as const))(
    '%s is written from values as it was',
    (_, { id, entry, layout }) => {
      const opened = document(layout, entry.bytes)
      expect(opened.isWhole).toBe(true)
      expect(brokenLaws(layout, entry.bytes)).toEqual([])
      expect(unexplained(opened)).toEqual(UNKNOWN[id] ?? [])
      if (!UNKNOWN[id]) expect(unknownBytes(opened)).toBe(0)
    },
  )

  it.each(declared.filter(({ entry }) => entry.bytes.length >= 50_000).map(one => [one.entry.path, one] as const))(
    '%s is explained to its last byte',
    (_, { entry, layout }) => {
      const opened = document(layout, entry.bytes)
      expect(opened.isWhole).toBe(true)
      expect(unexplained(opened)).toEqual([])
      expect(unknownBytes(opened)).toBe(0)
    },
  )

  it('have no error', async () => {
    const problems = (await Promise.all(Object.keys(files).map(file => shelf.check(shelf.open(file))))).flat()
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

/** Names of the fields that leave bytes unexplained. */
function unexplained(opened: Document): readonly string[] {
  const names = Array.from(leaves(opened.root))
    .filter(({ kind, layout }) => kind === 'gap' || isUnexplained(layout))
    .map(({ path }) => path.replaceAll(/\d+/g, 'n'))
  return [...new Set(names)]
}

interface ExpectedFile {
  readonly format: string
  readonly header: Readonly<Record<string, number>>
  readonly textures: readonly string[]
  readonly nodes: readonly {
    readonly index: number
    readonly name: string
    readonly link: number
    readonly model_index: number
    readonly parents: readonly number[]
    readonly children: readonly number[]
  }[]
}
const { golden } = fixtureJson<{ readonly golden: Readonly<Record<string, ExpectedFile>> }>('expected.json', {
  golden: {},
})

describeReference('golden files', () => {
  describe.each(Object.entries(golden).filter(([, { format }]) => format === 'mw3.gamez'))('%s', (path, expected) => {
    const entry = entries.find(({ bytes }) => Buffer.compare(bytes, fixture(path)) === 0)
    const layout = entry && formatOf(entry)?.layout?.(entry)
    const root = layout && document(layout, entry.bytes).root
    const at = (where: string): Node | undefined =>
      where.split('/').reduce<Node | undefined>((node, name) => node?.childNamed(name), root)
    const numbers = (where: string): unknown => at(where)?.value ?? []

    it('have the numbers of their header', () => {
      const found = Object.fromEntries(Object.keys(expected.header).map(name => [name, at(name)?.value]))
      expect(found).toEqual(expected.header)
    })
    it('have the nodes and their relatives', () => {
      const found = expected.nodes.map(({ index, parents }) => ({
        index,
        name: words(at(`nodes/${index}/name`)?.value),
        link: at(`nodes/${index}/link`)?.value,
        model_index: at(`nodes/${index}/model_index`)?.value,
        // The parent of an Empty node is its link.
        parents: at(`nodes/${index}/node_class`)?.value === 0 ? parents : numbers(`node_data/${index}/parent_indices`),
        children: numbers(`node_data/${index}/child_indices`),
      }))
      expect(found).toEqual(
        expected.nodes.map(({ index, name, link, model_index, parents, children }) => ({
          index,
          name,
          link,
          model_index,
          parents,
          children,
        })),
      )
    })
  })
})

const words = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'text' in value ? value.text : value
