import { describe, expect, it } from 'vitest'
import { zipSync } from 'fflate'
import { apply } from '../../../edit'
import type { Opened, Paint, SurfaceItem } from '../../../format'
import { assign, document, locate, type AnyLayout, type Bytes, type Value } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'
import { archiveFile, areaFile, listOf, structOf, textBytes, treeFile } from '../sample/files'
import { areaSize, groundPacket, waterPacket } from '../sample/ground'
import { sampleMesh } from '../sample/mesh'
import { textureFile } from '../sample/texture'
import { NO_ROW } from './ground-table'
import { TRRN, WATR } from './terrain'

const flat = { width: 2, height: 1, tileWidth: 10, cells: 1, heightAt: () => 0, surfaceAt: () => 0x20 }
const mesh = sampleMesh(flat, true)
const tile = (x: number): Bytes => groundPacket(x, 0, () => 2)
const water = waterPacket(0, 0, -1)
const changed = (layout: AnyLayout, bytes: Bytes, path: string, value: Value): Bytes =>
  apply(bytes, assign(document(layout, bytes), path, value).splices)

const area = (...packets: readonly (readonly [string, Bytes])[]): Bytes =>
  areaFile([['TRWH', areaSize(2, 1)], ...packets, ['ASWM', mesh]])

function meshIn(files: Readonly<Record<string, Bytes>>, file: string): Opened {
  const all = shelf(files)
  const entry = all.all(all.open(file)).find(({ name }) => name === 'ASWM')
  if (!entry) throw new Error('no mesh')
  return entry
}
async function surroundings(bytes: Bytes): Promise<readonly SurfaceItem[]> {
  const entry = meshIn({ 'a.trx': bytes }, 'a.trx')
  const items = (await formatOf(entry)?.surroundings?.(entry)) ?? []
  return items.filter((item): item is SurfaceItem => item.kind === 'surface')
}
async function groundOf(...tiles: readonly Bytes[]): Promise<SurfaceItem> {
  const [ground] = await surroundings(area(...tiles.map(bytes => ['TRRN', bytes] as const)))
  if (!ground) throw new Error('no ground')
  return ground
}
async function waterOf(bytes: Bytes): Promise<SurfaceItem | undefined> {
  return (await surroundings(area(['WATR', bytes]))).find(({ layer }) => layer === 'water')
}

