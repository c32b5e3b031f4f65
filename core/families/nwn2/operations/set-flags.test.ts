import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { assign, document, type Bytes } from '../../../layout'
import { ASWM } from '../aswm/aswm'
import { openMesh } from '../aswm/mesh'
import { bake } from '../bake/bake'
import { staleTiles } from '../bake/stale-tiles'
import { formatOf } from '../opened.fixture'
import { areaFile } from '../sample/files'
import { areaSize } from '../sample/ground'
import { sampleMesh } from '../sample/mesh'
import { meshIn, operated, type Operated } from './operated.fixture'

const PLAN = { width: 3, height: 1, tileWidth: 9, cells: 2, heightAt: () => 0, surfaceAt: () => 0x20 }
const areaOf = (mesh: Bytes): Bytes =>
  areaFile([
    ['TRWH', areaSize(3, 1)],
    ['ASWM', mesh],
  ])
const entryOf = (mesh: Bytes, name = 'a.trx') => meshIn({ [name]: areaOf(mesh) }, name)
const BAKED = sampleMesh(PLAN, true)
const flagsOf = (mesh: Bytes): readonly number[] => [...openMesh(mesh).triangles.flags]
const errors = async (mesh: Bytes): Promise<readonly string[]> => {
  const entry = entryOf(mesh)
  const found = (await formatOf(entry)?.check?.(entry)) ?? []
  return found.filter(({ severity }) => severity === 'error').map(({ code }) => code)
}

describe('opening and closing triangles', () => {
  it('takes the surface away and gives stone, keeps winding and unknown bits, and bakes what it touched', async () => {
    const odd = apply(BAKED, assign(document(ASWM, BAKED), 'triangles/3/flags', 0xc027).splices)
    const closed = await operated(entryOf(odd), 'nwn2.set-walkable', [3, 4], { walkable: false })
    expect([flagsOf(closed.mesh)[3], flagsOf(closed.mesh)[4]]).toEqual([0xc006, 4])
    expect(closed.outcome).toMatchObject({ records: [3, 4], counts: { triangles: 2, tiles: 1, 'tables-lost': 2 } })
    expect(await errors(closed.mesh)).toEqual([])
    expect(bake(openMesh(closed.mesh)).splices).toEqual([])
    const opened = await operated(entryOf(closed.mesh), 'nwn2.set-walkable', [3, 4])
    expect(Buffer.compare(opened.mesh, odd)).toBe(0)
  })

  it('leaves the tables stale where that is chosen, which is an error until they are baked', async () => {
    const { mesh, outcome } = await operated(entryOf(BAKED), 'nwn2.set-walkable', [9], { walkable: false, bake: false })
    expect(outcome.notices.map(({ code }) => code)).toEqual(['notice.nwn2.stale'])
    expect(outcome.edits[0]?.splices.reduce((sum, { inserted }) => sum + inserted.length, 0)).toBe(2)
    expect([...staleTiles(openMesh(mesh))]).toEqual([1])
    expect(await errors(mesh)).toContain('aswm.tile.blocked')
    const baked = await operated(entryOf(mesh), 'nwn2.bake', [], { tiles: 'stale' })
    expect(baked.outcome.counts).toMatchObject({ tiles: 1, 'tables-lost': 1 })
    expect(Buffer.compare(baked.mesh, (await operated(entryOf(mesh), 'nwn2.bake')).mesh)).toBe(0)
    expect(await errors(baked.mesh)).toEqual([])
  })

  it('sets the island of a mesh that is not baked, and no table', async () => {
    const trn = sampleMesh(PLAN, false)
    const { mesh } = await operated(entryOf(trn, 'a.trn'), 'nwn2.set-walkable', [9], { walkable: false })
    expect([flagsOf(mesh)[9], openMesh(mesh).triangles.island[9]]).toEqual([0, 0xffff])
    const back = await operated(entryOf(mesh, 'a.trn'), 'nwn2.set-walkable', [9])
    expect([flagsOf(back.mesh)[9], openMesh(back.mesh).triangles.island[9]]).toEqual([0x21, 1])
    expect(openMesh(back.mesh).tiles.ltn_length.every(length => length === 0)).toBe(true)
  })
})

describe('moves of islands', () => {
  const movesOf = ({ outcome }: Operated): unknown => outcome.edits[0]?.moves

  it('keep an island that is divided at its larger part, and the islands behind it at themselves', async () => {
    const { mesh: before } = await operated(entryOf(BAKED), 'nwn2.bake')
    const count = openMesh(before).islands.count
    const tile = [...openMesh(before).triangles.island.keys()].filter(
      triangle => openMesh(before).triangles.island[triangle] === 1,
    )
    // All but the first and the last: two islands of one triangle each.
    const parted = await operated(entryOf(before), 'nwn2.set-walkable', tile.slice(1, -1), { walkable: false })
    expect(openMesh(parted.mesh).islands.count).toBe(count + 1)
    const place = (bytes: Bytes, island: number) => openMesh(bytes).triangles.island.lastIndexOf(island)
    expect(movesOf(parted)).toEqual([{ array: 'islands', at: 2, removed: 0, inserted: 1 }])
    expect(place(parted.mesh, 3)).toBe(place(before, 2))
    const closed = await operated(entryOf(parted.mesh), 'nwn2.set-walkable', tile.slice(0, 1), { walkable: false })
    expect(movesOf(closed)).toEqual([{ array: 'islands', at: 1, removed: 1, inserted: 0 }])
    const whole = await operated(entryOf(parted.mesh), 'nwn2.set-walkable', tile.slice(1, -1))
    expect(movesOf(whole)).toEqual([{ array: 'islands', at: 2, removed: 1, inserted: 0 }])
  })

  it('are none where the islands stay', async () => {
    expect(movesOf(await operated(entryOf(BAKED), 'nwn2.set-walkable', [0], { walkable: false }))).toBeUndefined()
  })

  it('count all islands of a mesh that had none', async () => {
    const { outcome } = await operated(entryOf(sampleMesh(PLAN, false), 'a.trn'), 'nwn2.bake')
    expect(outcome.edits[0]?.moves).toEqual([{ array: 'islands', at: 0, removed: 0, inserted: 3 }])
  })
})

describe('the surface', () => {
  it('is one bit of walkable triangles; others and all tables stay', async () => {
    const { mesh: before } = await operated(entryOf(BAKED), 'nwn2.set-walkable', [1], { walkable: false })
    const { mesh, outcome } = await operated(entryOf(before), 'nwn2.set-surface', [0, 1, 2], { surface: 'puddles' })
    expect(flagsOf(mesh).slice(0, 4)).toEqual([0x2005, 4, 0x2005, 0x25])
    expect(outcome.notices.map(({ code }) => code)).toEqual(['notice.nwn2.not-walkable'])
    expect(bake(openMesh(mesh)).splices).toEqual([])
  })
})

describe('a damaged mesh', () => {
  it.each([
    ['triangles/0/v0', 9999],
    ['triangles/0/linked_triangles/0', 9999],
    ['tiles/0/triangles_offset', 1],
    ['tiles/0/path_flags', 2],
    ['version', 0x6b],
  ])('is not baked: %s = %d', async (path, value) => {
    const mesh = apply(BAKED, assign(document(ASWM, BAKED), path, value).splices)
    await expect(operated(entryOf(mesh), 'nwn2.bake')).rejects.toMatchObject({ code: 'nwn2.mesh.damaged' })
  })
})
