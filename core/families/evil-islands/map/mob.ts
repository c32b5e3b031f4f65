import {
  array,
  atLeast,
  bytes,
  count,
  encoded,
  f32,
  floats,
  i16,
  i32,
  reserved,
  recursive,
  rest,
  restText,
  sized,
  struct,
  toEnd,
  u16,
  u32,
  u8,
  union,
  vec3,
  withMeta,
  type AnyLayout,
  type Meta,
} from '../../../layout'
import type { OutlineLevel } from '../../../format'
import { naming } from '../references'
import { NODES } from './nodes'

const SOURCE = 'evil-islands 15.2'
const KNOWN: Meta = { certainty: 'confirmed', source: SOURCE }
const LIKELY: Meta = { certainty: 'likely', source: SOURCE }
const UNKNOWN: Meta = { role: 'unknown', certainty: 'unknown', source: SOURCE }

const list = (entries: readonly string[]): readonly (readonly [id: number, name: string])[] =>
  entries.flatMap(line =>
    line.split(', ').map(entry => {
      const [id = '', name = ''] = entry.split(' ')
      return [Number.parseInt(id, 16), name] as const
    }),
  )

const ALL = Object.values<readonly string[]>(NODES).flatMap(list)

/** Names of the nodes by their id; they keep the spelling of the game. */
export const NODE_NAMES: Readonly<Record<number, string>> = Object.fromEntries(ALL)

type NodeType = keyof typeof NODES

const TYPE_OF: ReadonlyMap<number, NodeType> = new Map(
  Object.entries(NODES).flatMap(([type, entries]) => list(entries).map(([id]) => [id, type as NodeType] as const)),
)

/** The type of what nodes of an id hold; undefined for unknown ones. */
export const typeOfNode = (id: number): NodeType | undefined => TYPE_OF.get(id)

const IDS: ReadonlyMap<string, number> = new Map(ALL.map(([id, name]) => [name, id]))

/** The id of a node; of a name that none has -1. */
export const nodeId = (name: string): number => IDS.get(name) ?? -1

/** Texts, each with an id and a size like a node. */
const strings = (meta: Meta) =>
  struct('mob-strings', {
    count: count('items', { as: 'u32', ...KNOWN }),
    items: array(
      struct('mob-item', {
        id: u32({ hex: true, ...KNOWN }),
        text: sized(u32(), restText({ ...KNOWN, ...meta }), { includesPrefix: true, counted: 4, ...KNOWN }),
      }),
      'count',
      KNOWN,
    ),
  })

const Script = struct('mob-script', {
  key: u32({ hex: true, certainty: 'confirmed', source: 'evil-islands 15.5' }),
  text: encoded('ei.script', restText(), { key: 'key', certainty: 'confirmed', source: 'evil-islands 15.5' }),
})

const Areas = struct('mob-areas', {
  count: count('areas', { as: 'u32', ...LIKELY }),
  areas: array(struct('mob-area', { x: f32(LIKELY), y: f32(LIKELY), radius: f32(LIKELY) }), 'count', LIKELY),
  surplus: rest(UNKNOWN),
})
const Points = struct('mob-points', {
  count: count('points', { as: 'u32', ...LIKELY }),
  points: array(struct('mob-point', { x: f32(LIKELY), y: f32(LIKELY) }), 'count', LIKELY),
  surplus: rest(UNKNOWN),
})

/** Players of a map, and what each is to each other (evil-islands 15.4). */
export const PLAYERS = 32

const stats = (source: string) => {
  const meta: Meta = { certainty: 'likely', source }
  return { int: i32(meta), float: f32(meta), byte: u8(meta), whole: u32(meta) }
}
const UNIT = stats('evil-islands 15.6')
const { int, float, byte } = UNIT
const walker = u8({ ...naming('layer'), certainty: 'likely', source: 'evil-islands 15.6' })