describe('the ground of an area', () => {
  it('is one surface of all megatiles, which are its records', async () => {
    const ground = await groundOf(tile(0), tile(1))
    const [first, second] = [document(TRRN, tile(0)), document(TRRN, tile(1))]
    const count = (opened: typeof first, field: string): number => Number(locate(opened, field)?.value)
    expect(ground.positions.length).toBe(3 * (count(first, 'vertex_count') + count(second, 'vertex_count')))
    expect(ground.indices.length).toBe(3 * (count(first, 'triangle_count') + count(second, 'triangle_count')))
    expect(ground.recordCount).toBe(2)
    expect(ground.labels).toEqual(['000000meadow00x00y', '000001meadow01x00y'])
    expect(ground.recordEntries?.map(path => path.split('!').at(-1))).toEqual(['#1', '#2'])
    // Each triangle lies in the megatile that its record names.
    ground.records.forEach((record, t) => {
      for (let corner = 0; corner < 3; corner++) {
        const x = ground.positions[3 * (ground.indices[3 * t + corner] ?? 0)] ?? NaN
        expect(x >= 40 * record && x <= 40 * record + 40).toBe(true)
      }
    })
  })

  it('is blended from six textures by two maps of each megatile', async () => {
    const { painting, fields } = await groundOf(tile(0), changed(TRRN, tile(1), 'textures/1/name', 'tt_gs_STONE_02'))
    expect(painting?.layers).toEqual([0, 1, 2, 3, 4, 5].map(k => `texture_${k}`))
    expect(painting?.layers.map(field => [...(fields[field] ?? [])])).toEqual([
      [0, 0],
      [1, 2],
      [2, 2],
      [NO_ROW, NO_ROW],
      [NO_ROW, NO_ROW],
      [NO_ROW, NO_ROW],
    ])
    expect(painting?.maps?.rows.map(field => [...(fields[field] ?? [])])).toEqual([
      [3, 5],
      [4, 6],
    ])
  })

  it('has colours of vertices in the order red, green, blue', async () => {
    const { painting } = await groundOf(changed(TRRN, tile(0), 'vertices/3/tint', [1, 2, 3, 4]))
    expect([...(painting?.maps?.shades.subarray(9, 12) ?? [])]).toEqual([3, 2, 1])
  })

  it('leaves out triangles whose vertices do not exist or are no places', async () => {
    const whole = await groundOf(tile(0))
    const outside = await groundOf(changed(TRRN, tile(0), 'triangles/5/v1', 60_000))
    expect(outside.indices.length).toBe(whole.indices.length - 3)
    const nowhere = await groundOf(changed(TRRN, tile(0), 'vertices/0/position', [NaN, 0, 0]))
    expect(nowhere.indices.length).toBe(whole.indices.length - 6)
    const endless = await groundOf(changed(TRRN, tile(0), 'vertices/0/position', [0, 0, Infinity]))
    expect(endless.indices.length).toBe(whole.indices.length - 6)
  })

  it('is as much of a cut packet as there is', async () => {
    const packet = tile(0)
    const whole = await groundOf(packet)
    let most = 0
    for (let size = 0; size <= packet.length; size += 97) {
      const { indices, positions, painting } = await groundOf(packet.subarray(0, size))
      const vertices = positions.length / 3
      expect([...indices].every(vertex => vertex < vertices)).toBe(true)
      expect(painting?.uvs.length).toBe(2 * vertices)
      expect(indices.length).toBeGreaterThanOrEqual(most)
      most = indices.length
    }
    expect(most).toBe(whole.indices.length)
    // A count that the bytes do not have.
    const claimed = packet.slice()
    const at = locate(document(TRRN, packet), 'vertex_count')?.offset ?? 0
    new DataView(claimed.buffer).setUint32(at, 0xffffffff, true)
    expect((await groundOf(claimed)).positions.length).toBeLessThanOrEqual(packet.length / 4)
  })

  it('is none in an interior', async () => {
    expect(await surroundings(area())).toEqual([])
  })
})

describe('the water of an area', () => {
  it('is the triangles that are flagged as water, in the colour of their packet', async () => {
    const opened = document(WATR, water)
    const flags = Array.from({ length: Number(locate(opened, 'triangle_count')?.value) }, (_, k) =>
      Number(locate(opened, `triangle_flags/${k}`)?.value),
    )
    const item = await waterOf(water)
    expect((item?.indices.length ?? 0) / 3).toBe(flags.filter(flag => flag === 0).length)
    expect([...(item?.colours ?? [])]).toEqual([0.125, 0.25, 0.375])
    const dry = await waterOf(changed(WATR, water, 'triangle_flags/0', 1))
    expect(dry?.indices.length).toBe((item?.indices.length ?? 0) - 3)
  })

  it('has a colour where its own is none', async () => {
    const item = await waterOf(changed(WATR, water, 'colour', [NaN, 0, 7]))
    expect([...(item?.colours ?? [])].every(part => part >= 0 && part <= 1)).toBe(true)
  })
})

const GRASS = textureFile([1, 99, 1], 4)
const OTHER = textureFile([88, 1, 1], 4)
const TABLE = textBytes(
  ['2DA V2.0', '', '\tTerrain\tR\tG\tB\tMaterial', '0\ttt_gd_dirt_01\t10\t20\t30\tDirt', '1\tx\t1'].join('\r\n'),
)
const info = (hak: string): Bytes =>
  treeFile('IFO ', [['Mod_HakList', 15, listOf([structOf(8, [['Mod_Hak', 11, hak]])])]])
const outside = area(['TRRN', tile(0)])

