import { write, type AnyLayout, type Bytes, type Value } from '../../../layout'
import { ANIM, ANIM_SIGNATURE } from '../anim/anim'
import { SAVE_ACTIVATION, SAVE_HEADER } from '../anim/save'
import { ARCHIVE_CODEC } from '../archive/archive'
import { writeTable } from '../archive/archive-rows'
import { Material } from '../gamez/materials'
import { Object3d } from '../gamez/node-classes'
import { MECHLIB_MATERIALS, MECHLIB_MODEL, MECHLIB_NUMBER, MECH_NODE_HEAD, MechModel } from '../mechlib/mechlib'
import { MOTION } from '../motion/motion'
import { INTERP, INTERP_SIGNATURE } from '../scripts/interp'
import { READER } from '../scripts/reader'
import { POINTER, record } from './records'
import { box, modelData, modelSlot } from './shapes'

const written = (layout: AnyLayout, value: Value): Bytes => write(layout, value).bytes

/** An archive of these elements, in this order (mw3 12). */
function archive(elements: readonly (readonly [name: string, bytes: Bytes])[]): Bytes {
  const present = elements.map(([name, payload], row) => ({
    id: `+${row}`,
    attributes: { ...ARCHIVE_CODEC.newAttributes(name), row },
    payload,
  }))
  return ARCHIVE_CODEC.pack(writeTable([]), present).bytes
}

interface Part {
  readonly name: string
  readonly at: readonly [number, number, number]
  readonly size: readonly [number, number, number]
  readonly children?: readonly Part[]
}

/** A node of a 'mech with a box as its model (mw3 11). */
function mechNode({ name, at, size, children = [] }: Part, isRoot: boolean): Value {
  const model = box(...size, 0)
  const { link: _, ...slot } = modelSlot(model, 1) as Record<string, Value>
  const [x, y, z] = at
  return {
    ...record(MECH_NODE_HEAD, {
      flags: 0x0308021c,
      update_flags: 1,
      zone_id: 255,
      node_class: 5,
      data_ptr: POINTER,
      model_index: POINTER,
      action_priority: 1,
      area_partition_x: -1,
      area_partition_z: -1,
      parent_count: isRoot ? 0 : 1,
      parent_array_ptr: isRoot ? 0 : POINTER,
      child_count: children.length,
      child_array_ptr: children.length > 0 ? POINTER : 0,
      field_196: 160,
    }),
    name,
    object3d: record(Object3d, {
      flags: isRoot ? 0x28 : 0x20,
      scale: [1, 1, 1],
      transform: [1, 0, 0, 0, 1, 0, 0, isRoot ? 0 : -0, 1, x, y, z],
    }),
    model: [{ ...record(MechModel, {}), ...slot }],
    model_data: [modelData(model)],
    children: children.map(child => mechNode(child, false)),
  }
}

const SCOUT: Part = {
  name: 'mech_scout',
  at: [0, 0, 0],
  size: [1, 1, 1],
  children: [
    {
      name: 'hips',
      at: [0, 6, 0],
      size: [3, 1, 2],
      children: [
        {
          name: 'torso',
          at: [0, 1, 0],
          size: [4, 3, 3],
          children: [{ name: 'gun_right', at: [2.5, 1, 0], size: [1, 1, 4] }],
        },
        { name: 'leg_left', at: [-1.5, -6, 0], size: [1, 6, 1] },
        { name: 'leg_right', at: [1.5, -6, 0], size: [1, 6, 1] },
      ],
    },
  ],
}

/** `mechlib.zbd` with one 'mech (mw3 11). */
export function sampleMechlib(): Bytes {
  const {
    link_a: _a,
    link_b: _b,
    ...material
  } = record(Material, {
    alpha: 255,
    flags: 0x11,
    rgb: 0x7fff,
    color: [255, 255, 255],
    texture_index: POINTER,
    field_24: 0.5,
    field_28: 0.5,
  })
  return archive([
    ['mech_scout.flt', written(MECHLIB_MODEL, mechNode(SCOUT, true))],
    ['format', written(MECHLIB_NUMBER, { value: 1 })],
    ['version', written(MECHLIB_NUMBER, { value: 27 })],
    ['materials', written(MECHLIB_MATERIALS, { materials: [{ ...material, texture: 'scout.tif' }] })],
  ])
}

const FRAMES = 8

