import { styleOf } from '../../palette/palette'

const RECORDS_PER_ROW = 256
export const TEXELS_PER_RECORD = 2
const HIDDEN = 1
const SELECTED = 2
export const EDITED = 4
const GHOST = 8
const DOUBLED = 16
const QUIET = 0
const LOUD = 255

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

  /** Colours every record by its value of a field. */
  colour(values: ArrayLike<number>, field: string): void {
    const { pixels } = this
    for (let record = 0; record < this.count; record++) {
      const style = styleOf(values[record] ?? 0, field)
      const at = record * TEXELS_PER_RECORD * 4
      pixels[at] = style.rgb[0]
      pixels[at + 1] = style.rgb[1]
      pixels[at + 2] = style.rgb[2]
      pixels[at + 3] = style.rank === 0 ? QUIET : LOUD
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
    for (let record = 0; record < this.count; record++) {
      const isHidden = hidden.records.has(record) || hidden.values.has(values[record] ?? 0)
      this.pixels[record * TEXELS_PER_RECORD * 4 + 5] =
        (isHidden ? HIDDEN : 0) | (selected.has(record) ? SELECTED : 0) | (edited.has(record) ? EDITED : 0)
    }
  }

  /** Shows records as they would be with another value. */
  preview(records: Iterable<number>, value: number, field: string): void {
    const style = styleOf(value, field)
    const texels = [...style.rgb, LOUD, style.pattern + (style.isDoubled ? DOUBLED : 0)]
    for (const record of records) {
      const at = record * TEXELS_PER_RECORD * 4
      this.pixels.set(texels, at)
      this.pixels[at + 5] = (this.pixels[at + 5] ?? 0) | GHOST
    }
  }

  /** Selected, edited or shown as it would be. */
  isMarked(record: number): boolean {
    return ((this.pixels[record * TEXELS_PER_RECORD * 4 + 5] ?? 0) & (SELECTED | EDITED | GHOST)) !== 0
  }

  isSelected(record: number): boolean {
    return ((this.pixels[record * TEXELS_PER_RECORD * 4 + 5] ?? 0) & SELECTED) !== 0
  }

  isHidden(record: number): boolean {
    return ((this.pixels[record * TEXELS_PER_RECORD * 4 + 5] ?? 0) & HIDDEN) !== 0
  }

  /** Of the quiet class and not selected: nothing is laid over the ground there. */
  isQuiet(record: number): boolean {
    const at = record * TEXELS_PER_RECORD * 4
    return this.pixels[at + 3] === QUIET && ((this.pixels[at + 5] ?? 0) & SELECTED) === 0
  }
}
