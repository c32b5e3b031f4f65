import {
  array,
  bytes,
  count,
  f32,
  floats,
  struct,
  u32,
  union,
  vec3,
  withMeta,
  type AnyLayout,
  type Layout,
  type Meta,
} from '../../../layout'
import { Reference } from '../parts/parts'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 8.4' }
const LIKELY: Meta = { certainty: 'likely', source: 'parkan 8.4' }

const SHARED = 'effect-body'
/** A field that several bodies have is titled once for all of them. */
const of = (name: string, meta: Meta = {}): Meta => ({ doc: `field.${SHARED}.${name}`, ...LIKELY, ...meta })
const float = (name: string): ReturnType<typeof f32> => f32(of(name))
const word = (name: string): Layout<number> => u32(of(name))
const point = (name: string): ReturnType<typeof vec3> => vec3(of(name))
const rgba = (name: string): ReturnType<typeof floats> => floats(['r', 'g', 'b', 'a'], of(name))
const opaque = (name: string, size: number): Layout<Uint8Array> =>
  bytes(size, of(name, { role: 'unknown', certainty: 'unknown' }))

const MODE = { mode: word('mode') }
const LIGHT_MODES: Readonly<Record<number, string>> = {
  1: 'point_owner_only',
  2: 'point',
  3: 'directional',
  4: 'parallel_point',
  5: 'point',
  6: 'point_with_flags',
  7: 'point_with_flags',
}
const SOUND_MODES: Readonly<Record<number, string>> = { 0: 'once', 1: 'once', 2: 'repeated', 3: 'repeated' }
const WINDOW = { window: floats(['from', 'to'], of('window')) }
const REF = { ref: withMeta(Reference, of('ref')) }
const ENDS = { position_a: point('position_a'), position_b: point('position_b') }
const DIRECTIONS = { direction_a: point('direction_a'), direction_b: point('direction_b') }
const PHASE = { phase_start: float('phase_start'), phase_end: float('phase_end') }
const FADE = { fade_from: float('fade_from'), fade_to: float('fade_to') }
const SIZES = { size_a: point('size_a'), size_b: point('size_b') }

/** Opcode 1: a light; its reference may be empty. */
const Light = struct('effect-light', {
  mode: u32(of('mode', { values: LIGHT_MODES })),
  ...WINDOW,
  ...ENDS,
  ...DIRECTIONS,
  color_a: rgba('color_a'),
  color_b: rgba('color_b'),
  color_jitter: rgba('color_jitter'),
  range_a: float('range_a'),
  range_b: float('range_b'),
  range_jitter: float('range_jitter'),
  attenuation: point('attenuation'),
  opaque_136: opaque('opaque_136', 24),
  ...REF,
})

/** Opcode 2: a sound. */
const Sound = struct('effect-sound', {
  mode: u32(of('mode', { values: SOUND_MODES })),
  ...WINDOW,
  ...ENDS,
  ...DIRECTIONS,
  near: float('near'),
  far: float('far'),
  rate_a: float('rate_a'),
  rate_b: float('rate_b'),
  sound_mode: word('sound_mode'),
  ...REF,
})

const SPRITE = {
  ...MODE,
  ...PHASE,
  phase_power: float('phase_power'),
  ...FADE,
  fade_power: float('fade_power'),
  ...WINDOW,
  ...ENDS,
  position_power: point('position_power'),
  channel_a: point('channel_a'),
  channel_b: point('channel_b'),
  ...SIZES,
  size_power: point('size_power'),
  ...REF,
}

/** Opcode 3: a sprite that moves and grows. */
const Sprite = struct('effect-sprite', SPRITE)
/** Opcode 4: the same with a divisor of the distance. */
const FarSprite = struct('effect-far-sprite', { ...SPRITE, distance: float('distance') })
/** Opcode 9: the same with a way of drawing. */
const DrawnSprite = struct('effect-drawn-sprite', {
  ...SPRITE,
  render_kind: word('render_kind'),
  render_flag: word('render_flag'),
})

