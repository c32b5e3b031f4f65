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

/** Rows and regions of an archive's image by the steps of entry paths; created once per archive. */
export class ArchiveIndex {
  readonly rows: ReadonlyMap<string, ArchiveRow>
  readonly order: readonly string[]
  readonly siblings: SiblingCounts
  private knownRegions: ReadonlyMap<string, Region> | undefined

  constructor(private readonly archive: Archive) {
    const rows = new Map<string, ArchiveRow>()
    for (const row of archive.rows) rows.set(String(row.id), row)
    this.rows = rows
    this.order = [...rows.keys()]
    this.siblings = new SiblingCounts(
      () => archive.rows.map(({ attributes }) => attributes),
      () => archive.rows.length,
    )
  }

  /** Computed at the first use: a list of the rows needs none. */
  get regions(): ReadonlyMap<string, Region> {
    this.knownRegions ??= namedRegions(this.archive)
    return this.knownRegions
  }

  /** Regions that are kept when the archive is packed, in file order. */
  get gaps(): readonly Region[] {
    return this.archive.regions.filter(({ kind }) => kind === 'gap' || kind === 'padding')
  }
}

/** Regions by `header`, `directory`, `gap#2`. */
function namedRegions(archive: Archive): ReadonlyMap<string, Region> {
  const regions = new Map<string, Region>()
  const counts = new Map<Region['kind'], number>()
  for (const region of archive.regions) {
    const number = counts.get(region.kind) ?? 0
    counts.set(region.kind, number + 1)
    const isOnly = number === 0 && (region.kind === 'header' || region.kind === 'directory')
    regions.set(isOnly ? region.kind : `${region.kind}#${number}`, region)
  }
  return regions
}

/** The index of an archive. */
export function indexOf(archive: Archive): ArchiveIndex {
  let known = indexes.get(archive)
  if (!known) indexes.set(archive, (known = new ArchiveIndex(archive)))
  return known
}
