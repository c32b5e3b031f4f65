import { styleOf, stylesOf } from '../../palette/palette'

const RECORDS_PER_ROW = 256
export const TEXELS_PER_RECORD = 2
const HIDDEN = 1
const SELECTED = 2
export const EDITED = 4
const GHOST = 8
const MARKED = SELECTED | EDITED | GHOST
const DOUBLED = 16
const QUIET = 0
const LOUD = 255

const stateAt = (record: number): number => record * TEXELS_PER_RECORD * 4 + 5

/**
 * How each record looks, as the pixels of a small texture that the shaders read by record number: one texel of colour
 * and loudness, one of pattern and state. A change of class rewrites a few bytes, never a mesh.
 */
export class RecordLook {
  readonly width = RECORDS_PER_ROW * TEXELS_PER_RECORD
  readonly height: number
  readonly pixels: Uint8Array<ArrayBuffer>

  constructor(readonly count: number) {
    this.height = Math.max(1, Math.ceil(count / RECORDS_PER_ROW))
    this.pixels = new Uint8Array(this.width * this.height * 4)
  }

  /** Colours every record by its value of a field; `isAllLoud`: those of the quiet class as the others. */
  colour(values: ArrayLike<number>, field: string, isAllLoud = false): void {
    const { pixels } = this
    const styleOf = stylesOf(field)
    for (let record = 0; record < this.count; record++) {
      const style = styleOf(values[record] ?? 0)
      const at = record * TEXELS_PER_RECORD * 4
      pixels[at] = style.rgb[0]
      pixels[at + 1] = style.rgb[1]
      pixels[at + 2] = style.rgb[2]
      pixels[at + 3] = style.rank === 0 && !isAllLoud ? QUIET : LOUD
      pixels[at + 4] = style.pattern + (style.isDoubled ? DOUBLED : 0)
    }
  }

  /** Hides records by their value and by themselves; marks the selected and the edited ones. */
  mark(
    values: ArrayLike<number>,
    hidden: { readonly values: ReadonlySet<number>; readonly records: ReadonlySet<number> },
    selected: ReadonlySet<number>,
    edited: ReadonlySet<number>,
  ): void {
    const hasValues = hidden.values.size > 0
    for (let record = 0; record < this.count; record++)
      this.pixels[stateAt(record)] = hasValues && hidden.values.has(values[record] ?? 0) ? HIDDEN : 0
    this.add(hidden.records, HIDDEN)
    this.add(selected, SELECTED)
    this.add(edited, EDITED)
  }

  private add(records: Iterable<number>, state: number): void {
    for (const record of records)
      if (record >= 0 && record < this.count) this.pixels[stateAt(record)] = this.state(record) | state
  }

  private state(record: number): number {
    return this.pixels[stateAt(record)] ?? 0
  }

  /** Shows records as they would be with another value. */
  preview(records: readonly number[], value: number, field: string): void {
    const style = styleOf(value, field)
    const texels = [...style.rgb, LOUD, style.pattern + (style.isDoubled ? DOUBLED : 0)]
    for (const record of records) {
      const at = record * TEXELS_PER_RECORD * 4
      this.pixels.set(texels, at)
    }
    this.add(records, GHOST)
  }

  /** Selected, edited or shown as it would be. */
  isMarked(record: number): boolean {
    return (this.state(record) & MARKED) !== 0
  }

  isSelected(record: number): boolean {
    return (this.state(record) & SELECTED) !== 0
  }

  isHidden(record: number): boolean {
    return (this.state(record) & HIDDEN) !== 0
  }

  /** Of the quiet class and not selected: nothing is laid over the ground there. */
  isQuiet(record: number): boolean {
    return this.pixels[record * TEXELS_PER_RECORD * 4 + 3] === QUIET && !this.isSelected(record)
  }
}

/** What differs between a look and what was sent of it before. */
export interface LookChange {
  /** The first row of pixels that differs, and how many rows from it contain all that differ. */
  readonly row: number
  readonly rows: number
  /** Whether records are hidden or shown, loud or quiet, and selected, edited or previewed that were not before. */
  readonly isHidden: boolean
  readonly isQuiet: boolean
  readonly isMarked: boolean
}

/** The pixels of a look as they were sent last. */
export class SentLook {
  private readonly sent: Uint32Array
  private readonly present: Uint32Array

  constructor(private readonly look: RecordLook) {
    this.present = new Uint32Array(look.pixels.buffer)
    this.sent = this.present.slice()
  }

  /** What has changed since the last call; nothing where `rows` is 0. */
  change(): LookChange {
    const { look, sent, present } = this
    const before = new Uint8Array(sent.buffer)
    let [first, last] = [-1, -1]
    let [states, isQuiet] = [0, false]
    for (let word = 0; word < present.length; word++) {
      if (present[word] === sent[word]) continue
      if (first < 0) first = word
      last = word
      const at = Math.floor(word / TEXELS_PER_RECORD) * TEXELS_PER_RECORD * 4
      states |= (before[at + 5] ?? 0) ^ (look.pixels[at + 5] ?? 0)
      isQuiet ||= before[at + 3] !== look.pixels[at + 3]
    }
    const row = Math.floor(first / look.width)
    const rows = first < 0 ? 0 : Math.floor(last / look.width) - row + 1
    if (rows > 0) sent.set(present.subarray(first, last + 1), first)
    return {
      row: Math.max(0, row),
      rows,
      isHidden: (states & HIDDEN) !== 0,
      isQuiet: isQuiet || (states & SELECTED) !== 0,
      isMarked: (states & MARKED) !== 0,
    }
  }
}
