import { latinText } from '../../../format'
import { newRecord, type Bytes } from '../../../layout'
import {
  FIELD_SIZE,
  GffHeader,
  HEADER_SIZE,
  INLINE,
  LABEL_SIZE,
  Section,
  STRUCT_SIZE,
  TYPE,
  WIDE,
  WORD_SIZE,
  wordsOf,
} from './sections'

/**
 * A file of a tree in the order of the toolset (nwn2 18.3): depth first, a struct is numbered when it is entered, its
 * block of field indices and the block of a list are reserved before what is inside. `head`: type and version.
 */
export function writeGff(tree: Bytes, head: Bytes): Bytes {
  return new GffWriter(tree).write(head)
}

class GffWriter {
  private readonly structs = new Section()
  private readonly fields = new Section()
  private readonly labels = new Section()
  private readonly data = new Section()
  private readonly indices = new Section()
  private readonly lists = new Section()
  private readonly labelNumbers = new Map<string, number>()
  private readonly wordAt: (at: number) => number
  private at = 0

  constructor(private readonly tree: Bytes) {
    this.wordAt = wordsOf(tree)
  }

  write(head: Bytes): Bytes {
    this.putStruct()
    const sections = [this.structs, this.fields, this.labels, this.data, this.indices, this.lists]
    const offsets: number[] = []
    let end = HEADER_SIZE
    for (const { length } of sections) {
      offsets.push(end)
      end += length
    }
    const [struct_offset = 0, field_offset = 0, label_offset = 0, data = 0, indices = 0, lists = 0] = offsets
    const header = newRecord(GffHeader, {
      struct_offset,
      struct_count: this.structs.length / STRUCT_SIZE,
      field_offset,
      field_count: this.fields.length / FIELD_SIZE,
      label_offset,
      label_count: this.labels.length / LABEL_SIZE,
      field_data_offset: data,
      field_data_size: this.data.length,
      field_indices_offset: indices,
      field_indices_size: this.indices.length,
      list_indices_offset: lists,
      list_indices_size: this.lists.length,
    })
    header.set(head.subarray(0, 2 * WORD_SIZE))
    const bytes = new Uint8Array(end)
    bytes.set(header)
    for (const [k, section] of sections.entries()) bytes.set(section.bytes, offsets[k])
    return bytes
  }

  private word(): number {
    this.at += WORD_SIZE
    return this.wordAt(this.at - WORD_SIZE)
  }

  private take(size: number): Bytes {
    this.at += size
    return this.tree.subarray(this.at - size, this.at)
  }

  private putStruct(): number {
    const at = this.structs.reserve(STRUCT_SIZE)
    const type = this.word()
    const count = this.word()
    this.structs.setWord(at, type)
    this.structs.setWord(at + 2 * WORD_SIZE, count)
    if (count === 0) this.structs.setWord(at + WORD_SIZE, 0xffffffff)
    if (count === 1) this.structs.setWord(at + WORD_SIZE, this.putField())
    if (count > 1) {
      const block = this.indices.reserve(count * WORD_SIZE)
      this.structs.setWord(at + WORD_SIZE, block)
      for (let k = 0; k < count; k++) this.indices.setWord(block + k * WORD_SIZE, this.putField())
    }
    return at / STRUCT_SIZE
  }

  private putField(): number {
    const at = this.fields.reserve(FIELD_SIZE)
    const type = this.word()
    this.fields.setWord(at, type)
    this.fields.setWord(at + WORD_SIZE, this.labelNumber(this.take(LABEL_SIZE)))
    this.fields.setWord(at + 2 * WORD_SIZE, this.putValue(type))
    return at / FIELD_SIZE
  }

  private labelNumber(label: Bytes): number {
    const key = latinText(label)
    const known = this.labelNumbers.get(key)
    if (known !== undefined) return known
    const made = this.labels.append(label) / LABEL_SIZE
    this.labelNumbers.set(key, made)
    return made
  }

  /** The word of a field: the value, or where it is. */
  private putValue(type: number): number {
    const inline = INLINE[type]
    const wide = WIDE[type]
    if (inline !== undefined) return this.take(inline).reduceRight((word, byte) => word * 256 + byte, 0)
    if (wide !== undefined) return this.data.append(this.take(wide))
    if (type === TYPE.struct) return this.putStruct()
    if (type === TYPE.list) return this.putList()
    if (type === TYPE.locstring) return this.putLocstring()
    const width = type === TYPE.resref ? 1 : WORD_SIZE
    const length = width === 1 ? (this.tree[this.at] ?? 0) : this.wordAt(this.at)
    return this.data.append(this.take(width + length))
  }

  private putList(): number {
    const count = this.word()
    const block = this.lists.reserve((count + 1) * WORD_SIZE)
    this.lists.setWord(block, count)
    for (let k = 1; k <= count; k++) this.lists.setWord(block + k * WORD_SIZE, this.putStruct())
    return block
  }

  private putLocstring(): number {
    const start = this.data.reserve(WORD_SIZE)
    const from = this.at
    this.word()
    const count = this.word()
    for (let k = 0; k < count; k++) {
      this.word()
      this.take(this.word())
    }
    const size = this.at - from
    this.data.append(this.tree.subarray(from, this.at))
    this.data.setWord(start, size)
    return start
  }
}
