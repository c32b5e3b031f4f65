import { array, bytes, count, i16, optional, struct, toEnd, u16, u32, u8, union, type Meta } from '../../../layout'

const KNOWN: Meta = { certainty: 'confirmed', source: 'parkan 9.11' }

/** `RIFF`, `WAVE` and ids of chunks as little-endian numbers. */
export const RIFF = 0x46464952
export const WAVE = 0x45564157
export const FORMAT_CHUNK = 0x20746d66
export const DATA_CHUNK = 0x61746164
export const FACT_CHUNK = 0x74636166

/** What MS ADPCM adds to the format: the coefficients that its blocks choose from (parkan 9.11). */
const Adpcm = struct('sound-adpcm', {
  extra_size: u16(KNOWN),
  samples_per_block: u16(KNOWN),
  coefficient_count: count('coefficients', { as: 'u16', ...KNOWN }),
  coefficients: array(struct('sound-coefficient', { c1: i16(KNOWN), c2: i16(KNOWN) }), 'coefficient_count', KNOWN),
})

/** Names of the ways in which samples are stored. */
export const SOUND_TAGS = { 1: 'pcm', 2: 'ms_adpcm' } as const

/** How the samples are stored. */
const SoundFormat = struct('sound-format', {
  tag: u16({ values: SOUND_TAGS, ...KNOWN }),
  channels: u16(KNOWN),
  rate: u32({ unit: 'Hz', ...KNOWN }),
  byte_rate: u32(KNOWN),
  block_align: u16(KNOWN),
  bits: u16(KNOWN),
  more: union('tag', { 2: Adpcm }, bytes('..size - 16'), KNOWN),
})

/** A chunk: its id, the size of its body, the body, and a byte where that size is odd. */
const SoundChunk = struct('sound-chunk', {
  id: u32({ values: { [FORMAT_CHUNK]: 'fmt', [DATA_CHUNK]: 'data', [FACT_CHUNK]: 'fact' }, hex: true, ...KNOWN }),
  size: u32(KNOWN),
  body: union(
    'id',
    {
      [FORMAT_CHUNK]: SoundFormat,
      [FACT_CHUNK]: struct('sound-fact', { samples: u32(KNOWN) }),
      [DATA_CHUNK]: bytes('size', { content: 'sound' }),
    },
    bytes('size'),
    KNOWN,
  ),
  pad: optional('size & 1', u8(KNOWN)),
})

/** SWAV: a RIFF file of sound, as in any WAVE file (parkan 9.11). */
export const SOUND = struct('sound', {
  magic: u32({ hex: true, ...KNOWN }),
  riff_size: u32(KNOWN),
  wave: u32({ hex: true, ...KNOWN }),
  chunks: array(SoundChunk, toEnd, KNOWN),
})

/** A sound without bytes, as one in Part 2. */
export const SILENCE = struct('sound-empty', { nothing: bytes(0) })
