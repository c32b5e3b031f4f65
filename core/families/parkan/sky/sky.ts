import {
  array,
  bytes,
  colour,
  count,
  document,
  f32,
  i32,
  lengthPrefixedText,
  optional,
  struct,
  u32,
  unknown,
  withFormer,
  type Document,
  type Meta,
} from '../../../layout'
import type { Format } from '../../../format'
import { isExplained, numberOf, placeOf, records, recordsOf } from '../../../format/fields'
import { reportOn, type Report } from '../../../format/report'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.7' }
const UNKNOWN: Meta = { certainty: 'unknown', source: 'parkan 9.7' }
export const SKY_VERSION = 5
const KEYFRAME_VERSION = 3
const LIKELY: Meta = { certainty: 'likely', source: 'parkan 9.7' }

/** A time of day, 32 bytes (parkan 9.7). */
const SkyTime = struct('sky-time', {
  section: u32(KNOWN),
  unk_4: unknown(u32(UNKNOWN)),
  unk_8: unknown(u32(UNKNOWN)),
  hour: u32(KNOWN),
  minute: u32(KNOWN),
  opaque_20: bytes(12, { role: 'unknown', ...UNKNOWN }),
})

const EVENTS: Readonly<Record<number, string>> = {
  0: 'body_starts',
  1: 'body_stops',
  2: 'colours',
  3: 'rain_starts',
  4: 'rain_stops',
  5: 'snow_starts',
  6: 'snow_stops',
  7: 'colours',
  8: 'lightning_starts',
  9: 'lightning_stops',
}

const skyColour = (meta: Meta = KNOWN) => colour(['b', 'g', 'r', 'a'], meta)

/**
 * What a sky looks like: colours in three rings around the horizon, each in the order of its directions, and between them the
 * two distances of the fog (parkan 9.7).
 */
const SkySlots = withFormer(
  struct('sky-slots', {
    slot_0: skyColour(),
    horizon_2: skyColour(LIKELY),
    horizon_0: skyColour(LIKELY),
    horizon_1: skyColour(LIKELY),
    horizon_3: skyColour(LIKELY),
    fog_start: f32(KNOWN),
    fog_end: f32(KNOWN),
    middle_0: skyColour(LIKELY),
    middle_2: skyColour(LIKELY),
    middle_3: skyColour(LIKELY),
    middle_1: skyColour(LIKELY),
    upper_0: skyColour(LIKELY),
    upper_2: skyColour(LIKELY),
    upper_3: skyColour(LIKELY),
    upper_1: skyColour(LIKELY),
    zenith: skyColour(LIKELY),
    slot_16: skyColour(),
    slot_17: skyColour(),
    slot_18: skyColour(),
    sunlight: skyColour(LIKELY),
  }),
  array(skyColour(), 20),
)

/** Colours, texts and effects at a time. The first version lacks two colours, the second one still the effects (parkan 9.7). */
const SkyKeyframe = struct('sky-keyframe', {
  version: i32(KNOWN),
  time: SkyTime,
  opcode: i32({ values: EVENTS, ...KNOWN }),
  slots: SkySlots,
  scene: optional('version > 1', skyColour(LIKELY)),
  slot_21: optional('version > 1', skyColour()),
  texts: array(lengthPrefixedText(u32(), KNOWN), 6, KNOWN),
  floats: array(f32(KNOWN), 4, KNOWN),
  effect_count: optional('version > 2', count('effects', KNOWN)),
  effects: optional('version > 2', array(lengthPrefixedText(u32(), KNOWN), 'effect_count', KNOWN)),
})

const SkySection = struct('sky-section', {
  version: i32(KNOWN),
  keyframe_count: count('keyframes', KNOWN),
  day_end: SkyTime,
  day_length: SkyTime,
  keyframes: array(SkyKeyframe, 'keyframe_count', KNOWN),
})

/** `sky.ske`: the course of the days of a mission (parkan 9.7). */
export const SKY = struct('sky', {
  magic: i32(KNOWN),
  version: i32(KNOWN),
  section_count: count('sections', KNOWN),
  sections: array(SkySection, 'section_count', KNOWN),
  start: SkyTime,
  unk_end: unknown(i32(UNKNOWN)),
  flag: i32(KNOWN),
})

/** Versions are the known ones, and keyframes follow each other in time (parkan 9.7). */
function checkSky(opened: Document, report: Report): void {
  const version = numberOf(opened.root, 'version')
  if (version !== SKY_VERSION || numberOf(opened.root, 'magic') !== -1)
    report.error('sky.version', { version, right: SKY_VERSION }, placeOf(opened.root, 'version'))
  for (const section of records(opened, 'sections')) {
    const keyframes = recordsOf(section, 'keyframes')
    keyframes.forEach((keyframe, at) => {
      const of = { section: section.name, keyframe: keyframe.name }
      const found = numberOf(keyframe, 'version')
      if (found < 1 || found > KEYFRAME_VERSION)
        report.warning('sky.keyframe-version', { ...of, found, right: KEYFRAME_VERSION }, placeOf(keyframe, 'version'))
      const next = keyframes[at + 1]
      if (next && minutes(keyframe) > minutes(next)) report.warning('sky.order', of, placeOf(keyframe, 'time'))
    })
  }
}

const minutes = (keyframe: Parameters<typeof numberOf>[0]): number =>
  60 * numberOf(keyframe, 'time/hour') + numberOf(keyframe, 'time/minute')

/** Skies of missions: loose files. */
export const SKY_FORMAT: Format = {
  id: 'parkan.sky',
  match: ({ container, name }) => container === null && /\.ske$/i.test(name),
  layout: () => SKY,
  check(entry) {
    const report = reportOn(entry)
    const opened = document(SKY, entry.bytes)
    checkSky(opened, report)
    isExplained(opened, { cut: 'sky.cut', trailing: 'sky.trailing' }, report)
    return Promise.resolve(report.problems())
  },
}
