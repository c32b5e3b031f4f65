/** Bytes of a file or an entry. Never mutated once handed out. */
export type Bytes = Uint8Array

/** Replace `removed` by `inserted` at `offset` of the image before the edit. */
export interface Splice {
  readonly offset: number
  readonly removed: Bytes
  readonly inserted: Bytes
}

/**
 * Records that an edit removes from an array or inserts into it. Everything addressed by position (selection,
 * bookmarks, notes) is rebased by these.
 */
export interface Move {
  /** Node path of the array: `areals`, `areals/3/vertices`. */
  readonly array: string
  readonly at: number
  readonly removed: number
  readonly inserted: number
}
