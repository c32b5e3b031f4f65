import { rowName, tryOpen, type Archive, type ArchiveCodec, type Region } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { ownersOf, type Outline } from '@areal-studio/core/search'

/** A row that a byte of an archive belongs to. */
export interface OwnerRow {
  /** Place in the directory. */
  readonly row: number
  readonly name: string
  /** Offset of the byte in the payload; undefined where the row is stored encoded. */
  readonly offset: number | undefined
}

/** What a byte of an archive belongs to: the rows that hold it, else a part outside them. */
export interface Owner {
  readonly rows: readonly OwnerRow[]
  readonly part: Region['kind'] | 'trailer' | undefined
}

/** The contents of an archive by their places in its bytes. */
export interface Contents {
  readonly archive: Archive
  readonly outline: Outline
}

/** Undefined where the bytes cannot be opened as that archive. Decodes nothing. */
export function contentsOf(codec: ArchiveCodec, bytes: Bytes): Contents | undefined {
  const archive = tryOpen(codec, bytes)
  if (!archive) return undefined
  const parts = archive.rows.flatMap(({ attributes, offset, size, isReadable }, place): Outline[] =>
    isReadable ? [{ path: String(place), name: rowName(attributes), attributes, offset, size, parts: [] }] : [],
  )
  return { archive, outline: { path: '', name: '', attributes: {}, offset: 0, size: bytes.length, parts } }
}

/** The owner of the byte at an offset of the archive. */
export function ownerAt({ archive, outline }: Contents, at: number): Owner {
  const rows = ownersOf(outline, at, 1).flatMap((part): OwnerRow[] => {
    if (part === outline) return []
    const row = Number(part.path)
    const isEncoded = archive.rows[row]?.encoding !== undefined
    return [{ row, name: part.name, offset: isEncoded ? undefined : at - part.offset }]
  })
  const region = archive.regions.find(({ offset, size }) => offset <= at && at < offset + size)
  const isTrailer = region?.kind === 'header' && region.offset > 0
  return { rows, part: rows.length > 0 ? undefined : isTrailer ? 'trailer' : region?.kind }
}
