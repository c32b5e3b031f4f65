import type { Splice } from '@areal-studio/core/layout'

/** A stretch of places: bytes of both images, or of one while the other has a gap there. */
interface Stretch {
  readonly place: number
  readonly mine: number
  readonly theirs: number
  readonly has: 'both' | 'mine' | 'theirs'
}

/**
 * Aligns two images: each byte has a place, and equal bytes have the same place in both. Where one image lacks bytes
 * that the other has, its places are empty: they have no offset and cannot be edited.
 */
export class Alignment {
  private readonly stretches: readonly Stretch[]
  /** Number of places. */
  readonly size: number

  /** `splices` make mine of theirs. */
  constructor(
    readonly mineSize: number,
    readonly theirSize: number,
    splices: readonly Splice[],
  ) {
    const stretches: Stretch[] = []
    let now = { place: 0, mine: 0, theirs: 0 }
    const put = (has: Stretch['has'], length: number): void => {
      if (length <= 0) return
      if (stretches.at(-1)?.has !== has) stretches.push({ ...now, has })
      now = {
        place: now.place + length,
        mine: now.mine + (has === 'theirs' ? 0 : length),
        theirs: now.theirs + (has === 'mine' ? 0 : length),
      }
    }
    for (const { offset, removed, inserted } of splices) {
      const shared = Math.min(removed.length, inserted.length)
      put('both', offset + shared - now.theirs)
      put('mine', inserted.length - shared)
      put('theirs', removed.length - shared)
    }
    put('both', mineSize - now.mine)
    this.stretches = stretches
    this.size = now.place
  }

  /** Row place of a byte of the own side; that of its size is after all others. */
  placeOf(offset: number): number {
    if (offset >= this.mineSize) return this.size + offset - this.mineSize
    const { place, mine } = this.last(stretch => stretch.mine <= offset)
    return place + offset - mine
  }

  /** The byte of mine at a place; -1 where there is none. */
  mineAt(place: number): number {
    const { place: from, mine, has } = this.last(stretch => stretch.place <= place)
    return has === 'theirs' || place >= this.size ? -1 : mine + place - from
  }

  theirsAt(place: number): number {
    const { place: from, theirs, has } = this.last(stretch => stretch.place <= place)
    return has === 'mine' || place >= this.size ? -1 : theirs + place - from
  }

  /** The byte of mine at a place, or the next one before or behind it. */
  nearest(place: number, isBack: boolean): number {
    const { place: from, mine, has } = this.last(stretch => stretch.place <= place)
    if (has !== 'theirs') return mine + place - from
    return isBack ? Math.max(0, mine - 1) : Math.min(mine, Math.max(0, this.mineSize - 1))
  }

  private last(isBefore: (stretch: Stretch) => boolean): Stretch {
    let [low, high] = [0, this.stretches.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const stretch = this.stretches[middle]
      if (stretch && isBefore(stretch)) low = middle + 1
      else high = middle
    }
    return this.stretches[low - 1] ?? { place: 0, mine: 0, theirs: 0, has: 'both' }
  }
}

/** The alignment of a single image: places are offsets. */
export const alone = (size: number): Alignment => new Alignment(size, size, [])

/** Ranges of `mine` that differ, as bytes `[start, end)`. For bytes that `mine` lacks, the byte behind the gap. */
export function differences(
  splices: readonly Splice[],
  mineSize: number,
): readonly (readonly [start: number, end: number])[] {
  let shift = 0
  return splices.map(({ offset, removed, inserted }) => {
    const start = Math.min(offset + shift, Math.max(0, mineSize - 1))
    shift += inserted.length - removed.length
    return [start, start + Math.max(1, inserted.length)] as const
  })
}
