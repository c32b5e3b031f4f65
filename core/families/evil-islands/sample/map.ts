import type { Bytes } from '../../../layout'
import { STEPS } from '../map/graph-rules'
import { MOB, nodeId, PLAYERS } from '../map/mob'
import { writeArchive } from '../res/res-pack'
import { MP, MP_MAGIC } from '../terrain/mp'
import { SEC_MAGIC, SIDE, TILES, WET_SECTOR } from '../terrain/sec'
import { bytesOf } from './bytes-of'

const STRAIGHT_UP = { x: 1000, y: 1000, z: 1000 }

/** A hill with a pond beside it. */
function sector(): Bytes {
  const height = (k: number): number => {
    const [x, y] = [(k % SIDE) - 16, Math.floor(k / SIDE) - 16]
    return Math.round(9000 + 6000 * Math.cos(Math.hypot(x, y) / 6))
  }
  const vertices = (heightOf: (k: number) => number) =>
    Array.from({ length: SIDE * SIDE }, (_, k) => ({ dx: 0, dy: 0, altitude: heightOf(k), normal: STRAIGHT_UP }))
  const tiles = (index: (k: number) => number) =>
    Array.from({ length: TILES * TILES }, (_, k) => ({ index: index(k), atlas: 0, turn: k % 4 }))
  const isPond = (k: number): boolean => k % TILES > 10 && k / TILES > 10
  return bytesOf(WET_SECTOR, {
    magic: SEC_MAGIC,
    liquid_flag: 3,
    land_vertices: vertices(height),
    liquid_vertices: vertices(() => 9000),
    land_tiles: tiles(k => k % 8),
    liquid_tiles: tiles(() => 6),
    liquid_materials: Array.from({ length: TILES * TILES }, (_, k) => (isPond(k) ? 0 : -1)),
  })
}

/** The terrain `meadow`: one sector. */
export const sampleTerrain = (): Bytes =>
  writeArchive([
    {
      name: 'meadow.mp',
      payload: bytesOf(MP, {
        magic: MP_MAGIC,
        max_altitude: 64,
        sectors_x: 1,
        sectors_y: 1,
        texture_count: 1,
        texture_size: 64,
        tile_size: 8,
        materials: [
          {
            type: 3,
            color: [0.25, 0.5, 0.75, 0.5],
            self_illumination: 0,
            wave: 1,
            warp_speed: 0.5,
            reserved: new Uint8Array(12),
          },
        ],
        tile_types: Array.from({ length: 64 }, (_, k) => (k === 6 ? 6 : 0)),
        animated: [{ first: 6, phases: 2 }],
      }),
    },
    { name: 'meadow000000.sec', payload: sector() },
  ])

interface Node {
  readonly id: number
  readonly data: unknown
}

const node = (name: string, data: unknown): Node => ({ id: nodeId(name), data })
const strings = (name: string, ...texts: readonly string[]): Node =>
  node(name, { items: texts.map(text => ({ id: nodeId(name), text })) })

interface Placed {
  readonly id: number
  readonly name: string
  readonly template: string
  readonly texture: string
  readonly type: number
  readonly at: readonly [number, number, number]
  readonly parts?: readonly string[]
}

/** What every object has, in the order of the game's files (evil-islands 15.4). */
const objectTail = ({ id, name, template, texture, type, at, parts = [] }: Placed): readonly Node[] => [
  strings('OBJBODYPARTS', ...parts),
  node('OBJ_PLAYER', 0),
  node('NID', id),
  node('OBJTYPE', type),
  node('OBJNAME', name),
  node('OBJTEMPLATE', template),
  node('PARENTTEMPLATE', ''),
  node('OBJPRIMTXTR', texture),
  node('OBJSECTXTR', ''),
  node('OBJCOMMENTS', 'none'),
  node('OBJPOSITION', at),
  node('OBJROTATION', [1, 0, 0, 0]),
  node('OBJ_USE_IN_SCRIPT', 1),
  node('OBJ_IS_SHADOW', 1),
  node('OBJ_PARENT_ID', -1),
  node('OBJ_QUEST_INFO', ''),
  node('OBJCOMPLECTION', [0.25, 0.5, 0.5]),
]

const STATS =
  'hp max_hp mp max_mp tuning_move tuning_actions speed_run speed_walk speed_crouch speed_crawl vision_arc peripheral_skill peripheral_arc attack_distance ai_class_stand ai_class_lie pad_58 range attack defence weight damage_min damage_range armor_pierce armor_slash armor_crush armor_heat armor_acid armor_electric armor_general absorption sight night_sight life_sense hearing smell tracking p_sight p_night_sight p_life_sense p_hearing p_smell p_tracking science steal tame magic_1 magic_2 magic_3'
    .split(' ')
    .map(name => [name, /hp$/.test(name) ? 40 : /^speed/.test(name) ? 2.5 : 0] as const)

const logic = (isUsed: boolean): Node =>
  node('UNIT_LOGIC', [
    node('UNIT_LOGIC_ALARM_CONDITION', 0),
    node('UNIT_LOGIC_CYCLIC', 0),
    node('UNIT_LOGIC_MODEL', isUsed ? 1 : 0),
    node('UNIT_LOGIC_GUARD_R', 6),
    node('UNIT_LOGIC_GUARD_PT', [16, 16, 0]),
    node('UNIT_LOGIC_USE', isUsed ? 1 : 0),
  ])

