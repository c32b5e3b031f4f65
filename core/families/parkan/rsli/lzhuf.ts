import type { Bytes } from '../../../layout'
import type { Fault } from './fault'
import { Matches } from './matches'

const RING = 4096
const LONGEST = 60
const START = RING - LONGEST
/** Literals 0 to 255, then lengths 3 to 60 as 256 to 313 (parkan 2.6). */
const SYMBOLS = 314
const NODES = SYMBOLS * 2 - 1
const ROOT = NODES - 1
const MOST_FREQUENT = 0x8000
const MOST_RATIO = 60

/** Prefix of the upper six bits of a position: group g has prefixes of g + 3 bits. */
const GROUPS = [1, 3, 8, 12, 24, 16]
const prefixLength = new Uint8Array(64)
const prefixCode = new Uint8Array(64)
/** By the first eight bits: the code, and how long its prefix is. */
const codeOf = new Uint8Array(256)
const lengthOf = new Uint8Array(256)
{
  let code = 0
  let slot = 0
  for (const [group, count] of GROUPS.entries()) {
    for (let i = 0; i < count; i++, code++) {
      prefixLength[code] = group + 3
      prefixCode[code] = slot
      for (let end = slot + (32 >> group); slot < end; slot++) {
        codeOf[slot] = code
        lengthOf[slot] = group + 3
      }
    }
  }
}

/** The adaptive Huffman tree of both directions (parkan 2.6). */
class Tree {
  private readonly freq = new Uint32Array(NODES + 1)
  readonly son = new Int32Array(NODES)
  readonly parent = new Int32Array(NODES + SYMBOLS)

  constructor() {
    for (let i = 0; i < SYMBOLS; i++) {
      this.freq[i] = 1
      this.son[i] = i + NODES
      this.parent[i + NODES] = i
    }
    for (let i = 0, j = SYMBOLS; j <= ROOT; i += 2, j++) {
      this.freq[j] = (this.freq[i] ?? 0) + (this.freq[i + 1] ?? 0)
      this.son[j] = i
      this.parent[i] = this.parent[i + 1] = j
    }
    this.freq[NODES] = 0xffff
    this.parent[ROOT] = 0
  }

  private setParent(node: number, parent: number): void {
    this.parent[node] = parent
    if (node < NODES) this.parent[node + 1] = parent
  }

  update(symbol: number): void {
    const { freq, son } = this
    if (freq[ROOT] === MOST_FREQUENT) this.rebuild()
    let n = this.parent[symbol + NODES] ?? 0
    do {
      const weight = (freq[n] ?? 0) + 1
      freq[n] = weight
      let l = n + 1
      if (weight > (freq[l] ?? 0)) {
        while (weight > (freq[l + 1] ?? 0)) l++
        freq[n] = freq[l] ?? 0
        freq[l] = weight
        const a = son[n] ?? 0
        const b = son[l] ?? 0
        this.setParent(a, l)
        son[l] = a
        this.setParent(b, n)
        son[n] = b
        n = l
      }
      n = this.parent[n] ?? 0
    } while (n !== 0)
  }

  private rebuild(): void {
    const { freq, son } = this
    let leaf = 0
    for (let i = 0; i < NODES; i++) {
      if ((son[i] ?? 0) < NODES) continue
      freq[leaf] = ((freq[i] ?? 0) + 1) >> 1
      son[leaf++] = son[i] ?? 0
    }
    for (let i = 0, j = SYMBOLS; j < NODES; i += 2, j++) {
      const sum = (freq[i] ?? 0) + (freq[i + 1] ?? 0)
      let k = j
      while (k > 0 && sum < (freq[k - 1] ?? 0)) k--
      freq.copyWithin(k + 1, k, j)
      son.copyWithin(k + 1, k, j)
      freq[k] = sum
      son[k] = i
    }
    for (let i = 0; i < NODES; i++) this.setParent(son[i] ?? 0, i)
  }
}

/** Unpacks `size` bytes (parkan 2.6). */
export function unpackLzhuf(packed: Bytes, size: number): Bytes | Fault {
  if (size > packed.length * MOST_RATIO) return 'size'
  const out = new Uint8Array(size)
  const ring = new Uint8Array(RING).fill(0x20)
  const tree = new Tree()
  const total = packed.length * 8
  let bitAt = 0
  let r = START
  let made = 0
  const bit = (): number => {
    const value = ((packed[bitAt >> 3] ?? 0) >> (7 - (bitAt & 7))) & 1
    bitAt++
    return value
  }
  const put = (byte: number): void => {
    if (made < out.length) out[made++] = byte
    ring[r] = byte
    r = (r + 1) & (RING - 1)
  }
  while (made < out.length) {
    let node = tree.son[ROOT] ?? 0
    while (node < NODES && bitAt <= total) node = tree.son[node + bit()] ?? NODES
    const symbol = node - NODES
    tree.update(symbol)
    if (symbol < 256) put(symbol)
    else {
      let head = 0
      for (let i = 0; i < 8; i++) head = (head << 1) | bit()
      const code = codeOf[head] ?? 0
      for (let left = (lengthOf[head] ?? 2) - 2; left > 0; left--) head = (head << 1) | bit()
      const position = (code << 6) | (head & 0x3f)
      let from = (r - 1 - position) & (RING - 1)
      for (let left = symbol - 253; left > 0; left--) {
        put(ring[from] ?? 0)
        from = (from + 1) & (RING - 1)
      }
    }
    if (bitAt > total) return 'cut'
  }
  return out
}

/** Packs greedily, always to the same bytes. */
export function packLzhuf(payload: Bytes): Bytes {
  const matches = new Matches(payload, START, LONGEST)
  const tree = new Tree()
  const bits = new BitWriter(payload.length)
  const path: number[] = []
  const symbol = (value: number): void => {
    path.length = 0
    for (let node = tree.parent[value + NODES] ?? 0; node !== ROOT; node = tree.parent[node] ?? ROOT)
      path.push(node & 1)
    for (let i = path.length - 1; i >= 0; i--) bits.put(path[i] ?? 0, 1)
    tree.update(value)
  }
  for (let at = START; at < matches.text.length; ) {
    matches.find(at)
    if (matches.length === 0) symbol(matches.text[at++] ?? 0)
    else {
      symbol(matches.length + 253)
      const position = matches.distance - 1
      const length = prefixLength[position >> 6] ?? 0
      bits.put((prefixCode[position >> 6] ?? 0) >> (8 - length), length)
      bits.put(position & 0x3f, 6)
      at += matches.length
    }
  }
  return bits.bytes()
}

class BitWriter {
  private out: Uint8Array
  private size = 0
  private pending = 0
  private count = 0

  constructor(expected: number) {
    this.out = new Uint8Array(Math.max(64, expected))
  }

  put(value: number, width: number): void {
    for (let i = width - 1; i >= 0; i--) {
      this.pending = (this.pending << 1) | ((value >> i) & 1)
      if (++this.count === 8) this.flush()
    }
  }

  private flush(): void {
    if (this.size === this.out.length) {
      const larger = new Uint8Array(this.out.length * 2)
      larger.set(this.out)
      this.out = larger
    }
    this.out[this.size++] = this.pending
    this.pending = 0
    this.count = 0
  }

  bytes(): Bytes {
    while (this.count > 0) this.put(0, 1)
    return this.out.slice(0, this.size)
  }
}
