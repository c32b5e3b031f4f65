import { describe, expect, it } from 'vitest'
import type { MeshItem, Opened, SceneItem } from '../../../format'
import type { Bytes } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, fixture, truth } from '../reference.fixture'
import { bunkerModel, bunkerPoints } from '../sample/bunker'
import { wearTable } from '../sample/materials'
import { millModel } from '../sample/models'
import { lightmap } from '../sample/textures'
import { typeIdOf } from '../nres/directory'
import { openArchive } from '../nres/nres'
import { writeArchive } from '../nres/nres-pack'
import { checkMesh } from './mesh-laws.fixture'
import { samplePose } from './model-animation'
import { transform } from '../../../format/matrix'

const isMesh = (item: SceneItem): item is MeshItem => item.kind === 'mesh'

/** The item of a model file, by its row of nodes. */
async function sceneOf(bytes: Bytes): Promise<MeshItem> {
  const all = shelf({ 'a.msh': bytes })
  const row = all.rows(all.open('a.msh')).find(({ attributes }) => attributes['type_id'] === 1)
  const items = row && (await formatOf(row)?.scene?.(row))
  const item = items?.find(isMesh)
  if (!item) throw new Error('no mesh')
  return item
}

/** The model with other chunks: undefined removes one. */
function changed(model: Bytes, change: (type: number, payload: Bytes) => Bytes | undefined): Bytes {
  return writeArchive(
    openArchive(model).rows.flatMap(row => {
      const payload = change(Number(row.attributes['type_id']), model.slice(row.offset, row.offset + row.size))
      return payload ? [{ attributes: row.attributes, payload }] : []
    }),
  )
}

/** What a variant draws of each node, in triangles. */
const trianglesIn = (item: MeshItem, variant: number): number[] =>
  Array.from({ length: item.nodes.count }, (_, node) => {
    const piece = item.drawn[node * 15 + variant] ?? -1
    return piece < 0 ? 0 : (item.pieces.starts[piece + 1] ?? 0) - (item.pieces.starts[piece] ?? 0)
  })

describe('what lies beside a model', () => {
  const row = (type: string, name: string, payload: Bytes) => ({
    attributes: { name, type_id: typeIdOf(type), attr1: 0, attr2: 0, attr3: 0 },
    payload,
  })
  const open = (...beside: readonly ReturnType<typeof row>[]) => {
    const rlb = writeArchive([row('MESH', 'b.msh', bunkerModel()), ...beside])
    const all = shelf({ 'a.rlb': rlb, 'LightMap.lib': writeArchive([row('Texm', 'lm01.0', lightmap())]) })
    const model = all.rows(all.open('a.rlb'))[0]
    const nodes = model && all.rows(model).find(({ attributes }) => attributes['type_id'] === 1)
    if (!nodes) throw new Error('no nodes')
    return nodes
  }
  const sceneIn = async (nodes: Opened): Promise<MeshItem | undefined> =>
    (await formatOf(nodes)?.scene?.(nodes))?.find(isMesh)

  it('is its control points, in the space of the nodes that carry them', async () => {
    const points = bunkerPoints()
    const item = await sceneIn(open(row('CTPT', 'b.cpt', points)))
    expect(item?.points?.labels).toEqual(['smoke', 'muzzle'])
    expect([...(item?.points?.nodes ?? [])]).toEqual([1, 2])
    expect([...(item?.points?.positions ?? [])]).toEqual([0, 0, 5, 0, 3, 0.5])
    expect((await sceneIn(open()))?.points).toBeUndefined()
    const damaged = points.slice()
    damaged[4 + 8] = 99
    const [only] = (await sceneIn(open(row('CTPT', 'b.cpt', damaged))))?.points?.labels ?? []
    expect(only).toBe('muzzle')
    expect((await sceneIn(open(row('CTPT', 'b.cpt', points.subarray(0, 60)))))?.points).toBeUndefined()
  })
  it('is its light map, whose paint follows those of the materials', async () => {
    const nodes = open(row('WEAR', 'b.wea', wearTable(['WALL', 'ROOF'], ['lm01.0'])))
    const item = await sceneIn(nodes)
    expect(new Set(item?.painting?.lights?.rows)).toEqual(new Set([2]))
    expect(item?.painting?.lights?.uvs.length).toBe(item?.painting?.uvs.length)
    const paints = (await formatOf(nodes)?.paints?.(nodes)) ?? []
    expect([paints.length, paints[2]?.texture, paints[2]?.picture?.width]).toEqual([3, 'lm01.0', 16])
    const dark = open(row('WEAR', 'b.wea', wearTable(['WALL', 'ROOF'])))
    // The bunker has four materials: two of its batches, whole or far, name rows that this table lacks.
    expect((await sceneIn(dark))?.notes).toEqual([{ code: 'notice.model.no-material', params: { n: 2 } }])
    expect(new Set((await sceneIn(dark))?.painting?.lights?.rows)).toEqual(new Set([-1]))
  })
})

