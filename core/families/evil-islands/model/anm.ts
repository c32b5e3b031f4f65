import type { EntryInfo } from '../../../format'
import { array, count, floats, RecordView, struct, u32, vec3, type AnyLayout, type Meta } from '../../../layout'

const LIKELY: Meta = { certainty: 'likely', source: 'evil-islands 10' }

const KEYS = {
  rotation_count: count('rotations', { as: 'u32', ...LIKELY }),
  rotations: array(floats(['w', 'x', 'y', 'z'], LIKELY), 'rotation_count', LIKELY),
  translation_count: count('translations', { as: 'u32', ...LIKELY }),
  translations: array(vec3(LIKELY), 'translation_count', LIKELY),
  morph_frame_count: u32(LIKELY),
}

/** The movement of one part in a clip: a key per frame, and offsets of its vertices, all of a frame together (evil-islands 10). */
export const TRACK = struct('anm-track', {
  ...KEYS,
  morph_vertex_count: u32(LIKELY),
  morphs: array(vec3(LIKELY), 'morph_frame_count * morph_vertex_count', LIKELY),
})

/** A track without morphs that ends before their second count (evil-islands 10). */
export const SHORT_TRACK = struct('anm-track', KEYS)

/** The first bytes of a track. */
export const TrackHead = struct('anm-head', { rotation_count: u32() })

/** Bytes of a track without its second count, of as many translations as rotations. */
const shortSize = (rotations: number): number => 12 + 28 * rotations

/** A short track has a size that no other of as many rotations has. */
export function trackLayout({ head, size }: EntryInfo): AnyLayout {
  const isShort = head.length >= 4 && size === shortSize(new RecordView(TrackHead, head).number(0, 'rotation_count'))
  return isShort ? SHORT_TRACK : TRACK
}
