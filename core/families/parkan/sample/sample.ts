import type { SampleFile } from '../../../format'
import { write, type Bytes } from '../../../layout'
import { typeIdOf } from '../nres/directory'
import { writeArchive } from '../nres/nres-pack'
import { PROTOTYPE } from '../prototype/prototype'
import { makeAreals } from './areals'
import { arealMapFile, terrainFile } from './map-files'
import { sampleMaterials, TERRAIN_MATERIALS, wearTable } from './materials'
import { minimap } from './minimap'
import { bunkerModel, bunkerOutlines, bunkerPoints, damageOf, gunModel } from './bunker'
import { houseModel, millModel, rockModel } from './models'
import {
  missionFile,
  missionSettings,
  missionTitle,
  sampleSave,
  unitFile,
  type MissionObject,
  type MissionPlan,
  type UnitPart,
} from './missions'
import { sampleControl, sampleProfile, sampleScript, sampleSky, turnChannel } from './behaviour'
import { sampleEffects } from './effects'
import { sampleFont, samplePalette } from './fonts'
import { seededRandom } from './random'
import { makeRelief } from './relief'
import { researchTree } from './research'
import { BUILDINGS, buildingUnit, catalogueText, SAMPLE_TEXTS, standIn } from './texts'
import { sampleAdpcm, sampleSound } from './sounds'
import { spriteLibrary } from './sprites'
import { makeTerrain } from './terrain'
import { lightmap, sampleTextures } from './textures'
import { splitErrors, triangulateTo } from './triangles'

export { seededRandom, type Random } from './random'
export type { SampleFile }

export interface SampleMap {
  /** Folder below DATA/MAPS. */
  readonly name: string
  readonly seed: number
  /** Tiles along one side: a power of two, because the ground is halved into triangles; each is 93.75 units. */
  readonly tiles: 1 | 2 | 4 | 8 | 16 | 32 | 64
  readonly areals: number
}

interface SampleOptions {
  readonly seed?: number
  readonly maps?: readonly SampleMap[]
}

/** The size of the game's own larger maps: 16 x 16 tiles, about 10,500 vertices, 7,900 faces, 1,050 areals (parkan 3.10). */
const RETAIL_SIZE = { tiles: 16, areals: 1050 } as const

const sampleMaps = (seed: number): readonly SampleMap[] => [
  { name: 'SC_1', seed: seed * 101 + 1, ...RETAIL_SIZE },
  { name: 'Tut_1', seed: seed * 101 + 3, tiles: 8, areals: 378 },
  { name: 'AutoMAP', seed: seed * 101 + 4, tiles: 8, areals: 343 },
]

/** Files of a small install, made by our own writers from the seed alone; nothing in it comes from a game. */
export function sampleInstall({ seed = 1, maps = sampleMaps(seed) }: SampleOptions = {}): SampleFile[] {
  const made = maps.map(map => ({ map, ...makeMap(map) }))
  const height = (name: string) => made.find(({ map }) => map.name === name)?.height
  return [
    ...made.flatMap(({ files }) => files),
    ...SAMPLE_TEXTS.map(([path, bytes]): SampleFile => ({ path, bytes })),
    ...archives(),
    {
      path: 'ui/minimap.lib',
      bytes: archive(made.map(({ map, picture }) => ['Texm', `mm-${map.name.replaceAll('_', '-')}`, picture])),
    },
    ...units(),
    ...plans(maps).flatMap(plan => missionFiles(plan, height(plan.map))),
    { path: 'SAVE/slot01.sav', bytes: sampleSave() },
    { path: 'iron_3d.exe', bytes: standIn(), isProgram: true },
  ]
}

/** An install with `count` maps of retail size, for measuring. */
export function retailInstall(count = 33, seed = 1): SampleFile[] {
  const maps = Array.from(
    { length: count },
    (_, at): SampleMap => ({
      name: at === 0 ? 'AutoMAP' : `SC_${at}`,
      seed: seed * 1009 + at,
      ...RETAIL_SIZE,
    }),
  )
  return sampleInstall({ seed, maps })
}

type Height = (x: number, y: number) => number

/**
 * Faces per number of tiles, as in the game: faces and vertices have 16-bit numbers, so larger maps are coarser (parkan
 * 3.6).
 */
const MOST_FINE_TILES = 1100

interface MadeMap {
  readonly files: SampleFile[]
  readonly picture: Bytes
  readonly height: Height
}

