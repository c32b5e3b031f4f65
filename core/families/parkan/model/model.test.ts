import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import type { Opened, Problem } from '../../../format'
import { assign, brokenLaws, document, locate, type Bytes, type Value } from '../../../layout'
import { openArchive } from '../nres/nres'
import { writeArchive } from '../nres/nres-pack'
import { typeIdOf } from '../nres/directory'
import { formatOf, shelf } from '../opened.fixture'
import { wearTable } from '../sample/materials'
import { houseModel, millModel, rockModel } from '../sample/models'
import { materialReading, materialReadings } from './batch-rules'
import { modelKind } from './model-chunks'
import { modelBatches } from './model-table'

interface Chunk {
  readonly type: number
  readonly attributes: Record<string, number | string>
  payload: Bytes
}
const chunksOf = (model: Bytes): Chunk[] =>
  openArchive(model).rows.map(({ attributes, offset, size }) => ({
    type: Number(attributes['type_id']),
    attributes: Object.fromEntries(
      ['name', 'type_id', 'attr1', 'attr2', 'attr3'].map(name => [name, attributes[name] as number | string]),
    ),
    payload: model.slice(offset, offset + size),
  }))

/** The mill within an archive, with its wear table beside it. */
const archiveOf = (model: Bytes, materials: readonly string[] = ['WALL', 'ROOF']): Bytes => {
  const row = (name: string, type: string) => ({ name, type_id: typeIdOf(type), attr1: 0, attr2: 0, attr3: 0 })
  return writeArchive([
    { attributes: row('mill.msh', 'MESH'), payload: model },
    { attributes: { ...row('mill.wea', 'WEAR'), attr3: 1 }, payload: wearTable(materials) },
  ])
}
const opened = (model: Bytes, materials?: readonly string[]) => {
  const all = shelf({ 'bases.rlb': archiveOf(model, materials) })
  return { all, archive: all.open('bases.rlb') }
}
const lines = (problems: readonly Problem[]): string[] =>
  problems.map(({ severity, code, path = '' }) => `${severity} ${code} ${path}`)

type Change = (chunk: Chunk) => void
/** Puts a value into a field, whatever the rules say of it. */
const set =
  (path: string, value: Value): Change =>
  chunk => {
    const layout = modelKind(chunk.type)?.layout(Number(chunk.attributes['attr1']), Number(chunk.attributes['attr2']))
    if (layout) chunk.payload = apply(chunk.payload, assign(document(layout, chunk.payload), path, value).splices)
  }
const attribute =
  (name: string, value: number): Change =>
  chunk => {
    chunk.attributes[name] = value
  }
const cut =
  (by: number): Change =>
  chunk => {
    chunk.payload = chunk.payload.subarray(0, chunk.payload.length - by)
  }
const grown =
  (by: number): Change =>
  chunk => {
    chunk.payload = Uint8Array.of(...chunk.payload, ...new Uint8Array(by))
  }

function changed(type: number, change: Change): Bytes {
  const chunks = chunksOf(millModel())
  for (const chunk of chunks) if (chunk.type === type) change(chunk)
  return writeArchive(chunks)
}
const checked = async (model: Bytes, materials?: readonly string[]): Promise<string[]> => {
  const { all, archive } = opened(model, materials)
  return lines(await all.check(archive))
}

describe('models of the sample', () => {
  it.each([
    ['house', houseModel(14, 10, 6)],
    ['rock', rockModel(4, 5)],
    ['mill', millModel()],
  ])('%s keeps the laws in all chunks and has no problems', async (_, model) => {
    const { all, archive } = opened(model)
    const rows = all.rows(all.rows(archive)[0] ?? archive)
    expect(rows).toHaveLength(14)
    for (const row of rows) {
      const layout = formatOf(row)?.layout?.(row)
      expect([row.path, layout && brokenLaws(layout, row.bytes)]).toEqual([row.path, []])
    }
    expect(lines(await all.check(archive))).toEqual([])
  })

  it('has an animated model of three nodes, two states and two levels of detail', () => {
    const [nodes, frames] = [1, 19].map(type => chunksOf(millModel()).find(chunk => chunk.type === type))
    const layout = modelKind(1)?.layout(3)
    const value = layout && nodes && locate(document(layout, nodes.payload), 'nodes/2')?.value
    expect(value).toMatchObject({ parent: 1, map_start: 0, fallback_key: 6 })
    expect(frames?.attributes['attr2']).toBe(41)
    expect(frames?.attributes['attr1']).toBe(41)
  })
})

