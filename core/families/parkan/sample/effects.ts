import type { Attributes } from '../../../edit'
import { encode, type Bytes, type Value } from '../../../layout'
import { EFFECT } from '../effect/effect'
import { sampleExplosion } from './behaviour'

const FXID = 0x44495846
const EXPL = 0x4c505845
const NOWHERE = [0, 0, 0]
const LINEAR = [1, 1, 1]

/** What most sprites and particles have in common. */
const COMMON = {
  mode: 0,
  fade_from: 1,
  fade_to: 0,
  window: [0, 1],
  position_a: NOWHERE,
  position_b: [0, 0, 4],
  position_power: LINEAR,
  size_a: [1, 1, 1],
  size_b: [3, 3, 3],
  size_power: LINEAR,
}

const FLASH = {
  word: 1,
  body: {
    mode: 2,
    window: [0, 0.5],
    position_a: NOWHERE,
    position_b: NOWHERE,
    direction_a: [0, 0, 1],
    direction_b: [0, 0, 1],
    color_a: [1, 0.8, 0.4, 1],
    color_b: [0, 0, 0, 1],
    color_jitter: [0, 0, 0, 0],
    range_a: 30,
    range_b: 10,
    range_jitter: 0,
    attenuation: LINEAR,
    opaque_136: new Uint8Array(24),
    ref: { archive: '', name: '' },
  },
}

const PUFF = (material: string, over: boolean): Value => ({
  word: over ? 0x103 : 3,
  body: {
    ...COMMON,
    phase_start: 0,
    phase_end: 1,
    phase_power: 1,
    fade_power: 1,
    channel_a: [0, 0, 1],
    channel_b: [0, 0, 1],
    ref: { archive: 'Material.lib', name: material },
  },
})

const SPARKS = (material: string): Value => ({
  word: 7,
  body: {
    ...COMMON,
    fade_power: 2,
    life: 0.8,
    anim_rate: 1,
    count_a: 4,
    count_b: 3,
    position_jitter: [1, 1, 1],
    size_jitter: NOWHERE,
    drag: 0.5,
    ref: { archive: 'Material.lib', name: material },
  },
})

function effect(duration: number, commands: readonly Value[]): Bytes {
  const value = {
    time_mode: 1,
    duration,
    phase_jitter: 0,
    flags: 0x12,
    settings_id: 0x312,
    random_shift: NOWHERE,
    pivot: NOWHERE,
    scale: LINEAR,
    commands,
  }
  return encode(EFFECT, value, '').bytes
}

/** Rows of the sample's effects.rlb: effects, and an explosion (parkan 8.4, 9.5). */
export function sampleEffects(): { readonly attributes: Attributes; readonly payload: Bytes }[] {
  const row = (name: string, payload: Bytes, type_id = FXID) => ({
    attributes: { name, type_id, attr1: 0, attr2: 0, attr3: 1 },
    payload,
  })
  return [
    row('blast.fxi', effect(1.5, [FLASH, PUFF('DEFAULT', false), SPARKS('DEFAULT')])),
    row('smoke.fxi', effect(4, [PUFF('DEFAULT', true), { word: 6 }])),
    row('blast.exp', sampleExplosion(), EXPL),
  ]
}