it('a model is painted by the half of the flags where only its rows are in the table', async () => {
  const model = millModel()
  const foreign = model.slice()
  const row = openArchive(model).rows.find(({ attributes }) => attributes['type_id'] === 13)
  if (!row) throw new Error('no batches')
  for (let at = row.offset; at < row.offset + row.size; at += 20) {
    foreign[at + 2] = foreign[at + 4] ?? 0
    foreign[at + 4] = 99
  }
  const sceneWith = async (bytes: Bytes): Promise<MeshItem | undefined> => {
    const archive = writeArchive([
      { attributes: { name: 'm.msh', type_id: typeIdOf('MESH'), attr1: 0, attr2: 0, attr3: 0 }, payload: bytes },
      {
        attributes: { name: 'm.wea', type_id: typeIdOf('WEAR'), attr1: 0, attr2: 0, attr3: 1 },
        payload: wearTable(['WALL', 'ROOF']),
      },
    ])
    const all = shelf({ 'a.rlb': archive })
    const nodes = all.all(all.open('a.rlb')).find(({ attributes }) => attributes['type_id'] === 1)
    return nodes && (await formatOf(nodes)?.scene?.(nodes))?.find(isMesh)
  }
  const rows = (item: MeshItem | undefined): unknown =>
    item?.painting?.field === undefined ? undefined : [...(item.fields[item.painting.field] ?? [])]
  const [own, other] = [await sceneWith(model), await sceneWith(foreign)]
  expect([own?.painting?.field, other?.painting?.field]).toEqual(['material', 'flags/high'])
  expect(rows(other)).toEqual(rows(own))
  expect(other?.painting?.readings?.map(({ distinct, isPossible }) => [distinct, isPossible])).toEqual([
    [1, false],
    [2, true],
  ])
})

describe('the scene of a model', () => {
  it('has the states and levels of the wind mill, its tree and its tracks', async () => {
    const item = await sceneOf(millModel())
    checkMesh(item)
    expect(item.notes).toEqual([])
    // Tower, roof and wheel at rest, from the ground to the tip of the upper arm.
    expect(Array.from(item.hull?.subarray(0, 3) ?? [], value => Number(value.toFixed(2)))).toEqual([-3, -3, 0])
    expect(Array.from(item.hull?.subarray(18, 21) ?? [], value => Number(value.toFixed(2)))).toEqual([6, 3, 15])
    expect(item.nodes.names).toEqual(['Root_TM', 'tower', 'wheel'])
    expect([...item.nodes.parents]).toEqual([-1, 0, 1])
    expect([0, 1, 5, 6, 2].map(variant => trianglesIn(item, variant))).toEqual([
      [0, 12, 8],
      [0, 8, 4],
      [0, 8, 4],
      [0, 8, 4],
      [0, 0, 0],
    ])
    expect(item.animation?.frames).toBe(41)
    expect([...(item.animation?.keys?.starts ?? [])]).toEqual([0, 1, 2])
    expect([...(item.animation?.keys?.ends ?? [])]).toEqual([1, 2, 7])
  })

  it.each([
    [0, [6, -2.5, 9]],
    [5, [Math.SQRT1_2 * 6, -2.5, 9 + Math.SQRT1_2 * 6]],
    [10, [0, -2.5, 15]],
    [20, [-6, -2.5, 9]],
    [40, [6, -2.5, 9]],
  ])('turns the wheel by a quarter in ten frames: %d', async (time, right) => {
    const { animation } = await sceneOf(millModel())
    const pose = animation && samplePose(animation, { time })
    const matrix = Array.from(pose?.subarray(24, 36) ?? [])
    transform(matrix, 6, 0, 0).forEach((value, axis) => expect(value).toBeCloseTo(right[axis] ?? NaN, 3))
  })

  it('puts each batch of a building under its own record', async () => {
    const item = await sceneOf(bunkerModel())
    checkMesh(item)
    expect(new Set(item.records).size).toBe(item.recordCount)
    expect(item.fields['material']?.length).toBe(item.recordCount)
  })

  it.each([2, 3, 6, 13])('says that chunk %d is missing, and that there is nothing to draw', async type => {
    const item = await sceneOf(changed(millModel(), (own, payload) => (own === type ? undefined : payload)))
    checkMesh(item)
    expect(item.notes.map(note => note.code)).toContain('notice.model.no-triangles')
    expect(item.notes).toContainEqual({ code: 'notice.model.no-chunk', params: { type } })
    expect(item.nodes.count).toBe(3)
  })

  it('draws what is left where normals, texture coordinates, keys, names or the map are missing', async () => {
    for (const type of [4, 5, 8, 9, 19]) {
      const item = await sceneOf(changed(millModel(), (own, payload) => (own === type ? undefined : payload)))
      checkMesh(item)
      expect(item.indices.length).toBeGreaterThan(0)
      expect(item.notes.map(note => note.code)).toEqual(type === 5 ? ['notice.model.no-uvs'] : [])
    }
  })

  it('leaves out triangles past the vertices, slots that do not exist, and parents that run in circles', async () => {
    const item = await sceneOf(
      changed(millModel(), (type, payload) => {
        const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
        if (type === 6) view.setUint16(0, 0xfff0, true)
        if (type === 1) {
          view.setUint16(38 + 2, 2, true)
          view.setUint16(2 * 38 + 8 + 4, 77, true)
        }
        if (type === 8) view.setFloat32(24, NaN, true)
        return payload
      }),
    )
    checkMesh(item)
    expect(Object.fromEntries(item.notes.map(({ code, params }) => [code, params['n']]))).toEqual({
      'notice.model.no-slot': 1,
      'notice.model.no-vertex': 1,
      'notice.model.parent': 1,
      'notice.model.key': 1,
    })
  })

  it('counts the vertices without a finite position once each', async () => {
    const item = await sceneOf(
      changed(millModel(), (type, payload) => {
        const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
        if (type === 3) for (const at of [0, 4, 12]) view.setFloat32(at, NaN, true)
        return payload
      }),
    )
    checkMesh(item)
    expect(item.notes).toEqual([{ code: 'notice.model.position', params: { n: 2 } }])
  })

  it('counts vertices and keys that are too far away to be drawn, and draws them at 0 and at their parent', async () => {
    const item = await sceneOf(
      changed(millModel(), (type, payload) => {
        const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
        if (type === 3) view.setFloat32(0, 3e38, true)
        if (type === 8) view.setFloat32(24, -3e38, true)
        return payload
      }),
    )
    checkMesh(item)
    expect(item.positions[0]).toBe(0)
    expect(item.notes).toEqual([
      { code: 'notice.model.position', params: { n: 1 } },
      { code: 'notice.model.key', params: { n: 1 } },
    ])
  })

  it('counts batches that slots name and that do not exist, once for each slot', async () => {
    const item = await sceneOf(
      changed(millModel(), (type, payload) => {
        const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
        if (type === 2) view.setUint16(0x8c + 4, 0xffff, true)
        return payload
      }),
    )
    checkMesh(item)
    expect(item.notes).toEqual([{ code: 'notice.model.no-batch', params: { n: 2 } }])
    expect(item.indices.length).toBeGreaterThan(0)
  })

  it('stops reading triangles that lead nowhere, and slots that share batches without end', async () => {
    const item = await sceneOf(
      changed(millModel(), (type, payload) => {
        const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength)
        if (type === 6) payload.fill(0xff)
        if (type === 1) {
          const nodes = new Uint8Array(38 * 0xffff)
          for (let node = 0; node < 0xffff; node++) nodes.set(payload.subarray(38, 76), 38 * node)
          return nodes
        }
        if (type === 13) for (let at = 0; at + 20 <= payload.length; at += 20) view.setUint16(at + 8, 0xffff, true)
        return payload
      }),
    )
    checkMesh(item)
    const counts = Object.fromEntries(item.notes.map(({ code, params }) => [code, params['n']]))
    expect(counts['notice.model.too-many']).toBe(1)
    expect(counts['notice.model.no-vertex']).toBeLessThanOrEqual(200_000)
  })

  it('opens 65,535 nodes that all draw the same slots', async () => {
    const many = changed(millModel(), (type, payload) => {
      if (type !== 1) return payload
      const nodes = new Uint8Array(38 * 0xffff)
      for (let node = 0; node < 0xffff; node++) nodes.set(payload.subarray(38, 76), 38 * node)
      return nodes
    })
    const item = await sceneOf(many)
    expect(item.nodes.count).toBe(0xffff)
    expect(item.pieces.count).toBe(4 * 0xffff)
    expect(item.notes.map(note => note.code)).toContain('notice.model.too-many')
    expect(item.records.length).toBe(200_000)
  })
})