describe('the rules of a model', () => {
  it.each<[type: number, change: Change, line: string]>([
    [4, cut(1), 'error model.chunk-size directory/3/size'],
    [4, cut(4), 'error model.stream-count directory/3/size'],
    [2, cut(9), 'error model.slots-ragged directory/1/size'],
    [2, chunk => cut(chunk.payload.length - 100)(chunk), 'error model.slots-cut directory/1/size'],
    [6, attribute('attr1', 3), 'error model.count directory/7/attr1'],
    [10, attribute('attr1', 9), 'error model.count directory/12/attr1'],
    [8, attribute('attr3', 24), 'error model.stride directory/9/attr3'],
    [10, attribute('attr3', 4), 'error model.stride directory/12/attr3'],
    [10, attribute('attr2', 4), 'warning model.attr2 directory/12/attr2'],
    [3, attribute('attr2', 1), 'warning model.attr2 directory/2/attr2'],
    [19, attribute('attr2', 0), 'error model.frames directory/10/attr2'],
    [17, attribute('attr1', 1), 'error model.hall-size directory/13/attr1'],
    [9, cut(32), 'warning model.names-count directory/11/size'],
    [9, cut(1), 'warning model.chunk-size directory/11/size'],
    [1, set('nodes/2/parent', 3), 'error model.node-parent nodes/2/parent'],
    [1, set('nodes/1/parent', 2), 'warning model.node-order nodes/1/parent'],
    [1, set('nodes/1/slots/6', 99), 'error model.node-slot nodes/1/slots/6'],
    [1, set('nodes/2/fallback_key', 7), 'error model.node-key nodes/2/fallback_key'],
    [1, set('nodes/2/map_start', 1), 'error model.map-range nodes/2/map_start'],
    [2, set('slots/1/tri_count', 999), 'error model.slot-triangles slots/1/tri_start'],
    [2, set('slots/1/batch_start', 99), 'error model.slot-batches slots/1/batch_start'],
    [2, set('slots/1/tri_count', 1), 'warning model.slot-drawn slots/1/tri_count'],
    [2, set('slots/1/sphere_radius', Number.NaN), 'error model.slot-not-finite slots/1/sphere_radius'],
    [2, set('slots/1/aabb_min', [1e6, 0, 0]), 'warning model.slot-box slots/1/aabb_min'],
    [3, set('positions/4', [0, Number.POSITIVE_INFINITY, 0]), 'error model.position-not-finite positions/4'],
    [7, set('triangles/1/n2', 9999), 'error model.triangle-link triangles/1/n2'],
    [7, set('triangles/1/edge_class', 0), 'warning model.triangle-edge triangles/1/edge_class'],
    [8, set('keys/3/position', [0, 0, Number.NaN]), 'error model.key-not-finite keys/3/position'],
    [8, set('keys/3/rotation', [9, 9, 9, 9]), 'warning model.key-rotation keys/3/rotation'],
    [8, set('keys/4/time', 10), 'error model.key-time keys/4/time'],
    [10, cut(1), 'error model.strings-cut strings/2'],
    [10, grown(3), 'error model.strings-trailing '],
    [13, set('batches/2/index_start', 99999), 'error model.batch-indices batches/2/index_start'],
    [13, set('batches/2/base_vertex', 99999), 'error model.batch-vertices batches/2/base_vertex'],
    [13, set('batches/2/vertex_count', 1), 'warning model.batch-vertex-count batches/2/vertex_count'],
    [13, set('batches/2/index_count', 4), 'warning model.batch-triangles batches/2/index_count'],
    [13, set('batches/2/index_start', 0), 'warning model.batch-tiling batches/0/index_start'],
    [6, grown(6), 'warning model.batch-unused '],
    [13, set('batches/2/material', 9), 'warning model.batch-material batches/2/material'],
    [13, set('batches/2/flags', 0x2000), 'warning model.batch-lightmap batches/2/lightmap'],
    [13, set('batches/2/room', 3), 'warning model.batch-room batches/2/room'],
  ])('%#, in chunk %i', async (type, change, line) => {
    const found = await checked(changed(type, change))
    // Of two batches at one place either may be called the one that overlaps.
    if (line.includes('batch-tiling'))
      expect(found.some(other => other.startsWith('warning model.batch-tiling'))).toBe(true)
    else expect(found).toContain(line)
  })

  it('find a key without another behind it in the map', async () => {
    const chunks = chunksOf(millModel())
    const nodes = chunks.find(chunk => chunk.type === 1)
    const map = chunks.find(chunk => chunk.type === 19)
    if (!nodes || !map) throw new Error('no nodes')
    set('nodes/2/fallback_key', 20)(nodes)
    set('map/3', 6)(map)
    expect(await checked(writeArchive(chunks))).toContain('error model.map-key map/3')
  })

  it.each([1, 2, 3, 6, 13])('miss chunk %i', async type => {
    const chunks = chunksOf(millModel()).filter(chunk => chunk.type !== type)
    expect(await checked(writeArchive(chunks))).toContain('error model.chunk-missing directory')
  })

  it.each([4, 5, 7, 10])('note that chunk %i is not there', async type => {
    const chunks = chunksOf(millModel()).filter(chunk => chunk.type !== type)
    expect(await checked(writeArchive(chunks))).toContain('warning model.chunk-unusual directory')
  })

  it('find a chunk twice', async () => {
    const chunks = chunksOf(millModel())
    expect(await checked(writeArchive([...chunks, ...chunks.slice(2, 3)]))).toContain(
      'error model.chunk-duplicate directory/14',
    )
  })

  it('find hall links that lead nowhere', async () => {
    const halls = changed(17, chunk => {
      chunk.payload = new Uint8Array(60)
      attribute('attr1', 1)(chunk)
      attribute('attr2', 1)(chunk)
      for (const [path, value] of [
        ['hall_vertices/0/node', 3],
        ['hall_links/0/end', 1],
      ] as const)
        set(path, value)(chunk)
    })
    expect(await checked(halls)).toEqual([
      'warning model.hall-node hall_vertices/0/node',
      'warning model.hall-link hall_links/0/end',
    ])
  })

  it('say that w seems to be last, and keep the bytes', async () => {
    const turned = changed(8, chunk => {
      for (let key = 0; key < 7; key++) set(`keys/${key}/rotation`, [0, 0, 0, 32767])(chunk)
    })
    expect(await checked(turned)).toEqual(['info model.rotation-order '])
  })

  it('say nothing of 24-byte nodes, which nobody understands', async () => {
    const short = changed(1, chunk => {
      chunk.payload = new Uint8Array(72)
      attribute('attr1', 3)(chunk)
      attribute('attr3', 24)(chunk)
    })
    const { all, archive } = opened(short)
    const [nodes] = all.rows(all.rows(archive)[0] ?? archive)
    const layout = nodes && formatOf(nodes)?.layout?.(nodes)
    expect(layout && brokenLaws(layout, nodes.bytes)).toEqual([])
    expect((await checked(short)).filter(line => line.includes('node'))).toEqual([])
  })

  it('read the material of a batch from the half of the flags where only that fits', () => {
    const payload = chunksOf(millModel()).find(chunk => chunk.type === 13)?.payload
    const batches = modelBatches(payload)
    if (!batches) throw new Error('no batches')
    const turned = {
      ...batches,
      of: {
        ...batches.of,
        flags: Uint32Array.from(batches.of.material, row => row << 16),
        material: new Uint8Array(batches.count).fill(9),
      },
    }
    expect(materialReading(turned, 2)(1)).toBe(batches.of.material[1])
    const { byte, half, isHalf } = materialReadings(turned, 2)
    expect([isHalf, byte.distinct, byte.isPossible, half.distinct, half.isPossible]).toEqual([true, 1, false, 2, true])
    expect(materialReadings(batches, 2).isHalf).toBe(false)
    expect(materialReading(batches, 2)(1)).toBe(batches.of.material[1])
  })
})

