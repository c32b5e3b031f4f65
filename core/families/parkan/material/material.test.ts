import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apply } from '../../../edit'
import { assign, brokenLaws, document, encode, formRows, locate, read, type Bytes, type Value } from '../../../layout'
import { writeArchive } from '../nres/nres-pack'
import { formatOf, shelf } from '../opened.fixture'
import { reportOn } from '../../../format/report'
import { byteWriter } from '../byte-writer.fixture'
import { sampleInstall } from '../sample/sample'
import { terrainPaints } from '../terrain/terrain-paint'
import { paintTable } from './paint-table'
import { materialCycle, materialLayout, materialPhases } from './material'
import { checkMaterial } from './material-rules'
import { SMALL, describeReference } from '../reference.fixture'

/** A material of that version with its phases' textures and the keys of its blocks. */
function material(version: number, textures: readonly string[], blocks: readonly (readonly number[])[]): Bytes {
  const writer = byteWriter().u16(textures.length, blocks.length)
  if (version >= 2) writer.u8(5, 6)
  if (version >= 3) writer.f32(0.5)
  if (version >= 4) writer.f32(0.25)
  textures.forEach((name, k) => writer.u8(...Array.from({ length: 18 }, (_, at) => at + 20 * k)).text(name, 16))
  for (const keys of blocks) {
    writer.u32(9).u16(keys.length)
    for (const phase of keys) writer.u16(phase, 100, 0)
  }
  return writer.done()
}

async function codes(bytes: Bytes, version = 6): Promise<string[]> {
  const entry = shelf({ a: bytes }).open('a')
  const report = reportOn(entry)
  await checkMaterial(entry, materialLayout(version), report)
  return report.problems().map(problem => problem.code)
}

describe('material', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('of version %i keeps the laws', async version => {
    const bytes = material(version, ['A.0', '', 'B.0'], [[0, 2], [], [1]])
    expect(document(materialLayout(version), bytes).isWhole).toBe(true)
    expect(brokenLaws(materialLayout(version), bytes)).toEqual([])
    expect(await codes(bytes, version)).toEqual([])
    expect(materialPhases(bytes, version)).toMatchObject([
      { texture: 'A.0', diffuse: [4, 5, 6, 7] },
      { texture: '' },
      { texture: 'B.0', diffuse: [44, 45, 46, 47] },
    ])
    expect(read(materialLayout(version), bytes)).toMatchObject({
      phases: [{ power: 16, stage: 17 }, {}, {}],
      animations: [{ head: { mode: 1, mask: 1 }, keys: [{ phase: 0, time: 100 }, { phase: 2 }] }, {}, {}],
    })
  })
  it('has problems where it breaks a rule', async () => {
    const good = material(6, ['A.0'], [[0]])
    expect(await codes(good.subarray(0, 3))).toEqual(['material.header-cut'])
    expect(await codes(good.subarray(0, good.length - 1))).toEqual(['material.cut'])
    expect(await codes(Uint8Array.of(...good, 0))).toEqual(['material.trailing'])
    expect(await codes(material(6, ['ROCK'], [[0]]))).toEqual(['material.texture-name'])
    expect(await codes(material(6, ['A.0'], [[0], [1]]))).toEqual(['material.key-phase'])
    const blocks = (count: number): number[][] => Array.from({ length: count }, () => [0])
    expect(await codes(material(6, ['A.0'], blocks(20)))).toEqual(['material.animations'])
    expect(await codes(material(6, ['A.0'], blocks(19)))).toEqual([])
    expect(await codes(material(6, [], []))).toEqual([])
  })
  it('has problems with modes, times and textures that are not there', async () => {
    const good = material(6, ['A.0'], [[0, 0]])
    const changed = (path: string, value: Value): Bytes =>
      apply(good, assign(document(materialLayout(6), good), path, value).splices)
    expect(await codes(good)).toEqual([])
    expect(await codes(changed('animations/0/head/mode', 4))).toEqual(['material.mode'])
    expect(await codes(changed('animations/0/keys/1/time', 99))).toEqual(['material.key-time'])
    const all = shelf({ a: good, 'Textures.lib': writeArchive([]) })
    const report = reportOn(all.open('a'))
    await checkMaterial(all.open('a'), materialLayout(6), report)
    expect(report.problems()).toMatchObject([{ code: 'material.texture-missing', path: 'phases/0/texture' }])
  })
  it('gives the mode and each changed parameter a line of the form of its own', () => {
    const bytes = material(6, ['A.0'], [[0]])
    const head = locate(document(materialLayout(6), bytes), 'animations/0/head')
    expect(head && formRows(head)).toMatchObject([
      { name: 'mode', control: 'enum', values: { 1: 'back_and_forth' } },
      { name: 'mask', control: 'flags', width: 29, bits: { 0: 'ambient' } },
    ])
  })
})

