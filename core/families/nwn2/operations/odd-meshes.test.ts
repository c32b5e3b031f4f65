import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { StudioError, type Opened } from '../../../format'
import { assignAll, document, type Bytes } from '../../../layout'
import { ASWM, NO_ISLAND } from '../aswm/aswm'
import { areaFromAbove } from '../aswm/geometry'
import { openMesh } from '../aswm/mesh'
import { bake } from '../bake/bake'
import { cutOut, type Corner } from '../edit/cut'
import { MeshDraft } from '../edit/mesh-draft'
import { rebuilt } from '../edit/rebuild'
import { formatOf } from '../opened.fixture'
import { areaFile, listOf, structOf, treeFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { sampleMesh, type GroundPlan } from '../sample/mesh'
import { usable } from './cutters'
import { meshIn, operated } from './operated.fixture'

const plan = (width: number, height: number, cells = 2): GroundPlan => ({
  width,
  height,
  tileWidth: 9,
  cells,
  heightAt: () => 0,
  surfaceAt: () => 0x20,
})
const entryOf = (mesh: Bytes, width = 2, height = 2): Opened =>
  meshIn(
    {
      'a.trx': areaFile([
        ['TRWH', areaSize(width, height)],
        ['ASWM', mesh],
      ]),
    },
    'a.trx',
  )
const errors = async (mesh: Bytes): Promise<readonly string[]> => {
  const entry = entryOf(mesh)
  const found = (await formatOf(entry)?.check?.(entry)) ?? []
  return found.filter(({ severity }) => severity === 'error').map(({ code }) => code)
}
const areaOf = (mesh: Bytes): number => {
  const opened = openMesh(mesh)
  return [...opened.triangles.flags.keys()].reduce((sum, k) => sum + Math.abs(areaFromAbove(opened, k)) / 2, 0)
}

describe('a bake', () => {
  const MESH = sampleMesh(plan(2, 2), true)

  it('ends where triangles lie over each other or are the same twice', async () => {
    const { mesh: folded } = await operated(entryOf(MESH), 'nwn2.move-vertices', [6], { x: 8, y: 6, z: 0 })
    expect(areaOf(folded)).toBeGreaterThan(areaOf(MESH) + 1)
    const corners = (['v0', 'v1', 'v2'] as const).map(name => ({
      path: `triangles/3/${name}`,
      value: openMesh(folded).triangles[name][2] ?? 0,
    }))
    const twice = apply(folded, assignAll(document(ASWM, folded), corners).splices)
    for (const mesh of [folded, twice]) {
      const { mesh: made } = await operated(entryOf(mesh), 'nwn2.bake')
      expect(document(ASWM, made).isWhole).toBe(true)
      expect(bake(openMesh(made)).splices).toEqual([])
    }
    expect(await errors((await operated(entryOf(folded), 'nwn2.bake')).mesh)).toEqual([])
  })

  it('gives islands without exits no way to others, and no error', async () => {
    // The triangles at the inner borders of tiles are closed: nothing leads from one tile to the next.
    const { links, tileOf } = linksOf(MESH)
    const border = links.flatMap((to, from) => (to.some(one => tileOf(one) !== tileOf(from)) ? [from] : []))
    const { mesh, outcome } = await operated(entryOf(MESH), 'nwn2.set-walkable', border, { walkable: false })
    const { islands, matrix } = openMesh(mesh)
    expect(outcome.counts['tables-lost']).toBe(border.length)
    expect(islands.count).toBeGreaterThanOrEqual(4)
    expect([islands.adjacent.values.length, islands.exits.values.length]).toEqual([0, 0])
    expect(matrix.next.every(next => next === NO_ISLAND)).toBe(true)
    expect(await errors(mesh)).toEqual([])
  })

  it('is stopped between tiles, and nothing is changed', async () => {
    const entry = entryOf(sampleMesh(plan(6, 6, 1), false), 6, 6)
    const seen: number[] = []
    const stop = (done: number): Promise<void> => {
      seen.push(done)
      return done > 0 ? Promise.reject(new StudioError('job.cancelled', {})) : Promise.resolve()
    }
    const operation = formatOf(entry)?.operations?.find(({ id }) => id === 'nwn2.bake')
    const run = async () => operation?.run(entry, { parameters: { tiles: 'all' }, records: [], step: stop })
    await expect(run()).rejects.toMatchObject({ code: 'job.cancelled' })
    expect(seen).toEqual([0, 16])
  })

  it('of a tile with more than 126 walkable triangles is refused, also after a stroke', async () => {
    const full = sampleMesh(plan(1, 1, 8), false)
    const refused = { code: 'nwn2.bake.capacity', params: { tile: 0, n: 128, most: 126 } }
    await expect(operated(entryOf(full, 1, 1), 'nwn2.bake')).rejects.toMatchObject(refused)
    const closed = await operated(entryOf(full, 1, 1), 'nwn2.set-walkable', [0, 1], { walkable: false })
    const baked = (await operated(entryOf(closed.mesh, 1, 1), 'nwn2.bake')).mesh
    expect(openMesh(baked).tiles.ntl_length[0]).toBe(126)
    const opening = operated(entryOf(baked, 1, 1), 'nwn2.set-walkable', [0])
    await expect(opening).rejects.toMatchObject({ code: 'nwn2.bake.capacity', params: { n: 127 } })
  })
})

function linksOf(mesh: Bytes) {
  const { triangles, tiles } = openMesh(mesh)
  const links = [...triangles.flags.keys()].map(triangle =>
    [...triangles.linked_triangles.subarray(triangle * 3, triangle * 3 + 3)].filter(one => one < triangles.count),
  )
  const tileOf = (triangle: number): number =>
    tiles.triangles_offset.findLastIndex((offset: number) => offset <= triangle)
  return { links, tileOf }
}

describe('a cutter that crosses itself', () => {
  const BOW: readonly Corner[] = [
    [2, 2],
    [8, 7],
    [8, 2],
    [2, 7],
  ]

  it('cuts both halves, with a notice', () => {
    const { cutters, notices } = usable([{ index: 4, tag: 'walkmeshcutter', outline: BOW }])
    expect(notices).toEqual([{ code: 'notice.nwn2.cutter-crosses', params: { cutter: 4, tag: 'walkmeshcutter' } }])
    const mesh = sampleMesh(plan(2, 2), false)
    const draft = new MeshDraft(openMesh(mesh))
    for (const { outline } of cutters) expect(cutOut(draft, outline)).toBeGreaterThan(0)
    const { bytes } = rebuilt(draft)
    expect(areaOf(mesh) - areaOf(bytes)).toBeCloseTo(15, 1)
  })
})

it('a cutter of a million corners is skipped at once, with a notice', () => {
  const outline = Array.from({ length: 1_000_000 }, (_, k): Corner => [k, k * k])
  const { cutters, notices } = usable([{ index: 1, tag: 'huge', outline }])
  expect(cutters).toEqual([])
  expect(notices).toEqual([{ code: 'notice.nwn2.cutter-large', params: { cutter: 1, tag: 'huge', most: 1000 } }])
})

it('a cutter whose position is text has no corners, and is skipped', async () => {
  const cutter = structOf(1, [
    ['Type', 5, 3],
    ['XPosition', 10, 'far'],
    ['Geometry', 15, listOf([structOf(3, [['PointX', 8, 1]]), structOf(3, [['PointX', 8, 2]])])],
  ])
  const files = {
    'a.trx': areaFile([
      ['TRWH', areaSize(2, 2)],
      ['ASWM', sampleMesh(plan(2, 2), true)],
    ]),
    'a.git': treeFile('GIT ', [['TriggerList', 15, listOf([cutter])]]),
  }
  const { outcome } = await operated(meshIn(files, 'a.trx'), 'nwn2.apply-cutters')
  expect([outcome.edits, outcome.notices.map(({ code }) => code)]).toEqual([[], ['notice.nwn2.cutter-points']])
})
