import type { ScalarName } from '../model/shape'

/** The typed array of each scalar. */
export interface ColumnOf {
  readonly u8: Uint8Array<ArrayBuffer>
  readonly i8: Int8Array<ArrayBuffer>
  readonly u16: Uint16Array<ArrayBuffer>
  readonly i16: Int16Array<ArrayBuffer>
  readonly u32: Uint32Array<ArrayBuffer>
  readonly i32: Int32Array<ArrayBuffer>
  readonly u64: BigUint64Array<ArrayBuffer>
  readonly i64: BigInt64Array<ArrayBuffer>
  readonly f32: Float32Array<ArrayBuffer>
  readonly f64: Float64Array<ArrayBuffer>
}
export type Column = ColumnOf[ScalarName]

/** Bits of floats are copied as they are: a Float32Array may hold any NaN. */
export const VIEW: { readonly [S in ScalarName]: (buffer: ArrayBuffer) => ColumnOf[S] } = {
  u8: buffer => new Uint8Array(buffer),
  i8: buffer => new Int8Array(buffer),
  u16: buffer => new Uint16Array(buffer),
  i16: buffer => new Int16Array(buffer),
  u32: buffer => new Uint32Array(buffer),
  i32: buffer => new Int32Array(buffer),
  u64: buffer => new BigUint64Array(buffer),
  i64: buffer => new BigInt64Array(buffer),
  f32: buffer => new Float32Array(buffer),
  f64: buffer => new Float64Array(buffer),
}

// Below, one function per width and not one with a parameter: an engine keeps a loop tight only while it sees one
// kind of typed array in it. For the same reason the loops go over a whole column, one number of a record at a time.

/**
 * Copies `words` numbers of `width` bytes out of records of one size. Numbers of 8 bytes are copied as two words of 4.
 */
export function fillStrided(
  out: ArrayBuffer,
  view: DataView,
  first: number,
  stride: number,
  words: number,
  width: number,
): void {
  const step = width === 8 ? 2 * words : words
  for (let word = 0; word < step; word++) {
    const at = first + word * Math.min(width, 4)
    if (width === 1) stride8(new Uint8Array(out), view, at, stride, word, step)
    else if (width === 2) stride16(new Uint16Array(out), view, at, stride, word, step)
    else stride32(new Uint32Array(out), view, at, stride, word, step)
  }
}

/** Copies `words` numbers of `width` bytes, `shift` bytes after the start of each record. */
export function fillPlaced(
  out: ArrayBuffer,
  view: DataView,
  places: Uint32Array,
  shift: number,
  words: number,
  width: number,
): void {
  const step = width === 8 ? 2 * words : words
  for (let word = 0; word < step; word++) {
    const at = shift + word * Math.min(width, 4)
    if (width === 1) placed8(new Uint8Array(out), view, places, at, word, step)
    else if (width === 2) placed16(new Uint16Array(out), view, places, at, word, step)
    else placed32(new Uint32Array(out), view, places, at, word, step)
  }
}

/** Runs of records: run r has `starts[r + 1] - starts[r]` of them from `places[r]`, `stride` bytes apart. */
export interface Runs {
  readonly places: Uint32Array
  readonly starts: Uint32Array
  readonly stride: number
}

/** Copies `words` numbers of `width` bytes, `shift` bytes after the start of each record of each run. */
export function fillRuns(
  out: ArrayBuffer,
  view: DataView,
  runs: Runs,
  shift: number,
  words: number,
  width: number,
): void {
  const { places, starts, stride } = runs
  if (stride === words * width) {
    // A run is one block of numbers.
    const by = width === 8 ? 2 * words : words
    if (width === 1) block8(new Uint8Array(out), view, places, starts, by)
    else if (width === 2) block16(new Uint16Array(out), view, places, starts, by)
    else block32(new Uint32Array(out), view, places, starts, by)
    return
  }
  const step = width === 8 ? 2 * words : words
  for (let word = 0; word < step; word++) {
    const at = shift + word * Math.min(width, 4)
    if (width === 1) runs8(new Uint8Array(out), view, runs, at, word, step)
    else if (width === 2) runs16(new Uint16Array(out), view, runs, at, word, step)
    else runs32(new Uint32Array(out), view, runs, at, word, step)
  }
}

/**
 * Copies lists of 16-bit numbers, each stored after its length, and records where each begins in `out`. One walk; other
 * lists need two.
 */
