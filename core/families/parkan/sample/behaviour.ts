import { encode, type Bytes, type Value } from '../../../layout'
import { CONTROL } from '../control/control'
import { EXPLOSION } from '../explosion/explosion'
import { PROFILE } from '../script/profile'
import { SCRIPT } from '../script/script'
import { SKY } from '../sky/sky'

const NOWHERE = [0, 0, 0]
const EACH = (value: number): readonly number[] => [value, value, value]
const NO_ENTRY = { archive: '', name: '' }

/** An explosion that shows one effect on every ground (parkan 9.5). */
export const sampleExplosion = (): Bytes =>
  encode(
    EXPLOSION,
    {
      kind: 3,
      damage: 40,
      radius: 2,
      unk_12: 1,
      unk_16: 1,
      placement: 7,
      effects: Array.from({ length: 12 }, (_, at) =>
        at === 0 ? { archive: 'effects.rlb', name: 'blast.fxi' } : NO_ENTRY,
      ),
    },
    '',
  ).bytes

/** How a new controller moves: the numbers that the game puts in itself (parkan 9.6). */
const PARAMS = {
  acceleration: EACH(2.5),
  unread: NOWHERE,
  top_speed: NOWHERE,
  turn_rate: EACH(6.28),
  spin_factor: EACH(1),
  max_lean: EACH(6.28),
  unk_92: 0,
  unk_96: [0, 0],
  mode: 0,
  unk_108: -1,
  slope_cone: 1.57079,
  flags: 0,
  unk_120: -1,
  payload: 3.4028234663852886e38,
}

/** A channel that turns a node once around, from one control point to another (parkan 9.6). */
export const turnChannel = (node: number, origin: number, point: number): Value => ({
  node,
  first: 0,
  last: 40,
  initial: 0,
  origin,
  point,
  rate: 1,
  span: 6.28,
  flags: 0,
})

/** A state in which the thing rests on one control point (parkan 9.6). */
const REST: Value = {
  flags: 0,
  mode: 0,
  lean: [0, 0, 0],
  unk_11: 0,
  pair_a: [0, 40],
  pair_b: [0, 0],
  blend: 0,
  length: 0,
  velocity_min: NOWHERE,
  velocity_max: NOWHERE,
  spin_min: NOWHERE,
  spin_max: NOWHERE,
  engine: 0,
  opaque_88: new Uint8Array(56),
  action_group: -1,
  unk_148: 0,
  request: 0,
  contacts: [{ point: 0, flags: 0, group: -1, unk_12: 0 }],
}

/** A controller of one component, with its channels and its states, that runs one action when it is loaded (parkan 9.6). */
export const sampleControl = (channels: readonly Value[] = []): Bytes =>
  encode(
    CONTROL,
    {
      contact_count: channels.length > 0 ? 1 : 0,
      params: PARAMS,
      states: channels.length > 0 ? [REST] : [],
      costs: channels.length > 0 ? [0] : [],
      channels,
      components: [
        {
          class: 3,
          node: 0,
          flags: 0,
          group: 0,
          start_group: 0,
          stop_group: -1,
          state: 0,
          mass: 100,
          power: 10,
          weights: [0, 0],
          values: Array.from({ length: 16 }, () => 0),
          ref: NO_ENTRY,
          channels: channels.map((_, at) => at),
          label: 'i_sys',
        },
      ],
      hooks: Array.from({ length: 21 }, (_, at) => (at === 0 ? 0 : -1)),
      groups: [
        {
          actions: [
            {
              flags: 0,
              mask: 0,
              invert: 0,
              action: 5,
              args: [0, 0, 0, 1],
              unk_32: 0,
              ref: { archive: 'effects.rlb', name: 'smoke.fxi' },
            },
          ],
        },
      ],
    },
    '',
  ).bytes

const time = (hour: number, minute = 0): Value => ({
  section: 0,
  unk_4: 0,
  unk_8: 0,
  hour,
  minute,
  opaque_20: new Uint8Array(12),
})

type Rgb = readonly [red: number, green: number, blue: number]

/** Colours of a time of the day, 0 to 255, and the distances of the fog in units of 700. */
interface SkyPlan {
  readonly horizon: Rgb
  readonly zenith: Rgb
  readonly sunlight: Rgb
  readonly scene: Rgb
  readonly fog: readonly [start: number, end: number]
}

