import type { Bytes } from '../../layout'
import { areaFile } from './sample/files'
import { areaSize, groundPacket } from './sample/ground'
import { sampleMesh, type GroundPlan } from './sample/mesh'

/** Tiles along a side of the walkmesh; in the middle some of them are walkable. */
const TILES = 64
const WALKABLE_TILES = 8
const TILE = 10
/** Cells along a side of a tile: 72 triangles, as in files of the toolset. */
const CELLS = 6
/** Megatiles along a side of the visible ground. */
const MEGATILES = 17
/** As in files of the toolset: packets of 166 kB. */
const DETAIL = { points: 25, pixels: 128 }
const GRASS = 0x10

const isInside = (at: number): boolean => Math.abs(at - (TILES * TILE) / 2) < (WALKABLE_TILES * TILE) / 2
const PLAN: GroundPlan = {
  width: TILES,
  height: TILES,
  tileWidth: TILE,
  cells: CELLS,
  heightAt: (x, y) => Math.sin(x / 50) * Math.cos(y / 70) * 4,
  surfaceAt: (x, y) => (isInside(x) && isInside(y) ? GRASS : 0),
}

/** A walkmesh of 294,912 triangles, 28 MB, as a large exterior has it. */
export const largeMesh = (): Bytes => sampleMesh(PLAN, true)

/** A megatile of ground, 166 kB. */
export const megatile = (x: number, y: number): Bytes => groundPacket(x, y, PLAN.heightAt, DETAIL)

/** An exterior of 50 MB: 289 megatiles and the packed walkmesh. */
export function largeArea(mesh: Bytes): Bytes {
  const ground = Array.from({ length: MEGATILES ** 2 }, (_, k): readonly [string, Bytes] => [
    'TRRN',
    megatile(k % MEGATILES, Math.floor(k / MEGATILES)),
  ])
  return areaFile([['TRWH', areaSize(MEGATILES, MEGATILES)], ...ground, ['ASWM', mesh]])
}
