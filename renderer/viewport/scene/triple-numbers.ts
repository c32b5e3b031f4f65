const SHARE = 2
const MIX = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35] as const

/** Numbers triples of 32-bit words: equal triples have the same number. A hash table in typed arrays. */
export class TripleNumbers {
  /** Number of the triple in each slot, plus one; 0: free. */
  private readonly slots: Uint32Array
  private readonly words: Uint32Array
  private count = 0

  /** `most`: number of triples that are added at most. */
  constructor(most: number) {
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(SHARE * Math.max(1, most))))
    this.words = new Uint32Array(3 * most)
  }

  /** The number of a triple, which is added where it is new: numbers ascend from 0. */
  add(a: number, b: number, c: number): number {
    const slot = this.slotOf(a, b, c)
    const known = this.slots[slot] ?? 0
    if (known > 0) return known - 1
    this.words.set([a, b, c], 3 * this.count)
    this.slots[slot] = ++this.count
    return this.count - 1
  }

  /** The number of a triple; -1 where it was not added. */
  find(a: number, b: number, c: number): number {
    return (this.slots[this.slotOf(a, b, c)] ?? 0) - 1
  }

  /** The slot of a triple, or the free one that it would take. */
  private slotOf(a: number, b: number, c: number): number {
    const { slots, words } = this
    const hash = Math.imul(a, MIX[0]) ^ Math.imul(b, MIX[1]) ^ Math.imul(c, MIX[2])
    let slot = (hash ^ (hash >>> 15)) & (slots.length - 1)
    for (;;) {
      const at = 3 * ((slots[slot] ?? 0) - 1)
      if (at < 0 || (words[at] === a && words[at + 1] === b && words[at + 2] === c)) return slot
      slot = (slot + 1) & (slots.length - 1)
    }
  }
}
