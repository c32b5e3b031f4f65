import { expect, it } from 'vitest'
import type { MeshItem, SceneItem } from '../../../format'
import type { Bytes } from '../../../layout'
import { checkMesh } from '../model/mesh-laws.fixture'
import { formatOf, shelf } from '../opened.fixture'
import { sampleInstall } from '../sample/sample'
import { unitFile, type UnitPart } from '../sample/missions'
import { sampleUnit } from './unit-pose'
import { part, UNIT_FILES } from './unit-files.fixture'

const isMesh = (item: SceneItem): item is MeshItem => item.kind === 'mesh'

async function sceneOf(files: Readonly<Record<string, Bytes>>, file: string): Promise<MeshItem> {
  const entry = shelf(files).open(file)
  const item = (await formatOf(entry)?.scene?.(entry))?.find(isMesh)
  if (!item) throw new Error('no mesh')
  checkMesh(item)
  return item
}
const unitOf = (parts: readonly UnitPart[]): Promise<MeshItem> =>
  sceneOf({ ...UNIT_FILES, 'u.dat': unitFile(1, parts) }, 'u.dat')

const placeOf = (pose: Float32Array, node: number): number[] => [3, 7, 11].map(k => pose[12 * node + k] ?? NaN)
const close = (found: readonly number[], right: readonly number[]): void =>
  right.forEach((value, axis) => expect(found[axis]).toBeCloseTo(value, 3))

it('a unit is one model: the nodes of each part are below the node that it sits on, and belong to its record', async () => {
  const item = await unitOf([part('body', -1, 0, 3), part('weapon', 0, 3), part('gun', 1, 4), part('gun', 0, 4)])
  expect(item.notes).toEqual([])
  expect(item.nodes.names).toEqual(['body', 'Base_m1o1', 'gun', 'a', 'b', 'gun', 'a', 'b'])
  expect([...item.nodes.parents]).toEqual([-1, 0, 1, 2, 3, 0, 5, 6])
  expect([...(item.nodes.records ?? [])]).toEqual([0, 0, 2, 2, 2, 3, 3, 3])
  expect([...new Set(item.records)]).toEqual([0, 2, 3])
  expect([item.entry, item.array, item.nodes.array]).toEqual(['u.dat', 'records', 'records'])
  close(placeOf(item.nodes.rest, 4), [1, 0, 3])
  expect(item.animation).toBeUndefined()
})

it('its parts move with the node that they sit on; at t = 0 it is at rest, and a shorter track ends as it does alone', async () => {
  const item = await unitOf([part('mill', -1, 0, 1), part('gun', 2, 4)])
  const { animation } = item
  if (!animation) throw new Error('nothing moves')
  expect([animation.frames, animation.keys]).toEqual([41, undefined])
  sampleUnit(animation, { time: 0 }).forEach((value, at) => expect(value).toBeCloseTo(item.nodes.rest[at] ?? NaN, 4))
  // The wheel is at (0, -2.5, 9); what is one to its right is above it after a quarter.
  close(placeOf(item.nodes.rest, 4), [1, -2.5, 9])
  close(placeOf(sampleUnit(animation, { time: 10 }), 4), [0, -2.5, 10])
  close(placeOf(sampleUnit(animation, { time: 0, second: 10, share: 0.5 }), 4), [Math.SQRT1_2, -2.5, 9 + Math.SQRT1_2])
})

it('what leads nowhere is named, and the rest is drawn; without any part there is nothing to draw', async () => {
  const item = await unitOf([part('body', -1, 0, 2), part('lost', 1, 4), part('gun', 9, 4)])
  expect(item.notes.map(({ code }) => code)).toEqual(['notice.unit.no-row', 'notice.unit.no-socket'])
  expect(item.nodes.count).toBe(2)
  const none = await unitOf([part('lost')])
  expect([none.nodes.count, none.indices.length, none.notes.length]).toEqual([0, 0, 1])
})

it('parts without end are cut where the picture has enough of them', async () => {
  const many = Array.from({ length: 17_000 }, (_, at) => part('gun', 0, 4, at === 0 ? 16_999 : 0))
  const item = await unitOf(many)
  expect(item.nodes.count).toBeLessThanOrEqual(50_000)
  expect(item.notes.map(({ code }) => code)).toEqual(['notice.unit.too-many'])
})

