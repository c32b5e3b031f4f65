import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../format'
import { brokenLaws, type Bytes } from '../../../layout'
import { openArchive } from '../nres/nres'
import { writeArchive } from '../nres/nres-pack'
import { formatOf, shelf } from '../opened.fixture'
import { sampleInstall } from '../sample/sample'
import { edgeClasses, fullMask, passes } from './face-masks'
import { landChunk, STRIDES } from './land-mesh'
import { nodesOf, recordsIn, slotsOf } from './land-table'
import { faceLods } from './terrain-scene'

const FILES = Object.fromEntries(
  sampleInstall({ seed: 3, maps: [{ name: 'T', seed: 7, tiles: 2, areals: 12 }] })
    .filter(file => file.path.startsWith('DATA/MAPS/T/'))
    .map(file => [file.path, file.bytes]),
)
const LAND = FILES['DATA/MAPS/T/Land.msh'] ?? new Uint8Array(0)

interface Chunk {
  readonly type: number
  readonly attributes: Record<string, number | string>
  readonly payload: Bytes
}
const chunks = (): Chunk[] =>
  openArchive(LAND).rows.map(row => ({
    type: Number(row.attributes['type_id']),
    attributes: {
      name: String(row.attributes['name']),
      type_id: Number(row.attributes['type_id']),
      attr1: Number(row.attributes['attr1']),
      attr2: Number(row.attributes['attr2']),
      attr3: Number(row.attributes['attr3']),
    },
    payload: LAND.slice(row.offset, row.offset + row.size),
  }))
const said = (problems: readonly Problem[]) => problems.map(p => `${p.severity} ${p.code} ${p.path ?? ''}`)

/** Problems of the small terrain with its chunks changed. */
const checkWith = (change: (list: Chunk[]) => Chunk[] | undefined, files: Record<string, Bytes> = FILES) => {
  const list = chunks()
  const after = change(list) ?? list
  const all = shelf({
    ...files,
    'DATA/MAPS/T/Land.msh': writeArchive(
      after.map(chunk => ({ attributes: chunk.attributes, payload: chunk.payload })),
    ),
  })
  return all.check(all.open('DATA/MAPS/T/Land.msh'))
}
const withBytes =
  (type: number, change: (view: DataView) => void) =>
  (list: Chunk[]): undefined => {
    const chunk = list.find(other => other.type === type)
    if (chunk) change(new DataView(chunk.payload.buffer, chunk.payload.byteOffset))
    return undefined
  }
const withAttribute =
  (type: number, name: string, value: number) =>
  (list: Chunk[]): undefined => {
    const chunk = list.find(other => other.type === type)
    if (chunk) chunk.attributes[name] = value
    return undefined
  }
const cut = (type: number, by: number) => (list: Chunk[]) =>
  list.map(chunk =>
    chunk.type === type ? { ...chunk, payload: chunk.payload.subarray(0, chunk.payload.length - by) } : chunk,
  )

describe('face flags', () => {
  it('spread from a compact mask as the game gathers them', () => {
    expect(fullMask(0x0283, 0)).toBe(0x00020409)
    expect(fullMask(0, 7)).toBe(0x00018100)
    expect(fullMask(0x8000, 0x20)).toBe(0x00200080)
    expect(fullMask(0x4000, 0)).toBe(0)
  })
  it('pass the query filter and split edge classes', () => {
    expect(passes(0x00020400, 0x400, 0x8)).toBe(true)
    expect(passes(0x00020408, 0x400, 0x8)).toBe(false)
    expect(edgeClasses(0b11_10_01_00)).toEqual([0, 1, 2])
  })
})

