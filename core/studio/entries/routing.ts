import { difference, sameBytes, type Edit } from '../../edit'
import {
  isUndecodable,
  payloadOf,
  storedOf,
  StudioError,
  tryOpen,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type Region,
} from '../../format'
import type { Bytes } from '../../layout'
import type { Draft } from './draft'
import { movesTo } from './moves'
import { sameAttributes } from './states'
import type { OpenArchive, View } from './view'

/** A draft for trying edits: `copy` leaves the original unchanged. */
interface Trial {
  readonly draft: Draft
  copy(): Trial
  perform(edit: Edit): void
}

/** Edits of the entries of an archive, or the code of a refusal. */
export type Route =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly reason: Reason }

/** Codes of the refusals. */
type Reason = 'edit.archive-directory' | 'edit.archive-rows' | 'edit.archive-gap' | 'edit.archive-other'

/**
 * Edits of an archive's entries, attributes and gaps after which its packed image is this one. Verified by packing;
 * where the result is not byte for byte the requested one, returns the code of a refusal.
 */
export function routeArchive(canonical: Trial, view: View, after: Bytes): Route {
  const archive = view.archive
  if (!archive) return { ok: false, reason: 'edit.archive-other' }
  const next = tryOpen(archive.codec, after)
  if (!next) return { ok: false, reason: 'edit.archive-directory' }
  if (next.rows.length !== archive.order.length) return { ok: false, reason: 'edit.archive-rows' }
  // Behind a row of another size gaps have other places: packing moves them, and shows whether that is all.
  const gaps = gapEdits(archive, view.payload(), after, next)
  const rows = archive.rows().flatMap((row, place) => rowEdits(row, next, place, archive.codec, after))
  const edits = [...rows, ...(gaps ?? [])]
  return edits.length > 0 && makes(canonical, view, edits, after)
    ? { ok: true, edits }
    : { ok: false, reason: gaps ? 'edit.archive-other' : 'edit.archive-gap' }
}

/**
 * Edits that give the rows of an archive the payloads and attributes of another image of it, whichever program packed
 * that one; undefined where it has no packed rows, other rows, or a changed row that cannot be unpacked. Rows that
 * differ only in their packing stay.
 */
export function contentEdits(view: View, after: Bytes): readonly Edit[] | undefined {
  const { archive } = view
  const next = archive && tryOpen(archive.codec, after)
  if (!archive || next?.rows.length !== archive.order.length) return undefined
  const { codec } = archive
  if (next.rows.every(row => row.encoding === undefined)) return undefined
  const rows = archive.rows()
  const isUnknown = (row: ArchiveRow, place: number): boolean =>
    isUndecodable(codec, after, row) && !isSameStored(rows[place], storedOf(after, row))
  if (next.rows.some(isUnknown)) return undefined
  return rows.flatMap((row, place) => {
    const edits = rowEdits(row, next, place, codec, after)
    const found = next.rows[place]
    const inside = found && row.archive && contentEdits(row, payloadOf(codec, after, found))
    return inside ? [...inside, ...edits.filter(({ splices }) => splices.length === 0)] : edits
  })
}

/** Whether a row that cannot be unpacked here either has these stored bytes. */
const isSameStored = (row: View | undefined, stored: Bytes): boolean =>
  row?.isUndecodable === true && sameBytes(row.payload(), stored)

function rowEdits(row: View, next: Archive, place: number, codec: ArchiveCodec, after: Bytes): readonly Edit[] {
  const found = next.rows[place]
  if (!found) return []
  const edits: Edit[] = []
  if (row.isReadable && found.isReadable) {
    const payload = payloadOf(codec, after, found)
    const before = row.payload()
    const moves = before.length === payload.length ? [] : movesTo(row, payload, found.attributes)
    if (!sameBytes(before, payload)) {
      const splices = difference(before, payload)
      edits.push({ entry: row.path, base: 0, splices, ...(moves.length > 0 && { moves }) })
    }
  }
  if (!sameAttributes(row.attributes, found.attributes)) {
    edits.push({
      entry: row.path,
      base: 0,
      splices: [],
      attributes: { before: row.attributes, after: { ...found.attributes, row: place } },
    })
  }
  return edits
}

const isGap = (region: Region): boolean => region.kind === 'gap' || region.kind === 'padding'

/** Undefined where a gap has another size or place than in the present image. Gaps are numbered by the base image. */
function gapEdits(archive: OpenArchive, before: Bytes, after: Bytes, next: Archive): readonly Edit[] | undefined {
  const base = archive.archive.regions.filter(isGap)
  const old = tryOpen(archive.codec, before)?.regions.filter(isGap) ?? []
  const fresh = next.regions.filter(isGap)
  if (old.length !== fresh.length) return undefined
  const edits: Edit[] = []
  for (const [i, was] of old.entries()) {
    const is = fresh[i]
    if (!is || was.offset !== is.offset || was.size !== is.size) return undefined
    const a = before.subarray(was.offset, was.offset + was.size)
    const b = after.subarray(is.offset, is.offset + is.size)
    if (sameBytes(a, b)) continue
    const own = old.length === base.length ? archive.child(stepOf(base, i)) : undefined
    if (!own || !sameBytes(own.base, a)) return undefined
    edits.push({ entry: own.path, base: 0, splices: difference(a, b) })
  }
  return edits
}

function stepOf(regions: readonly Region[], index: number): string {
  const kind = regions[index]?.kind ?? 'gap'
  return `${kind}#${regions.slice(0, index).filter(region => region.kind === kind).length}`
}

function makes(canonical: Trial, view: View, edits: readonly Edit[], after: Bytes): boolean {
  const trial = canonical.copy()
  try {
    for (const edit of edits) trial.perform(edit)
    return sameBytes(trial.draft.need(view.path).payload(), after)
  } catch (error) {
    if (error instanceof StudioError) return false
    throw error
  }
}
