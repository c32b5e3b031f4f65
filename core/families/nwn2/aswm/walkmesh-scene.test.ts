import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellsItem, LinesItem, Opened, PointsItem, SceneItem, SurfaceItem } from '../../../format'
import { apply } from '../../../edit'
import { assign, document, type Bytes, type Value } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { areaFile, archiveFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { sampleMesh } from '../sample/mesh'
import { ASWM, CLOCKWISE, NODE_MASK, SURFACES } from './aswm'
import { nodesOf, nodeToLocal, openMesh } from './mesh'

const plan = {
  width: 3,
  height: 2,
  tileWidth: 9,
  cells: 2,
  heightAt: (x: number, y: number) => (x + y) / 10,
  surfaceAt: (x: number, y: number) => (x > 10 && x < 13 && y > 5 ? 0 : x < 9 ? 0x40 : 0x20),
}
const baked = sampleMesh(plan, true)

const areaOf = (mesh: Bytes): Bytes =>
  areaFile([
    ['TRWH', areaSize(3, 2)],
    ['ASWM', mesh],
  ])
function entryIn(files: Readonly<Record<string, Bytes>>, file: string): Opened {
  const all = shelf(files)
  const entry = all.all(all.open(file)).find(({ name }) => name === 'ASWM')
  if (!entry) throw new Error('no mesh')
  return entry
}
const entryOf = (mesh: Bytes): Opened => entryIn({ 'area.trx': areaOf(mesh) }, 'area.trx')
const sceneOf = async (entry: Opened): Promise<readonly SceneItem[]> => (await formatOf(entry)?.scene?.(entry)) ?? []
const toolsOf = async (entry: Opened) => {
  const tools = await formatOf(entry)?.regions?.(entry)
  if (!tools?.fill || !tools.neighbours || !tools.sight) throw new Error('no tools')
  return { fill: tools.fill, neighbours: tools.neighbours, sight: tools.sight }
}
function surfaceOf(items: readonly SceneItem[]): SurfaceItem {
  const found = items.find((item): item is SurfaceItem => item.kind === 'surface')
  if (!found) throw new Error('no surface')
  return found
}
const changed = (mesh: Bytes, path: string, value: Value): Bytes =>
  apply(mesh, assign(document(ASWM, mesh), path, value).splices)

describe('the surface of a walkmesh', () => {
  it('has its triangles, with the neighbour behind each side in the order of the corners', async () => {
    const { indices, records, rings, ringStarts, links, linkStarts, recordCount } = surfaceOf(
      await sceneOf(entryOf(baked)),
    )
    const { triangles } = openMesh(baked)
    expect([recordCount, records.length, indices.length]).toEqual([
      triangles.count,
      triangles.count,
      3 * triangles.count,
    ])
    const corners = (record: number): number[] => [
      ...(rings ?? []).slice(ringStarts?.[record], ringStarts?.[record + 1]),
    ]
    let sides = 0
    for (let record = 0; record < recordCount; record++) {
      const own = corners(record)
      expect(own).toEqual([triangles.v0[record], triangles.v1[record], triangles.v2[record]])
      for (let side = 0; side < 3; side++) {
        const other = links?.[(linkStarts?.[record] ?? 0) + side] ?? -1
        if (other < 0) continue
        sides++
        const common = corners(other).filter(corner => own.includes(corner))
        expect(common.sort()).toEqual([own[side], own[(side + 1) % 3]].sort())
      }
    }
    expect(sides).toBeGreaterThan(2 * recordCount)
  })

  it('has parts of the flags as columns, whose masks leave winding and unknown bits out', async () => {
    const { fields, parts = {}, paint = [] } = surfaceOf(await sceneOf(entryOf(baked)))
    const { flags } = openMesh(baked).triangles
    for (const [column, { field, mask }] of Object.entries(parts)) {
      expect(field).toBe('flags')
      expect([...(fields[column] ?? [])]).toEqual(Array.from(flags, value => value & mask))
    }
    const written = paint.flatMap(one => [one.mask ?? 0xffff, ...(one.effects ?? []).map(effect => effect.mask)])
    expect(written.reduce((sum, mask) => sum | mask, 0)).toBe(SURFACES | 1)
    expect(SURFACES & (CLOCKWISE | 2 | 0x4000 | 0x8000)).toBe(0)
  })

  it('names tile and island of each triangle', async () => {
    const { fields } = surfaceOf(await sceneOf(entryOf(baked)))
    const { triangles, tiles } = openMesh(baked)
    expect([...(fields['island'] ?? [])]).toEqual([...triangles.island])
    fields['tile']?.forEach((tile, triangle) => {
      const first = tiles.triangles_offset[tile] ?? NaN
      expect(triangle >= first && triangle < first + (tiles.triangles_count[tile] ?? 0)).toBe(true)
    })
  })

  it('is there for a loose file and for one in a module, and named by its ending', async () => {
    const packed = archiveFile('MOD ', [['area.trx', areaOf(baked)]])
    for (const [file, image] of [
      ['area.trn', areaOf(sampleMesh(plan, false))],
      ['pack.mod', packed],
    ] as const) {
      const { variant, recordCount } = surfaceOf(await sceneOf(entryIn({ [file]: image }, file)))
      expect([variant, recordCount]).toEqual([file === 'area.trn' ? 'TRN' : 'TRX', 48])
    }
  })

  it('leaves out a triangle whose vertex does not exist and stays within what exists, whatever a word holds', async () => {
    const one = surfaceOf(await sceneOf(entryOf(changed(baked, 'triangles/5/v1', 100_000))))
    expect([one.recordCount, one.indices.length]).toEqual([48, 3 * 47])
    expect(one.ringStarts?.[6]).toBe(one.ringStarts?.[5])
    const words = ['v0', 'v2', 'linked_edges/1', 'linked_triangles/2', 'island', 'flags']
    await fc.assert(
      fc.asyncProperty(fc.nat(47), fc.constantFrom(...words), fc.nat(0xffff), async (triangle, word, value) => {
        const { indices, positions, links, recordCount } = surfaceOf(
          await sceneOf(entryOf(changed(baked, `triangles/${triangle}/${word}`, value))),
        )
        expect(indices.every(index => index < positions.length / 3)).toBe(true)
        expect(links?.every(link => link >= -2 && link < recordCount)).toBe(true)
      }),
      { seed: 7, numRuns: 25 },
    )
  })

  it('is none of a mesh that is cut off', async () => {
    expect(await sceneOf(entryOf(baked.subarray(0, baked.length - 9)))).toEqual([])
  })
})

describe('what lies over a walkmesh', () => {
  it('is the grid of its tiles with their triangles', async () => {
    const grid = (await sceneOf(entryOf(baked))).find((item): item is CellsItem => item.kind === 'cells')
    expect(grid).toMatchObject({ noun: 'tile', step: [9, 9], counts: [3, 2], isXOuter: false, border: 0 })
    expect([...(grid?.contents?.starts ?? [])]).toEqual([0, 8, 16, 24, 32, 40, 48])
  })

  it('is none where the sizes of the grid disagree', async () => {
    const width = changed(changed(baked, 'tile_width', 0), 'border_size', 3)
    expect((await sceneOf(entryOf(width))).some(({ kind }) => kind === 'cells')).toBe(false)
  })

  it('is the graph of islands: from each through its exits to the islands behind them', async () => {
    const items = await sceneOf(entryOf(baked))
    const graph = items.find((item): item is LinesItem => item.kind === 'lines' && item.noun === 'island')
    const points = items.find((item): item is PointsItem => item.kind === 'points')
    const { islands } = openMesh(baked)
    expect([graph?.records.length, points?.positions.length]).toEqual([
      islands.adjacent.values.length,
      3 * islands.count,
    ])
    expect(graph?.positions.length).toBe(9 * islands.adjacent.values.length)
    expect(graph?.positions.every(Number.isFinite)).toBe(true)
    const bare = await sceneOf(entryOf(sampleMesh(plan, false)))
    expect(bare.some(({ noun }) => noun === 'island')).toBe(false)
  })
})

describe('tools of a walkmesh', () => {
  it('flood over the sides to triangles with the same part of the flags', async () => {
    const entry = entryOf(baked)
    const { fill, neighbours } = await toolsOf(entry)
    const { fields } = surfaceOf(await sceneOf(entry))
    const found = fill(0, { same: ['surface'] })
    expect(found).toEqual([...(fields['surface'] ?? []).entries()].flatMap(([k, one]) => (one === 0x40 ? [k] : [])))
    expect(fill(0, {})).toHaveLength(48)
    expect(fill(0, { slopeBelow: 1 })).toEqual([0])
    expect(fill(0, { areaBelow: 1 })).toEqual([0])
    expect(neighbours(0)).toHaveLength(3)
    expect(() => fill(48, {})).toThrow(expect.objectContaining({ code: 'aswm.no-triangle' }))
  })

  it('have the line of sight of the path table: bit 7, and no table for a closed triangle', async () => {
    const mesh = openMesh(baked)
    const known = [...nodeToLocal(mesh, 0)]
    const marked = baked.slice()
    const table = nodesOf(openMesh(marked), 0)
    table[1] = (table[1] ?? 0) | (NODE_MASK + 1)
    const { sight } = await toolsOf(entryOf(marked))
    expect(sight(0)).toEqual({ seen: [1], known })
    expect(sight(1)).toEqual({ seen: [], known })
    const closed = mesh.triangles.flags.findIndex(flags => (flags & 1) === 0)
    expect(sight(closed)).toBeUndefined()
  })
})
