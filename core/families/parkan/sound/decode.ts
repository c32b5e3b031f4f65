import { document, type Bytes, type Node } from '../../../layout'
import { fieldOf, numberOf, records, recordsOf } from '../fields'
import { DATA_CHUNK, FACT_CHUNK, FORMAT_CHUNK, SOUND } from './sound'

/** A sound as it is played: samples of all channels in turn. */
export interface DecodedSound {
  readonly channels: number
  /** Samples of a channel in a second. */
  readonly rate: number
  readonly samples: Int16Array
}

interface SoundFormat {
  readonly channels: number
  readonly blockAlign: number
  readonly coefficients: readonly (readonly [number, number])[]
}

const PCM = 1
const MS_ADPCM = 2
/** More channels than any sound has. */
const MOST_CHANNELS = 8

/** Samples of a sound, PCM of 8 or 16 bits or MS ADPCM, as far as there are bytes; undefined for any other format (parkan 9.11). */
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
  return samples && { channels, rate, samples: samples.subarray(0, Math.min(samples.length, count)) }
}

function samplesOf(format: Node, channels: number, data: Bytes): Int16Array | undefined {
  const [tag, bits, blockAlign] = ['tag', 'bits', 'block_align'].map(name => numberOf(format, `body/${name}`))
  if (tag === PCM && bits === 8) return Int16Array.from(data, sample => (sample - 128) << 8)
  if (tag === PCM && bits === 16) {
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    return Int16Array.from({ length: data.length >> 1 }, (_, at) => view.getInt16(2 * at, true))
  }
  const more = fieldOf(format, 'body/more')
  if (tag !== MS_ADPCM || !more || blockAlign === undefined || blockAlign < HEAD * channels) return undefined
  const coefficients = recordsOf(more, 'coefficients').map(
    pair => [numberOf(pair, 'c1'), numberOf(pair, 'c2')] as const,
  )
  return adpcm(data, { channels, blockAlign, coefficients })
}

/** Bytes of the head of a block, for each channel: number of the pair of coefficients, step, last sample, the one before. */
const HEAD = 7

/** Blocks of MS ADPCM. Each has its own state; a last one that is cut gives the samples that it has. */
function adpcm(data: Bytes, format: SoundFormat): Int16Array {
  const { channels, blockAlign } = format
  const parts: Int16Array[] = []
  for (let at = 0; at + HEAD * channels <= data.length; at += blockAlign)
    parts.push(adpcmBlock(data.subarray(at, at + blockAlign), format))
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

function adpcmBlock(block: Bytes, { channels, coefficients }: SoundFormat): Int16Array {
  const view = new DataView(block.buffer, block.byteOffset, block.length)
  const word = (field: number, channel: number): number =>
    view.getInt16(channels + 2 * (field * channels + channel), true)
  const states = Array.from({ length: channels }, (_, channel): Channel => {
    const [c1, c2] = coefficients[block[channel] ?? 0] ?? [0, 0]
    return { c1, c2, step: word(0, channel), last: word(1, channel), before: word(2, channel) }
  })
  const nibbles = 2 * (block.length - HEAD * channels)
  const samples = new Int16Array(2 * channels + nibbles - (nibbles % channels))
  states.forEach(({ before, last }, channel) => {
    samples[channel] = before
    samples[channels + channel] = last
  })
  for (let at = 2 * channels, nibble = 0; at < samples.length; at++, nibble++) {
    const byte = block[HEAD * channels + (nibble >> 1)] ?? 0
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