/** Opcode 5: a bolt, a line of sprites. */
const Bolt = struct('effect-bolt', {
  ...MODE,
  unk_8: u32(of('unk_8', { role: 'unknown', certainty: 'unknown' })),
  ...WINDOW,
  max_segments: word('max_segments'),
  width_a: float('width_a'),
  width_b: float('width_b'),
  step: float('step'),
  segment_length: float('segment_length'),
  ...PHASE,
  ...REF,
})

/** Opcode 6: no bytes behind the word; no effect of the game has it. */
const Empty = struct('effect-empty', {})

/** Opcodes 7 and 10: a burst of particles. */
const Burst = struct('effect-burst', {
  ...MODE,
  ...FADE,
  fade_power: float('fade_power'),
  ...WINDOW,
  life: float('life'),
  anim_rate: float('anim_rate'),
  count_a: word('count_a'),
  count_b: word('count_b'),
  ...ENDS,
  position_jitter: point('position_jitter'),
  position_power: point('position_power'),
  ...SIZES,
  size_jitter: point('size_jitter'),
  size_power: point('size_power'),
  drag: float('drag'),
  ...REF,
})

/** Opcode 8: a stream of particles. */
const Stream = struct('effect-stream', {
  ...MODE,
  ...FADE,
  ...WINDOW,
  interval_a: float('interval_a'),
  interval_b: float('interval_b'),
  anim_power: float('anim_power'),
  capacity: word('capacity'),
  opaque_40: opaque('opaque_40', 48),
  ...ENDS,
  position_jitter: point('position_jitter'),
  position_power: point('position_power'),
  ...SIZES,
  size_jitter: point('size_jitter'),
  size_power: point('size_power'),
  ...REF,
})

/** Bodies of commands by opcode, the low byte of the word. */
export const BODIES: Readonly<Record<number, AnyLayout>> = {
  1: Light,
  2: Sound,
  3: Sprite,
  4: FarSprite,
  5: Bolt,
  6: Empty,
  7: Burst,
  8: Stream,
  9: DrawnSprite,
  10: Burst,
}

/** A command: its word, then the body of its opcode (parkan 8.4). */
const EffectCommand = struct('effect-command', {
  word: u32({ bits: { 8: 'over' }, hex: true, ...KNOWN }),
  body: union('word & 255', BODIES, undefined, KNOWN),
})

/** Where the time of an effect comes from (parkan 8.4). */
const TIME_MODES: Readonly<Record<number, string>> = {
  0: 'from_outside',
  1: 'once',
  2: 'repeated',
  3: 'backwards',
  4: 'node_value',
  5: 'speed',
  6: 'speed_x',
  7: 'speed_y',
  8: 'speed_z',
  9: 'spin',
  10: 'spin_x',
  11: 'spin_y',
  12: 'spin_z',
  13: 'attach_point',
  14: 'damage',
  15: 'speed_or_spin',
  16: 'node_value_rising',
  17: 'node_value_falling',
}

/** FXID: a header of 60 bytes, then the commands (parkan 8.4). */
export const EFFECT = struct('effect', {
  cmd_count: count('commands', KNOWN),
  time_mode: u32({ values: TIME_MODES, ...KNOWN }),
  duration: f32({ unit: 's', ...KNOWN }),
  phase_jitter: f32(KNOWN),
  flags: u32({
    bits: {
      0: 'time_jitter',
      1: 'delete_at_end',
      2: 'let_go',
      3: 'random_shift',
      4: 'runs_hidden',
      5: 'ping_pong',
      6: 'starts_off',
      7: 'waits_clear',
      8: 'waits_set',
      9: 'linear_fade',
      10: 'needs_visible_point',
      11: 'second_pass',
      12: 'target_point',
      13: 'no_fog',
      15: 'no_second_test',
    },
    hex: true,
    ...KNOWN,
  }),
  settings_id: u32({ hex: true, ...KNOWN }),
  random_shift: vec3(KNOWN),
  pivot: vec3(KNOWN),
  scale: vec3(KNOWN),
  commands: array(EffectCommand, 'cmd_count', KNOWN),
})
