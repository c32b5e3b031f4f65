import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParameterValues } from '../../../format'
import { apply } from '../../../edit'
import { assign, document, locate, rebasePath, type Bytes } from '../../../layout'
import { ASWM } from '../aswm/aswm'
import { areaFromAbove } from '../aswm/geometry'
import { openMesh } from '../aswm/mesh'
import { bake } from '../bake/bake'
import { formatOf } from '../opened.fixture'
import { areaFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { sampleMesh } from '../sample/mesh'
import { meshIn, operated } from './operated.fixture'

const PLAN = { width: 2, height: 2, tileWidth: 9, cells: 2, heightAt: (x: number) => x / 9, surfaceAt: () => 0x20 }
const MESH = sampleMesh(PLAN, true)
const entryOf = (mesh: Bytes) =>
  meshIn(
    {
      'a.trx': areaFile([
        ['TRWH', areaSize(2, 2)],
        ['ASWM', mesh],
      ]),
    },
    'a.trx',
  )
const problems = async (mesh: Bytes): Promise<readonly string[]> => {
  const entry = entryOf(mesh)
  const found = (await formatOf(entry)?.check?.(entry)) ?? []
  return found.filter(({ severity }) => severity !== 'info').map(({ code }) => code)
}
const areaOf = (mesh: Bytes): number => {
  const opened = openMesh(mesh)
  return [...opened.triangles.flags.keys()].reduce((sum, k) => sum + Math.abs(areaFromAbove(opened, k)) / 2, 0)
}
const run = async (id: string, records: readonly number[], given: ParameterValues = {}): Promise<Bytes> =>
  (await operated(entryOf(MESH), id, records, given)).mesh
const counts = (mesh: Bytes): readonly number[] => {
  const { vertices, edges, triangles } = openMesh(mesh)
  return [vertices.length / 3, edges.count, triangles.count]
}

describe('triangles and vertices', () => {
  const [vertices = 0, edges = 0, triangles = 0] = counts(MESH)

  it.each<readonly [string, readonly number[], ParameterValues, readonly number[], number]>([
    ['split-triangles', [3], {}, [1, 3, 2], 324],
    ['split-triangles', [3, 9], { at: 'longest-side' }, [2, 6, 4], 324],
    ['delete-triangles', [0], {}, [0, -1, -1], 324 - 81 / 8],
    ['add-triangle', [0], { side: 2, x: 2, y: -3, z: 0 }, [1, 2, 1], 324 + 6.75],
    ['move-vertices', [6], { x: 1, y: -0.5, z: 2 }, [0, 0, 0], 324],
    ['delete-vertices', [6], {}, [-2, -8, -6], 324 - (6 * 81) / 8],
    ['merge-vertices', [6, 7], {}, [-1, -3, -2], 324],
  ])('%s %j %j: edges, links, tiles and tables follow', async (id, records, given, more, area) => {
    const made = await run(`nwn2.${id}`, records, given)
    // A new corner outside of the grid belongs to the nearest tile.
    expect(await problems(made)).toEqual(id === 'add-triangle' ? ['aswm.tile.centre'] : [])
    expect(counts(made)).toEqual([vertices, edges, triangles].map((count, k) => count + (more[k] ?? 0)))
    expect(areaOf(made)).toBeCloseTo(area, 3)
    expect(bake(openMesh(made)).splices).toEqual([])
  })

  it.each<readonly [string, readonly number[], ParameterValues]>([
    ['split-triangles', [3], {}],
    ['split-triangles', [3, 9], { at: 'longest-side' }],
    ['delete-triangles', [0, 17], {}],
    ['add-triangle', [0], { side: 2, x: 2, y: -3, z: 0 }],
    ['delete-vertices', [6], {}],
    ['merge-vertices', [6, 7], {}],
  ])('%s %j %j: selections and bookmarks follow their records', async (id, records, given) => {
    const { mesh, outcome } = await operated(entryOf(MESH), `nwn2.${id}`, records, given)
    const moves = outcome.edits[0]?.moves ?? []
    const [before, after] = [document(ASWM, MESH), document(ASWM, mesh)]
    for (const [array, fields] of [
      ['vertices', ['']],
      ['triangles', ['/centre_x', '/centre_y']],
    ] as const) {
      const [count, now] = [before, after].map(one => locate(one, array)?.childCount ?? 0)
      const values = (opened: typeof before, path: string): string =>
        JSON.stringify(fields.map(field => locate(opened, path + field)?.value))
      expect(values(before, `${array}/1`)).not.toContain('null')
      const lost = [...Array(count).keys()].filter(k => rebasePath(`${array}/${k}`, moves) === undefined)
      const grown = moves.reduce((sum, one) => (one.array === array ? sum + one.inserted - one.removed : sum), 0)
      expect(grown).toBe((now ?? 0) - (count ?? 0))
      expect(lost.length).toBeLessThanOrEqual(6)
      const other = [...Array(count).keys()].filter(k => {
        const path = rebasePath(`${array}/${k}`, moves)
        return path !== undefined && values(after, path) !== values(before, `${array}/${k}`)
      })
      // Only what was divided or pulled along has another centre.
      expect(other.length).toBeLessThanOrEqual(array === 'vertices' ? 0 : 4)
    }
  })

  it('split and merged at random leave a mesh without problems of the area that it had', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('centre', 'longest-side'), fc.nat(31)), { minLength: 1, maxLength: 4 }),
        async steps => {
          let mesh = MESH
          for (const [at, triangle] of steps)
            mesh = (await operated(entryOf(mesh), 'nwn2.split-triangles', [triangle], { at })).mesh
          expect(await problems(mesh)).toEqual([])
          expect(areaOf(mesh)).toBeCloseTo(324, 2)
        },
      ),
      { numRuns: 8 },
    )
  })

  it('are refused where a side is not free, or one vertex is chosen', async () => {
    await expect(run('nwn2.add-triangle', [3], { side: 0 })).rejects.toMatchObject({ code: 'nwn2.side' })
    await expect(run('nwn2.merge-vertices', [3])).rejects.toMatchObject({ code: 'nwn2.two-vertices' })
  })

  it('that were moved by hand make the table stale, an error whose repair is a bake', async () => {
    const opened = document(ASWM, MESH)
    const moved = apply(MESH, assign(opened, 'triangles/3/centre_x', 60).splices)
    const entry = entryOf(moved)
    const found = (await formatOf(entry)?.check?.(entry)) ?? []
    const stale = found.find(({ code }) => code === 'aswm.tile.stale')
    expect(stale?.severity).toBe('error')
    const [edit] = stale?.fix ? ((await formatOf(entry)?.repair?.(entry, stale.fix, stale)) ?? []) : []
    expect(await problems(apply(moved, edit?.splices ?? []))).not.toContain('aswm.tile.stale')
  })
})
