import { DEEPEST } from '../shapes/scope'

/** Most sizes that are kept per document: about 40 MB. */
const MOST = 2 ** 20
/** Records up to this size in bytes are measured again, which costs less than to keep their sizes. */
const SMALL = 64

/**
 * Sizes of records that contain records of their own kind, by offset and depth. Each is measured once: without this a
 * walk from one level of a tree to the next would measure everything below it again.
 */
export class RecordSizes {
  private sizes: Map<number, number> | undefined

  /** Size in bytes of the record at `offset`, `depth` records deep; undefined where it was not measured yet. */
  at(offset: number, depth: number): number | undefined {
    return this.sizes?.get(offset * (DEEPEST + 1) + depth)
  }

  keep(offset: number, depth: number, size: number): void {
    if (size <= SMALL) return
    this.sizes ??= new Map()
    if (this.sizes.size < MOST) this.sizes.set(offset * (DEEPEST + 1) + depth, size)
  }
}
