import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { brokenLaws, columns, document, offsets, type AnyLayout } from '../../layout'
import { arealTable, openAreals } from './areal-map/areal-table'
import { chooseGrid } from './areal-map/grid'
import { openArchive } from './nres/nres'
import { formatOf, shelf } from './opened.fixture'
import { readBuildDat } from './build-dat/build-dat'
import { findLandPath } from './mission/land-path'
import { facesOf, faceListOf, nodesOf, slotsOf } from './terrain/land-table'
import { readWear } from './wear/wear'
import { SMALL, describeReference, hasFixtures } from './reference.fixture'

interface Truth {
  readonly maps: Readonly<
    Record<
      string,
      {
        readonly land1_rows: readonly string[]
        readonly map: {
          readonly payload_offset: number
          readonly areal_count: number
          readonly cells: { readonly offset: number; readonly hits: number; readonly max: number }
          readonly areals: readonly {
            readonly anchor: readonly number[]
            readonly class_id: number
            readonly logic_flag: number
            readonly vertex_count: number
            readonly links: readonly (readonly number[])[]
            readonly offset: number
            readonly file_offset: number
          }[]
        }
        readonly msh: {
          readonly faces: number
          readonly faces_lod0: number
          readonly nodes: number
          readonly slots: number
          readonly chunk_order: readonly number[]
          readonly face_flags: Readonly<Record<string, number>>
          readonly face_tags: Readonly<Record<string, number>>
        }
      }
    >
  >
  readonly missions: Readonly<Record<string, { readonly map: string }>>
  readonly build_dat: Readonly<Record<string, { readonly units: readonly string[] }>>
}
const { truth }: { truth: Truth } = hasFixtures
  ? JSON.parse(readFileSync(join(SMALL, 'manifest.json'), 'utf8'))
  : { truth: { maps: {}, missions: {}, build_dat: {} } }
const read = (file: string) => new Uint8Array(readFileSync(join(SMALL, file)))
const rowsOf = (file: string) => {
  const all = shelf({ [file]: read(file) })
  return all.rows(all.open(file))
}
const tally = (values: Iterable<string>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
const hex = (value: number, digits: number): string => `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`

describeReference('the install of the fixtures', () => {
  it.each(Object.entries(truth.maps))('has the areals of %s as its manifest says', (name, { map }) => {
    const [entry] = rowsOf(`DATA/MAPS/${name}/Land.map`)
    if (!entry) throw new Error('no areals')
    const table = arealTable(openAreals(entry.bytes, Number(entry.attributes['attr1'])))
    expect(table.count).toBe(map.areal_count)
    map.areals.forEach((areal, i) => {
      expect([table.class_id[i], table.logic_flag[i], table.vertex_count[i], table.starts[i]]).toEqual([
        areal.class_id,
        areal.logic_flag,
        areal.vertex_count,
        areal.offset,
      ])
      expect(areal.file_offset - areal.offset).toBe(map.payload_offset)
      areal.anchor.forEach((value, axis) => expect(table.anchor[3 * i + axis]).toBeCloseTo(value, 3))
      const from = table.linkStarts[i] ?? 0
      expect(areal.links).toEqual(areal.links.map((_, k) => [table.area_ref[from + k], table.edge_ref[from + k]]))
    })
    expect([table.cellsOffset, table.cellIds.length]).toEqual([map.cells.offset, map.cells.hits])
    expect(chooseGrid(table)).toMatchObject({ source: 'areals', isXOuter: true, score: 1 })
    const opened = openAreals(entry.bytes, table.count)
    expect([...columns(opened, 'areals', ['class_id']).class_id]).toEqual(map.areals.map(areal => areal.class_id))
    expect(offsets(opened, 'areals')[1]).toBe(map.areals[1]?.offset)
  })
  it.each(Object.entries(truth.maps))('has the terrain of %s as its manifest says', (name, { msh, land1_rows }) => {
    const rows = rowsOf(`DATA/MAPS/${name}/Land.msh`)
    const chunk = (type: number) => rows.find(row => row.attributes['type_id'] === type)?.bytes ?? new Uint8Array(0)
    expect(rows.map(row => row.attributes['type_id'])).toEqual(msh.chunk_order)
    const faces = facesOf(chunk(21))
    if (!faces) throw new Error('no faces')
    expect([faces.count, nodesOf(chunk(1))?.count, slotsOf(chunk(2))?.count, faceListOf(chunk(11))?.count]).toEqual([
      msh.faces,
      msh.nodes,
      msh.slots,
      msh.faces,
    ])
    expect(tally(Array.from(faces.flags, flags => hex(flags, 8)))).toEqual(msh.face_flags)
    const tags = Array.from(faces.material_low, (low, i) => hex((faces.material_high[i] ?? 0) * 256 + low, 4))
    expect(tally(tags)).toEqual(
      Object.fromEntries(Object.entries(msh.face_tags).map(([tag, n]) => [tag.replace('0X', '0x'), n])),
    )
    expect(readWear(read(`DATA/MAPS/${name}/Land1.wea`)).materials.map(row => row.name)).toEqual(land1_rows)
  })
  it('has missions and building schemes as its manifest says', () => {
    for (const [mission, { map }] of Object.entries(truth.missions)) {
      expect(findLandPath(read(`${mission}/data.tma`))?.text.toLowerCase()).toBe(
        `data\\maps\\${map}\\land`.toLowerCase(),
      )
    }
    const sections = readBuildDat(read('BuildDat.lst'))
    expect(Object.fromEntries(sections.map(s => [s.category, s.paths.map(path => path.path)]))).toEqual(
      Object.fromEntries(Object.entries(truth.build_dat).map(([name, { units }]) => [name, units])),
    )
  })
  it('keeps the laws in every layout', () => {
    const files = ['BuildDat.lst', 'DATA/MAPS/Tut_1/Land1.wea', 'DATA/MAPS/Tut_1/Land.map', 'DATA/MAPS/SC_1/Land.msh']
    for (const file of files) {
      const all = shelf({ [file]: read(file) })
      for (const entry of all.all(all.open(file))) {
        const layout: AnyLayout | undefined = formatOf(entry)?.layout?.(entry)
        if (layout)
          expect([entry.path, document(layout, entry.bytes).isWhole, brokenLaws(layout, entry.bytes)]).toEqual([
            entry.path,
            true,
            [],
          ])
      }
    }
    expect(openArchive(read('effects.rlb')).isSound).toBe(true)
  })
})
