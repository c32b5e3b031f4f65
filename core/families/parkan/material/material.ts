import {
  array,
  bitfield,
  bytes,
  colour,
  count,
  document,
  f32,
  locate,
  struct,
  text,
  u16,
  u32,
  u8,
  unknown,
  withFormer,
  type AnyLayout,
  type Bytes,
  type Infer,
  type Meta,
} from '../../../layout'
import { plainText } from '../../../format/fields'

const PARAMETER: Meta = { certainty: 'likely', source: 'parkan 8.2' }
const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 8.2' }

/** Ground by the number in `meta_a`, in the short words of the game's own tables (parkan 8.2). */
const SURFACES: Readonly<Record<number, string>> = {
  0: 'sn',
  1: 'stone',
  2: 'grass',
  3: 'sw',
  4: 'ic',
  5: 'metal',
  6: 'gr',
  7: 'water',
  8: 'al',
  9: 'an',
  10: 'shield',
  255: 'none',
}

/** A phase: 18 bytes of Direct3D parameters and the texture's name (parkan 8.2). */
const MaterialPhase = struct('material-phase', {
  ambient: colour(['r', 'g', 'b', 'a'], PARAMETER),
  diffuse: colour(['r', 'g', 'b', 'a'], PARAMETER),
  specular: colour(['r', 'g', 'b', 'a'], PARAMETER),
  emissive: colour(['r', 'g', 'b', 'a'], PARAMETER),
  power: u8(PARAMETER),
  stage: u8(PARAMETER),
  texture: text(16, { names: 'parkan.texture', ...KNOWN }),
})

const MaterialKey = struct('material-key', {
  phase: u16({ refers: 'phases', ...KNOWN }),
  time: u16({ unit: 'ms', ...PARAMETER }),
  opaque: unknown(u16({ certainty: 'unknown', source: 'parkan 8.2' })),
})

/** Keys of one animation; `mask` says which parameters of the phases they move between (parkan 8.2). */
const MaterialAnimation = struct('material-animation', {
  head: withFormer(
    bitfield(
      u32(),
      {
        mode: [0, 3, { values: { 0: 'loop', 1: 'back_and_forth', 2: 'once', 3: 'random' }, ...KNOWN }],
        mask: [
          3,
          29,
          { bits: { 0: 'ambient', 1: 'diffuse', 2: 'specular', 3: 'emissive', 4: 'opacity' }, hex: true, ...PARAMETER },
        ],
      },
      KNOWN,
    ),
    u32({ hex: true, ...KNOWN }),
  ),
  key_count: count('keys', { as: 'u16', source: 'parkan 8.2' }),
  keys: array(MaterialKey, 'key_count', KNOWN),
})

/** The layout of a material of that version (attr2 of its row): later versions have more fields. */
function layoutOf(version: number): AnyLayout {
  return struct('material', {
    phase_count: count('phases', { as: 'u16', source: 'parkan 8.2' }),
    anim_count: count('animations', { as: 'u16', source: 'parkan 8.2' }),
    ...(version >= 2 && { meta_a: u8({ values: SURFACES, ...PARAMETER }), meta_b: u8(PARAMETER) }),
    ...(version >= 3 && { meta_c: f32(PARAMETER) }),
    ...(version >= 4 && { meta_d: f32(PARAMETER) }),
    phases: array(MaterialPhase, 'phase_count', KNOWN),
    animations: array(MaterialAnimation, 'anim_count', KNOWN),
  })
}

const LAYOUTS = [1, 2, 3, 4].map(layoutOf)

/** MAT0 by version; all from 4 on are alike. */
export const materialLayout = (version: number): AnyLayout =>
  LAYOUTS[Math.min(Math.max(Math.trunc(version), 1), 4) - 1] ?? bytes(0)

/** What is drawn of a phase. */
interface PhaseLook {
  /** '' where it has no texture. */
  readonly texture: string
  /** Of the whole, 0 to 1. */
  readonly opacity: number
  /** 0 to 255. */
  readonly diffuse: readonly [red: number, green: number, blue: number, alpha: number]
}

/** The phases that a payload holds whole, whatever follows them. */
export function materialPhases(bytes: Bytes, version: number): readonly PhaseLook[] {
  const phases = locate(document(materialLayout(version), bytes), 'phases')
  const looks: PhaseLook[] = []
  for (let phase = 0; phase < (phases?.childCount ?? 0); phase++) {
    const node = phases?.child(phase)
    if (!node?.isWhole || node.kind !== 'struct') break
    const { texture, ambient, diffuse } = node.value as Infer<typeof MaterialPhase>
    const [r = 0, g = 0, b = 0, a = 0] = diffuse
    const opacity = Math.min(1, (ambient[3] ?? 100) / 100)
    looks.push({ texture: plainText(texture), opacity, diffuse: [r, g, b, a] })
  }
  return looks
}