async function paintsOf(files: Readonly<Record<string, Bytes>>, file: string): Promise<readonly Paint[]> {
  const entry = meshIn(files, file)
  const [ground] = (await formatOf(entry)?.surroundings?.(entry)) ?? []
  const all = shelf(files)
  const packet = all.all(all.open(file)).find(({ path }) => path === ground?.entry)
  return (packet && (await formatOf(packet)?.paints?.(packet))) ?? []
}
const red = ({ picture }: Paint = { material: '', texture: '' }): number | undefined => picture?.pixels[0]

describe('textures of a ground', () => {
  it('are found in a hak of the module, in the override folder, beside the area and in archives of the program', async () => {
    const zip = zipSync({ 'Materials/TT_GG_Grass_01.dds': GRASS })
    const module = archiveFile('MOD ', [
      ['a.trx', outside],
      ['module.ifo', info('mine')],
    ])
    const hak = archiveFile('HAK ', [['tt_gg_grass_01.dds', OTHER]])
    const grass = async (files: Readonly<Record<string, Bytes>>, file: string) => red((await paintsOf(files, file))[0])

    const [fromZip, fromOther] = [
      await grass({ 'a.trx': outside, 'Data/NWN2_Materials.zip': zip }, 'a.trx'),
      await grass({ 'a.trx': outside, 'override/tt_gg_grass_01.dds': OTHER }, 'a.trx'),
    ]
    expect(fromZip).not.toBe(fromOther)
    const files = { 'modules/m.mod': module, 'Data/NWN2_Materials.zip': zip }
    expect(await grass(files, 'modules/m.mod')).toBe(fromZip)
    expect(await grass({ ...files, 'hak/mine.hak': hak }, 'modules/m.mod')).toBe(fromOther)
    expect(await grass({ ...files, 'hak/other.hak': hak }, 'modules/m.mod')).toBe(fromZip)
    const loose = { 'modules/M/a.trx': outside, 'modules/M/TT_GG_Grass_01.DDS': GRASS }
    expect(await grass(loose, 'modules/M/a.trx')).toBe(fromZip)
    expect(await grass({ ...loose, 'override/tt_gg_grass_01.dds': OTHER }, 'modules/M/a.trx')).toBe(fromOther)
  })

  it('that are missing or unreadable have a false colour, that of the table of materials first', async () => {
    const files = { 'a.trx': outside, 'override/TerrainMaterials.2da': TABLE, 'override/tt_gs_stone_02.dds': TABLE }
    const [grass, dirt, stone] = await paintsOf(files, 'a.trx')
    expect([grass?.missing, dirt?.missing, stone?.missing]).toEqual(['texture', 'texture', 'pixels'])
    expect(dirt?.standIn).toEqual([10, 20, 30])
    expect(grass?.standIn?.every(part => part >= 0 && part <= 255)).toBe(true)
    expect(grass?.standIn).not.toEqual(stone?.standIn)
    expect((await paintsOf(files, 'a.trx'))[0]?.standIn).toEqual(grass?.standIn)
  })

  it('are followed by the maps, red first; a damaged one is missing alone', async () => {
    const paints = await paintsOf({ 'a.trx': outside }, 'a.trx')
    expect(paints.map(({ isMap }) => isMap ?? false)).toEqual([false, false, false, true, true])
    const [, , , first, second] = paints
    // The first texture covers the left half of the megatile, the second one the right half.
    expect([...(first?.picture?.pixels.subarray(0, 4) ?? [])]).toEqual([255, 0, 0, 0])
    expect([...(first?.picture?.pixels.subarray(60, 64) ?? [])]).toEqual([0, 255, 0, 0])
    expect(second?.picture?.width).toBe(16)
    const packet = tile(0).slice()
    const at = locate(document(TRRN, packet), 'dds_a')?.offset ?? 0
    for (const width of [0, 15, 0xffffffff]) {
      new DataView(packet.buffer).setUint32(at + 16, width, true)
      const [, , , damaged, other] = await paintsOf({ 'a.trx': area(['TRRN', packet]) }, 'a.trx')
      expect([damaged?.missing, damaged?.picture, other?.picture?.width]).toEqual(['pixels', undefined, 16])
    }
  })
})