const files = Object.fromEntries(
  sampleInstall({ seed: 2, maps: [{ name: 'T', seed: 3, tiles: 2, areals: 9 }] }).map(file => [file.path, file.bytes]),
)
const ground = (all: ReturnType<typeof shelf>, map: string) => {
  const faces = all.rows(all.open(`DATA/MAPS/${map}/Land.msh`)).find(row => row.attributes['type_id'] === 21)
  if (!faces) throw new Error('no faces')
  return faces
}

describe('paints of a terrain', () => {
  it('are found over the wear table of the ground, material and texture', async () => {
    const table = await terrainPaints(ground(shelf(files), 'T'))
    expect(table.map(paint => [paint.material, paint.texture, paint.picture?.width])).toEqual([
      ['B_S0', 'GRASS02.0', 64],
      ['L04', 'GRASS01.0', 128],
      ['L02', 'ROCK01.0', 128],
      ['L00', 'SAND01.0', 64],
      ['WATER', 'WATER01.0', 64],
      ['WATER_BOT', 'BED01.0', 64],
    ])
    // A material without a texture gives no microtexture.
    expect(table.map(paint => paint.detail?.texture)).toEqual([
      undefined,
      'MICRO02.0',
      'MICRO01.0',
      'MICRO02.0',
      'WATER02.0',
      'MICRO02.0',
    ])
    const { 'DATA/MAPS/T/Land2.wea': _, ...alone } = files
    expect((await terrainPaints(ground(shelf(alone), 'T'))).map(paint => paint.detail)).toEqual(
      table.map(() => undefined),
    )
  })
  it('name what is missing', async () => {
    const wear = (text: string): Bytes => byteWriter().text(text).done()
    const odd = { ...files, 'DATA/MAPS/T/Land1.wea': wear('3\r\n0 nowhere\r\n1 l04\r\n2 default\r\n') }
    expect(await terrainPaints(ground(shelf(odd), 'T'))).toMatchObject([
      { material: 'nowhere', missing: 'material' },
      { material: 'l04', picture: { width: 128 } },
      { material: 'default', picture: { width: 1, height: 1, pixels: Uint8Array.of(160, 160, 160, 255) } },
    ])
    const { 'Textures.lib': _, ...bare } = files
    expect((await terrainPaints(ground(shelf(bare), 'T')))[1]).toMatchObject({
      texture: 'GRASS01.0',
      missing: 'texture',
    })
    const { 'Material.lib': __, ...poor } = files
    expect(new Set((await terrainPaints(ground(shelf(poor), 'T'))).map(paint => paint.missing))).toEqual(
      new Set(['material']),
    )
    const { 'DATA/MAPS/T/Land1.wea': ___, ...plain } = files
    expect(await terrainPaints(ground(shelf(plain), 'T'))).toEqual([])
    const all = shelf(files)
    const rows = all.rows(all.open('Textures.lib'))
    const at = (rows[0]?.bytes.byteOffset ?? 0) - (files['Textures.lib']?.byteOffset ?? 0)
    const damaged = (files['Textures.lib'] ?? new Uint8Array(0)).slice()
    damaged[at + 28] = 99
    expect((await terrainPaints(ground(shelf({ ...files, 'Textures.lib': damaged }), 'T')))[1]).toMatchObject({
      missing: 'pixels',
    })
  })
  it('belong to texture coordinates and an opacity of every vertex', async () => {
    const faces = ground(shelf(files), 'T')
    const surface = (await formatOf(faces)?.scene?.(faces))?.find(item => item.kind === 'surface')
    const painting = surface?.kind === 'surface' ? surface.painting : undefined
    expect(painting?.uvs.length).toBe(((surface?.kind === 'surface' ? surface.positions.length : 0) / 3) * 2)
    expect(Math.max(...(painting?.uvs ?? []))).toBe(4)
    expect(painting?.opacity?.length).toBe((painting?.uvs.length ?? 0) / 2)
    expect([...new Set(painting?.opacity)].sort()).toEqual([0, 0.5, 1])
    expect(painting).toMatchObject({
      layers: ['material_low', 'material_high'],
      none: 255,
      period: 64,
      detail: { field: 'flags', bits: 0x400 },
    })
    // One turn in 20 units, in words of 16 bits.
    const at = (axis: number): number[] => [...(painting?.detail?.uvs ?? [])].filter((_, k) => k % 2 === axis)
    const x = surface?.kind === 'surface' ? [...surface.positions].filter((_, k) => k % 3 === 0) : []
    const off = at(0).map((u, vertex) => Math.abs(((u - (x[vertex] ?? 0) / 20 + 96.5) % 64) - 32.5))
    expect(Math.max(...off)).toBeLessThan(0.001)
  })
})

