import type { Bytes } from '../../../layout'
import { DATA_CHUNK, FACT_CHUNK, FORMAT_CHUNK } from '../sound/sound'
import { wave } from '../sound/wave'

const RATE = 22_050
const SECONDS = 0.5

/** Half a second of a falling tone, PCM of 8 bits (parkan 9.11). */
export function sampleSound(): Bytes {
  const samples = Uint8Array.from({ length: SECONDS * RATE }, (_, at) => (((at * (40 - (at >> 9))) >> 5) & 0x3f) + 96)
  const format = { tag: 1, channels: 1, rate: RATE, byte_rate: RATE, block_align: 1, bits: 8, more: new Uint8Array(0) }
  return wave([
    { id: FORMAT_CHUNK, size: 16, body: format },
    { id: DATA_CHUNK, size: samples.length, body: samples },
  ])
}

/** The seven standard pairs of coefficients (parkan 9.11). */
const COEFFICIENTS = [
  [256, 0],
  [512, -256],
  [0, 0],
  [192, 64],
  [240, 0],
  [460, -208],
  [392, -232],
].map(([c1 = 0, c2 = 0]) => ({ c1, c2 }))
const STEPS = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230]
const BLOCK = 256
const HEAD = 7
/** Samples of a whole block of one channel: two in its head, then two in each byte (parkan 9.11). */
const PER_BLOCK = 2 + 2 * (BLOCK - HEAD)

/** One block of MS ADPCM; each sample is the one before and a step (first pair of coefficients). */
function adpcmBlock(samples: Int16Array): Bytes {
  const [first = 0, second = 0] = samples
  let [delta, last] = [64, second]
  const head = Uint8Array.of(0, delta & 255, delta >> 8, last & 255, (last >> 8) & 255, first & 255, (first >> 8) & 255)
  const block = new Uint8Array(BLOCK)
  block.set(head)
  for (let at = 2; at < PER_BLOCK; at++) {
    const step = Math.max(-8, Math.min(7, Math.round(((samples[at] ?? 0) - last) / delta)))
    const nibble = step & 15
    block[HEAD + ((at - 2) >> 1)] = (block[HEAD + ((at - 2) >> 1)] ?? 0) | (at % 2 === 0 ? nibble << 4 : nibble)
    last = Math.max(-32_768, Math.min(32_767, last + step * delta))
    delta = Math.max(16, (delta * (STEPS[nibble] ?? 0)) >> 8)
  }
  return block
}

/** Half a second of a fading hum, MS ADPCM of one channel (parkan 9.11). */
export function sampleAdpcm(): Bytes {
  const count = SECONDS * RATE
  const blocks = Math.ceil(count / PER_BLOCK)
  const tone = Int16Array.from({ length: blocks * PER_BLOCK }, (_, at) =>
    at < count ? 9000 * (1 - at / count) * Math.sin((2 * Math.PI * 110 * at) / RATE) : 0,
  )
  const data = new Uint8Array(blocks * BLOCK)
  for (let at = 0; at < blocks; at++)
    data.set(adpcmBlock(tone.subarray(at * PER_BLOCK, (at + 1) * PER_BLOCK)), at * BLOCK)
  const more = { extra_size: 32, samples_per_block: PER_BLOCK, coefficients: COEFFICIENTS }
  const byte_rate = Math.round((RATE * BLOCK) / PER_BLOCK)
  const format = { tag: 2, channels: 1, rate: RATE, byte_rate, block_align: BLOCK, bits: 4, more }
  return wave([
    { id: FORMAT_CHUNK, size: 50, body: format },
    { id: FACT_CHUNK, size: 4, body: { samples: count } },
    { id: DATA_CHUNK, size: data.length, body: data },
  ])
}
