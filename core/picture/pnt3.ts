/*
 * Run-length coding of 32-bit pixels, B G R A (evil-islands 4.3): a word of 1 to 1,000,000 is so many zero bytes, any other a
 * pixel.
 */

const LONGEST_RUN = 1_000_000
const STEP = 16

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** `size` bytes of pixels; undefined where the runs give more or fewer. Bytes of that size are not coded. */
export function decodePnt3(bytes: Uint8Array, size: number): Uint8Array | undefined {
  if (bytes.length === size) return bytes.slice()
  const view = viewOf(bytes)
  if (unpackedSize(view) !== size) return undefined
  const pixels = new Uint8Array(size)
  let to = 0
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const word = view.getUint32(at, true)
    if (isRun(word)) to += word
    else {
      pixels.set(bytes.subarray(at, at + 4), to)
      to += 4
    }
  }
  return pixels
}

const isRun = (word: number): boolean => word > 0 && word <= LONGEST_RUN

/** Bytes that coded words give; nothing is allocated for them. */
function unpackedSize(view: DataView): number {
  if (view.byteLength % 4 !== 0) return -1
  let size = 0
  for (let at = 0; at < view.byteLength; at += 4) {
    const word = view.getUint32(at, true)
    size += isRun(word) ? word : 4
  }
  return size
}

/** Coded pixels that every known decoder reads alike. Pixels without alpha become zero: their words could be taken for runs. */
export function encodePnt3(pixels: Uint8Array): Uint8Array {
  const view = viewOf(pixels)
  const words: number[] = []
  const wordAt = (at: number): number => (view.getUint8(at + 3) === 0 ? 0 : view.getUint32(at, true))
  for (let at = 0; at + 4 <= pixels.length; ) {
    const word = wordAt(at)
    let end = at + 4
    while (word === 0 && end + 4 <= pixels.length && wordAt(end) === 0) end += 4
    if (word === 0) putZeros(words, at, end)
    else words.push(word)
    at = end
  }
  const bytes = new Uint8Array(4 * words.length)
  const out = viewOf(bytes)
  words.forEach((word, k) => out.setUint32(4 * k, word, true))
  return bytes
}

/** Zero bytes from `from` to `to`: runs of whole steps at whole steps, single pixels around them. */
function putZeros(words: number[], from: number, to: number): void {
  let at = from
  for (; at < to && at % STEP !== 0; at += 4) words.push(0)
  while (to - at >= STEP) {
    const run = Math.min(LONGEST_RUN, Math.floor((to - at) / STEP) * STEP)
    words.push(run)
    at += run
  }
  for (; at < to; at += 4) words.push(0)
}