it('a large unit that moves is posed within a frame or two, each model once; its numbers stay finite', async () => {
  const many = await unitOf([part('mill', -1, 0, 2000), ...Array.from({ length: 2000 }, () => part('gun', 2, 4))])
  const { animation } = many
  if (!animation) throw new Error('nothing moves')
  expect(Object.keys(animation.columns).length).toBeLessThan(30)
  expect(sampleUnit(animation, { time: 10, isInPlace: true }).every(Number.isFinite)).toBe(true)
})

it('missing parts without end are counted', async () => {
  const { notes } = await unitOf(Array.from({ length: 2000 }, (_, at) => part('lost', 0, 4, at === 0 ? 1999 : 0)))
  expect([notes.length, notes.at(-1)]).toEqual([51, { code: 'notice.unit.more-missing', params: { n: 1950 } }])
})

it('each triangle of the units of the sample has a paint of the model that it is from', async () => {
  const files = Object.fromEntries(sampleInstall({ maps: [] }).map(({ path, bytes }) => [path, bytes]))
  const file = 'UNITS/BUILDS/BUNKER/bunkergun01.dat'
  const item = await sceneOf(files, file)
  const entry = shelf(files).open(file)
  const paints = (await formatOf(entry)?.paints?.(entry)) ?? []
  expect(item.painting?.rows?.length).toBe(item.records.length)
  const used = item.records.map((record, triangle) => 100 * record + (item.painting?.rows?.[triangle] ?? NaN))
  const names = [...new Set(used)].map(at => `${Math.floor(at / 100)} ${paints[at % 100]?.material}`)
  expect(names.sort()).toEqual(['0 BEACON', '0 GLASS', '0 ROOF', '0 WALL', '1 WALL'])
  expect(paints.every(paint => paint.picture)).toBe(true)
})

it('light maps and control points of the parts are those of their models, on the nodes of the unit', async () => {
  const files = Object.fromEntries(sampleInstall({ maps: [] }).map(({ path, bytes }) => [path, bytes]))
  const file = 'UNITS/BUILDS/BUNKER/bunkergun01.dat'
  const item = await sceneOf(files, file)
  const entry = shelf(files).open(file)
  const paints = (await formatOf(entry)?.paints?.(entry)) ?? []
  const { lights } = item.painting ?? {}
  expect([lights?.rows.length, lights?.uvs.length]).toEqual([item.records.length, item.painting?.uvs.length])
  // The bunker has a light map, the gun on it has none.
  const used = item.records.map((part, triangle) => 100 * part + (lights?.rows[triangle] ?? NaN))
  const names = [...new Set(used)].map(at => [Math.floor((at + 1) / 100), paints[at % 100]?.texture])
  expect(names.sort()).toEqual([
    [0, 'lm01.0'],
    [1, undefined],
  ])
  const { points } = item
  expect(points?.labels).toEqual(['smoke', 'muzzle'])
  expect(Array.from(points?.nodes ?? [], node => item.nodes.records?.[node])).toEqual([0, 0])
  expect(points?.positions.length).toBe(6)
})

it('control points of a part behind another one keep their place on its nodes', async () => {
  const files = Object.fromEntries(sampleInstall({ maps: [] }).map(({ path, bytes }) => [path, bytes]))
  const bunker = (attach: number, children: number): UnitPart => ({ ...part('f_bunk_001', attach, 0, children) })
  const item = await sceneOf({ ...files, 'u.dat': unitFile(1, [bunker(-1, 1), bunker(0, 0)]) }, 'u.dat')
  const { points, nodes } = item
  const half = (points?.labels.length ?? 0) / 2
  expect(half).toBe(2)
  const [first, second] = [0, half].map(at => Array.from(points?.nodes.subarray(at, at + half) ?? []))
  expect(second?.map(node => node - nodes.count / 2)).toEqual(first)
  expect(second?.map(node => nodes.records?.[node])).toEqual([1, 1])
})
