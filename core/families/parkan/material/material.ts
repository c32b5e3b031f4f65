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
import type { PaintCycle } from '../../../format'
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
  /** Rectangle of the texture's atlas; -1: the whole texture. */
  readonly cell: number
  /** Of the whole, 0 to 1. */
  readonly opacity: number
  /** 0 to 255. */
  readonly diffuse: readonly [red: number, green: number, blue: number, alpha: number]
}

/** The phases that a payload holds whole, whatever follows them. */
export function materialPhases(bytes: Bytes, version: number): readonly PhaseLook[] {
  return wholeRecords<typeof MaterialPhase>(bytes, version, 'phases').map(({ texture, ambient, diffuse, stage }) => {
    const [r = 0, g = 0, b = 0, a = 0] = diffuse
    const opacity = Math.min(1, (ambient[3] ?? 100) / 100)
    return { texture: plainText(texture), cell: stage === WHOLE ? -1 : stage, opacity, diffuse: [r, g, b, a] }
  })
}
const WHOLE = 255

/** Modes by the number in `head` (parkan 8.2). */
const MODES: readonly PaintCycle['mode'][] = ['loop', 'back_and_forth', 'once', 'random']

/**
 * When the phases of a material are shown: the keys of its first animation. The texture steps from key to key; that colours
 * glide in between is likely only, so they step, too. Undefined where nothing changes, or a key names no phase (parkan 8.2).
 */
export function materialCycle(bytes: Bytes, version: number, phaseCount: number): PaintCycle | undefined {
  const [first] = wholeRecords<typeof MaterialAnimation>(bytes, version, 'animations')
  if (!first) return undefined
  const phases = first.keys.map(key => key.phase)
  let end = 0
  const ends = first.keys.map(({ time }) => (end = Math.max(end, time)))
  const mode = MODES[first.head.mode]
  const isMoving = new Set(phases.filter((_, key) => (ends[key] ?? 0) > (ends[key - 1] ?? 0))).size > 1
  return mode && isMoving && phases.every(phase => phase < phaseCount) ? { mode, phases, ends } : undefined
}

/** Records of an array up to the first one that is not whole. */
function wholeRecords<L extends AnyLayout>(bytes: Bytes, version: number, array: string): readonly Infer<L>[] {
  const node = locate(document(materialLayout(version), bytes), array)
  const found: Infer<L>[] = []
  for (let at = 0; at < (node?.childCount ?? 0); at++) {
    const record = node?.child(at)
    if (!record?.isWhole || record.kind !== 'struct') break
    found.push(record.value as Infer<L>)
  }
  return found
}
