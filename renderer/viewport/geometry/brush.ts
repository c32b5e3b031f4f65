import type { Vec } from '../camera/camera'

/** Regions that a brush at a place touches, on the storey of that place. */
export type Reach = (x: number, y: number, z: number) => readonly number[]

/** One stroke: every region that the brush touched on its way, each once, in the order of touching. */
export class Stroke {
  readonly records = new Set<number>()
  private last: Vec | undefined

  /** `step`: greatest distance between two places where the brush is applied. */
  constructor(
    private readonly reach: Reach,
    private readonly step: number,
  ) {}

  /** Draws on to a place; returns whether it touched anything new. */
  to(place: Vec): boolean {
    const [x, y, z] = place
    const [fromX, fromY, fromZ] = this.last ?? place
    const dabs = Math.min(MOST_DABS, Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / this.step)))
    const before = this.records.size
    for (let dab = 1; dab <= dabs; dab++) {
      const part = dab / dabs
      const at = [fromX + (x - fromX) * part, fromY + (y - fromY) * part, fromZ + (z - fromZ) * part] as const
      for (const record of this.reach(...at)) this.records.add(record)
    }
    this.last = place
    return this.records.size > before
  }

  /** The pointer left the ground: the next place begins another stroke. */
  lift(): void {
    this.last = undefined
  }
}

const MOST_DABS = 400

/** Computes the painted value from a record's present value. */
export type Painted = (before: number) => number

/** Touched records whose value a stroke changes, in ascending order, by their new value. */
export function changedBy(
  records: Iterable<number>,
  values: Uint32Array,
  painted: Painted,
): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  for (const record of [...records].sort((a, b) => a - b)) {
    const before = values[record]
    const next = before === undefined ? undefined : painted(before)
    if (next === undefined || next === before) continue
    const group = groups.get(next)
    if (group) group.push(record)
    else groups.set(next, [record])
  }
  return groups
}

/** How a brush writes flags: the whole number, or single bits of it. */
export type Bits = 'replace' | 'set' | 'clear'

const ALL_BITS = 0xffffffff

/** Bits are painted as a number, or only those of it are set or cleared; bits outside the mask stay as they are. */
export function paintedBits(bits: Bits, value: number, mask = ALL_BITS): Painted {
  const own = (value & mask) >>> 0
  if (bits === 'set') return before => (before | own) >>> 0
  if (bits === 'clear') return before => (before & ~own) >>> 0
  return mask === ALL_BITS ? () => value : before => ((before & ~mask) | own) >>> 0
}

/** The next larger or smaller radius; the smallest is 0: one region. */
export function nextRadius(radius: number, direction: 1 | -1, [least, most]: readonly [number, number]): number {
  if (direction > 0) return Math.min(most, radius === 0 ? least : radius * 1.25)
  const next = radius / 1.25
  return next < least * 0.999 ? 0 : next
}

export const SLOT_COUNT = 10

/** Values for the digits 1 … 9, 0: the most frequent ones of the map, the neutral 0 first. */
export const firstSlots = (rows: readonly { readonly value: number; readonly count: number }[]): number[] => {
  const byCount = [...rows]
    .sort((a, b) => b.count - a.count)
    .slice(0, SLOT_COUNT)
    .map(row => row.value)
  return byCount.sort((a, b) => a - b)
}

/** The slots after a value was used: it keeps its slot, or takes that of the value used longest ago. */
export function withUsed(
  slots: readonly number[],
  used: readonly number[],
  value: number,
): { slots: number[]; used: number[] } {
  const order = [...used.filter(other => other !== value), value].slice(-SLOT_COUNT)
  if (slots.includes(value)) return { slots: [...slots], used: order }
  if (slots.length < SLOT_COUNT) return { slots: [...slots, value], used: order }
  const age = (slot: number): number => order.indexOf(slot)
  const oldest = [...slots].sort((a, b) => age(a) - age(b))[0]
  return { slots: slots.map(slot => (slot === oldest ? value : slot)), used: order }
}

const CORNERS = 48

/** The rim of a brush, lying on the ground where there is some. `radius` in units of the map. */
export const brushOutline = (
  centre: Vec,
  radius: number,
  ground: { heightAt(x: number, y: number): number | undefined } | undefined,
): Vec[] =>
  Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS
    const [x, y] = [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]
    return [x, y, ground?.heightAt(x, y) ?? centre[2]]
  })
