import { encodeText, own, type Bytes } from '../../../layout'
import { ADB } from '../animation-db/adb'
import { CAMERA } from '../camera/cam'
import { databaseLayout, fieldsOfTable, TRAILER, type DatabaseKind } from '../database/database'
import { TABLES } from '../database/tables'
import { regFile } from '../reg/write-reg'
import { writeArchive } from '../res/res-pack'
import { bytesOf } from './bytes-of'

/** A text in the code page of the Russian game, lines ended as there. */
export function textBytes(text: string): Bytes {
  const bytes = encodeText(text.replaceAll('\n', '\r\n'), 'cp1251')
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(0)
}

type Fields = Readonly<Record<string, unknown>>

/** A database of records by table and field name; fields that a record does not give are left out. */
function databaseFile(name: string, kind: DatabaseKind, records: Readonly<Record<string, readonly Fields[]>>): Bytes {
  const tables = TABLES[kind].flatMap(table => {
    const rows = own(records, table.name)
    if (!rows) return []
    const fields = fieldsOfTable(table)
    return [
      {
        tag: table.tag,
        records: rows.map(row => ({
          tag: 1,
          fields: fields.flatMap(({ id, name: field }) =>
            Object.hasOwn(row, field) ? [{ id, value: own(row, field) }] : [],
          ),
        })),
      },
    ]
  })
  return bytesOf(databaseLayout({ name }), { tag: 1, tables, trailer: TRAILER })
}

const list = (...items: readonly string[]) =>
  items.map(text => ({ tag: 1, text: { text, padding: new Uint8Array(0) } }))
const tagged = (...values: readonly unknown[]) => values.map((value, tag) => ({ tag, value }))
const item = (name: string, price: number): Fields => ({
  name,
  type: name,
  type_id: 1,
  material_type: 'Metal',
  unk_4: 0,
  texture_1: 1,
  texture_2: 0,
  price,
  weight: 2.5,
  shops: 1,
})

type Records = Readonly<Record<string, readonly Fields[]>>

const KINDS = [0, 1, 0, 0, 0, 0, 0]

const itemRecords = (factor: number): Records => ({
  materials: [{ name: 'bronze', type: 'Metal', code: 'br', id: 0, price: 2.5 * factor, weight: 1.5 }],
  weapons: [
    { ...item('bronze sword', 100 * factor), min_damage: 2, max_damage: 5, damage_kinds: KINDS },
    { ...item('iron axe', 180 * factor), min_damage: 4, max_damage: 9, damage_kinds: KINDS },
  ],
  armors: [{ ...item('leather shirt', 80 * factor), wear_order: [1, 2] }],
  quick_items: [{ ...item('potion', 20 * factor), item_id: 1, spell: 'Heal' }],
})

const PRINT = [1, 2, 3].map(tag => ({ tag, value: [0.5, 100, 10][tag - 1] }))
const SOUND = [
  { tag: 1, value: 'acks\\hero\\1.wav' },
  { tag: 2, value: 100 },
  { tag: 4, value: 'acks hero_1' },
]

/** Databases whose prices do not depend on the kind of game. */
const OTHERS: readonly (readonly [name: string, kind: DatabaseKind, records: Records])[] = [
  [
    'levers.ldb',
    'ldb',
    {
      levers: [
        {
          name: 'gate',
          places: [1, 2],
          scale: 1,
          switch_time: 30,
          material: 'wood',
          sound: 'gate',
          text: 'string gate',
        },
      ],
    },
  ],
  [
    'perks.pdb',
    'pdb',
    {
      skills: [{ name: 'Melee', code: 'melee', base_attributes: list('str', 'dex') }],
      perks: [
        { name: 'Fighter', code: 'fighter', cost: 100, strength: 10 },
        { name: 'Master', code: 'master', required_perk: 'Fighter', cost: 400, strength: 20 },
      ],
    },
  ],
  ['prints.db', 'prints', { foot_prints: [{ terrain_type: 'grass', clear: PRINT }] }],
  [
    'units.udb',
    'udb',
    {
      race_models: [
        {
          name: 'human',
          type_id: 1,
          head: tagged('limb', 1, 0.1, 0.3),
          mask: 'unsaguard',
          textures_1: list('unsaguard01'),
          step_sounds: list('step1'),
        },
      ],
      monsters: [
        {
          name: 'Guard',
          race: 'human',
          skin: 0,
          hp: 40,
          loot: tagged(0.5, 1, 1, 3),
          items: list('potion[2]'),
          spells: list('Heal'),
          weapon: 'bronze sword.bronze',
          level: 1,
        },
      ],
      npcs: [{ name: 'Hero', strength: 20, perks: list('Fighter'), weapons: list('iron axe.bronze'), money: 100 }],
    },
  ],
  ['acks.db', 'acks', { answers: [{ name: 'Hero', select: [{ tag: 1, sound: SOUND }] }] }],
  [
    'quests.qdb',
    'qdb',
    {
      quests: [{ name: 'q1', experience: 100, money: 50, record_number: 1 }],
      briefings: [{ name: 'q1_1', give_items: list('potion'), give_quests_1: list('q1') }],
    },
  ],
]