describe('repairs of a model', () => {
  const repaired = async (model: Bytes, code: string): Promise<readonly string[]> => {
    const { all, archive } = opened(model)
    const problem = (await all.check(archive)).find(other => other.code === code)
    const entry: Opened | undefined = all.all(archive).find(part => part.path === problem?.entry)
    const { fix } = problem ?? {}
    if (!problem || !entry || !fix) throw new Error('nothing to repair')
    const edits = (await formatOf(entry)?.repair?.(entry, fix, problem)) ?? []
    return edits.flatMap(edit => edit.splices.map(({ offset, inserted }) => `${offset} ${[...inserted].join(' ')}`))
  }
  it('put the number of vertices of a batch back, and change not one byte more', async () => {
    expect(await repaired(changed(13, set('batches/0/vertex_count', 1)), 'model.batch-vertex-count')).toEqual(['14 16'])
  })
  it('are refused where the field is not there', async () => {
    const { all, archive } = opened(millModel())
    const batches = all.all(archive).find(part => part.attributes['type_id'] === 13)
    if (!batches) throw new Error('no batches')
    const problem: Problem = { code: 'x', severity: 'error', file: '', entry: batches.path, params: {} }
    for (const fix of [
      { id: 'model.set-field', params: { path: 'batches/99/flags', value: 1 } },
      { id: 'model.other', params: { path: 'batches/0/flags', value: 1 } },
    ])
      await expect(async () => formatOf(batches)?.repair?.(batches, fix, problem)).rejects.toMatchObject({
        code: 'repair.unknown',
      })
  })
})
