import { canonicalSplices, sameBytes, type Edit, type Label } from '../../../../edit'
import { StudioError, type CellAssumption, type Opened, type Outcome, type Words } from '../../../../format'
import { RecordView, type Move, type Splice } from '../../../../layout'
import { afterOf, changeCells, type After, type CellChange } from './cells'
import type { ArealDraft } from './draft'
import { NO_LINK, type Link } from './record'
import { CORNER, EdgeLink, HEAD, LINK } from '../areal-map'
import type { Grid } from '../grid'
import { contains, type Box } from '../polygon'
import { crossesItself } from '../ring-exact'

/** What an operation has to say of itself. */
export interface Saying {
  readonly label: Label
  /** Areals that it was about, in the numbers of the draft. */
  readonly about: Iterable<number>
  readonly notices?: readonly Words[]
  readonly counts?: Readonly<Record<string, number>>
  /** All cell lists are recomputed under this assumption. */
  readonly cells?: Partial<CellAssumption> & { readonly box?: Box }
}

/**
 * The edit of a draft: area and normal of areals whose outline changed, links and lists in the numbers after it, the
 * count in attr1. Nothing else is touched.
 */
export function finish(draft: ArealDraft, entry: Opened, grid: () => Grid, saying: Saying): Outcome {
  if (draft.count - draft.gone.size < 1) throw new StudioError('areal.last-one', {})
  for (const [areal, record] of draft.touched) if (record.isReshaped && !draft.gone.has(areal)) record.measure()
  const after = afterOf(draft)
  const isPlain = after.reshaped.length === 0 && draft.gone.size === 0 && !saying.cells
  const cells: CellChange = isPlain
    ? { splices: [], cells: 0, idsAdded: 0, idsRemoved: 0, isRebuilt: false }
    : changeCells(draft, after, grid(), saying.cells)
  const { splices, links } = recordSplices(draft, after)
  const all = canonicalSplices(draft.bytes, [...splices, ...cells.splices])
  const moves = movesOf(draft, after)
  const edit: Edit = {
    entry: entry.path,
    base: 0,
    splices: all,
    ...(after.count !== draft.table.count && {
      attributes: { before: entry.attributes, after: { ...entry.attributes, attr1: after.count } },
    }),
    ...(moves.length > 0 && { moves }),
  }
  const notices: Words[] = [...(saying.notices ?? []), ...doubts(draft, after)]
  if (cells.isRebuilt) notices.push({ code: 'areal.cells-rebuilt', params: { n: cells.cells } })
  return {
    label: saying.label,
    edits: all.length > 0 || edit.attributes ? [edit] : [],
    records: [...new Set(Array.from(saying.about, areal => after.numbers[areal] ?? -1))]
      .filter(number => number >= 0)
      .sort((a, b) => a - b),
    notices,
    counts: {
      areals: after.reshaped.length,
      links,
      cells: cells.cells,
      idsAdded: cells.idsAdded,
      idsRemoved: cells.idsRemoved,
      ...saying.counts,
    },
  }
}

/** Links in the numbers after the edit; a link to a deleted areal becomes none, one that named no areal stays. */
const renumbered =
  (numbers: Int32Array) =>
  (link: Link): Link => {
    if (link.area < 0 || link.area >= numbers.length) return link
    const area = numbers[link.area] ?? -1
    return area < 0 ? NO_LINK : area === link.area ? link : { area, edge: link.edge }
  }

function recordSplices(
  draft: ArealDraft,
  after: After,
): { readonly splices: readonly Splice[]; readonly links: number } {
  const { table, bytes, touched, gone } = draft
  const renumber = renumbered(after.numbers)
  const splices: Splice[] = []
  let links = 0
  const first = after.numbers.findIndex((number, areal) => number !== areal)
  for (let areal = 0; areal < table.count; areal++) {
    const [start, end] = [table.starts[areal] ?? 0, table.starts[areal + 1] ?? 0]
    const record = touched.get(areal)
    if (gone.has(areal)) splices.push({ offset: start, removed: bytes.slice(start, end), inserted: new Uint8Array(0) })
    else if (record) {
      const [parts, changed] = recordParts(draft, areal, record.write(renumber))
      for (const part of parts) splices.push(part)
      links += changed
    } else if (first >= 0) {
      const changed = linksOf(draft, areal, first, renumber)
      if (!changed) continue
      splices.push(changed.splice)
      links += changed.links
    }
  }
  for (const splice of addedSplice(draft, renumber)) splices.push(splice)
  return { splices, links }
}

