import type { Bytes } from '../../../layout'

// Names are found by hash chains, in archives and in REG files alike (evil-islands 2.2, 3.1).

/** No slot: the end of a chain. */
export const NO_SLOT = -1

/** A byte of a name as it is compared: only the letters of ASCII have one case. */
const folded = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte)

/** The slot at which the search for a name begins, of `count` slots. Bytes count as signed numbers (evil-islands 2.2). */
export const bucketOf = (name: Bytes, count: number): number => (count === 0 ? 0 : sumOf(name) % count)

/** What the bucket of a name follows from: equal for names that the game takes for one. */
function sumOf(name: Bytes): number {
  let sum = 0
  for (let at = 0; at < name.length; at++) sum = (sum + ((folded(name[at] ?? 0) << 24) >> 24)) >>> 0
  return sum
}

/** A name as a key that ignores the case of ASCII letters, as the game compares names. */
export function nameKey(name: Bytes): string {
  let key = ''
  for (const byte of name) key += String.fromCharCode(folded(byte))
  return key
}

/** Slots in which names lie, and the slot behind each in its chain. */
export interface Chains {
  /** Slot of each name, in the order of the names. */
  readonly slots: Int32Array
  /** By slot; `NO_SLOT` ends a chain. */
  readonly next: Int32Array
}

/** Puts names into as many slots, in their order: coalesced chains, free slots from the last one down (evil-islands 2.2). */
export function chainsOf(names: readonly Bytes[]): Chains {
  const count = names.length
  const slots = new Int32Array(count)
  const next = new Int32Array(count).fill(NO_SLOT)
  const isUsed = new Uint8Array(count)
  // The end of the chain through a slot, or a slot nearer to it than the slot itself: chains only grow.
  const further = Int32Array.from({ length: count }, (_, slot) => slot)
  let free = count - 1
  names.forEach((name, k) => {
    let slot = bucketOf(name, count)
    if (isUsed[slot] === 1) {
      const end = endOf(slot, next, further)
      while (isUsed[free] === 1) free--
      slot = free
      next[end] = slot
      further[end] = slot
    }
    isUsed[slot] = 1
    slots[k] = slot
  })
  return { slots, next }
}

function endOf(from: number, next: Int32Array, further: Int32Array): number {
  let end = from
  while ((next[end] ?? NO_SLOT) !== NO_SLOT) end = further[end] ?? end
  for (let at = from; at !== end; ) {
    const behind = further[at] ?? end
    further[at] = end
    at = behind
  }
  return end
}

/**
 * Slots whose name is not found: its chain does not lead there, or leads to another slot of that name before. Each chain
 * is walked once for all names that begin in it.
 */
export function lostNames(names: readonly Bytes[], next: ArrayLike<number>): readonly number[] {
  const count = next.length
  const isFound = new Uint8Array(names.length)
  const buckets = Uint32Array.from(names, name => bucketOf(name, count))
  const walkOf = new Int32Array(count).fill(NO_SLOT)
  for (const bucket of new Set(buckets)) {
    const keys = new Set<string>()
    // A slot of this walk ends it: the chain is a circle.
    for (let at = bucket; at >= 0 && at < count && walkOf[at] !== bucket; at = next[at] ?? NO_SLOT) {
      walkOf[at] = bucket
      const name = names[at]
      if (!name || buckets[at] !== bucket) continue
      const before = keys.size
      keys.add(nameKey(name))
      if (keys.size > before) isFound[at] = 1
    }
  }
  return names.flatMap((name, slot) => (name.length === 0 || isFound[slot] === 1 ? [] : slot))
}

/** Slots whose `next` is wrong: outside the table, in a circle, or the second that leads to its slot (evil-islands 2.5 RES-07). */
export function brokenLinks(next: ArrayLike<number>): readonly number[] {
  const broken: number[] = []
  const before = new Int32Array(next.length).fill(NO_SLOT)
  for (let slot = 0; slot < next.length; slot++) {
    const to = next[slot] ?? NO_SLOT
    if (to === NO_SLOT) continue
    if (to < NO_SLOT || to >= next.length || to === slot || before[to] !== NO_SLOT) broken.push(slot)
    else before[to] = slot
  }
  return [...broken, ...circles(next, before, new Set(broken))].sort((a, b) => a - b)
}

/** One slot of each circle: where every slot has one before it, only walks that end nowhere remain. */
function circles(next: ArrayLike<number>, before: Int32Array, broken: ReadonlySet<number>): readonly number[] {
  const isSeen = new Uint8Array(next.length)
  const walk = (from: number): void => {
    for (let at = from; at !== NO_SLOT && isSeen[at] === 0; at = broken.has(at) ? NO_SLOT : (next[at] ?? NO_SLOT))
      isSeen[at] = 1
  }
  for (let slot = 0; slot < next.length; slot++) if (before[slot] === NO_SLOT) walk(slot)
  const found: number[] = []
  for (let slot = 0; slot < next.length; slot++) {
    if (isSeen[slot] === 1) continue
    found.push(slot)
    walk(slot)
  }
  return found
}
