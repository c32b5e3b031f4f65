import { array, column, document, i16, read, struct, toEnd, u8, withRow, type Bytes, type Node } from '../../../layout'
import { fieldOf, numberOf, records, recordsOf } from '../../../format/fields'
import { imaBlock, IMA_HEAD } from './ima-adpcm'
import { DATA_CHUNK, FACT_CHUNK, FORMAT_CHUNK, SOUND } from './sound'

/** A sound as it is played: samples of all channels in turn. */
export interface DecodedSound {
  readonly channels: number
  /** Samples of a channel in a second. */
  readonly rate: number
  readonly samples: Int16Array
  /** Stored as 16-bit PCM, as `samples` are. */
  readonly isPlain: boolean
  /** Stored as PCM or MS ADPCM, which the game plays (parkan 9.11). */
  readonly isForGame: boolean
}

interface SoundFormat {
  readonly channels: number
  readonly coefficients: readonly (readonly [number, number])[]
}

const PCM = 1
const MS_ADPCM = 2
const IMA_ADPCM = 17
/** More channels than any sound has. */
const MOST_CHANNELS = 8

const Words = struct('sound-words', { samples: array(i16(), toEnd) })

/**
 * A block of MS ADPCM: of each channel the number of its pair of coefficients, its step, its last sample and the one before,
 * then a byte for two samples (parkan 9.11).
 */
const Block = struct('sound-block', {
  pairs: array(u8(), '@channels'),
  steps: array(i16(), '@channels'),
  last: array(i16(), '@channels'),
  before: array(i16(), '@channels'),
  nibbles: array(u8(), toEnd),
})

/**
 * Samples of a sound, PCM of 8 or 16 bits, MS or IMA ADPCM, as far as there are bytes; undefined for any other format (parkan
 * 9.11).
 */
export function decodeSound(bytes: Bytes): DecodedSound | undefined {
  const chunks = records(document(SOUND, bytes), 'chunks')
  const [format, fact, data] = [FORMAT_CHUNK, FACT_CHUNK, DATA_CHUNK].map(id =>
    chunks.find(chunk => numberOf(chunk, 'id') === id),
  )
  const stored = data && fieldOf(data, 'body')?.value
  if (!format || !(stored instanceof Uint8Array)) return undefined
  const channels = numberOf(format, 'body/channels')
  const rate = numberOf(format, 'body/rate')
  if (!(channels >= 1 && channels <= MOST_CHANNELS && rate > 0)) return undefined
  const samples = samplesOf(format, channels, stored)
  const promised = fact ? numberOf(fact, 'body/samples') : Number.NaN
  const count = promised > 0 ? promised * channels : Infinity
  const tag = numberOf(format, 'body/tag')
  const isPlain = tag === PCM && numberOf(format, 'body/bits') === 16
  const isForGame = tag !== IMA_ADPCM
  return (
    samples && { channels, rate, isPlain, isForGame, samples: samples.subarray(0, Math.min(samples.length, count)) }
  )
}

function samplesOf(format: Node, channels: number, data: Bytes): Int16Array | undefined {
  const [tag, bits, blockAlign] = ['tag', 'bits', 'block_align'].map(name => numberOf(format, `body/${name}`))
  if (tag === PCM && bits === 8) return Int16Array.from(data, sample => (sample - 128) << 8)
  if (tag === PCM && bits === 16)
    return column(document(Words, data.subarray(0, data.length - (data.length % 2))), 'samples', '', 'i16')
  if (tag === IMA_ADPCM && bits === 4 && blockAlign !== undefined)
    return fromBlocks(data, { head: IMA_HEAD * channels, size: blockAlign }, block => imaBlock(block, channels))
  const more = fieldOf(format, 'body/more')
  if (tag !== MS_ADPCM || !more || blockAlign === undefined) return undefined
  const coefficients = recordsOf(more, 'coefficients').map(
    pair => [numberOf(pair, 'c1'), numberOf(pair, 'c2')] as const,
  )
  return fromBlocks(data, { head: HEAD * channels, size: blockAlign }, block =>
    adpcmBlock(block, { channels, coefficients }),
  )
}

/** Bytes of the head of a block, for each channel. */
const HEAD = 7

/** Samples of blocks, each with its own state; a last one that is cut gives the samples that it has. Undefined without room for heads. */
function fromBlocks(
  data: Bytes,
  { head, size }: { readonly head: number; readonly size: number },
  samplesOfBlock: (block: Bytes) => Int16Array,
): Int16Array | undefined {
  if (size < head) return undefined
  const parts: Int16Array[] = []
  for (let at = 0; at + head <= data.length; at += size) parts.push(samplesOfBlock(data.subarray(at, at + size)))
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0))
  let to = 0
  for (const part of parts) {
    samples.set(part, to)
    to += part.length
  }
  return samples
}

/** How the step of a channel grows with each nibble, 256 is 1. */
const GROWTH = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230]
const LEAST_STEP = 16

interface Channel {
  readonly c1: number
  readonly c2: number
  step: number
  last: number
  before: number
}

function adpcmBlock(bytes: Bytes, { channels, coefficients }: SoundFormat): Int16Array {
  const { nibbles, ...head } = read(withRow(Block, { channels }) as typeof Block, bytes)
  const states = Array.from({ length: channels }, (_, channel): Channel => {
    const [c1, c2] = coefficients[head.pairs[channel] ?? 0] ?? [0, 0]
    const [step = 0, last = 0, before = 0] = [head.steps[channel], head.last[channel], head.before[channel]]
    return { c1, c2, step, last, before }
  })
  const steps = 2 * nibbles.length
  const samples = new Int16Array(2 * channels + steps - (steps % channels))
  states.forEach(({ before, last }, channel) => {
    samples[channel] = before
    samples[channels + channel] = last
  })
  for (let at = 2 * channels, nibble = 0; at < samples.length; at++, nibble++) {
    const byte = nibbles[nibble >> 1] ?? 0
    const state = states[nibble % channels]
    if (state) samples[at] = next(state, nibble % 2 === 0 ? byte >> 4 : byte & 15)
  }
  return samples
}

/** The next sample of a channel. Predictions are shifted, so they round down. */
function next(channel: Channel, nibble: number): number {
  const { c1, c2, step, last, before } = channel
  const signed = nibble < 8 ? nibble : nibble - 16
  const sample = Math.max(-32768, Math.min(32767, ((last * c1 + before * c2) >> 8) + signed * step))
  channel.before = last
  channel.last = sample
  channel.step = Math.max(LEAST_STEP, (step * (GROWTH[nibble] ?? 0)) >> 8)
  return sample
}
