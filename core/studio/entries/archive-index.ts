import { SiblingCounts, StudioError, type Archive, type ArchiveCodec, type ArchiveRow, type Region } from '../../format'
import { LayoutError, type Bytes } from '../../layout'

/** A range of bytes in an archive's image. */
export interface StoredRange {
  readonly offset: number
  readonly size: number
  /** Index in the directory, where it differs from the index among the present rows. */
  readonly row?: number
}

const opened = new WeakMap<Bytes, Archive | null>()
const indexes = new WeakMap<Archive, ArchiveIndex>()

/** The image opened, once per image; null where the codec throws. */
export function openWith(codec: ArchiveCodec, bytes: Bytes): Archive | null {
  const known = opened.get(bytes)
  if (known !== undefined) return known
  let archive: Archive | null = null
  try {
    archive = codec.open(bytes)
  } catch (error) {
    if (!(error instanceof StudioError) && !(error instanceof LayoutError)) throw error
  }
  opened.set(bytes, archive)
  return archive
}

/** Rows and regions of an archive's image by the steps of entry paths; created once per image. */
export interface ArchiveIndex {
  readonly order: readonly string[]
  readonly rows: ReadonlyMap<string, Archive['rows'][number]>
  readonly regions: ReadonlyMap<string, Region>
  /** Regions that are kept when the archive is packed, in file order. */
  readonly gaps: readonly Region[]
  readonly siblings: SiblingCounts
}

/** The index of an archive; created once per archive. */
export function indexOf(archive: Archive): ArchiveIndex {
  const known = indexes.get(archive)
  if (known) return known
  const regions = new Map<string, Region>()
  const counts = new Map<Region['kind'], number>()
  for (const region of archive.regions) {
    const number = counts.get(region.kind) ?? 0
    counts.set(region.kind, number + 1)
    regions.set(
      number === 0 && (region.kind === 'header' || region.kind === 'directory')
        ? region.kind
        : `${region.kind}#${number}`,
      region,
    )
  }
  const rows = new Map<string, ArchiveRow>()
  for (const row of archive.rows) rows.set(String(row.id), row)
  const made = {
    order: [...rows.keys()],
    rows,
    regions,
    gaps: archive.regions.filter(({ kind }) => kind === 'gap' || kind === 'padding'),
    siblings: new SiblingCounts(
      () => archive.rows.map(({ attributes }) => attributes),
      () => archive.rows.length,
    ),
  }
  indexes.set(archive, made)
  return made
}