/** The block of links of an areal that nothing else touched, where one of them has another number now. */
function linksOf(draft: ArealDraft, areal: number, first: number, renumber: (link: Link) => Link) {
  const { table, bytes } = draft
  const [from, to] = [table.linkStarts[areal] ?? 0, table.linkStarts[areal + 1] ?? 0]
  let isOld = false
  for (let at = from; at < to && !isOld; at++) isOld = (table.area_ref[at] ?? -1) >= first
  if (!isOld) return undefined
  const offset = (table.starts[areal] ?? 0) + HEAD + CORNER * (table.vertex_count[areal] ?? 0)
  const removed = bytes.slice(offset, offset + LINK * (to - from))
  const inserted = removed.slice()
  const view = new RecordView(EdgeLink, inserted)
  let links = 0
  for (let at = from; at < to; at++) {
    const old = { area: table.area_ref[at] ?? -1, edge: table.edge_ref[at] ?? -1 }
    const link = renumber(old)
    if (link === old) continue
    view.write(LINK * (at - from), { area_ref: link.area, edge_ref: link.edge })
    links++
  }
  return links === 0 ? undefined : { splice: { offset, removed, inserted }, links }
}

/** A touched record in three parts, so that what stays in each is not part of the edit; and how many links differ. */
function recordParts(
  { table, bytes, ...draft }: ArealDraft,
  areal: number,
  now: Uint8Array,
): readonly [readonly Splice[], number] {
  const start = table.starts[areal] ?? 0
  const end = table.starts[areal + 1] ?? start
  const corners = CORNER * (table.vertex_count[areal] ?? 0)
  const nowCorners = CORNER * (draft.touched.get(areal)?.corners.length ?? 0)
  const part = (offset: number, size: number, from: number, to: number): Splice => ({
    offset,
    removed: bytes.slice(offset, offset + size),
    inserted: now.slice(from, to),
  })
  const links = part(start + HEAD + corners, end - start - HEAD - corners, HEAD + nowCorners, now.length)
  return [
    [part(start, HEAD, 0, HEAD), part(start + HEAD, corners, HEAD, HEAD + nowCorners), links].filter(
      ({ removed, inserted }) => !sameBytes(removed, inserted),
    ),
    differingLinks(links.removed, links.inserted),
  ]
}

function differingLinks(before: Uint8Array, now: Uint8Array): number {
  let count = Math.abs(before.length - now.length) / LINK
  for (let at = 0; at < Math.min(before.length, now.length); at += LINK) {
    for (let k = 0; k < LINK; k++) {
      if (before[at + k] === now[at + k]) continue
      count++
      break
    }
  }
  return Math.ceil(count)
}

function addedSplice({ table, touched, gone, count }: ArealDraft, renumber: (link: Link) => Link): readonly Splice[] {
  const added: Uint8Array[] = []
  for (let areal = table.count; areal < count; areal++) {
    const record = touched.get(areal)
    if (record && !gone.has(areal)) added.push(record.write(renumber))
  }
  if (added.length === 0) return []
  const inserted = new Uint8Array(added.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of added) {
    inserted.set(part, at)
    at += part.length
  }
  return [{ offset: table.cellsOffset, removed: new Uint8Array(0), inserted }]
}

/** Moves one after another: within areals first, then deleted areals from the last on, then added ones. */
function movesOf({ moves, gone, table }: ArealDraft, after: After): readonly Move[] {
  const within = moves.filter(({ array }) => !gone.has(Number(array.split('/')[1])))
  const removed = [...gone]
    .filter(areal => areal < table.count)
    .sort((a, b) => b - a)
    .map((areal): Move => ({ array: 'areals', at: areal, removed: 1, inserted: 0 }))
  const kept = table.count - removed.length
  const inserted = after.count - kept
  return [...within, ...removed, ...(inserted > 0 ? [{ array: 'areals', at: kept, removed: 0, inserted }] : [])]
}

/** What the outlines that changed look wrong in: told, not refused. */
function doubts({ touched, gone }: ArealDraft, after: After): readonly Words[] {
  const crossed: number[] = []
  const outside: number[] = []
  for (const [areal, record] of touched) {
    if (gone.has(areal) || !record.isReshaped) continue
    const { ring, anchor } = record
    if (crossesItself(record.corners.map(corner => corner.at))) crossed.push(after.numbers[areal] ?? areal)
    else if (!contains(ring, anchor[0], anchor[1], 1e-3)) outside.push(after.numbers[areal] ?? areal)
  }
  const say = (code: string, areals: readonly number[]): readonly Words[] =>
    areals.length === 0 ? [] : [{ code, params: { areal: areals[0] ?? 0, n: areals.length } }]
  return [...say('areal.outline-crosses', crossed), ...say('areal.anchor-left-outside', outside)]
}
