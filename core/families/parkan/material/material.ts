import {
  array,
  bytes,
  colour,
  count,
  decodeText,
  f32,
  struct,
  text,
  u16,
  u32,
  u8,
  unknown,
  type AnyLayout,
  type Bytes,
  type Meta,
} from '../../../layout'

const PARAMETER: Meta = { certainty: 'likely', source: 'parkan 8.2' }

/** A phase: 18 bytes of Direct3D parameters and the texture's name (parkan 8.2). */
export const MaterialPhase = struct('material-phase', {
  ambient: colour(['r', 'g', 'b', 'a'], PARAMETER),
  diffuse: colour(['r', 'g', 'b', 'a'], PARAMETER),
  specular: colour(['r', 'g', 'b', 'a'], PARAMETER),
  emissive: colour(['r', 'g', 'b', 'a'], PARAMETER),
  power: u8(PARAMETER),
  stage: u8(PARAMETER),
  texture: text(16, { names: 'parkan.texture', certainty: 'confirmed', source: 'parkan 8.2' }),
})
const PHASE_SIZE = 34
const TEXTURE_AT = 18

const MaterialKey = struct('material-key', {
  phase: u16({ refers: 'phases', certainty: 'confirmed', source: 'parkan 8.2' }),
  time: u16({ unit: 'ms', ...PARAMETER }),
  opaque: unknown(u16({ certainty: 'unknown', source: 'parkan 8.2' })),
})

/** Bits 0 to 2 of `head` are the mode, the others the mask of what is animated. */
const MaterialAnimation = struct('material-animation', {
  head: u32({ hex: true, certainty: 'confirmed', source: 'parkan 8.2' }),
  key_count: count('keys', { as: 'u16', source: 'parkan 8.2' }),
  keys: array(MaterialKey, 'key_count', { certainty: 'confirmed', source: 'parkan 8.2' }),
})

/** The layout of a material of that version (attr2 of its row): later versions have more fields. */
function layoutOf(version: number): AnyLayout {
  return struct('material', {
    phase_count: count('phases', { as: 'u16', source: 'parkan 8.2' }),
    anim_count: count('animations', { as: 'u16', source: 'parkan 8.2' }),
    ...(version >= 2 && { meta_a: u8(PARAMETER), meta_b: u8(PARAMETER) }),
    ...(version >= 3 && { meta_c: f32(PARAMETER) }),
    ...(version >= 4 && { meta_d: f32(PARAMETER) }),
    phases: array(MaterialPhase, 'phase_count', { certainty: 'confirmed', source: 'parkan 8.2' }),
    animations: array(MaterialAnimation, 'anim_count', { certainty: 'confirmed', source: 'parkan 8.2' }),
  })
}

const LAYOUTS = [1, 2, 3, 4].map(layoutOf)

/** MAT0 by version; all from 4 on are alike. */
export const materialLayout = (version: number): AnyLayout =>
  LAYOUTS[Math.min(Math.max(Math.trunc(version), 1), 4) - 1] ?? bytes(0)

/** Bytes before the phases. */
const materialHead = (version: number): number =>
  4 + (version >= 2 ? 2 : 0) + (version >= 3 ? 4 : 0) + (version >= 4 ? 4 : 0)

/** What is drawn of a phase. */
export interface PhaseLook {
  /** '' where it has no texture. */
  readonly texture: string
  /** 0 to 255. */
  readonly diffuse: readonly [red: number, green: number, blue: number, alpha: number]
}

/** The phases that a payload holds whole, whatever follows them. */
export function materialPhases(bytes: Bytes, version: number): readonly PhaseLook[] {
  const head = materialHead(version)
  if (bytes.length < head) return []
  const promised = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8)
  const fits = Math.min(promised, Math.floor((bytes.length - head) / PHASE_SIZE))
  return Array.from({ length: fits }, (_, phase) => {
    const at = head + phase * PHASE_SIZE
    const name = bytes.subarray(at + TEXTURE_AT, at + PHASE_SIZE)
    const nul = name.indexOf(0)
    const [r = 0, g = 0, b = 0, a = 0] = bytes.subarray(at + 4, at + 8)
    return { texture: decodeText(nul < 0 ? name : name.subarray(0, nul), 'cp1251'), diffuse: [r, g, b, a] }
  })
}

/** Place of the texture's name of a phase. */
export const textureNamePlace = (version: number, phase: number): readonly [offset: number, size: number] => [
  materialHead(version) + phase * PHASE_SIZE + TEXTURE_AT,
  PHASE_SIZE - TEXTURE_AT,
]
