import { zipSync } from 'fflate'
import type { SampleFile } from '../../../format'
import type { Bytes } from '../../../layout'
import { areaFile, archiveFile, listOf, localText, structOf, textBytes, treeFile, type TreeField } from './files'
import { areaSize, groundPacket, waterPacket } from './ground'
import { textureFile } from './texture'
import { sampleMesh, withSight, type GroundPlan } from './mesh'

const STONE = 0x20
const GRASS = 0x10
const [BYTE, DWORD, INT, FLOAT, TEXT, RESREF, LOCAL, STRUCT, LIST] = [0, 4, 5, 8, 10, 11, 12, 14, 15] as const

/** Two rooms with a door between them, three by two tiles of 9 m. */
const cellar = (seed: number): GroundPlan => ({
  width: 3,
  height: 2,
  tileWidth: 9,
  cells: 3,
  heightAt: (x, y) => (x > 18 ? ((seed + y) % 3) * 0.25 : 0),
  surfaceAt: (x, y) => (Math.abs(x - 13.5) < 2 && Math.abs(y - 10.5) > 2 ? 0 : STONE),
})

/** Middle of the pond, in the half of its megatile that has water. */
const POND = [10, 20] as const

/** A meadow with a hill and a pond, four by four megatiles of ground seen as eight by eight tiles of 10 m. */
const meadow = (seed: number): GroundPlan => ({
  width: 8,
  height: 8,
  tileWidth: 10,
  cells: 2,
  heightAt: (x, y) =>
    3 * Math.exp(-((x - 60) ** 2 + (y - 50 - (seed % 5)) ** 2) / 300) -
    2 * Math.exp(-((x - POND[0]) ** 2 + (y - POND[1]) ** 2) / 80),
  surfaceAt: (x, y) => ((x - POND[0]) ** 2 + (y - POND[1]) ** 2 < 110 ? 0 : GRASS),
})

interface Area {
  readonly stem: string
  readonly title: string
  readonly plan: GroundPlan
  /** Tiles or megatiles. */
  readonly size: readonly [width: number, height: number]
  readonly isExterior: boolean
}

/** The five files of an area (nwn2 20.6). */
function areaFiles({ stem, title, plan, size, isExterior }: Area): readonly (readonly [name: string, bytes: Bytes])[] {
  const [width, height] = size
  const ground = (): readonly (readonly [string, Bytes])[] => {
    if (!isExterior) return []
    const places = Array.from({ length: width * height }, (_, k) => [k % width, Math.floor(k / width)] as const)
    const land = places.map(([x, y]) => ['TRRN', groundPacket(x, y, plan.heightAt)] as const)
    return [...land, ['WATR', waterPacket(0, 0, -0.5)]]
  }
  const file = (isBaked: boolean): Bytes =>
    areaFile([
      ['TRWH', areaSize(width, height)],
      ...ground(),
      ['ASWM', isBaked ? withSight(sampleMesh(plan, true)) : sampleMesh(plan, false)],
    ])
  const tiles = isExterior
    ? []
    : Array.from({ length: width * height }, (_, tile) => structOf(1, [['Tile_ID', INT, tile]]))
  return [
    [`${stem}.trn`, file(false)],
    [`${stem}.trx`, file(true)],
    [
      `${stem}.are`,
      treeFile('ARE ', [
        ['Name', LOCAL, localText(title)],
        ['Tag', TEXT, stem],
        ['ResRef', RESREF, stem],
        ['Width', INT, width],
        ['Height', INT, height],
        ['HasTerrain', BYTE, isExterior ? 1 : 0],
        ['TileList', LIST, listOf(tiles)],
      ]),
    ],
    [`${stem}.git`, treeFile('GIT ', objects(stem))],
    [`${stem}.gic`, treeFile('GIC ', [['TriggerList', LIST, listOf([structOf(1, [['Comment', TEXT, '']])])]])],
  ]
}

