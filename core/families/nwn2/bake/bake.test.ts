import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { assignAll, document, locate, type Bytes } from '../../../layout'
import { ASWM, SURFACES, WALKABLE } from '../aswm/aswm'
import { nodesOf, openMesh } from '../aswm/mesh'
import { shortestWays, type WayStep } from '../aswm/shortest-ways'
import { firstLost } from '../aswm/tile-rules'
import { shelf } from '../opened.fixture'
import { describeReference, fixture, fixtureJson } from '../reference.fixture'
import { sampleMesh, type GroundPlan } from '../sample/mesh'
import { bake } from './bake'

const USER = 'nwn2-small/user'
/** The walkmesh of an area: a file, or rows by their names. */
const meshAt = (file: string, ...rows: readonly string[]): Bytes => {
  const all = shelf({ [file]: fixture(`${USER}/${file}`) })
  let entries = all.all(all.open(file))
  for (const row of rows) {
    const found = entries.find(({ name }) => name === row)
    if (!found) throw new Error(row)
    entries = all.all(found)
  }
  const mesh = entries.find(({ name }) => name === 'ASWM')
  if (!mesh) throw new Error('no mesh')
  return mesh.bytes
}
const { areas } = fixtureJson<{
  readonly areas: Readonly<
    Record<string, { readonly expected: Readonly<Record<string, { readonly triangles?: readonly number[] }>> }>
  >
}>('nwn2-small/manifest.json', { areas: {} })
const baked = (mesh: Bytes, only?: ReadonlySet<number>): Bytes => apply(mesh, bake(openMesh(mesh), only).splices)
const same = (a: Bytes, b: Bytes): boolean => Buffer.from(a).equals(Buffer.from(b))
const withFlags = (mesh: Bytes, flags: readonly (readonly [triangle: number, flags: number])[]): Bytes =>
  apply(
    mesh,
    assignAll(
      document(ASWM, mesh),
      flags.map(([triangle, value]) => ({ path: `triangles/${triangle}/flags`, value })),
    ).splices,
  )
const flagsOf = (mesh: Bytes, triangle: number): number => openMesh(mesh).triangles.flags[triangle] ?? 0
const off = (mesh: Bytes, triangles: readonly number[]): Bytes =>
  withFlags(
    mesh,
    triangles.map(triangle => [triangle, flagsOf(mesh, triangle) & ~(WALKABLE | SURFACES)]),
  )

describeReference('the bake of the reference files', () => {
  const modules = 'modules/Harbour'
  it.each([
    [`${modules}/old_hall.trx`],
    [`${modules}/cell.TRX`],
    [`${modules}/nook.trx`],
    ['override/cell.trx'],
    ['hak/harbour_hak.hak', 'cell.trx'],
    ['modules/harbour_published.mod', 'old_hall.trx'],
    ['modules/harbour_published.mod', 'coast.trx'],
  ])('%s %s: 0 bytes differ', (file, ...rows) => {
    expect(bake(openMesh(meshAt(file, ...rows))).splices).toEqual([])
  })

  it.each(['old_hall.trn', 'cell.TRN', 'nook.trn'])('tables of %s', file => {
    const expected = fixture(`nwn2-small/expected/${file.toLowerCase().replace('.trn', '')}.tables-of-trn.aswm`)
    const made = baked(meshAt(`${modules}/${file}`))
    expect(same(made, expected)).toBe(true)
    expect(document(ASWM, made).isWhole).toBe(true)
  })

  const cases = ['old_hall.trx', 'cell.TRX', 'nook.trx'].map(file => {
    const area = file.slice(0, file.indexOf('.'))
    const { expected } = areas[area] ?? {}
    return [area, file, expected?.['switched-off']?.triangles ?? [], expected?.['split']?.triangles ?? []] as const
  })
  it.each(cases)('%s with triangles switched off, on again, and an island split', (area, file, switched, split) => {
    const mesh = meshAt(`${modules}/${file}`)
    const expected = (what: string): Bytes => fixture(`nwn2-small/expected/${area}.${what}.aswm`)
    const switchedOff = baked(off(mesh, switched))
    expect(same(switchedOff, expected('switched-off'))).toBe(true)
    const on = withFlags(
      switchedOff,
      switched.map(triangle => [triangle, flagsOf(mesh, triangle)]),
    )
    expect(same(baked(on), expected('switched-on-again'))).toBe(true)
    expect(same(baked(off(mesh, split)), expected('split'))).toBe(true)
  })

  it('of the coast with triangles switched off', () => {
    const expected = fixture('nwn2-small/expected/coast.switched-off.aswm')
    const mesh = meshAt('modules/harbour_published.mod', 'coast.trx')
    const [before, after] = [openMesh(mesh), openMesh(expected)]
    const changed = [...before.triangles.flags.keys()].filter(
      triangle => before.triangles.flags[triangle] !== after.triangles.flags[triangle],
    )
    expect(changed.length).toBeGreaterThan(0)
    expect(same(baked(off(mesh, changed)), expected)).toBe(true)
  })
})