/** Values of a unit, 172 bytes (evil-islands 15.6). */
const UnitStats = struct('mob-unit-stats', {
  hp: int,
  max_hp: int,
  mp: int,
  max_mp: int,
  tuning_move: float,
  tuning_actions: float,
  speed_run: float,
  speed_walk: float,
  speed_crouch: float,
  speed_crawl: float,
  vision_arc: float,
  peripheral_skill: float,
  peripheral_arc: float,
  attack_distance: float,
  ai_class_stand: walker,
  ai_class_lie: walker,
  pad_58: reserved(i16({ certainty: 'likely', source: 'evil-islands 15.6' })),
  range: float,
  attack: float,
  defence: float,
  weight: float,
  damage_min: float,
  damage_range: float,
  armor_pierce: float,
  armor_slash: float,
  armor_crush: float,
  armor_heat: float,
  armor_acid: float,
  armor_electric: float,
  armor_general: float,
  absorption: int,
  sight: float,
  night_sight: float,
  life_sense: float,
  hearing: float,
  smell: float,
  tracking: float,
  p_sight: float,
  p_night_sight: float,
  p_life_sense: float,
  p_hearing: float,
  p_smell: float,
  p_tracking: float,
  science: byte,
  steal: byte,
  tame: byte,
  magic_1: byte,
  magic_2: byte,
  magic_3: byte,
  pad_170: bytes(2, { role: 'reserved', certainty: 'likely', source: 'evil-islands 15.6' }),
})

const LeverStats = struct('mob-lever-stats', {
  open_type: u32({
    values: {
      0: 'inactive',
      1: 'hand',
      2: 'pick-lock',
      4: 'crowbar',
      5: 'hand or crowbar',
      8: 'key',
      9: 'hand or key',
    },
    ...LIKELY,
  }),
  key_id: u32(KNOWN),
  sleight: u32(KNOWN),
})

const Rectangle = struct('mob-rectangle', { top: u32(KNOWN), bottom: u32(KNOWN), left: u32(KNOWN), right: u32(KNOWN) })

const GRAPH: Meta = { certainty: 'confirmed', source: 'evil-islands 15.7' }
/** Neighbours of a cell, and layers of a graph, one for each class of walkers (evil-islands 15.7). */
export const NEIGHBOURS = 8
const LAYERS = 8

const GraphRow = struct('mob-graph-row', {
  costs: array(struct('mob-graph-cell', { steps: array(u16(GRAPH), NEIGHBOURS, GRAPH) }), '..width', GRAPH),
  nodes: array(u8({ hex: true, ...GRAPH }), '..width', GRAPH),
  components: array(u16(GRAPH), '..width', GRAPH),
})
/** Bytes of a row of one cell. */
const ROW_SIZE = 19
const GraphLayer = struct('mob-graph-layer', { rows: array(atLeast(GraphRow, ROW_SIZE), '..height', GRAPH) })
const Graph = struct('mob-graph', {
  width: u32(GRAPH),
  height: u32(GRAPH),
  layers: array(atLeast(GraphLayer, ROW_SIZE), LAYERS, GRAPH),
})

/** Names of the numbers of a few nodes (evil-islands 15.4). */
const OBJECT_TYPES = {
  50: 'human',
  51: 'monster',
  52: 'animal',
  53: 'plant',
  54: 'building',
  55: 'stone',
  58: 'torch',
  59: 'trap',
  60: 'lever',
}
const LOGIC_MODELS = { 0: 'idle', 1: 'guard radius', 2: 'path', 3: 'place', 4: 'briefing', 5: 'guard alarm' }
const AGGRESSION = { 0: 'attack', 1: 'revenge', 2: 'fear', 3: 'fear player' }

/** Nodes within a node: each case has its own, for `struct` ties every `recursive` once. */
const children = () => array(recursive('mob-node'), toEnd, KNOWN)