describe('a terrain', () => {
  it('keeps the laws in all nine chunks', () => {
    expect(chunks().map(chunk => chunk.type)).toEqual([1, 2, 3, 4, 5, 18, 14, 11, 21])
    for (const { type, payload, attributes } of chunks()) {
      const layout = landChunk(type, Number(attributes['attr1']))
      expect([type, layout && brokenLaws(layout, payload)]).toEqual([type, []])
      expect(recordsIn(type, payload.length)).toBe(attributes['attr1'])
    }
    expect(Object.keys(STRIDES).length).toBe(9)
  })
  it('that is right has no problems', async () => {
    expect(said(await checkWith(() => undefined))).toEqual([])
  })
  it('answers for every rule of its directory', async () => {
    const cases: readonly (readonly [change: (list: Chunk[]) => Chunk[] | undefined, said: string])[] = [
      [list => list.filter(chunk => chunk.type !== 18), 'error terrain.chunk-18-missing directory'],
      [list => list.filter(chunk => chunk.type !== 5), 'error terrain.chunk-missing directory'],
      [list => list.filter(chunk => chunk.type !== 14), 'warning terrain.chunk-14-missing directory'],
      [list => [...list, ...list.slice(2, 3)], 'error terrain.chunk-duplicate directory/9'],
      [list => list.toReversed(), 'warning terrain.chunk-order directory/0'],
      [cut(4, 1), 'error terrain.chunk-size directory/3/size'],
      [cut(4, 4), 'error terrain.stream-count directory/3/size'],
      [cut(11, 4), 'error terrain.face-list-count directory/7/size'],
      [cut(2, 9), 'error terrain.slots-ragged directory/1/size'],
      [list => cut(2, (list[1]?.payload.length ?? 0) - 100)(list), 'error terrain.slots-cut directory/1/size'],
      [withAttribute(21, 'attr1', 3), 'error terrain.count directory/8/attr1'],
      [withAttribute(3, 'attr3', 16), 'error terrain.stride directory/2/attr3'],
      [withAttribute(3, 'attr2', 1), 'warning terrain.attr2 directory/2/attr2'],
      [withAttribute(1, 'attr2', 0), 'error terrain.tiles-across directory/0/attr2'],
      [withAttribute(1, 'attr2', 3), 'error terrain.tiles-across directory/0/attr2'],
    ]
    for (const [change, expected] of cases) expect(said(await checkWith(change))).toContain(expected)
  })
  it('answers for every rule of its records', async () => {
    const slot = 0x8c + 68
    const cases: readonly (readonly [change: (list: Chunk[]) => Chunk[] | undefined, said: string])[] = [
      [withBytes(1, view => view.setUint16(38 + 8, 200, true)), 'error terrain.node-slot nodes/1/slot_lod0'],
      [
        withBytes(1, view => view.setUint16(38 + 10, 0xffff, true)),
        'error terrain.node-lod1-missing nodes/1/slot_lod1',
      ],
      [withBytes(2, view => view.setUint16(slot + 2, 60000, true)), 'error terrain.slot-range slots/1/tri_start'],
      [
        withBytes(2, view => view.setFloat32(slot + 44, Number.NaN, true)),
        'error terrain.slot-not-finite slots/1/sphere_radius',
      ],
      [withBytes(2, view => view.setFloat32(slot + 8, 1e6, true)), 'error terrain.slot-box slots/1/aabb_min'],
      [withBytes(2, view => view.setFloat32(0x8c + 20, 1e6, true)), 'warning terrain.slot-extent slots/0/aabb_min'],
      [
        withBytes(3, view => view.setFloat32(12 + 8, Infinity, true)),
        'error terrain.position-not-finite positions/1/z',
      ],
      [withBytes(11, view => view.setUint16(8, 60000, true)), 'error terrain.face-list-key face_list/2/key'],
      [withBytes(11, view => view.setUint16(8, 0, true)), 'warning terrain.face-list-order face_list/2/key'],
      [withBytes(11, view => view.setUint16(6, 0x58, true)), 'warning terrain.face-list-prefix face_list/1'],
      [withBytes(21, view => view.setUint16(28 + 8, 60000, true)), 'error terrain.face-vertex faces/1/i0'],
      [withBytes(21, view => view.setUint16(28 + 14, 60000, true)), 'error terrain.face-neighbour faces/1/n0'],
      [withBytes(21, view => view.setUint32(28, 0x40000000, true)), 'warning terrain.face-flags faces/1/flags'],
      [withBytes(21, view => view.setUint8(28 + 4, 99)), 'warning terrain.face-material faces/1/material_low'],
      [
        withBytes(21, view => view.setUint16(28 + 10, view.getUint16(28 + 8, true), true)),
        'warning terrain.face-flat faces/1',
      ],
    ]
    for (const [change, expected] of cases) expect(said(await checkWith(change))).toContain(expected)
  })
  it('tells the face that does not lead back', async () => {
    const problems = await checkWith(
      withBytes(21, view => {
        for (const at of [14, 16, 18]) view.setUint16(at, 0xffff, true)
      }),
    )
    expect(said(problems).filter(line => line.includes('one-way'))[0]).toMatch(
      /^warning terrain\.face-one-way faces\/0\/n[012]$/,
    )
  })
  it('says nothing of materials where no wear table lies beside', async () => {
    const alone = await checkWith(
      withBytes(21, view => view.setUint8(28 + 4, 99)),
      {},
    )
    expect(said(alone).filter(line => line.includes('material'))).toEqual([])
  })
  it('names flags, edges, batches and opacities that do not agree', async () => {
    const cases: readonly (readonly [change: (list: Chunk[]) => Chunk[] | undefined, said: string])[] = [
      [withBytes(21, view => view.setUint8(0, view.getUint8(0) ^ 4)), 'warning terrain.face-second faces/0/flags'],
      [withBytes(21, view => view.setUint8(26, view.getUint8(26) ^ 1)), 'warning terrain.face-edge faces/0/edge_class'],
      [withBytes(14, view => view.setFloat32(8, 2, true)), 'warning terrain.opacity aux_14/2'],
      [withBytes(14, view => view.setFloat32(8, Number.NaN, true)), 'warning terrain.opacity aux_14/2'],
      [withBytes(21, view => view.setUint8(28 + 4, 9)), 'warning terrain.face-list-run face_list/1/flags'],
    ]
    for (const [change, expected] of cases) expect(said(await checkWith(change))).toContain(expected)
  })
})

