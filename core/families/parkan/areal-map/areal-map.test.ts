import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import type { Problem } from '../../../format'
import { assign, brokenLaws, document, locate, type Bytes } from '../../../layout'
import { openArchive } from '../nres/nres'
import { formatOf, shelf } from '../opened.fixture'
import { tinyMapFile, tinyMapPayload } from '../tiny-map.fixture'
import { arealMap } from './areal-map'
import { arealScene } from './areal-scene'
import { arealTable, openAreals } from './areal-table'
import { cellsUnder, chooseGrid } from './grid'

const FILE = tinyMapFile()
const checkFile = (file: Bytes) => {
  const all = shelf({ 'Land.map': file })
  return all.check(all.open('Land.map'))
}
/** Problems of the tiny map with some bytes of its payload changed. */
const checkWith = (change: (view: DataView) => void) => {
  const payload = tinyMapPayload()
  change(new DataView(payload.buffer))
  return checkFile(tinyMapFile(payload))
}
const said = (problems: readonly Problem[]) => problems.map(p => `${p.severity} ${p.code} ${p.path ?? ''}`)
const map = document(arealMap(6), tinyMapPayload())
const at = (path: string): number => locate(map, path)?.offset ?? -1

describe('a map', () => {
  it('keeps the laws', () => {
    expect(brokenLaws(arealMap(6), tinyMapPayload())).toEqual([])
    expect(at('areals/2/class_id') - at('areals/2')).toBe(40)
    expect(at('areals/2/links/1/edge_ref') - at('areals/2')).toBe(56 + 48 + 12)
  })
  it('that is right has no problems', async () => {
    expect(said(await checkFile(FILE))).toEqual([])
  })
  it('answers for every rule of its areals', async () => {
    const f32 = (path: string, value: number) => (view: DataView) => view.setFloat32(at(path), value, true)
    const u32 = (path: string, value: number) => (view: DataView) => view.setUint32(at(path), value, true)
    const cases: readonly (readonly [change: (view: DataView) => void, said: string])[] = [
      [f32('areals/1/anchor/x', Number.NaN), 'error areal.not-finite areals/1/anchor'],
      [f32('areals/1/area_metric', Infinity), 'error areal.not-finite areals/1/area_metric'],
      [f32('areals/1/vertices/2/z', Number.NaN), 'error areal.not-finite areals/1/vertices/2'],
      [f32('areals/1/normal/z', 0.4), 'error areal.normal-short areals/1/normal'],
      [f32('areals/1/normal/z', 1.01), 'warning areal.normal-length areals/1/normal'],
      [f32('areals/1/anchor/x', 5000), 'warning areal.anchor-outside areals/1/anchor'],
      [f32('areals/1/area_metric', 20000), 'warning areal.area-metric areals/1/area_metric'],
      [u32('areals/1/reserved_44', 1), 'warning areal.reserved areals/1/reserved_44'],
      [u32('areals/1/links/0/area_ref', 6), 'error areal.link-out-of-range areals/1/links/0/area_ref'],
      [u32('areals/1/links/0/edge_ref', 4), 'error areal.link-edge-out-of-range areals/1/links/0/edge_ref'],
      [u32('areals/1/links/0/area_ref', 0xffffffff), 'error areal.link-half areals/1/links/0'],
      [u32('areals/1/links/0/edge_ref', 1), 'warning areal.link-not-mutual areals/1/links/0'],
      [view => view.setUint16(at('cells/0/0'), 6, true), 'error areal-map.cell-areal cells/0/0'],
      [u32('cells_x', 64), 'error areal-map.cells-disagree cells_x'],
      [u32('cells_y', 0), 'error areal-map.cells-zero cells_y'],
      [u32('cells_x', 0x10000), 'error areal-map.cells-cut cells_x'],
      [u32('areals/1/vertex_count', 5), 'error areal.vertex-count-drift areals/1/vertex_count'],
      [u32('areals/1/poly_count', 0x55555556), 'error areal.poly-count areals/1/poly_count'],
    ]
    for (const [change, expected] of cases) expect(said(await checkWith(change))).toContain(expected)
  })
  it('may list as many areals in a cell as the game counts with 10 bits', async () => {
    const listing = (n: number): Bytes =>
      apply(
        tinyMapPayload(),
        assign(
          map,
          'cells/0',
          Array.from({ length: n }, (_, k) => k % 6),
        ).splices,
      )
    const tooFull = 'error areal-map.cell-too-full cells/0'
    expect(said(await checkFile(tinyMapFile(listing(1023))))).not.toContain(tooFull)
    expect(said(await checkFile(tinyMapFile(listing(1024))))).toContain(tooFull)
  })
  it('tells an outline that runs the wrong way', async () => {
    const turned = await checkWith(view => {
      for (const axis of [0, 4, 8]) {
        const [a, b] = [at('areals/0/vertices/1') + axis, at('areals/0/vertices/3') + axis]
        const kept = view.getFloat32(a, true)
        view.setFloat32(a, view.getFloat32(b, true), true)
        view.setFloat32(b, kept, true)
      }
    })
    expect(said(turned)).toEqual(['warning areal.ring-clockwise areals/0/vertices'])
  })
  it('tells lists that are missing, cut and too long', async () => {
    const payload = tinyMapPayload()
    const lists = at('cells')
    const emptied = new Uint8Array(payload.length - 2)
    emptied.set(payload.subarray(0, lists))
    emptied.set(payload.subarray(lists + 4), lists + 2)
    new DataView(emptied.buffer).setUint16(lists, 0, true)
    expect(said(await checkFile(tinyMapFile(emptied)))).toEqual(['warning areal-map.cell-empty cells/0'])
    const long = new Uint8Array(payload.length + 3)
    long.set(payload)
    expect(said(await checkFile(tinyMapFile(long)))).toEqual(['error areal-map.bytes-left-over '])
    expect(said(await checkFile(tinyMapFile(payload.subarray(0, 300))))).toEqual(['error areal-map.record-cut areals'])
  })
  it('tells a count of areals that its data disproves, either way', async () => {
    for (const wrong of [5, 7, 0]) {
      const problems = await checkFile(tinyMapFile(tinyMapPayload(), wrong))
      expect(said(problems)).toEqual(['error areal-map.areal-count directory/0/attr1'])
      expect(problems[0]?.fix?.params).toMatchObject({ name: 'attr1', value: 6 })
      expect(problems[0]?.about).toBe('Land.map!#0')
    }
  })
})