/** `motion.zbd`: the 'mech walks; the last key is the first again (mw3 14.1). */
export function sampleMotions(): Bytes {
  const parts = ['hips', 'leg_left', 'leg_right'].map((name, part) => ({
    name,
    flags: 12,
    translations: Array.from({ length: FRAMES + 1 }, (_, frame) => [0, frame % FRAMES < 4 ? 0.25 : 0, 0]),
    rotations: Array.from({ length: FRAMES + 1 }, (_, frame) => {
      const swing = [0, 0.125, 0.25, 0.125, 0, -0.125, -0.25, -0.125][frame % FRAMES] ?? 0
      return [1, part === 0 ? 0 : part === 1 ? swing : -swing, 0, 0]
    }),
  }))
  const walk = { version: 4, loop_time: 1.5, frame_count: FRAMES, field_16: -1, field_20: 1, parts }
  return archive([['scout_walk', written(MOTION, walk)]])
}

const word = (text: string): Value => ({ type: 3, value: text })
const number = (value: number): Value => ({ type: 1, value })
const real = (value: number): Value => ({ type: 2, value })
const list = (...items: readonly Value[]): Value => ({ type: 4, value: { count: items.length + 1, items } })

/** `reader.zbd`: keys and values by position (mw3 14.1). */
export const sampleReader = (): Bytes =>
  archive([
    [
      'dfn_scout.zrd',
      written(
        READER,
        list(word('MECH'), list(word('NAME'), word('Scout'), word('TONS'), number(35), word('SPEED'), real(32.5))),
      ),
    ],
    ['soils.zrd', written(READER, list(word('SOILS'), list(word('dirt'), number(6), word('grass'), number(8))))],
  ])

/** `interp.zbd`: what is loaded, and when (mw3 14.1). */
export function sampleScripts(): Bytes {
  const line = (...tokens: readonly string[]): Value => ({
    size: tokens.reduce((sum, token) => sum + token.length + 1, 0),
    command: { tokens },
  })
  const scripts = [
    ['c1\\load.gw', [line('GameZReadZBDFile', '%GAMEZ%'), line('WorldSetVirtualPartition', 'on')]],
    ['c1\\fog.gs', [line('FogType', 'linear'), line('FogRange', '800', '2000')]],
  ] as const
  const bodies = scripts.map(([, lines]) => ({ lines: [...lines, { size: 0 }] }))
  return written(INTERP, {
    signature: INTERP_SIGNATURE,
    version: 7,
    scripts: scripts.map(([path]) => ({ path, time: 930_000_000 })),
    script_lines: bodies,
  })
}

/** `anim.zbd`: its head; what a game would compile is left out (mw3 14.1). */
export const sampleAnimations = (): Bytes =>
  written(ANIM, {
    signature: ANIM_SIGNATURE,
    version: 39,
    files: [{ name: 'c1\\door.zad', time: 930_000_000 }],
    info: {
      zero_0: Array.from({ length: 10 }, () => 0),
      def_count: 1,
      defs_ptr: POINTER,
      zero_16: 0,
      zero_20: 0,
      world_ptr: POINTER,
      gravity: -9.8,
      zero_32: Array.from({ length: 28 }, () => 0),
      one_60: 1,
      zero_64: 0,
    },
    rest: new Uint8Array(32),
  })

/** A save: the state of a door (mw3 14.2). */
export const sampleSave = (): Bytes =>
  archive([
    ['zSaveHeader', written(SAVE_HEADER, { field_0: 8, field_4: 2 })],
    [
      'door',
      written(SAVE_ACTIVATION, {
        type: 1,
        zero_4: 0,
        name: 'building_near',
        node_index: 8,
        values: new Uint8Array(36),
        field_80: 0,
        status: 1,
        field_86: 0,
        zero_87: 0,
        parts: [],
      }),
    ],
  ])

/** An archive of one tone, a tenth of a second (mw3 14). */
export function sampleSounds(): Bytes {
  const samples = Uint8Array.from({ length: 1100 }, (_, at) => 128 + (((at * 23) & 0x3f) - 32))
  const head = new Uint8Array(44)
  head.set(ascii('RIFF'), 0)
  return archive([['beep.wav', wave(head, samples)]])
}

const ascii = (text: string): Bytes => Uint8Array.from(text, letter => letter.charCodeAt(0))

/** A RIFF file of 8-bit samples, 11,025 a second. */
function wave(head: Bytes, samples: Bytes): Bytes {
  const put = (at: number, value: number, size: number): void => {
    for (let byte = 0; byte < size; byte++) head[at + byte] = (value >>> (8 * byte)) & 0xff
  }
  put(4, 36 + samples.length, 4)
  head.set(ascii('WAVEfmt '), 8)
  put(16, 16, 4)
  put(20, 1, 2)
  put(22, 1, 2)
  put(24, 11_025, 4)
  put(28, 11_025, 4)
  put(32, 1, 2)
  put(34, 8, 2)
  head.set(ascii('data'), 36)
  put(40, samples.length, 4)
  const bytes = new Uint8Array(head.length + samples.length)
  bytes.set(head)
  bytes.set(samples, head.length)
  return bytes
}