const ground = (tiles: number, cells: number): GroundPlan => ({
  width: tiles,
  height: tiles,
  tileWidth: 10,
  cells,
  heightAt: (x, y) => Math.sin(x) + Math.cos(y),
  surfaceAt: () => 0x20,
})
const SQUARE = sampleMesh(ground(3, 2), true)

describe('a bake', () => {
  it('of touched tiles equals the full one, and toggling twice is the first bake but for what is not kept', () => {
    const triangle = fc.nat({ max: openMesh(SQUARE).triangles.count - 1 })
    fc.assert(
      fc.property(fc.uniqueArray(triangle, { maxLength: 24 }), fc.uniqueArray(triangle, { maxLength: 24 }), (a, b) => {
        const before = baked(off(SQUARE, a))
        const edited = off(before, b)
        const touched = new Set(b.map(one => Math.floor(one / 8)))
        expect(same(baked(edited, touched), baked(edited))).toBe(true)
        const again = withFlags(
          baked(edited),
          b.map(one => [one, flagsOf(before, one)]),
        )
        expect(same(baked(again), before)).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('keeps weights without a value, the padding of the matrix, names, statistics and lines of sight', () => {
    const flags = Array.from({ length: 24 }, (_, k) => k + 24)
    const apart = baked(off(SQUARE, flags))
    const opened = openMesh(apart)
    const lost = opened.matrix.next.findIndex((next, way) => next === 0xffff && way % (opened.islands.count + 1) !== 0)
    const found = opened.matrix.next.findIndex(next => next !== 0xffff)
    const odd = apart.slice()
    const put = (path: string, ...bytes: readonly number[]): void => {
      const field = locate(document(ASWM, apart), path)
      if (!field) throw new Error(path)
      odd.set(bytes, field.offset)
    }
    put(`matrix/${lost}/weight`, 1, 0, 0x80, 0x7f)
    put(`matrix/${lost}/padding`, 0x52, 0x21)
    put(`matrix/${found}/padding`, 0xff, 0xff)
    put('tiles/4/name', 1, 2, 3)
    put('tiles/4/vertices_count', 99)
    put('islands/1/tile', 0x8e, 0x48, 0x50, 0x29)
    const nodes = locate(document(ASWM, apart), 'tiles/0/nodes')
    odd[(nodes?.offset ?? 0) + 1] = (odd[(nodes?.offset ?? 0) + 1] ?? 0) | 0x80
    expect(bake(openMesh(odd)).splices).toEqual([])
    const edited = off(odd, [0])
    expect(openMesh(baked(edited)).islands.tile[1]).toBe(0x2950488e)
    expect(nodesOf(openMesh(baked(edited)), 0).some(entry => entry !== 0xff && entry >= 0x80)).toBe(false)
  })

  it('counts tiles, islands, and triangles that lose or gain a table', () => {
    const { counts } = bake(openMesh(off(SQUARE, [0, 1, 9])))
    expect(counts).toMatchObject({ tiles: 2, 'islands-before': 9, 'tables-lost': 3, 'tables-gained': 0 })
    expect(bake(openMesh(sampleMesh(ground(2, 2), false))).counts).toEqual({
      tiles: 4,
      'islands-before': 0,
      'islands-after': 4,
      'tables-lost': 0,
      'tables-gained': 32,
    })
  })

  it('is refused where a tile has more walkable triangles than its table has numbers; 126 are baked', () => {
    const full = sampleMesh(ground(1, 8), false)
    const rows = (n: number): Bytes => off(full, [...Array(n).keys()])
    expect(() => bake(openMesh(rows(1)))).toThrow(expect.objectContaining({ code: 'nwn2.bake.capacity' }))
    const most = baked(rows(2))
    expect(document(ASWM, most).isWhole).toBe(true)
    expect(openMesh(most).tiles.ntl_length[0]).toBe(126)
  })

  it('ends where triangles have no area, no centre, or all one centre', () => {
    const mesh = openMesh(SQUARE)
    const places = Array.from({ length: mesh.triangles.count }, (_, k) => `triangles/${k}/centre_x`)
    for (const value of [Number.NaN, 5, Number.POSITIVE_INFINITY]) {
      const flat = apply(
        SQUARE,
        assignAll(
          document(ASWM, SQUARE),
          places.flatMap(path => [
            { path, value },
            { path: path.replace('_x', '_y'), value: 5 },
          ]),
        ).splices,
      )
      const made = openMesh(baked(flat))
      const count = made.tiles.ntl_length[0] ?? 0
      const table = nodesOf(made, 0)
      const next = (from: number, to: number): number | undefined =>
        table[from * count + to] === 0xff ? undefined : (table[from * count + to] ?? 0) & 0x7f
      expect(firstLost(count, next)).toBeUndefined()
    }
  })
})

describe('shortest ways', () => {
  it('are those of the algorithm of Floyd and Warshall, ties too', () => {
    const graph = fc.integer({ min: 2, max: 14 }).chain(count =>
      fc.record({
        count: fc.constant(count),
        edges: fc.uniqueArray(
          fc.tuple(fc.nat({ max: count - 1 }), fc.nat({ max: count - 1 }), fc.integer({ min: 1, max: 3 })),
          { maxLength: 40, selector: ([a, b]) => Math.min(a, b) * count + Math.max(a, b) },
        ),
      }),
    )
    fc.assert(
      fc.property(graph, ({ count, edges }) => {
        const steps = edges.flatMap(([a, b, length]): readonly WayStep[] =>
          a === b
            ? []
            : [
                [a, b, length],
                [b, a, length],
              ],
        )
        expect([...shortestWays(count, steps)]).toEqual(cubic(count, steps))
      }),
      { numRuns: 300 },
    )
  })
})

/** The algorithm as the toolset runs it. */
function cubic(count: number, steps: readonly WayStep[]): readonly number[] {
  const lengths = new Float64Array(count * count).fill(Infinity)
  const next = new Array<number>(count * count).fill(-1)
  for (const [from, to, length] of steps) {
    lengths[from * count + to] = Math.fround(length)
    next[from * count + to] = to
  }
  for (let over = 0; over < count; over++)
    for (let from = 0; from < count; from++)
      for (let to = 0; to < count; to++) {
        const sum = (lengths[from * count + over] ?? 0) + (lengths[over * count + to] ?? 0)
        if (from === to || !(sum < (lengths[from * count + to] ?? 0))) continue
        lengths[from * count + to] = sum
        next[from * count + to] = next[from * count + over] ?? -1
      }
  return next
}