/** One walkmesh cutter and a waypoint (nwn2 18.4). */
function objects(stem: string): readonly TreeField[] {
  const corner = (x: number, y: number): object =>
    structOf(3, [
      ['PointX', FLOAT, x],
      ['PointY', FLOAT, y],
      ['PointZ', FLOAT, 0],
    ])
  const cutter = structOf(1, [
    ['Tag', TEXT, `${stem}_cut`],
    ['TemplateResRef', RESREF, 'wmcutter'],
    ['Type', INT, 3],
    ['XPosition', FLOAT, 4.5],
    ['YPosition', FLOAT, 6],
    ['ZPosition', FLOAT, 0],
    ['Geometry', LIST, listOf([corner(0, 0), corner(3, 0), corner(3, 3), corner(0, 3)])],
  ])
  const start = structOf(5, [
    ['Tag', TEXT, 'wp_start'],
    ['XPosition', FLOAT, 2.5],
    ['YPosition', FLOAT, 2.5],
  ])
  return [
    ['AreaProperties', STRUCT, structOf(0, [['MusicDay', INT, 12]])],
    ['TriggerList', LIST, listOf([cutter])],
    ['WaypointList', LIST, listOf([start])],
  ]
}

const module = (name: string, areas: readonly string[]): Bytes =>
  treeFile('IFO ', [
    ['Mod_Name', LOCAL, localText(name)],
    ['Mod_Entry_Area', RESREF, areas[0] ?? ''],
    ['Mod_Entry_X', FLOAT, 2.5],
    ['Mod_Entry_Y', FLOAT, 2.5],
    ['Mod_Entry_Z', FLOAT, 0],
    ['Mod_StartMovie', DWORD, 0],
    ['Mod_Area_list', LIST, listOf(areas.map(area => structOf(6, [['Area_Name', RESREF, area]])))],
    ['Mod_HakList', LIST, listOf([structOf(8, [['Mod_Hak', TEXT, 'sample_hak']])])],
  ])

const MATERIALS = [
  '2DA V2.0',
  '',
  '\tTerrain\tR\tG\tB\tMaterial\tSTR_REF',
  '0\tTT_GG_Grass_01\t160\t178\t135\tGrass\t****',
  '1\tTT_GD_Dirt_01\t124\t109\t27\tDirt\t****',
  '2\tTT_GS_Stone_02\t150\t150\t150\tStone\t****',
  '',
].join('\r\n')

/** A small install: a module folder with an interior, a module file with an exterior, a hak, a table that is overridden. */
export function sampleFiles(seed = 1): readonly SampleFile[] {
  const inside: Area = {
    stem: 'cellar',
    title: 'The cellar',
    plan: cellar(seed),
    size: [3, 2],
    isExterior: false,
  }
  const outside: Area = { stem: 'meadow', title: 'The meadow', plan: meadow(seed), size: [2, 2], isExterior: true }
  const table = textBytes(MATERIALS)
  return [
    { path: 'nwn2main.exe', bytes: textBytes('#!/bin/sh\nexit 0\n'), isProgram: true },
    { path: 'nwn2player.ini', bytes: textBytes('[Game Options]\r\n') },
    { path: 'Data/2DA.zip', bytes: zipSync({ '2DA/terrainmaterials.2da': [table, { mtime: '2008-01-01' }] }) },
    {
      path: 'Data/NWN2_Materials.zip',
      bytes: zipSync({
        'NWN2_Materials/TT_GS_Stone_02.dds': [textureFile([150, 150, 150], 8), { mtime: '2008-01-01' }],
        'NWN2_Materials/TT_GD_Dirt_01.dds': [textureFile([140, 116, 74], 8), { mtime: '2008-01-01' }],
      }),
    },
    ...areaFiles(inside).map(([name, bytes]) => ({ path: `modules/Sample/${name}`, bytes })),
    { path: 'modules/Sample/module.ifo', bytes: module('Sample', ['cellar']) },
    {
      path: 'modules/sample_outside.mod',
      bytes: archiveFile('MOD ', [...areaFiles(outside), ['module.ifo', module('Sample outside', ['meadow'])]]),
    },
    {
      path: 'hak/sample_hak.hak',
      bytes: archiveFile('HAK ', [
        ['terrainmaterials.2da', table],
        ['tt_gg_grass_01.dds', textureFile([74, 122, 48], 4)],
        ['note.txt', textBytes('A hak of the sample.\r\n')],
      ]),
    },
    { path: 'override/terrainmaterials.2da', bytes: table },
  ]
}