describe('a repair', () => {
  it('leaves nothing of its problem, and one edit', async () => {
    const changes: readonly ((view: DataView) => void)[] = [
      view => view.setInt32(at('areals/1/links/0/area_ref'), -2, true),
      view => view.setInt32(at('areals/1/links/0/area_ref'), -1, true),
      view => view.setFloat32(at('areals/1/normal/z'), 1.5, true),
      view => view.setFloat32(at('areals/1/normal/z'), 0, true),
      view => view.setFloat32(at('areals/1/anchor/y'), Number.NaN, true),
      view => view.setFloat32(at('areals/1/anchor/y'), -900, true),
      view => view.setFloat32(at('areals/1/area_metric'), Number.NaN, true),
      view => view.setUint32(at('areals/1/reserved_36'), 7, true),
      view => view.setUint32(at('areals/1/vertex_count'), 3, true),
      view => view.setUint32(at('cells_x'), 64, true),
      view => view.setUint32(at('cells_x'), 0x10000, true),
      view => view.setUint16(at('cells/0/0'), 6, true),
      view => view.setInt32(at('areals/1/links/0/edge_ref'), 1, true),
    ]
    for (const change of changes) {
      const payload = tinyMapPayload()
      change(new DataView(payload.buffer))
      const all = shelf({ 'Land.map': tinyMapFile(payload) })
      const entry = all.rows(all.open('Land.map'))[0]
      const problem = (await all.check(all.open('Land.map'))).find(p => p.fix)
      if (!entry || !problem?.fix) throw new Error(`no fix: ${said(await all.check(all.open('Land.map'))).join()}`)
      const edits = (await formatOf(entry)?.repair?.(entry, problem.fix, problem)) ?? []
      expect(edits.length).toBe(1)
      const repaired = apply(payload, edits[0]?.splices ?? [])
      const left = await checkFile(tinyMapFile(repaired))
      expect(left.filter(p => p.code === problem.code && p.path === problem.path)).toEqual([])
    }
  })
  it('of a link finds the right neighbour by the common border', async () => {
    for (const [path, value] of [
      ['areals/1/links/0/area_ref', -2],
      ['areals/1/links/0/edge_ref', 1],
      ['areals/1/links/0/area_ref', -1],
      ['areals/1/links/0/edge_ref', 99],
    ] as const) {
      const payload = tinyMapPayload()
      new DataView(payload.buffer).setInt32(at(path), value, true)
      const all = shelf({ 'Land.map': tinyMapFile(payload) })
      const entry = all.rows(all.open('Land.map'))[0]
      const problem = (await all.check(all.open('Land.map'))).find(p => p.path?.startsWith('areals/1/links/0'))
      if (!entry || !problem?.fix) throw new Error('no fix')
      const [edit] = (await formatOf(entry)?.repair?.(entry, problem.fix, problem)) ?? []
      expect(apply(payload, edit?.splices ?? [])).toEqual(tinyMapPayload())
    }
  })
  it('lists an areal in the cells under it again', async () => {
    const table = arealTable(openAreals(tinyMapPayload(), 6))
    const grid = chooseGrid(table)
    expect(grid).toMatchObject({ source: 'areals', isXOuter: true, score: 1 })
    const words: number[] = []
    for (let cell = 0; cell < 128 * 128; cell++) {
      const ids = [...table.cellIds.subarray(table.cellStarts[cell], table.cellStarts[cell + 1])].filter(id => id !== 2)
      words.push(ids.length, ...ids)
    }
    const without = new Uint8Array(at('cells') + 2 * words.length)
    without.set(tinyMapPayload().subarray(0, at('cells')))
    words.forEach((word, i) => new DataView(without.buffer).setUint16(at('cells') + 2 * i, word, true))
    const all = shelf({ 'Land.map': tinyMapFile(without) })
    const entry = all.rows(all.open('Land.map'))[0]
    const problem = (await all.check(all.open('Land.map'))).find(p => p.code === 'areal-map.areal-in-no-cell')
    if (!entry || !problem?.fix) throw new Error('no fix')
    const edits = (await formatOf(entry)?.repair?.(entry, problem.fix, problem)) ?? []
    const repaired = apply(without, edits[0]?.splices ?? [])
    expect(said(await checkFile(tinyMapFile(repaired)))).toEqual([])
    const again = arealTable(openAreals(repaired, 6))
    expect(
      cellsUnder(again, grid, 2).every(cell =>
        again.cellIds.subarray(again.cellStarts[cell], again.cellStarts[cell + 1]).includes(2),
      ),
    ).toBe(true)
  })
})

