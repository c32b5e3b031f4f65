/** Bytes that the grid shows: all of them, or only those that were read so far. */
export interface ByteSource {
  readonly size: number
  /** A byte; undefined where it is not here yet. */
  at(offset: number): number | undefined
  /** Bytes `[start, end)`; undefined where not all of them are here. */
  slice(start: number, end: number): Uint8Array | undefined
}

/** A source of bytes that are all loaded. */
export const wholeSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  at: offset => bytes[offset],
  slice: (start, end) => bytes.subarray(start, end),
})
