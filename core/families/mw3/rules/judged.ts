import type { Place, Report } from '../../../format/report'
import { locate, type Document, type Node } from '../../../layout'
import { GAMEZ_SECTIONS } from '../gamez/gamez'
import { recordsIn } from './gamez-context'

/**
 * The byte from which on a damaged file is read as something that it is not: where the walk ends, or earlier where no
 * more place agrees with the one that the header or a slot stores (mw3 2). Infinity of a whole file, in which a place
 * that disagrees is a wrong word and nothing else.
 */
export function endOfReadable(opened: Document): number {
  if (opened.isWhole) return Infinity
  const places = [...placesIn(opened)]
  const agreeing = places.findLastIndex(({ stored, found }) => stored === found)
  return Math.min(endOfWalk(opened.root), places[agreeing + 1]?.found ?? Infinity)
}

/** A report of the bytes before `end` only, without repairs: in a damaged file none can be computed. */
export function reportBefore(report: Report, end: number): Report {
  if (end === Infinity) return report
  const before =
    (add: Report['error']): Report['error'] =>
    (code, params, { fix: _, ...place }: Place) => {
      const [offset, size] = place.range ?? [end, 1]
      if (offset + size <= end) add(code, params, place)
    }
  const { error, warning, info, problems } = report
  return { error: before(error), warning: before(warning), info: before(info), problems }
}

/** A report that takes no warning about a field that an error is about already. */
export function errorsFirst(report: Report): Report {
  const wrong = new Set<string>()
  const { error, warning, info, problems } = report
  return {
    error(code, params, place) {
      if (place.path !== undefined) wrong.add(place.path)
      error(code, params, place)
    },
    warning(code, params, place) {
      if (place.path === undefined || !wrong.has(place.path)) warning(code, params, place)
    },
    info,
    problems,
  }
}

interface StoredPlace {
  /** As the header or a slot has it. */
  readonly stored: number
  /** Where the walk came to what it points to. */
  readonly found: number
}

/** The places of a file in the order of what they point to. */
function* placesIn(opened: Document): Generator<StoredPlace> {
  for (const [offset, first] of GAMEZ_SECTIONS) {
    const [word, section] = [locate(opened, offset), locate(opened, first)]
    if (!word || !section || section.kind === 'gap') continue
    yield { stored: Number(word.value), found: section.offset }
    const [slots, data] = DATA.get(first) ?? []
    if (slots && data) yield* placesOf(locate(opened, slots), locate(opened, data))
  }
}

/** Slots whose last word is the place of a record, and those records, by the field that their section begins with. */
const DATA = new Map<string, readonly [slots: string, data: string]>([
  ['model_array_size', ['models', 'model_data']],
  ['nodes', ['nodes', 'node_data']],
])

function* placesOf(slots: Node | undefined, data: Node | undefined): Generator<StoredPlace> {
  const { count } = recordsIn(slots)
  for (let record = 0; record < Math.min(count, data?.childCount ?? 0); record++) {
    const blob = data?.child(record)
    const link = slots?.child(record).childNamed('link')
    if (blob && link?.role === 'derived' && blob.kind !== 'gap' && (blob.size > 0 || !blob.isWhole))
      yield { stored: Number(link.value), found: blob.offset }
  }
}

/** Where the innermost gap begins. */
function endOfWalk(root: Node): number {
  for (let node = root; ; ) {
    const last = node.childCount > 0 ? node.child(node.childCount - 1) : undefined
    if (last?.kind === 'gap') return last.offset
    if (!last || last.isWhole) return node.kind === 'gap' ? node.offset : node.offset + node.size
    node = last
  }
}
