import type { ArchiveCodec } from '../../format'
import type { Bytes } from '../../layout'

/** The base of a view that is decoded when it is first read. */
export interface Unread {
  /** As declared in the directory. */
  readonly size: number
  read(): Bytes
}

/** A payload to encode, in a thread: see `ArchiveCodec.encode`. */
export interface Unencoded {
  /** Format id of the archive. */
  readonly format: string
  readonly codec: ArchiveCodec
  readonly payload: Bytes
  readonly encoding: string
}