const NIGHT: SkyPlan = {
  horizon: [26, 30, 52],
  zenith: [6, 8, 20],
  sunlight: [40, 46, 76],
  scene: [24, 28, 48],
  fog: [0.4, 1.6],
}
const MORNING: SkyPlan = {
  horizon: [236, 158, 104],
  zenith: [70, 104, 168],
  sunlight: [255, 196, 140],
  scene: [120, 104, 110],
  fog: [0.5, 2.5],
}
const NOON: SkyPlan = {
  horizon: [188, 208, 226],
  zenith: [64, 120, 200],
  sunlight: [255, 250, 236],
  scene: [150, 160, 174],
  fog: [1, 4],
}
const EVENING: SkyPlan = {
  horizon: [222, 96, 64],
  zenith: [44, 46, 96],
  sunlight: [255, 132, 84],
  scene: [104, 76, 92],
  fog: [0.5, 2],
}

const stored = ([red, green, blue]: Rgb): readonly number[] => [blue, green, red, 255]

/** The colour of a ring of the sky in a direction: from the horizon towards the zenith, warmest in direction 0. */
function ringColour({ horizon, zenith }: SkyPlan, height: number, direction: number): readonly number[] {
  const warmth = direction === 0 ? 1 : direction === 2 ? 0.8 : 0.9
  const mixed = horizon.map((part, k) => Math.round(warmth * (part + ((zenith[k] ?? 0) - part) * height)))
  return stored([mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0])
}

function skySlots(plan: SkyPlan): Value {
  const rings = ['horizon', 'middle', 'upper'].flatMap((name, ring) =>
    [0, 1, 2, 3].map(direction => [`${name}_${direction}`, ringColour(plan, ring / 3, direction)]),
  )
  const unread = ['slot_0', 'slot_16', 'slot_17', 'slot_18'].map(name => [name, stored([0, 0, 0])])
  const single = [
    ['zenith', stored(plan.zenith)],
    ['sunlight', stored(plan.sunlight)],
  ]
  const [fog_start, fog_end] = plan.fog
  return { ...(Object.fromEntries([...rings, ...unread, ...single]) as Record<string, Value>), fog_start, fog_end }
}

const keyframe = (hour: number, opcode: number, plan: SkyPlan, text = ''): Value => ({
  version: 3,
  time: time(hour),
  opcode,
  slots: skySlots(plan),
  scene: stored(plan.scene),
  slot_21: [0, 0, 0, 255],
  texts: [text, '', '', '', '', ''],
  floats: [8, 8, 0.5, 0],
  effects: [],
})

/** A day of 15 minutes with a sun from six to twenty (parkan 9.7). */
export const sampleSky = (): Bytes =>
  encode(
    SKY,
    {
      magic: -1,
      version: 5,
      sections: [
        {
          version: 1,
          day_end: time(23, 59),
          day_length: time(0, 15),
          keyframes: [
            keyframe(0, 2, NIGHT),
            keyframe(6, 0, MORNING, 'Sun'),
            keyframe(12, 2, NOON),
            keyframe(20, 1, EVENING, 'Sun'),
          ],
        },
      ],
      start: time(9),
      unk_end: 0,
      flag: 0,
    },
    '',
  ).bytes

const step = (kind: number, operands: readonly number[], called = -1): Value => ({
  function: called,
  dest: -1,
  source: -1,
  kind,
  relation: 6,
  operands,
  formula: -1,
})

/** A script that reads its base, and one handler that does nothing (parkan 9.9). */
export const sampleScript = (): Bytes =>
  encode(
    SCRIPT,
    {
      functions: 73,
      handlers: [
        { name: 'Init', index: 0, nodes: [step(-1, [0, 1, 2], 19), step(5, [])] },
        { name: 'Mission', index: 1, nodes: [step(2, []), step(3, [0])] },
      ],
    },
    '',
  ).bytes

/** A behaviour profile of two variables (parkan 9.9). */
export const sampleProfile = (): Bytes => {
  const variable = (name: string, type: number, value: number, maximum: number): Value => ({
    length: 4,
    type,
    unk_8: 0,
    name,
    comment: '',
    value,
    default: value,
    minimum: 0,
    maximum,
  })
  return encode(PROFILE, { variables: [variable('fCaution', 3, 0.5, 1), variable('bFlees', 2, 1, 1)] }, '').bytes
}
