import { latinText, oncePerImage, type Params, type Severity } from '../../../format'
import { rangeOf, RecordView, type Bytes } from '../../../layout'
import {
  FIELD_SIZE,
  FieldRecord,
  GffHeader,
  HEADER_SIZE,
  INLINE,
  LABEL_SIZE,
  MOST_DEPTH,
  Section,
  STRUCT_SIZE,
  StructRecord,
  TYPE,
  WIDE,
  WORD_SIZE,
  wordsOf,
} from './sections'

/** Something wrong in a file, with its place there. */
export interface GffFault {
  readonly code: string
  readonly severity: Severity
  readonly params: Params
  readonly range: readonly [offset: number, size: number]
}

/** Bytes of the tree that are those of the file: a value. */
export interface Run {
  /** In the tree. */
  readonly at: number
  readonly size: number
  /** In the file. */
  readonly source: number
}

export interface GffFile {
  /** Undefined where the file cannot be read. */
  readonly tree: Bytes | undefined
  readonly runs: readonly Run[]
  readonly faults: readonly GffFault[]
}

const VERSION = 'V3.2'

/** Reads a file, once per image. */
export const gffOf = oncePerImage(bytes => new GffReader(bytes).read())

interface SectionPlace {
  readonly offset: number
  readonly size: number
}

class GffReader {
  private readonly tree = new Section()
  private readonly runs: Run[] = []
  private readonly faults: GffFault[] = []
  private readonly word: (at: number) => number
  private readonly structs: RecordView<{ type: 'u32'; data: 'u32'; count: 'u32' }>
  private readonly fields: RecordView<{ type: 'u32'; label: 'u32'; value: 'u32' }>
  private readonly visited = new Set<number>()
  private places!: Readonly<Record<SectionName, SectionPlace>>

  constructor(private readonly bytes: Bytes) {
    this.word = wordsOf(bytes)
    this.structs = new RecordView(StructRecord, bytes)
    this.fields = new RecordView(FieldRecord, bytes)
  }

  read(): GffFile {
    if (this.readHeader()) {
      this.readStruct(0, 0, [this.places.struct.offset, STRUCT_SIZE])
      if (this.structs.number(this.places.struct.offset, 'type') !== 0xffffffff)
        this.note('gff.root', 'warning', {}, [this.places.struct.offset, WORD_SIZE])
    }
    const isBroken = this.faults.some(({ severity }) => severity === 'error')
    return { tree: isBroken ? undefined : this.tree.bytes, runs: this.runs, faults: this.faults }
  }

  private note(code: string, severity: Severity, params: Params, range: readonly [number, number]): void {
    this.faults.push({ code, severity, params, range })
  }

  private fail(code: string, params: Params, range: readonly [number, number]): void {
    this.note(code, 'error', params, range)
  }

  private readHeader(): boolean {
    const size = this.bytes.length
    if (size < HEADER_SIZE) return this.fail('gff.header.truncated', { size }, [0, size]), false
    const version = latinText(this.bytes.subarray(WORD_SIZE, 2 * WORD_SIZE))
    if (version !== VERSION) {
      this.fail('gff.header.version', { version }, rangeOf(0, GffHeader, 'file_version'))
      return false
    }
    const header = new RecordView(GffHeader, this.bytes)
    const place = (offset: OffsetField, count: CountField, stride: number): SectionPlace => {
      const found = { offset: header.number(0, offset), size: header.number(0, count) * stride }
      if (found.offset + found.size > size) {
        const params = { section: offset.replace('_offset', ''), offset: found.offset, n: found.size, size }
        this.fail('gff.section.bounds', params, rangeOf(0, GffHeader, offset, count))
      }
      return found
    }
    this.places = {
      struct: place('struct_offset', 'struct_count', STRUCT_SIZE),
      field: place('field_offset', 'field_count', FIELD_SIZE),
      label: place('label_offset', 'label_count', LABEL_SIZE),
      data: place('field_data_offset', 'field_data_size', 1),
      indices: place('field_indices_offset', 'field_indices_size', 1),
      lists: place('list_indices_offset', 'list_indices_size', 1),
    }
    return this.faults.length === 0
  }

  private copy(source: number, size: number): void {
    this.runs.push({ at: this.tree.length, size, source })
    this.tree.append(this.bytes.subarray(source, source + size))
  }

  /** `from`: where its number is written. */
  private readStruct(index: number, depth: number, from: readonly [number, number]): void {
    const { offset, size } = this.places.struct
    const at = offset + index * STRUCT_SIZE
    if ((index + 1) * STRUCT_SIZE > size) {
      this.fail('gff.struct.index', { index, n: size / STRUCT_SIZE }, from)
      return
    }
    if (this.visited.has(index) || depth > MOST_DEPTH) {
      this.fail('gff.struct.cycle', { index }, from)
      return
    }
    this.visited.add(index)
    const count = this.structs.number(at, 'count')
    const indices = this.fieldsOf(at, count)
    this.copy(at, WORD_SIZE)
    this.tree.word(indices.length)
    const labels = new Set<number>()
    for (const { field, place } of indices) this.readField(field, depth, place, labels)
  }

  /** Numbers of the fields of a struct, and where each is written. */
  private fieldsOf(at: number, count: number): readonly { readonly field: number; readonly place: number }[] {
    const dataAt = rangeOf(at, StructRecord, 'data')[0]
    if (count === 0) return []
    const data = this.structs.number(at, 'data')
    if (count === 1) return [{ field: data, place: dataAt }]
    const { offset, size } = this.places.indices
    if (data + count * WORD_SIZE > size) {
      this.fail('gff.indices.bounds', { offset: data, n: count, size }, [dataAt, 2 * WORD_SIZE])
      return []
    }
    return Array.from({ length: count }, (_, k) => {
      const place = offset + data + k * WORD_SIZE
      return { field: this.word(place), place }
    })
  }