/** Databases of the campaign; those of a multiplayer game have double prices. */
export function sampleDatabase(factor: number): Bytes {
  const spells = {
    spells: [{ name: 'Heal', code: 'heal', price: 10 * factor, mana: 5 }],
    modifiers: [{ name: 'Range', code: 'range', price: 5 * factor, value: 1.5 }],
    spell_templates: [{ prototype: 'Heal', required: list('Range'), optional: list() }],
  }
  const rows = [
    { name: 'items.idb', payload: databaseFile('items.idb', 'idb', itemRecords(factor)) },
    { name: 'spells.sdb', payload: databaseFile('spells.sdb', 'sdb', spells) },
    ...OTHERS.map(([name, kind, records]) => ({ name, payload: databaseFile(name, kind, records) })),
  ]
  return writeArchive(factor === 1 ? [...rows, { name: 'unsaguard.adb', payload: animations() }] : rows)
}

const animations = (): Bytes =>
  bytesOf(ADB, {
    magic: 'ADB',
    model_name: 'unsaguard',
    min_height: 1.5,
    mid_height: 1.75,
    max_height: 2,
    records: ['cidle', 'cwalk'].map((clip_name, index) => ({
      clip_name,
      index,
      parameters: { weapons: 0, unk_7: 0, state: 7, action: index === 0 ? 6 : 5, modifier: 0, stage: 2 },
      flags: { forms: 0, unk_38: 0 },
      probability: 100,
      last_frame: 3,
      distance: index,
      show_frame: 0,
      hide_frame: 0,
      step_frames: [0, 2, 0, 0],
      hit_frame: 0,
      sound_frame: 0,
      sound_ids: [0, 0, 0, 0],
    })),
  })

const MAP = `## maps of the sample
#zone meadow gipat game
#res
meadow meadow
#maps
1 1
menu menu
#camera meadow.cam
#weather none
#sky normal
`

/** Texts in Russian, as the game has them. */
export const sampleTexts = (): Bytes =>
  writeArchive(
    [
      ['map.txt', MAP],
      ['unit guard', 'Стражник\nСтоит у ворот'],
      ['quest q1', 'Пропавший сундук\n#subobj 1\nНайти сундук\n'],
      ['briefing q1_1', 'Сундук\n#CAMERA 1\n#phrase hero  1\nКто-то унёс мой сундук.\n'],
      ['WEAPON Bronze_Sword Bronze', 'Бронзовый меч'],
    ].map(([name = '', text = '']) => ({ name, payload: textBytes(text) })),
  )

export const sampleTextsLmp = (): Bytes => writeArchive([{ name: 'map-lmp.txt', payload: textBytes(MAP) }])

export const sampleAi = (): Bytes =>
  writeArchive([
    { name: 'tileDesc.reg', payload: regFile({ grass: { cost: 1.5, index: 0 }, water: { cost: 4.25, index: 6 } }) },
  ])

/** A quest for several players. */
export const sampleQuest = (): Bytes =>
  writeArchive([
    { name: 'briefing q1_1', payload: textBytes('Сундук\n') },
    { name: 'briefing q1_3', payload: textBytes('Сундук найден\n') },
    { name: 'quest q1', payload: textBytes('Пропавший сундук\n') },
    { name: 'q1\\map.txt', payload: textBytes('#quest q1\n#res\nmeadow q1\n') },
    {
      name: 'q1\\quest.reg',
      payload: regFile({
        quest: { name: 'q1', exp: 100, money: 50 },
        'briefing complete': { name: 'q1_3', 'give items': ['idol', 'potion'] },
      }),
    },
  ])

export const sampleCamera = (): Bytes =>
  bytesOf(CAMERA, {
    keys: [0, 1, 2].map(k => ({ time: 100 * k, step: 100, position: [4 * k, 8, 6], rotation: [1, 0, 0, 0] })),
  })