/** Land.msh, Land.map and the two wear tables of one map. */
function makeMap({ name, seed, tiles, areals }: SampleMap): MadeMap {
  const relief = makeRelief(seed, tiles)
  const errors = splitErrors(relief)
  const fine = Math.min(tiles * tiles, MOST_FINE_TILES)
  const near = triangulateTo(relief, errors, fine * 19.6)
  const far = triangulateTo(relief, errors, fine * 10.2)
  const folder = `DATA/MAPS/${name}`
  const wear = (level: 0 | 1): Bytes => wearTable(TERRAIN_MATERIALS.map(names => names[level]))
  return {
    files: [
      { path: `${folder}/Land.msh`, bytes: terrainFile(makeTerrain(relief, near, far, tiles)) },
      {
        path: `${folder}/Land.map`,
        bytes: arealMapFile(makeAreals(seededRandom(seed * 13 + 7), relief, near, areals)),
      },
      { path: `${folder}/Land1.wea`, bytes: wear(0) },
      { path: `${folder}/Land2.wea`, bytes: wear(1) },
    ],
    picture: minimap(relief),
    height: near.height,
  }
}

const archive = (rows: readonly (readonly [type: string, name: string, payload: Bytes])[]): Bytes =>
  writeArchive(
    rows.map(([type, name, payload]) => ({
      attributes: { name, type_id: typeIdOf(type), attr1: 0, attr2: 0, attr3: type === 'WEAR' ? 1 : 0 },
      payload,
    })),
  )

/** Models by key, with the archive that holds them and their materials. */
const MODELS: readonly (readonly [key: string, home: string, model: () => Bytes, materials: readonly string[]])[] = [
  ['r_h_001', 'bases.rlb', () => houseModel(14, 10, 6), ['WALL', 'ROOF']],
  ['r_h_002', 'bases.rlb', () => houseModel(8, 8, 14), ['WALL', 'ROOF']],
  ['r_h_003', 'bases.rlb', millModel, ['WALL', 'ROOF']],
  ['s_rock_001', 'static.rlb', () => rockModel(4, 5), ['L02']],
  ['s_tree_001', 'static.rlb', () => rockModel(3, 9), ['L04']],
]

/** A row of objects.rlb. */
const slots = (archive: string, names: readonly string[]): Bytes =>
  write(PROTOTYPE, { slots: names.map(name => ({ archive, name })) }).bytes

function archives(): SampleFile[] {
  const modelsOf = (home: string): Bytes => {
    const models = MODELS.filter(([, where]) => where === home)
    return archive([
      ...models.flatMap(
        ([key, , model, materials]) =>
          [
            ['MESH', `${key}.msh`, model()],
            ['WEAR', `${key}.wea`, wearTable(materials)],
          ] as const,
      ),
      ...models.map(([key]) => ['CTLD', `${key}.ctl`, sampleControl()] as const),
    ])
  }
  const references = MODELS.map(([key, home]) =>
    home === 'static.rlb'
      ? (['STAT', key, slots(home, [`${key}.msh`, `${key}.wea`, '', '', `${key}.ctl`, ''])] as const)
      : (['', key, slots(home, [`${key}.msh`, `${key}.wea`, `${key}.ctl`])] as const),
  )
  return [
    { path: 'Textures.lib', bytes: archive(sampleTextures().map(({ name, bytes }) => ['Texm', name, bytes])) },
    { path: 'Material.lib', bytes: writeArchive(sampleMaterials()) },
    { path: 'LightMap.lib', bytes: archive([['Texm', 'lm01.0', lightmap()]]) },
    { path: 'Palettes.lib', bytes: archive([['', 'A.PAL', samplePalette()]]) },
    { path: 'objects.dlb', bytes: archive([['DSCR', 'MILL', catalogueText()]]) },
    { path: 'ui/font.lib', bytes: archive([['TFNT', 'SANS8.TFT', sampleFont()]]) },
    { path: 'MISSIONS/SCRIPTS/data.trf', bytes: researchTree() },
    { path: 'objects.rlb', bytes: archive([...references, ...bunkerReferences()]) },
    { path: 'behpsp.res', bytes: archive([['VAR', 'scout.var', sampleProfile()]]) },
    {
      path: 'sounds.lib',
      bytes: archive([
        ['SWAV', 'fall.wav', sampleSound()],
        ['SWAV', 'hum.wav', sampleAdpcm()],
      ]),
    },
    { path: 'MISSIONS/SCRIPTS/default.scr', bytes: sampleScript() },
    { path: 'bases.rlb', bytes: modelsOf('bases.rlb') },
    { path: 'effects.rlb', bytes: writeArchive(sampleEffects()) },
    { path: 'static.rlb', bytes: modelsOf('static.rlb') },
    { path: 'fortif.rlb', bytes: bunkers() },
    { path: 'sprites.lib', bytes: spriteLibrary() },
  ]
}

