import { array, i16, read, strideOf, struct, toEnd, u8, withRow, type Bytes } from '../../../layout'

/** Sizes of a step: each is about 1.1 times the one before. Those of the IMA, as every reader of WAVE files has them. */
const STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118,
  130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
  1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
  7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
]
/** How the number of the step changes with the three low bits of a nibble. */
const CHANGES = [-1, -1, -1, -1, 2, 4, 6, 8]

const Head = struct('sound-ima-head', { sample: i16(), step: u8(), reserved: u8() })

/** A block: of each channel its first sample and the number of its step, then four bytes of each channel in turn. */
const Block = struct('sound-ima-block', { heads: array(Head, '@channels'), nibbles: array(u8(), toEnd) })

/** Nibbles of a channel that follow each other, and their bytes. */
const RUN = 8
const RUN_BYTES = RUN / 2

/** Bytes of the head of a block, for each channel. */
export const IMA_HEAD = strideOf(Head)

/** Samples of a block of IMA ADPCM, of all channels in turn; the low nibble of a byte is first. What is no whole run is left out. */
export function imaBlock(bytes: Bytes, channels: number): Int16Array {
  const { heads, nibbles } = read(withRow(Block, { channels }) as typeof Block, bytes)
  const runs = Math.floor(nibbles.length / (RUN_BYTES * channels))
  const samples = new Int16Array(channels * (1 + RUN * runs))
  heads.forEach(({ sample: first, step }, channel) => {
    let [sample, index] = [first, Math.min(step, STEPS.length - 1)]
    samples[channel] = sample
    for (let at = 0; at < RUN * runs; at++) {
      const run = Math.floor(at / RUN) * channels + channel
      const byte = nibbles[RUN_BYTES * run + ((at % RUN) >> 1)] ?? 0
      const nibble = at % 2 === 0 ? byte & 15 : byte >> 4
      sample = Math.max(-32768, Math.min(32767, sample + stepOf(STEPS[index] ?? 0, nibble)))
      index = Math.max(0, Math.min(STEPS.length - 1, index + (CHANGES[nibble & 7] ?? 0)))
      samples[channels * (1 + at) + channel] = sample
    }
  })
  return samples
}

/** By how much a nibble changes a sample: eighths of the step, each cut on its own as decoders do. */
function stepOf(step: number, nibble: number): number {
  const size =
    (step >> 3) +
    ((nibble & 4) !== 0 ? step : 0) +
    ((nibble & 2) !== 0 ? step >> 1 : 0) +
    ((nibble & 1) !== 0 ? step >> 2 : 0)
  return (nibble & 8) !== 0 ? -size : size
}
