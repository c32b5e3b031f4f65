import type { EntryInfo } from '../../../format'
import {
  array,
  bitfield,
  count,
  f32,
  RecordView,
  rest,
  strideOf,
  struct,
  text,
  u32,
  type AnyLayout,
  type Meta,
} from '../../../layout'
import { naming } from '../references'

const LIKELY: Meta = { certainty: 'likely', source: 'evil-islands 6' }
const UNKNOWN: Meta = { role: 'unknown', certainty: 'unknown', source: 'evil-islands 6' }

const WEAPONS = { 0: 'sword', 1: 'axe', 2: 'dagger', 3: 'spear', 4: 'hammer', 5: 'bow', 6: 'crossbow' }
const STATES = { 0: 'neutral', 1: 'rest', 2: 'attack', 4: 'wary', 6: 'lying', 7: 'all' }
const ACTIONS = {
  1: 'special',
  2: 'attack',
  3: 'cast',
  4: 'run',
  5: 'walk',
  6: 'idle',
  7: 'death',
  8: 'suffer',
  9: 'cross',
  15: 'all',
}
const STAGES = { 0: 'unique', 1: 'start', 2: 'cycle', 3: 'end' }
const FORMS = { 0: 'hides', 1: 'steps', 2: 'hit', 3: 'sound', 4: 'low', 5: 'high' }

/** A clip and when it is played, 88 bytes (evil-islands 6). */
export const AdbRecord = struct('adb-record', {
  clip_name: text(16, { ...naming('animation'), ...LIKELY }),
  index: u32(LIKELY),
  parameters: bitfield(
    u32(),
    {
      weapons: [0, 7, { bits: WEAPONS, ...LIKELY }],
      unk_7: [7, 8, UNKNOWN],
      state: [15, 3, { values: STATES, ...LIKELY }],
      action: [18, 4, { values: ACTIONS, ...LIKELY }],
      modifier: [22, 8, LIKELY],
      stage: [30, 2, { values: STAGES, ...LIKELY }],
    },
    LIKELY,
  ),
  flags: bitfield(u32(), { forms: [0, 6, { bits: FORMS, ...LIKELY }], unk_38: [6, 26, UNKNOWN] }, LIKELY),
  probability: u32({ unit: '%', ...LIKELY }),
  last_frame: u32(LIKELY),
  distance: f32({ unit: 'm', ...LIKELY }),
  show_frame: u32(LIKELY),
  hide_frame: u32(LIKELY),
  step_frames: array(u32(LIKELY), 4, LIKELY),
  hit_frame: u32(LIKELY),
  sound_frame: u32(LIKELY),
  sound_ids: array(u32(LIKELY), 4, LIKELY),
})

const HEADER = {
  magic: text(4, { page: 'latin1', ...LIKELY }),
  record_count: count('records', { as: 'u32', ...LIKELY }),
  model_name: text(24, { ...naming('model'), ...LIKELY }),
  min_height: f32({ unit: 'm', ...LIKELY }),
  mid_height: f32({ unit: 'm', ...LIKELY }),
  max_height: f32({ unit: 'm', ...LIKELY }),
}

/** Animations of a model, in database.res (evil-islands 6). */
export const ADB = struct('adb', { ...HEADER, records: array(AdbRecord, 'record_count', LIKELY) })

/** The older variant of a few files, whose records are shorter: kept as found (evil-islands 6). */
const SHORT_ADB = struct('adb-short', { magic: HEADER.magic, record_count: u32(LIKELY), data: rest() })

const Head = struct('adb-head', { magic: HEADER.magic, record_count: u32() })
const HEADER_SIZE = 44

/** Bytes of a record in the four files of the game with shorter ones: three of them, and the one with a single record. */
const SHORT_RECORD = 84
const SHORTEST_FILE = 80

/** Whether a file does not have the size that its records take, unless it is cut: then it counts more than it has. */
export function isShortVariant({ head, size }: Pick<EntryInfo, 'head' | 'size'>): boolean {
  if (head.length < strideOf(Head)) return false
  const records = new RecordView(Head, head).number(0, 'record_count')
  const needed = HEADER_SIZE + records * strideOf(AdbRecord)
  if (size >= needed) return size > needed
  return size === HEADER_SIZE + records * SHORT_RECORD || (records === 1 && size === SHORTEST_FILE)
}

export const adbLayout = (entry: EntryInfo): AnyLayout => (isShortVariant(entry) ? SHORT_ADB : ADB)
