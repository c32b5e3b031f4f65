import { RecordView, strideOf, struct, text, u32, type Bytes, type Meta } from '../../../layout'

const SOURCE: Meta = { certainty: 'confirmed', source: 'nwn2 18.1' }

/** The header, 56 bytes: sizes of the last three sections are in bytes (nwn2 18.1). */
export const GffHeader = struct('nwn2-gff-header', {
  file_type: text(4, { page: 'latin1', ...SOURCE }),
  file_version: text(4, { page: 'latin1', ...SOURCE }),
  struct_offset: u32(SOURCE),
  struct_count: u32(SOURCE),
  field_offset: u32(SOURCE),
  field_count: u32(SOURCE),
  label_offset: u32(SOURCE),
  label_count: u32(SOURCE),
  field_data_offset: u32(SOURCE),
  field_data_size: u32(SOURCE),
  field_indices_offset: u32(SOURCE),
  field_indices_size: u32(SOURCE),
  list_indices_offset: u32(SOURCE),
  list_indices_size: u32(SOURCE),
})
export const StructRecord = struct('nwn2-gff-struct-record', {
  type: u32(SOURCE),
  data: u32(SOURCE),
  count: u32(SOURCE),
})
export const FieldRecord = struct('nwn2-gff-field-record', {
  type: u32(SOURCE),
  label: u32(SOURCE),
  value: u32(SOURCE),
})

export const HEADER_SIZE = strideOf(GffHeader)
export const STRUCT_SIZE = strideOf(StructRecord)
export const FIELD_SIZE = strideOf(FieldRecord)
export const LABEL_SIZE = 16
export const WORD_SIZE = 4
/** A struct of one level more than this is taken for a cycle. */
export const MOST_DEPTH = 60

/** Bytes of a value that is within its field (nwn2 18.1). */
export const INLINE: Readonly<Record<number, number | undefined>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 8: 4 }
/** Bytes of a number in the field data. */
export const WIDE: Readonly<Record<number, number | undefined>> = { 6: 8, 7: 8, 9: 8 }
export const TYPE = { string: 10, resref: 11, locstring: 12, void: 13, struct: 14, list: 15 } as const

const Word = struct('nwn2-word', { value: u32() })

/** Numbers of four bytes of an image. */
export function wordsOf(bytes: Bytes): (at: number) => number {
  const view = new RecordView(Word, bytes)
  return at => view.number(at, 'value')
}

/** Bytes that are appended to, and written over where they were reserved. */
export class Section {
  private room = new Uint8Array(256)
  length = 0

  get bytes(): Bytes {
    return this.room.subarray(0, this.length)
  }

  /** Appends zeros; returns where they begin. */
  reserve(size: number): number {
    const at = this.length
    this.length += size
    if (this.length > this.room.length) {
      const larger = new Uint8Array(Math.max(this.length, this.room.length * 2))
      larger.set(this.room)
      this.room = larger
    }
    return at
  }

  word(value: number): void {
    this.setWord(this.reserve(WORD_SIZE), value)
  }

  setWord(at: number, value: number): void {
    for (let byte = 0; byte < WORD_SIZE; byte++) this.room[at + byte] = (value >>> (8 * byte)) & 0xff
  }

  append(bytes: Bytes): number {
    const at = this.reserve(bytes.length)
    this.room.set(bytes, at)
    return at
  }
}
