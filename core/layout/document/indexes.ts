import type { AnyLayout } from '../model/shape'

/** Bytes that a kept list of places takes beside its numbers. */
const OVERHEAD = 160
const LEAST_ROOM = 2 ** 20

interface Kept {
  readonly size: number
  readonly count: number
  readonly places: ArrayLike<number>
}

/**
 * Cache of the places of children that only a walk finds. Documents of the same structure share it. Limited to the size
 * of the payload, at least 1 MB; when it is full, everything is dropped.
 */
export class Indexes {
  private byLayout: Map<AnyLayout, Map<number, Kept>> | undefined
  private used = 0

  constructor(private readonly room: number) {}

  /** Places in the value of `size` bytes at `offset`; undefined where they are not kept. */
  places(layout: AnyLayout, offset: number, size: number, count: number): ArrayLike<number> | undefined {
    const known = this.byLayout?.get(layout)?.get(offset)
    // Values without bytes may lie at one place.
    return known?.size === size && known.count === count ? known.places : undefined
  }

  keep(layout: AnyLayout, offset: number, size: number, count: number, places: ArrayLike<number>): void {
    this.used += OVERHEAD + 4 * places.length
    if (this.used > Math.max(LEAST_ROOM, this.room)) {
      this.byLayout = undefined
      this.used = OVERHEAD + 4 * places.length
    }
    this.byLayout ??= new Map()
    let ofLayout = this.byLayout.get(layout)
    if (!ofLayout) this.byLayout.set(layout, (ofLayout = new Map()))
    ofLayout.set(offset, { size, count, places })
  }
}