  private readField(field: number, depth: number, place: number, labels: Set<number>): void {
    const { offset, size } = this.places.field
    if ((field + 1) * FIELD_SIZE > size) {
      this.fail('gff.field.index', { index: field, n: size / FIELD_SIZE }, [place, WORD_SIZE])
      return
    }
    const at = offset + field * FIELD_SIZE
    const label = this.fields.number(at, 'label')
    if ((label + 1) * LABEL_SIZE > this.places.label.size) {
      const params = { index: label, n: this.places.label.size / LABEL_SIZE }
      this.fail('gff.label.index', params, rangeOf(at, FieldRecord, 'label'))
      return
    }
    const labelAt = this.places.label.offset + label * LABEL_SIZE
    if (labels.has(label)) this.note('gff.label.twice', 'info', { label: this.labelText(labelAt) }, [at, FIELD_SIZE])
    labels.add(label)
    const type = this.fields.number(at, 'type')
    this.tree.word(type)
    this.tree.append(this.bytes.subarray(labelAt, labelAt + LABEL_SIZE))
    this.readValue(type, rangeOf(at, FieldRecord, 'value')[0], depth)
  }

  private labelText(at: number): string {
    return latinText(this.bytes.subarray(at, at + LABEL_SIZE)).replace(/\0.*$/s, '')
  }

  private readValue(type: number, at: number, depth: number): void {
    const inline = INLINE[type]
    const wide = WIDE[type]
    const value = this.word(at)
    if (inline !== undefined) this.copy(at, inline)
    else if (wide !== undefined) this.copyData(at, value, wide, 0)
    else if (type === TYPE.string || type === TYPE.void) this.copyCounted(at, value, WORD_SIZE)
    else if (type === TYPE.resref) this.copyCounted(at, value, 1)
    else if (type === TYPE.locstring) this.readLocstring(at, value)
    else if (type === TYPE.struct) this.readStruct(value, depth + 1, [at, WORD_SIZE])
    else if (type === TYPE.list) this.readList(at, value, depth)
    else this.fail('gff.field.type', { type }, [at - 2 * WORD_SIZE, WORD_SIZE])
  }

  /** Copies `size` bytes of the field data that begin `skip` behind `value`; false where they are not there. */
  private copyData(at: number, value: number, size: number, skip: number): boolean {
    const { offset, size: room } = this.places.data
    if (value + skip + size > room) {
      this.fail('gff.data.bounds', { offset: value, n: skip + size, size: room }, [at, WORD_SIZE])
      return false
    }
    this.copy(offset + value + skip, size)
    return true
  }

  /** A run of bytes behind its length of four bytes or one. */
  private copyCounted(at: number, value: number, width: number): void {
    const { offset, size } = this.places.data
    if (value + width > size) {
      this.fail('gff.data.bounds', { offset: value, n: width, size }, [at, WORD_SIZE])
      return
    }
    const start = offset + value
    const length = width === 1 ? (this.bytes[start] ?? 0) : this.word(start)
    if (value + width + length > size) {
      this.fail('gff.data.bounds', { offset: value, n: width + length, size }, [start, width])
      return
    }
    this.tree.append(this.bytes.subarray(start, start + width))
    this.copy(start + width, length)
  }

  private readLocstring(at: number, value: number): void {
    const { offset, size } = this.places.data
    const total = value + WORD_SIZE <= size ? this.word(offset + value) : 0
    const end = value + WORD_SIZE + total
    if (value + 3 * WORD_SIZE > size || end > size) {
      this.fail('gff.data.bounds', { offset: value, n: WORD_SIZE + total, size }, [at, WORD_SIZE])
      return
    }
    const count = this.word(offset + value + 2 * WORD_SIZE)
    this.copyData(at, value, WORD_SIZE, WORD_SIZE)
    this.tree.word(count)
    let from = value + 3 * WORD_SIZE
    for (let k = 0; k < count; k++) {
      const length = from + 2 * WORD_SIZE <= end ? this.word(offset + from + WORD_SIZE) : 0
      const next = from + 2 * WORD_SIZE + length
      if (next > end) break
      this.copy(offset + from, WORD_SIZE)
      this.tree.word(length)
      this.copy(offset + from + 2 * WORD_SIZE, length)
      from = next
      if (k === count - 1 && from === end) return
    }
    if (count === 0 && from === end) return
    this.fail('gff.locstring', { n: count, size: total }, [offset + value, Math.min(total + WORD_SIZE, size - value)])
  }

  private readList(at: number, value: number, depth: number): void {
    const { offset, size } = this.places.lists
    const count = value + WORD_SIZE <= size ? this.word(offset + value) : 0
    if (value + (count + 1) * WORD_SIZE > size) {
      this.fail('gff.list.bounds', { offset: value, n: count, size }, [at, WORD_SIZE])
      return
    }
    this.tree.word(count)
    for (let k = 1; k <= count; k++) {
      const place = offset + value + k * WORD_SIZE
      this.readStruct(this.word(place), depth + 1, [place, WORD_SIZE])
    }
  }
}

type SectionName = 'struct' | 'field' | 'label' | 'data' | 'indices' | 'lists'
type OffsetField =
  | 'struct_offset'
  | 'field_offset'
  | 'label_offset'
  | 'field_data_offset'
  | 'field_indices_offset'
  | 'list_indices_offset'
type CountField =
  | 'struct_count'
  | 'field_count'
  | 'label_count'
  | 'field_data_size'
  | 'field_indices_size'
  | 'list_indices_size'
