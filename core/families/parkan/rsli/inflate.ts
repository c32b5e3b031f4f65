import type { Bytes } from '../../../layout'
import type { Fault } from './fault'

/** More bytes than this of one packed byte no stream can give. */
const MOST_RATIO = 1032
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** A prefix code: by the next `bits` bits of the stream the symbol (shifted left by 4) and the length of its code; 0: none. */
interface Code {
  readonly table: Uint16Array
  readonly bits: number
}

class Damage extends Error {
  constructor(readonly fault: Fault) {
    super(fault)
  }
}

/**
 * Unpacks raw deflate to exactly `size` bytes and checks what a file can have wrong (parkan 2.7): block type, length of a
 * stored block against its complement, codes, distances, end of input, bytes left over.
 */
export function inflate(packed: Bytes, size: number): Bytes | Fault {
  if (size > packed.length * MOST_RATIO) return 'size'
  try {
    return new Inflater(packed, new Uint8Array(size)).run()
  } catch (error) {
    if (error instanceof Damage) return error.fault
    throw error
  }
}

class Inflater {
  private made = 0
  private at = 0
  private hold = 0
  private held = 0

  constructor(
    private readonly packed: Bytes,
    private readonly out: Uint8Array,
  ) {}

  run(): Bytes {
    for (let isLast = false; !isLast; ) {
      isLast = this.bits(1) === 1
      const type = this.bits(2)
      if (type === 3) throw new Damage('block-type')
      if (type === 0) this.stored()
      else if (type === 1) this.block(FIXED_LENGTHS, FIXED_DISTANCES)
      else this.dynamic()
    }
    if (this.made !== this.out.length) throw new Damage('size')
    if (this.at - (this.held >> 3) !== this.packed.length) throw new Damage('left-over')
    return this.out
  }

  private bits(count: number): number {
    while (this.held < count) {
      if (this.at >= this.packed.length) throw new Damage('cut')
      this.hold |= (this.packed[this.at++] ?? 0) << this.held
      this.held += 8
    }
    const value = this.hold & ((1 << count) - 1)
    this.hold >>>= count
    this.held -= count
    return value
  }

  private symbol({ table, bits }: Code): number {
    while (this.held < bits && this.at < this.packed.length) {
      this.hold |= (this.packed[this.at++] ?? 0) << this.held
      this.held += 8
    }
    const found = table[this.hold & ((1 << bits) - 1)] ?? 0
    const length = found & 15
    if (length === 0) throw new Damage(this.held < bits ? 'cut' : 'code')
    if (length > this.held) throw new Damage('cut')
    this.hold >>>= length
    this.held -= length
    return found >> 4
  }

  private put(byte: number): void {
    if (this.made >= this.out.length) throw new Damage('size')
    this.out[this.made++] = byte
  }

  private stored(): void {
    this.at -= this.held >> 3
    this.hold = this.held = 0
    const { packed } = this
    if (this.at + 4 > packed.length) throw new Damage('cut')
    const length = (packed[this.at] ?? 0) | ((packed[this.at + 1] ?? 0) << 8)
    const complement = (packed[this.at + 2] ?? 0) | ((packed[this.at + 3] ?? 0) << 8)
    if (length !== (complement ^ 0xffff)) throw new Damage('stored-length')
    this.at += 4
    if (this.at + length > packed.length) throw new Damage('cut')
    if (this.made + length > this.out.length) throw new Damage('size')
    this.out.set(packed.subarray(this.at, this.at + length), this.made)
    this.made += length
    this.at += length
  }

  private dynamic(): void {
    const literals = this.bits(5) + 257
    const distances = this.bits(5) + 1
    const count = this.bits(4) + 4
    if (literals > 286 || distances > 30) throw new Damage('code')
    const order = new Uint8Array(19)
    for (let i = 0; i < count; i++) order[LENGTHS_ORDER[i] ?? 0] = this.bits(3)
    const code = codeOf(order, false)
    const lengths = new Uint8Array(literals + distances)
    for (let i = 0; i < lengths.length; ) {
      const symbol = this.symbol(code)
      if (symbol < 16) {
        lengths[i++] = symbol
        continue
      }
      if (symbol === 16 && i === 0) throw new Damage('code')
      const value = symbol === 16 ? (lengths[i - 1] ?? 0) : 0
      const repeat = symbol === 16 ? 3 + this.bits(2) : symbol === 17 ? 3 + this.bits(3) : 11 + this.bits(7)
      if (i + repeat > lengths.length) throw new Damage('code')
      lengths.fill(value, i, i + repeat)
      i += repeat
    }
    if (lengths[256] === 0) throw new Damage('code')
    this.block(codeOf(lengths.subarray(0, literals), true), codeOf(lengths.subarray(literals), true))
  }

  private block(literals: Code, distances: Code): void {
    for (;;) {
      const symbol = this.symbol(literals)
      if (symbol === 256) return
      if (symbol < 256) this.put(symbol)
      else this.copy(symbol - 257, distances)
    }
  }

  private copy(symbol: number, distances: Code): void {
    if (symbol >= LENGTH_BASE.length) throw new Damage('code')
    const length = (LENGTH_BASE[symbol] ?? 0) + this.bits(LENGTH_EXTRA[symbol] ?? 0)
    const far = this.symbol(distances)
    if (far >= DISTANCE_BASE.length) throw new Damage('code')
    const distance = (DISTANCE_BASE[far] ?? 0) + this.bits(DISTANCE_EXTRA[far] ?? 0)
    if (distance > this.made) throw new Damage('distance')
    for (let i = 0; i < length; i++) this.put(this.out[this.made - distance] ?? 0)
  }
}

/** The code of these lengths. Over-subscribed ones are refused, incomplete ones too but for a single code of one bit (`mayBeSingle`). */
function codeOf(lengths: Uint8Array, mayBeSingle: boolean): Code {
  const counts = new Uint16Array(16)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  let bits = 15
  while (bits > 0 && counts[bits] === 0) bits--
  let left = 1
  for (let length = 1; length <= 15; length++) {
    left = left * 2 - (counts[length] ?? 0)
    if (left < 0) throw new Damage('code')
  }
  if (left > 0 && !(mayBeSingle && bits <= 1)) throw new Damage('code')
  const next = new Uint16Array(16)
  for (let length = 1, code = 0; length <= 15; length++) {
    code = (code + (length === 1 ? 0 : (counts[length - 1] ?? 0))) << 1
    next[length] = code
  }
  const table = new Uint16Array(1 << bits)
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue
    const code = next[length] ?? 0
    next[length] = code + 1
    let reversed = 0
    for (let i = 0; i < length; i++) reversed |= ((code >> i) & 1) << (length - 1 - i)
    for (let at = reversed; at < table.length; at += 1 << length) table[at] = (symbol << 4) | length
  }
  return { table, bits }
}

const FIXED_LENGTHS = codeOf(
  Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
  false,
)
const FIXED_DISTANCES = codeOf(new Uint8Array(32).fill(5), false)