interface Truth {
  readonly node_stride: number
  readonly poses: readonly { readonly t: number; readonly points: readonly (readonly number[])[] }[]
}
const { models = {} } = truth as { models?: Readonly<Record<string, Truth>> }

describeReference('the scenes of the models of the fixtures', () => {
  it.each(Object.keys(models))('%s is posed as the manifest says', async name => {
    const [file = '', model = ''] = name.split('::')
    const all = shelf({ [file]: fixture(file) })
    const archive = all.rows(all.open(file)).find(row => row.name === model)
    const row = archive && all.rows(archive).find(({ attributes }) => attributes['type_id'] === 1)
    const item = row && (await formatOf(row)?.scene?.(row))?.find(isMesh)
    if (!item) throw new Error(`no scene of ${name}`)
    checkMesh(item)
    if (models[name]?.node_stride === 24)
      expect(item.notes.map(note => note.code)).toEqual(['notice.model.short-nodes', 'notice.model.no-triangles'])
    for (const { t, points } of models[name]?.poses ?? []) {
      const pose = item.animation ? samplePose(item.animation, { time: t }) : item.nodes.rest
      for (const [node = 0, source = 0, ...right] of points) {
        const vertex = item.sources.indexOf(source)
        const [x = 0, y = 0, z = 0] = item.positions.subarray(3 * vertex, 3 * vertex + 3)
        transform(Array.from(pose.subarray(12 * node, 12 * node + 12)), x, y, z).forEach((value, axis) =>
          expect(Math.abs(value - (right[axis] ?? NaN)), `${t} ${source}`).toBeLessThan(0.002),
        )
      }
    }
  })
})