const GUARD: Placed = {
  id: 1001,
  name: 'Guard',
  template: 'unsaguard',
  texture: 'unsaguard01',
  type: 50,
  at: [16, 12, 0],
  parts: ['hp', 'bd', 'hd'],
}
const CHEST: Placed = {
  id: 1002,
  name: 'Chest',
  template: 'stsachest',
  texture: 'stsachest01',
  type: 54,
  at: [18, 14, 0],
}

const SCRIPT = `GlobalVars ( Seen : float )
DeclareScript Watch ( this : object )
Script Watch ( if ( IsAlive ( this ) ) then ( SetBlock ( GetObject ( 1002 ) ) ) )
DeclareScript VCheck#0#1 ( this : object )
Script VCheck#0#1 ( if ( IsAlive ( this ) ) then ( VTriger#0#2 ( this ) ) )
DeclareScript VTriger#0#2 ( this : object )
Script VTriger#0#2 ( if ( IsAlive ( this ) ) then ( SetBlock ( this ) ) )
WorldScript ( Watch ( GetObject ( 1001 ) ) )
`

const GRAPH_SIDE = 8
/** Every cell is reached from its neighbours, at the cost of the distance (evil-islands 15.7). */
const graph = () => ({
  width: GRAPH_SIDE,
  height: GRAPH_SIDE,
  layers: Array.from({ length: 8 }, () => ({
    rows: Array.from({ length: GRAPH_SIDE }, (_, y) => ({
      costs: Array.from({ length: GRAPH_SIDE }, (_, x) => ({
        steps: STEPS.map(([dx, dy]) => {
          const isInside = [x + dx, y + dy].every(at => at >= 0 && at < GRAPH_SIDE)
          return isInside ? (dx === 0 || dy === 0 ? 64 : 90) : 0xffff
        }),
      })),
      nodes: Array.from({ length: GRAPH_SIDE }, () => 0x44),
      components: Array.from({ length: GRAPH_SIDE }, () => 1),
    })),
  })),
})

const relations = () =>
  Array.from({ length: PLAYERS }, (_, a) =>
    Array.from({ length: PLAYERS }, (_, b) => (a === b ? 0 : a === 1 || b === 1 ? 2 : 1)),
  )

const script = (text: string): Node => node('SS_TEXT', { key: 0x7da7, text: text.replaceAll('\r', '') })

/** Objects, script and walk graph of `meadow`. */
export function sampleMap(): Bytes {
  const unit = node('UNIT', [
    node('UNIT_NEED_IMPORT', 0),
    node('UNIT_PROTOTYPE', 'Guard'),
    strings('UNIT_ARMORS', 'leather shirt'),
    strings('UNIT_WEAPONS', 'bronze sword'),
    strings('UNIT_SPELLS'),
    strings('UNIT_QUICK_ITEMS'),
    strings('UNIT_QUEST_ITEMS'),
    node('UNIT_STATS', { ...Object.fromEntries(STATS), pad_170: new Uint8Array(2) }),
    ...objectTail(GUARD),
    ...[true, false, false, false, false].map(logic),
  ])
  const root = node('OBJECTDBFILE', [
    node('SC_OBJECTDBFILE', new Uint8Array(0)),
    script(SCRIPT),
    node('MAIN_RANGE', [node('RANGE', [node('MIN_ID', 0), node('MAX_ID', 999_999)])]),
    node('DIPLOMATION', [
      node('DIPLOMATION_FOF', relations()),
      strings('DIPLOMATION_PL_NAMES', ...Array.from({ length: PLAYERS }, (_, k) => `Player-${k}`)),
    ]),
    node('WORLD_SET', [node('WS_WIND_DIR', [1, 0, 0]), node('WS_TIME', 12), node('WS_AMBIENT', 0.5)]),
    node('VSS_SECTION', [
      node('VSS_CUSTOM_SRIPT', ''),
      node('VSS_CHECK', [
        node('VSS_ID', 1),
        node('VSS_RECT', { top: 0, bottom: 44, left: 0, right: 90 }),
        node('VSS_TITLE', 'Seen?'),
      ]),
      node('VSS_TRIGER', [node('VSS_ID', 2), node('VSS_TITLE', 'Alarm')]),
      node('VSS_PATH', [node('VSS_ID', 3), node('VSS_SRC_ID', 1), node('VSS_DST_ID', 2)]),
    ]),
    node('OBJECTSECTION', [
      unit,
      node('OBJECT', objectTail(CHEST)),
      node('LIGHT', [
        node('LIGHT_ID', 1003),
        node('LIGHT_POSITION', [16, 16, 12]),
        node('LIGHT_COLOR', [1, 1, 0.75]),
        node('LIGHT_NAME', 'lamp'),
      ]),
    ]),
  ])
  return bytesOf(MOB, { nodes: [root, node('AIGRAPH', graph())] })
}

/** Objects of the sample quest. */
export const sampleQuestMap = (): Bytes =>
  bytesOf(MOB, {
    nodes: [
      node('OBJECTDBFILE', [
        node('PR_OBJECTDBFILE', new Uint8Array(0)),
        script('WorldScript ( )\n'),
        node('OBJECTSECTION', []),
      ]),
    ],
  })