/** A bunker with all that belongs to a building, and the gun on its roof (parkan 6.13). */
const bunkers = (): Bytes =>
  archive([
    ['MESH', 'f_bunk_001.msh', bunkerModel()],
    ['WEAR', 'f_bunk_001.wea', wearTable(['WALL', 'ROOF', 'GLASS', 'BEACON'], ['lm01.0'])],
    ['CTPT', 'f_bunk_001.cpt', bunkerPoints()],
    ['NDPR', 'f_bunk_001.ndp', damageOf(3)],
    ['CTLD', 'f_bunk_001.ctl', sampleControl([turnChannel(2, 0, 1)])],
    ['BASE', 'f_bunk_001.bas', bunkerOutlines()],
    ['MESH', 'e_gun_001.msh', gunModel()],
    ['WEAR', 'e_gun_001.wea', wearTable(['WALL'])],
    ['NDPR', 'e_gun_001.ndp', damageOf(2)],
    ['CTLD', 'e_gun_001.ctl', sampleControl()],
  ])

/** What objects.rlb has of them: a building of two slots, and an outer part of five of which it lacks the points. */
const bunkerReferences = () =>
  [
    ['FORT', 'f_bunk_001', slots('fortif.rlb', ['f_bunk_001.bas', 'f_bunk_001.ctl'])],
    [
      'EXTO',
      'e_gun_001',
      slots('fortif.rlb', ['e_gun_001.msh', 'e_gun_001.wea', '', 'e_gun_001.ndp', 'e_gun_001.ctl']),
    ],
  ] as const

const units = (): SampleFile[] => [
  ...BUILDINGS.map(
    ([category, mask, description], at): SampleFile => ({
      path: buildingUnit(category),
      bytes: unitFile(mask, [wholeUnit(at % 3 === 0 ? 'r_h_002' : 'r_h_001', description)]),
    }),
  ),
  {
    path: 'UNITS/BUILDS/BUNKER/bunkergun01.dat',
    bytes: unitFile(0x80010000, [
      { ...wholeUnit('f_bunk_001', 'Бункер с пушкой'), type: 0, children: 1 },
      { key: 'e_gun_001', description: 'Пушка', attach: 2, type: 4, children: 0 },
    ]),
  },
  {
    path: 'UNITS/UNITS/HERO/hero01.dat',
    bytes: unitFile(0x01020000, [
      { ...wholeUnit('r_h_002', 'Герой'), type: 0, children: 1 },
      { key: 'r_h_003', description: 'Башня', attach: 0, type: 1, children: 0 },
    ]),
  },
]

/** A unit without other parts. */
const wholeUnit = (key: string, description: string): UnitPart => ({
  key,
  description,
  attach: -1,
  type: -1,
  children: 0,
})

type MissionStart = Omit<MissionPlan, 'objects' | 'path' | 'lodes'>

/** The demo mission always names the map that the demo plays; the others name the first maps of their kind. */
function plans(maps: readonly SampleMap[]): MissionStart[] {
  const find = (start: string): string | undefined => maps.find(({ name }) => name.startsWith(start))?.name
  const plan = (folder: string, map: string | undefined, title: string): MissionStart[] =>
    map === undefined ? [] : [{ folder, map, title, base: [220, 240] }]
  return [
    ...plan('single.01', find('SC_'), 'Речная долина'),
    ...plan('tutorial.01', find('Tut_'), 'Первые шаги'),
    ...plan('Autodemo.00', find('AutoMAP') ?? maps[0]?.name, 'Демонстрация'),
  ]
}

function missionFiles(plan: MissionStart, height: Height = () => 0): SampleFile[] {
  const random = seededRandom(plan.folder.length * 77)
  const [baseX, baseY] = plan.base
  const object = (kind: MissionObject['kind'], resource: string, owner: number, far: number): MissionObject => {
    const x = baseX + (random() - 0.5) * far
    const y = baseY + (random() - 0.5) * far
    return { kind, resource, owner, position: [x, y, height(x, y)], heading: random() * 6 }
  }
  const unit = (category: string): string => buildingUnit(category).replaceAll('/', '\\')
  const place = (x: number, y: number): [number, number, number] => [x, y, height(x, y)]
  const full: MissionPlan = {
    ...plan,
    path: {
      id: 11,
      points: [place(baseX - 40, baseY - 40), place(baseX + 40, baseY - 40), place(baseX, baseY + 40)],
    },
    lodes: [
      [place(baseX + 70, baseY), 5000],
      [place(baseX, baseY + 70), 2500],
    ],
    objects: [
      object(0, unit('MainTeleport'), 0, 60),
      object(0, unit('Bunker_Small'), 0, 120),
      object(0, unit('Generator'), 0, 120),
      ...Array.from({ length: 14 }, () => object(2, 's_tree_001', -1, 360)),
      ...Array.from({ length: 6 }, () => object(3, 's_rock_001', -1, 360)),
    ],
  }
  const folder = `MISSIONS/${plan.folder}`
  return [
    { path: `${folder}/data.tma`, bytes: missionFile(full) },
    { path: `${folder}/sky.ske`, bytes: sampleSky() },
    { path: `${folder}/descr`, bytes: missionTitle(plan.title, 'Made by Areal Studio from a seed. Карта для проб.') },
    { path: `${folder}/mission.cfg`, bytes: missionSettings(plan.title, plan.map) },
  ]
}