const TYPES: Readonly<Record<Exclude<NodeType, 'Record'>, AnyLayout>> = {
  Null: rest({ role: 'reserved', ...LIKELY }),
  Byte: u8(KNOWN),
  Dword: u32(KNOWN),
  Float: f32(KNOWN),
  Plot: vec3(KNOWN),
  Quaternion: floats(['w', 'x', 'y', 'z'], KNOWN),
  Rectangle,
  String: restText(KNOWN),
  StringArray: strings({}),
  StringEncrypted: Script,
  Diplomacy: array(array(u32(KNOWN), PLAYERS), PLAYERS, KNOWN),
  UnitStats,
  LeverStats,
  AreaArray: Areas,
  Plot2DArray: Points,
  AiGraph: Graph,
  Unknown: rest(UNKNOWN),
}

/** What the texts of nodes name (evil-islands 21). */
const TEXTS = {
  OBJTEMPLATE: 'model',
  OBJPRIMTXTR: 'texture',
  OBJSECTXTR: 'texture',
  UNIT_PROTOTYPE: 'unit',
  MT_SPELL: 'spell',
  TORCH_SOUND: 'sound',
} as const
const LISTS = {
  OBJBODYPARTS: 'body-part',
  SOUND_RESNAME: 'sound',
  UNIT_QUEST_ITEMS: 'item',
  UNIT_QUICK_ITEMS: 'item',
  UNIT_SPELLS: 'spell',
  UNIT_WEAPONS: 'item',
  UNIT_ARMORS: 'item',
} as const

/** Nodes whose value is one of a few, or names something. */
const NAMED: ReadonlyMap<string, AnyLayout> = new Map<string, AnyLayout>([
  ['OBJTYPE', u32({ values: OBJECT_TYPES, ...KNOWN })],
  ['UNIT_LOGIC_MODEL', u32({ values: LOGIC_MODELS, ...LIKELY })],
  ['UNIT_LOGIC_AGRESSION_MODE', u8({ values: AGGRESSION, ...LIKELY })],
  ['OBJ_PARENT_ID', i32(KNOWN)],
  ['DIR_NINST', i32(KNOWN)],
  ['DIR_PARENT_FOLDER', i32(KNOWN)],
  ['OBJ_PLAYER', u8({ ...naming('player'), ...KNOWN })],
  ...['VSS_SRC_ID', 'VSS_DST_ID'].map(name => [name, u32({ ...naming('box'), ...KNOWN })] as const),
  ...Object.entries(TEXTS).map(([name, by]) => [name, restText({ ...naming(by), ...KNOWN })] as const),
  ...Object.entries(LISTS).map(([name, by]) => [name, strings(naming(by))] as const),
])

const layoutOf = (type: NodeType): AnyLayout => (type === 'Record' ? children() : TYPES[type])

const CASES = Object.fromEntries(
  Object.entries(NODES).flatMap(([type, entries]) =>
    list(entries).map(
      ([id, name]) =>
        [id, withMeta(NAMED.get(name) ?? layoutOf(type as NodeType), { doc: `field.mob.${name}` })] as const,
    ),
  ),
)

/** A node: an id, a size that counts both, what the id stands for. Unknown ones are kept as bytes (evil-islands 15.1). */
const Node = struct('mob-node', {
  id: u32({ values: NODE_NAMES, hex: true, ...KNOWN }),
  data: sized(u32(), union('id', CASES, rest(UNKNOWN)), { includesPrefix: true, counted: 4, ...KNOWN }),
})

const nodesAt = (array: string): OutlineLevel => ({ array, names: ['id'], isFlat: true, levels: WITHIN })
const WITHIN: OutlineLevel[] = []
WITHIN.push(nodesAt('data/body'))
/** Nodes within nodes. */
export const MOB_OUTLINE: readonly OutlineLevel[] = [nodesAt('nodes')]

/** The objects, logic and script of a map: nodes in nodes, the walk graph behind the first (evil-islands 15). */
export const MOB = struct('mob', { nodes: array(Node, toEnd, KNOWN) })
