import { encode, type Bytes, type Value } from '../../../layout'
import type { DecodedSound } from './decode'
import { DATA_CHUNK, FORMAT_CHUNK, RIFF, SOUND, WAVE } from './sound'

/** A chunk of a sound; `size`: bytes of its body. */
export interface WaveChunk {
  readonly id: number
  readonly size: number
  readonly body: Value
}

/** A RIFF file of chunks, each padded to an even size (parkan 9.11). */
export function wave(chunks: readonly WaveChunk[]): Bytes {
  const padded = chunks.map(chunk => (chunk.size % 2 === 1 ? { ...chunk, pad: 0 } : chunk))
  const size = padded.reduce((sum, { size: body }) => sum + 8 + body + (body % 2), 4)
  return encode(SOUND, { magic: RIFF, riff_size: size, wave: WAVE, chunks: padded }, '').bytes
}

/** A sound as a WAV file of 16-bit PCM, which every program reads. */
export function pcmWave({ channels, rate, samples }: DecodedSound): Bytes {
  const data = new Uint8Array(2 * samples.length)
  for (const [at, sample] of samples.entries()) data.set([sample & 255, (sample >> 8) & 255], 2 * at)
  const format = {
    tag: 1,
    channels,
    rate,
    byte_rate: 2 * channels * rate,
    block_align: 2 * channels,
    bits: 16,
    more: new Uint8Array(0),
  }
  return wave([
    { id: FORMAT_CHUNK, size: 16, body: format },
    { id: DATA_CHUNK, size: data.length, body: data },
  ])
}
