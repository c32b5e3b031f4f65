import {
  columns,
  document,
  LayoutError,
  locate,
  partsOf,
  type AnyLayout,
  type Document,
  type Node,
  own,
} from '../../layout'
import type { SeenValue } from '../api/annotations'
import { fileNames } from '../entries/project-tree'
import { entriesOf, viewOf } from './query'
import type { Session } from '../entries/session'

const known = new WeakMap<Session, Map<string, Promise<readonly SeenValue[]>>>()

/**
 * Counts each number of the field `areal.class_id` in all entries of the install, before any edit, by number. Cached
 * until a file of the install changes; empty for a field that no declaration has.
 */
export function seenValues(session: Session, field: string): Promise<readonly SeenValue[]> {
  const kept = known.get(session) ?? new Map<string, Promise<readonly SeenValue[]>>()
  known.set(session, kept)
  const present = kept.get(field)
  if (present) return present
  const fresh = scan(session, field)
  kept.set(field, fresh)
  fresh.catch(() => kept.delete(field))
  return fresh
}

/** Discards the counts: a file of the install has changed. */
export function forgetSeen(session: Session): void {
  known.delete(session)
}

async function scan({ workspace, host }: Session, field: string): Promise<readonly SeenValue[]> {
  const counts = new Map<number, number>()
  for (const file of fileNames(workspace)) {
    await host.pause()
    for (const view of entriesOf(await viewOf(workspace, file, 'pristine'))) {
      const layout = view.format?.layout?.(view.info)
      const places = layout ? placesOf(layout, `field.${field}`) : []
      if (!layout || places.length === 0) continue
      const opened = document(layout, view.payload())
      for (const place of places) count(opened, place, counts)
    }
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value)
}

/** Path of a field: names of fields from the top, '*' for every record of an array. */
type Place = readonly string[]

function placesOf(layout: AnyLayout, doc: string): readonly Place[] {
  const { kind, meta } = layout
  if (meta.doc === doc && (kind === 'integer' || kind === 'flags')) return [[]]
  return partsOf(layout).flatMap(part => placesOf(part.layout, doc).map(place => [part.name ?? '*', ...place]))
}

function count(opened: Document, place: Place, into: Map<number, number>): void {
  const add = (value: unknown): void => {
    if (typeof value === 'number') into.set(value, (into.get(value) ?? 0) + 1)
  }
  const values = columnAt(opened, place)
  if (values) for (let i = 0; i < values.length; i++) add(values[i])
  else walk(opened.root, place, add)
}

/** The field of a plain array of records, read as a column; undefined for a deeper field. */
function columnAt(opened: Document, place: Place): ArrayLike<number | bigint> | undefined {
  const star = place.indexOf('*')
  if (star < 0 || place.lastIndexOf('*') !== star) return undefined
  const array = place.slice(0, star).join('/')
  const node = locate(opened, array)
  if (node?.kind !== 'array') return undefined
  try {
    const name = place.slice(star + 1).join('/')
    return own(columns(opened, array, [name]), name)
  } catch (error) {
    if (error instanceof LayoutError) return undefined
    throw error
  }
}

function walk(node: Node, place: Place, add: (value: unknown) => void): void {
  const [step, ...deeper] = place
  if (!node.isWhole && node.childCount === 0) return
  if (step === undefined) add(node.value)
  else if (step === '*')
    for (let i = node.kind === 'list' ? 1 : 0; i < node.childCount; i++) walk(node.child(i), deeper, add)
  else {
    const child = node.childNamed(step)
    if (child) walk(child, deeper, add)
  }
}