export function fillLists16(
  out: Uint16Array,
  starts: Uint32Array,
  view: DataView,
  index: Uint32Array,
  prefix: number,
): void {
  const last = view.byteLength - 4
  let to = 0
  for (let list = 0; list + 1 < starts.length; list++) {
    let at = (index[list] ?? 0) + prefix
    const next = index[list + 1] ?? 0
    const end = to + (next - at) / 2
    // Most lists are short and no processor foresees how short: two numbers are copied in any case, and the next list
    // writes over what was too much.
    if (at <= last && to + 2 <= out.length) {
      out[to++] = view.getUint16(at, true)
      out[to++] = view.getUint16(at + 2, true)
      at += 4
    }
    for (; at < next; at += 2) out[to++] = view.getUint16(at, true)
    to = end
    starts[list + 1] = to
  }
}

function stride8(out: Uint8Array, view: DataView, first: number, stride: number, to: number, step: number): void {
  for (let at = first; to < out.length; to += step, at += stride) out[to] = view.getUint8(at)
}

function stride16(out: Uint16Array, view: DataView, first: number, stride: number, to: number, step: number): void {
  for (let at = first; to < out.length; to += step, at += stride) out[to] = view.getUint16(at, true)
}

function stride32(out: Uint32Array, view: DataView, first: number, stride: number, to: number, step: number): void {
  for (let at = first; to < out.length; to += step, at += stride) out[to] = view.getUint32(at, true)
}

function placed8(out: Uint8Array, view: DataView, places: Uint32Array, shift: number, to: number, step: number): void {
  for (let record = 0; to < out.length; to += step, record++) out[to] = view.getUint8((places[record] ?? 0) + shift)
}

function placed16(
  out: Uint16Array,
  view: DataView,
  places: Uint32Array,
  shift: number,
  to: number,
  step: number,
): void {
  for (let record = 0; to < out.length; to += step, record++)
    out[to] = view.getUint16((places[record] ?? 0) + shift, true)
}

function placed32(
  out: Uint32Array,
  view: DataView,
  places: Uint32Array,
  shift: number,
  to: number,
  step: number,
): void {
  for (let record = 0; to < out.length; to += step, record++)
    out[to] = view.getUint32((places[record] ?? 0) + shift, true)
}

function block8(out: Uint8Array, view: DataView, places: Uint32Array, starts: Uint32Array, by: number): void {
  for (let run = 0, to = 0; run < places.length; run++) {
    const end = (starts[run + 1] ?? 0) * by
    for (let at = places[run] ?? 0; to < end; at++) out[to++] = view.getUint8(at)
  }
}

function block16(out: Uint16Array, view: DataView, places: Uint32Array, starts: Uint32Array, by: number): void {
  for (let run = 0, to = 0; run < places.length; run++) {
    const end = (starts[run + 1] ?? 0) * by
    for (let at = places[run] ?? 0; to < end; at += 2) out[to++] = view.getUint16(at, true)
  }
}

function block32(out: Uint32Array, view: DataView, places: Uint32Array, starts: Uint32Array, by: number): void {
  for (let run = 0, to = 0; run < places.length; run++) {
    const end = (starts[run + 1] ?? 0) * by
    for (let at = places[run] ?? 0; to < end; at += 4) out[to++] = view.getUint32(at, true)
  }
}

function runs8(
  out: Uint8Array,
  view: DataView,
  { places, starts, stride }: Runs,
  shift: number,
  to: number,
  step: number,
): void {
  for (let run = 0; run < places.length; run++) {
    const end = (starts[run + 1] ?? 0) * step
    for (let at = (places[run] ?? 0) + shift; to < end; at += stride, to += step) out[to] = view.getUint8(at)
  }
}

function runs16(
  out: Uint16Array,
  view: DataView,
  { places, starts, stride }: Runs,
  shift: number,
  to: number,
  step: number,
): void {
  for (let run = 0; run < places.length; run++) {
    const end = (starts[run + 1] ?? 0) * step
    for (let at = (places[run] ?? 0) + shift; to < end; at += stride, to += step) out[to] = view.getUint16(at, true)
  }
}

function runs32(
  out: Uint32Array,
  view: DataView,
  { places, starts, stride }: Runs,
  shift: number,
  to: number,
  step: number,
): void {
  for (let run = 0; run < places.length; run++) {
    const end = (starts[run + 1] ?? 0) * step
    for (let at = (places[run] ?? 0) + shift; to < end; at += stride, to += step) out[to] = view.getUint32(at, true)
  }
}
