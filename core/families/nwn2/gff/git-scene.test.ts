import { expect, it } from 'vitest'
import type { LinesItem, Opened, PointsItem, SceneItem } from '../../../format'
import { document, locate, type Bytes } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { archiveFile, listOf, structOf, treeFile } from '../sample/files'
import { sampleFiles } from '../sample/sample'
import { GFF_TREE } from './gff-tree'

const [FLOAT, TEXT, LIST] = [8, 10, 15] as const

function treeIn(files: Readonly<Record<string, Bytes>>, file: string): Opened {
  const all = shelf(files)
  const tree = all.all(all.open(file)).find(({ container }) => container?.name.endsWith('.git'))
  if (!tree) throw new Error('no tree')
  return tree
}
const sceneOf = async (tree: Opened): Promise<readonly SceneItem[]> => (await formatOf(tree)?.scene?.(tree)) ?? []
const gitOf = (fields: Parameters<typeof treeFile>[1]): Opened => treeIn({ 'a.git': treeFile('GIT ', fields) }, 'a.git')
const at = (x: number, y: number, z?: number) =>
  structOf(1, [
    ['XPosition', FLOAT, x],
    ['YPosition', FLOAT, y],
    ...(z === undefined ? [] : [['ZPosition', FLOAT, z] as const]),
  ])

it('outlines triggers and has a point for each object, whose paths lead to their structs', async () => {
  const files = Object.fromEntries(sampleFiles().map(({ path, bytes }) => [path, bytes]))
  for (const [file, stem] of [
    ['modules/Sample/cellar.git', 'cellar'],
    ['modules/sample_outside.mod', 'meadow'],
  ] as const) {
    const tree = treeIn(files, file)
    const [triggers, points] = (await sceneOf(tree)) as [LinesItem, PointsItem]
    expect([...triggers.positions]).toEqual([4.5, 6, 0, 7.5, 6, 0, 7.5, 9, 0, 4.5, 9, 0])
    expect([triggers.labels, [...(triggers.fields['trigger_type'] ?? [])]]).toEqual([[`${stem}_cut`], [3]])
    expect([...points.positions]).toEqual([2.5, 2.5, 0])
    const opened = document(GFF_TREE, tree.bytes)
    expect(locate(opened, `${triggers.array}/0`)?.path).toBe(locate(opened, 'TriggerList/0')?.path)
    expect(locate(opened, `${points.array}/0`)?.path).toBe(locate(opened, 'WaypointList/0')?.path)
  }
})

it('has lists whose label has a space, keeps numbers of records, and draws nothing where a number is missing', async () => {
  const corner = structOf(3, [
    ['PointX', FLOAT, 1],
    ['PointY', FLOAT, Number.NaN],
  ])
  const items = await sceneOf(
    gitOf([
      ['Placeable List', LIST, listOf([at(1, 2, 3), structOf(1, [['Tag', TEXT, 'lost']])])],
      ['TriggerList', LIST, listOf([structOf(1, [['Geometry', LIST, listOf([corner])]]), at(0, 0)])],
    ]),
  )
  const [triggers, points] = items as [LinesItem, PointsItem]
  expect([[...triggers.starts], [...triggers.records]]).toEqual([
    [0, 0, 0],
    [0, 1],
  ])
  expect([...points.positions]).toEqual([1, 2, 3, NaN, NaN, 0])
  expect(points.labels).toEqual(['', 'lost'])
})

it('has an empty list of triggers where a whole file has none, and no list of a cut one', async () => {
  const [triggers] = (await sceneOf(gitOf([]))) as [LinesItem]
  expect([triggers.recordCount, triggers.listedBy, [...triggers.starts]]).toEqual([0, 'trigger_type', [0]])
  const whole = treeFile('GIT ', [['TriggerList', LIST, listOf([at(1, 2)])]])
  expect(await sceneOf(treeIn({ 'a.git': whole.subarray(0, whole.length - 4) }, 'a.git'))).toEqual([])
})

it('draws a limited number of objects and corners', async () => {
  const corners = Array.from({ length: 21_000 }, () =>
    structOf(3, [
      ['PointX', FLOAT, 1],
      ['PointY', FLOAT, 1],
    ]),
  )
  const trigger = structOf(1, [
    ['XPosition', FLOAT, 0],
    ['YPosition', FLOAT, 0],
    ['Geometry', LIST, listOf(corners)],
  ])
  const items = await sceneOf(
    gitOf([
      ['TriggerList', LIST, listOf([trigger])],
      ['WaypointList', LIST, listOf(Array.from({ length: 2_100 }, () => at(0, 0)))],
    ]),
  )
  expect(items.map(item => ('positions' in item ? item.positions.length : 0))).toEqual([60_000, 6_000])
})

it('is drawn of a GIT file only', () => {
  const are = treeFile('ARE ', [['Tag', TEXT, 'a']])
  const all = shelf({ 'pack.mod': archiveFile('MOD ', [['a.are', are]]) })
  const trees = all.all(all.open('pack.mod')).filter(({ container }) => container?.name === 'a.are')
  expect(trees.map(tree => [formatOf(tree)?.id, formatOf(tree)?.scene])).toEqual([['nwn2.gff-tree', undefined]])
})