describe('blending of a material', () => {
  it('is bits 2 to 5 of attr1; the opacity is that of the ambient colour, in per cent', async () => {
    const all = shelf(files)
    const [glass] = await paintTable(all.open('Material.lib'), ['GLASS'])
    expect(glass).toMatchObject({ texture: 'GLASS01.0', blend: 'alpha', opacity: 1, hasHoles: true })
    const [beacon, wall] = await paintTable(all.open('Material.lib'), ['BEACON', 'WALL'])
    expect([beacon?.blend, wall?.blend, wall?.hasHoles]).toEqual(['additive', undefined, undefined])
    expect((await paintTable(all.open('Material.lib'), ['GLASS']))[0]?.picture).toBe(glass?.picture)
  })
})

describe('phases of a material over time', () => {
  const cycleOf = (keys: readonly (readonly [phase: number, time: number])[], mode = 0): unknown => {
    const phases = [0, 1, 2].map(() => ({
      ambient: [0, 0, 0, 100],
      diffuse: [0, 0, 0, 0],
      specular: [0, 0, 0, 0],
      emissive: [0, 0, 0, 0],
      power: 0,
      stage: 255,
      texture: '',
    }))
    const animation = { head: { mode, mask: 0 }, keys: keys.map(([phase, time]) => ({ phase, time, opaque: 0 })) }
    const value = { meta_a: 255, meta_b: 255, meta_c: 1, meta_d: 0, phases, animations: [animation] }
    return materialCycle(encode(materialLayout(6), value, '').bytes, 6, phases.length)
  }
  it('are the keys of the first animation; the time of a key is its end', () => {
    expect(
      cycleOf(
        [
          [2, 50],
          [0, 80],
        ],
        1,
      ),
    ).toEqual({ mode: 'back_and_forth', phases: [2, 0], ends: [50, 80] })
  })
  it('are none where nothing changes, the mode is not known, or a key names no phase', () => {
    const still: readonly (readonly (readonly [number, number])[])[] = [
      [],
      [[0, 0]],
      [[1, 300]],
      [
        [0, 0],
        [1, 100],
      ],
      [
        [1, 100],
        [1, 200],
      ],
      [
        [0, 100],
        [3, 200],
      ],
    ]
    for (const keys of still) expect(cycleOf(keys)).toBeUndefined()
    const two: readonly (readonly [number, number])[] = [
      [0, 100],
      [1, 200],
    ]
    expect(cycleOf(two)).toBeDefined()
    expect(cycleOf(two, 4)).toBeUndefined()
  })
  it('stand in the table of paints only where they are requested, with the entries they are from', async () => {
    const all = shelf(files)
    const from = all.open('Material.lib')
    const [brief] = await paintTable(from, ['BEACON'])
    expect([brief?.phases, brief?.cycle, brief?.texture]).toEqual([undefined, undefined, 'BEACON01.0'])
    const [beacon, wall] = await paintTable(from, ['BEACON', 'WALL'], { hasPhases: true })
    expect(beacon?.cycle).toEqual({ mode: 'loop', phases: [0, 1], ends: [600, 1000] })
    expect(beacon?.phases?.map(({ texture, opacity }) => [texture, opacity])).toEqual([
      ['BEACON01.0', 1],
      ['', 1],
    ])
    expect(beacon?.phases?.[1]?.picture?.pixels).toEqual(Uint8Array.of(40, 34, 20, 255))
    expect([wall?.cycle, wall?.phases?.length]).toEqual([undefined, 1])
    const row = async (archive: string, name: string) => (await all.open(archive).row(name))?.path
    expect(beacon?.entry).toBe(await row('Material.lib', 'BEACON'))
    expect(beacon?.phases?.[0]?.textureEntry).toBe(await row('Textures.lib', 'BEACON01.0'))
    expect(beacon?.phases?.[1]?.textureEntry).toBeUndefined()
  })
})

describeReference('materials of the fixtures', () => {
  it('keep the laws, and the ground of a map finds all its pictures', async () => {
    const open = (...names: string[]) =>
      shelf(Object.fromEntries(names.map(name => [name, new Uint8Array(readFileSync(join(SMALL, name)))])))
    const all = open(
      'Material.lib',
      'Textures.lib',
      ...['Land.msh', 'Land1.wea', 'Land2.wea'].map(name => `DATA/MAPS/SC_1/${name}`),
    )
    for (const row of all.rows(all.open('Material.lib'))) {
      const layout = formatOf(row)?.layout?.(row)
      if (!layout) throw new Error('no layout')
      expect([row.name, document(layout, row.bytes).isWhole, brokenLaws(layout, row.bytes)]).toEqual([
        row.name,
        true,
        [],
      ])
    }
    const table = await terrainPaints(ground(all, 'SC_1'))
    expect(table.map(paint => paint.texture)).toEqual(['BASE01.0', 'ROCK01.0', 'DIRT01.0', 'GRASS01.0'])
    expect(table.filter(paint => !paint.picture)).toEqual([])
  })
})