describe('a scene', () => {
  it('is the faces by level of detail, with normals, fields and tiles', async () => {
    const all = shelf(FILES)
    const faces = all.rows(all.open('DATA/MAPS/T/Land.msh')).find(row => row.attributes['type_id'] === 21)
    const [ground, tiles, boxes] = faces ? ((await formatOf(faces)?.scene?.(faces)) ?? []) : []
    if (ground?.kind !== 'surface' || tiles?.kind !== 'cells') throw new Error('no ground')
    const count = recordsIn(21, faces?.bytes.length ?? 0)
    expect(ground).toMatchObject({ layer: 'terrain', noun: 'face', array: 'faces', recordCount: count })
    expect(ground.indices.length).toBe(3 * count)
    expect(ground.normals?.length).toBe(ground.positions.length)
    expect(new Set(ground.lods)).toEqual(new Set([0, 1]))
    expect(Object.keys(ground.fields)).toEqual([
      'flags',
      'material_low',
      'material_high',
      'edge_class',
      'n0',
      'n1',
      'n2',
    ])
    expect(ground.channels?.['micro']?.length).toBe((4 * ground.positions.length) / 3)
    expect(boxes).toMatchObject({ kind: 'boxes', array: 'slots' })
    expect(tiles).toMatchObject({ use: 'detail', counts: [2, 2], isXOuter: true, origin: [0, 0] })
    const near = chunks().find(chunk => chunk.type === 1)
    const slots = slotsOf(chunks().find(chunk => chunk.type === 2)?.payload ?? new Uint8Array(0))
    const levels = faceLods(count, slots, near && nodesOf(near.payload))
    expect([...levels]).toEqual([...levels].toSorted())
  })
  it('leaves out faces that name no vertex', async () => {
    const list = chunks()
    withBytes(21, view => view.setUint16(8, 60000, true))(list)
    const all = shelf({ 'Land.msh': writeArchive(list) })
    const faces = all.rows(all.open('Land.msh')).find(row => row.attributes['type_id'] === 21)
    const [ground] = faces ? ((await formatOf(faces)?.scene?.(faces)) ?? []) : []
    if (ground?.kind !== 'surface') throw new Error('no ground')
    expect(ground.records[0]).toBe(1)
    expect(ground.records.length).toBe(ground.recordCount - 1)
  })
})
