import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import type { Opened, Problem } from '../../../format'
import { assign, brokenLaws, document, type Bytes } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { describeReference, fixture } from '../reference.fixture'
import { areaFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { sampleMesh } from '../sample/mesh'
import { ASWM } from './aswm'
import { derivedOf } from './geometry'
import { openMesh } from './mesh'
import { shortestWays } from './shortest-ways'
import { firstLost } from './tile-rules'

const plan = { width: 2, height: 1, tileWidth: 9, cells: 2, heightAt: () => 0, surfaceAt: () => 0x20 }
const baked = sampleMesh(plan, true)

const meshOf = (image: Bytes): Opened => {
  const all = shelf({ 'area.trx': image })
  const mesh = all.all(all.open('area.trx')).find(({ name }) => name === 'ASWM')
  if (!mesh) throw new Error('no mesh')
  return mesh
}
const check = async (mesh: Bytes): Promise<readonly Problem[]> => {
  const image = areaFile([
    ['TRWH', areaSize(2, 1)],
    ['ASWM', mesh],
  ])
  const entry = meshOf(image)
  return (await formatOf(entry)?.check?.(entry)) ?? []
}
const changed = (mesh: Bytes, path: string, value: number): Bytes =>
  apply(mesh, assign(document(ASWM, mesh), path, value).splices)

describe('rules of a walkmesh', () => {
  it('find nothing in a baked mesh nor in one that is not baked', async () => {
    expect(await check(baked)).toEqual([])
    expect(await check(sampleMesh(plan, false))).toEqual([])
    expect(brokenLaws(ASWM, baked)).toEqual([])
  })

  it.each([
    ['triangles/3/flags', 4, ['aswm.tile.blocked', 'aswm.triangle.island-walkable']],
    ['triangles/3/flags', 0x61 | 4, ['aswm.triangle.surface']],
    ['triangles/3/flags', 0x21, ['aswm.triangle.derived', 'aswm.triangle.winding']],
    ['triangles/3/island', 1, ['aswm.island.count', 'aswm.island.tile']],
    ['triangles/3/island', 9, ['aswm.island.count', 'aswm.triangle.island']],
    ['triangles/3/plane_d', 5, ['aswm.triangle.derived']],
    ['triangles/3/centre_x', 100, ['aswm.tile.centre', 'aswm.tile.stale', 'aswm.triangle.derived']],
    ['tiles/0/flags', 15, ['aswm.tile.flags']],
    ['tiles/1/path_flags', 2, ['aswm.tile.path-flags']],
    ['tiles/0/node_to_local/2', 1, ['aswm.tile.ltn']],
    ['tiles/0/vertices_count', 1, ['aswm.tile.statistics']],
    ['islands/0/adjacent/0', 0, ['aswm.island.adjacent']],
    ['islands/0/exits/0', 0, ['aswm.island.exit']],
    ['matrix/1/next', 0xffff, []],
    ['matrix/1/weight', 1, ['aswm.matrix.weight']],
    ['owns_data', 0, ['aswm.owns-data']],
    ['tiles_flags', 1, ['aswm.tile.flags', 'aswm.tiles-flags']],
  ] as const)('%s = %d', async (path, value, codes) => {
    const found = new Set((await check(changed(baked, path, value))).map(({ code }) => code))
    expect([...found].sort()).toEqual(codes)
  })

  it('name the place of a field and its bytes', async () => {
    const [problem] = await check(changed(baked, 'matrix/1/weight', 1))
    const { bytes } = document(ASWM, baked)
    expect(problem?.path).toBe('matrix/1/weight')
    expect(problem?.range).toEqual([bytes.length - 3 * 8 + 4, 4])
  })

  it.each([
    ['triangles/3/plane_d', 5],
    ['tiles/0/edges_count', 1],
    ['islands/1/triangles_count', 3],
    ['matrix/1/weight', 1],
  ])('repair %s', async (path, value) => {
    const broken = changed(baked, path, value)
    const entry = meshOf(areaFile([['ASWM', broken]]))
    const [problem] = await check(broken)
    if (!problem?.fix) throw new Error('no repair')
    const [edit] = (await formatOf(entry)?.repair?.(entry, problem.fix, problem)) ?? []
    expect(Buffer.from(apply(broken, edit?.splices ?? [])).equals(Buffer.from(baked))).toBe(true)
  })

  it('of an older version are not applied: its bytes are shown and kept', async () => {
    const problems = await check(changed(baked, 'version', 0x6b))
    expect(problems.map(({ code }) => code)).toContain('aswm.version.old')
  })
})

describe('ways between places', () => {
  it('are the shortest, of equal ones the first', () => {
    const next = shortestWays(4, [
      [0, 1, 1],
      [1, 3, 1],
      [0, 2, 1],
      [2, 3, 1],
    ])
    expect([next[3], next[0], next[12]]).toEqual([1, -1, -1])
  })
  it('are lost in a circle and where they end', () => {
    const table = new Map([
      ['0,2', 1],
      ['1,2', 0],
    ])
    expect(firstLost(3, (from, to) => table.get(`${from},${to}`))).toEqual({ from: 0, to: 2 })
    table.delete('1,2')
    expect(firstLost(3, (from, to) => table.get(`${from},${to}`))).toEqual({ from: 0, to: 2 })
    table.set('1,2', 2)
    expect(firstLost(3, (from, to) => table.get(`${from},${to}`))).toBeUndefined()
  })
})

describeReference('the walkmesh of the reference files', () => {
  const entry = meshOf(fixture('nwn2-small/user/modules/Harbour/old_hall.trx'))

  it('has the fields that the notes name', () => {
    const opened = document(ASWM, entry.bytes)
    expect(opened.isWhole).toBe(true)
    const mesh = openMesh(entry.bytes)
    expect([mesh.vertices.length / 3, mesh.edges.count, mesh.triangles.count, mesh.islands.count]).toEqual([
      277, 673, 398, 13,
    ])
    expect([...mesh.triangles.linked_edges.subarray(600, 603)]).toEqual([370, 371, 373])
    expect(mesh.triangles.start + 200 * mesh.triangles.stride + 62).toBe(27_007)
    const [from = 0, to = 0] = mesh.islands.adjacent.starts.subarray(3, 5)
    expect([...mesh.islands.adjacent.values.subarray(from, to)]).toEqual([2, 9])
    expect([...mesh.islands.exits.values.subarray(from, to)]).toEqual([125, 145])
    expect([mesh.matrix.next[0], mesh.matrix.next[2], mesh.matrix.weight[2]]).toEqual([
      0xffff,
      1,
      Math.fround(7.19572544),
    ])
  })

  it('has centres, normals and planes that are computed to the same bits', () => {
    const mesh = openMesh(entry.bytes)
    const { triangles } = mesh
    const differing = Array.from({ length: triangles.count }, (_, k) => k).filter(triangle => {
      const derived = derivedOf(mesh, triangle)
      if (!derived) return false
      const stored = [
        triangles.centre_x[triangle],
        triangles.centre_y[triangle],
        ...triangles.normal.subarray(triangle * 3, triangle * 3 + 3),
        triangles.plane_d[triangle],
      ]
      const made = [derived.centre_x, derived.centre_y, ...derived.normal, derived.plane_d]
      return made.some((value, k) => !Object.is(value, stored[k]))
    })
    expect(differing).toEqual([])
  })

  it('keeps a weight whose bits no number carries', () => {
    const after = changed(entry.bytes, 'triangles/9/flags', 0x25)
    const differing = entry.bytes.reduce((sum, byte, at) => sum + (byte === after[at] ? 0 : 1), 0)
    expect(differing).toBeLessThanOrEqual(2)
  })
})