describe('a scene', () => {
  it('is one batch of all areals with their rings, links and cells', () => {
    const [surface, cells] = arealScene(arealTable(openAreals(tinyMapPayload(), 6)), 'Land.map!#0')
    if (surface?.kind !== 'surface' || cells?.kind !== 'cells') throw new Error('no surface')
    expect([...surface.records]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    expect(surface.recordCount).toBe(6)
    expect([...(surface.ringStarts ?? [])]).toEqual([0, 4, 8, 12, 16, 20, 24])
    expect([...(surface.fields['class_id'] ?? [])]).toEqual([0, 1, 2, 0, 1, 2])
    expect([...(surface.links ?? []).slice(0, 4)]).toEqual([-1, 2, 1, -1])
    expect(cells).toMatchObject({
      use: 'index',
      origin: [0, 0],
      counts: [128, 128],
      isXOuter: true,
      step: [300 / 128, 200 / 128],
    })
    expect(surface.positions.length).toBe(72)
  })
  it('draws the rest of a map in which numbers are missing', () => {
    const payload = tinyMapPayload()
    new DataView(payload.buffer).setFloat32(at('areals/1/vertices/0/x'), Number.NaN, true)
    const [surface] = arealScene(arealTable(openAreals(payload.slice(0, payload.length - 999), 6)), '')
    if (surface?.kind !== 'surface') throw new Error('no surface')
    expect(surface.positions.every(Number.isFinite)).toBe(true)
    expect(surface.positions[12]).toBe(surface.anchors?.[3])
    expect([...new Set(surface.records)]).toEqual([0, 2, 3, 4, 5])
  })
  it('finds the order and the rectangle that explain the lists', () => {
    const table = arealTable(openAreals(tinyMapPayload(3, 2), 6))
    const turned = { ...table, cellStarts: table.cellStarts, cellIds: table.cellIds }
    const starts = new Uint32Array(128 * 128 + 1)
    const ids: number[] = []
    for (let y = 0; y < 128; y++) {
      for (let x = 0; x < 128; x++) {
        const cell = x * 128 + y
        ids.push(...table.cellIds.subarray(table.cellStarts[cell], table.cellStarts[cell + 1]))
        starts[y * 128 + x + 1] = ids.length
      }
    }
    expect(chooseGrid({ ...turned, cellStarts: starts, cellIds: Uint16Array.from(ids) })).toMatchObject({
      isXOuter: false,
      score: 1,
    })
    const far = { minX: -300, minY: -200, maxX: 600, maxY: 400 }
    expect(chooseGrid(table, far).source).toBe('areals')
  })
})

it('an archive of a map opens', () => {
  expect(openArchive(FILE).rows.length).toBe(1)
})
