/** Ids of a block at most; a block of twice as many is halved. */
const BLOCK = 256

/**
 * Ids of an archive's rows in directory order. A list of short blocks, so that adding or removing each of many thousand rows
 * costs less than a copy of the list.
 */
export class RowOrder {
  private readonly blocks: string[][] = []
  private readonly blockOf = new Map<string, string[]>()
  private knownList: readonly string[] | undefined

  constructor(ids: readonly string[]) {
    this.knownList = ids
    for (let at = 0; at < ids.length; at += BLOCK) this.addBlock(this.blocks.length, ids.slice(at, at + BLOCK))
  }

  get length(): number {
    return this.blockOf.size
  }

  get list(): readonly string[] {
    this.knownList ??= this.blocks.flat()
    return this.knownList
  }

  placeOf(id: string): number | undefined {
    const own = this.blockOf.get(id)
    if (!own) return undefined
    let place = own.indexOf(id)
    for (const block of this.blocks) {
      if (block === own) break
      place += block.length
    }
    return place
  }

  /** Puts an id at a place, at most behind the last one; it must not be there yet. */
  insert(id: string, place: number): void {
    this.knownList = undefined
    let at = 0
    let left = Math.min(place, this.length)
    for (; at < this.blocks.length - 1 && left > (this.blocks[at]?.length ?? 0); at++)
      left -= this.blocks[at]?.length ?? 0
    const block = this.blocks[at]
    if (!block) return this.addBlock(0, [id])
    block.splice(left, 0, id)
    this.blockOf.set(id, block)
    if (block.length >= 2 * BLOCK) this.addBlock(at + 1, block.splice(BLOCK))
  }

  remove(id: string): void {
    const block = this.blockOf.get(id)
    if (!block) return
    this.knownList = undefined
    this.blockOf.delete(id)
    block.splice(block.indexOf(id), 1)
    if (block.length === 0) this.blocks.splice(this.blocks.indexOf(block), 1)
  }

  private addBlock(at: number, ids: string[]): void {
    this.blocks.splice(at, 0, ids)
    for (const id of ids) this.blockOf.set(id, ids)
  }
}
