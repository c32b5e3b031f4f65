import { array, i32, read, strideOf, struct, text, u32, u16, type Bytes, type Infer } from '../../../layout'
import { known } from '../gamez/fields'

/** Bytes of a name in the directory, the zero at its end among them (mw3 13). */
export const NAME_SIZE = 32

/** The first 24 bytes of a package (mw3 13). */
export const PackageHeader = struct('mw3-package-header', {
  zero_0: u32({ ...known('13'), role: 'reserved' }),
  has_entries: u32(known('13')),
  global_palette_count: i32({ ...known('13'), role: 'derived' }),
  texture_count: u32({ ...known('13'), role: 'derived' }),
  zero_16: u32({ ...known('13'), role: 'reserved' }),
  zero_20: u32({ ...known('13'), role: 'reserved' }),
})
export const HEADER_SIZE = strideOf(PackageHeader)

/** A name in the directory (mw3 1.1). */
export const PackageName = text(NAME_SIZE, { page: 'ascii', ...known('13') })

/** A row of the directory, 40 bytes (mw3 13). */
export const PackageRecord = struct('mw3-package-row', {
  name: PackageName,
  start: u32({ ...known('13'), role: 'derived', hex: true }),
  palette_index: i32(known('13')),
})
export const ROW_SIZE = strideOf(PackageRecord)

/** A palette that several textures share: 256 colours of two bytes (mw3 13). */
export const Palette = struct('mw3-palette', { colors: array(u16({ hex: true }), 256, known('13')) })
/** Bytes of a palette. */
export const PALETTE_SIZE = strideOf(Palette)

export type PackageRecordValue = Infer<typeof PackageRecord>

export interface Package {
  readonly header: Infer<typeof PackageHeader>
  readonly rows: readonly PackageRecordValue[]
  /** Offset of the palettes, behind the directory. */
  readonly palettes: number
  /** Offset behind the palettes, where the first texture should be. */
  readonly body: number
  /** Bytes of each texture: up to the start of the next in the file, or to its end. */
  readonly sizes: readonly number[]
}

/** Header and directory of a package. Undefined where the file is too short for what its header promises. */
export function packageOf(bytes: Bytes): Package | undefined {
  if (bytes.length < HEADER_SIZE) return undefined
  const header = read(PackageHeader, bytes.subarray(0, HEADER_SIZE))
  const palettes = HEADER_SIZE + header.texture_count * ROW_SIZE
  const body = palettes + header.global_palette_count * PALETTE_SIZE
  if (header.zero_0 !== 0 || header.global_palette_count < 0 || body > bytes.length) return undefined
  const rows = Array.from({ length: header.texture_count }, (_, row) =>
    read(PackageRecord, bytes.subarray(HEADER_SIZE + row * ROW_SIZE, HEADER_SIZE + (row + 1) * ROW_SIZE)),
  )
  return { header, rows, palettes, body, sizes: sizesOf(rows, bytes.length) }
}

function sizesOf(rows: readonly PackageRecordValue[], end: number): readonly number[] {
  const starts = [...new Set(rows.map(({ start }) => start))].sort((a, b) => a - b)
  const next = new Map(starts.map((start, at) => [start, Math.min(end, starts[at + 1] ?? end)]))
  return rows.map(({ start }) => Math.max(0, (next.get(start) ?? end) - start))
}
