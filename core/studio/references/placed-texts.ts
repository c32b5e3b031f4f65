import { apply, assignedEdit, type Edit, type EntryPath } from '../../edit'
import {
  assignAll,
  document,
  encode,
  locate,
  referringFields,
  type Assigned,
  type Document,
  type Refers,
  type Splice,
  type Value,
} from '../../layout'
import type { View } from '../entries/view'

type EditSourceOf = (view: View) => Parameters<typeof assignedEdit>[0]

interface TextGiven {
  readonly path: string
  readonly value: Value
}

/**
 * Edits that give texts of an array new words where other rows name its records by their first byte: that of the texts,
 * and those of the rows whose numbers follow. Undefined where the records would be other ones. `isFree`: whether the step
 * does not edit the row otherwise. Throws LayoutError for a text that a field cannot hold.
 */
export function placedTexts(
  view: View,
  opened: Document,
  given: readonly TextGiven[],
  { sourceOf, isFree }: { readonly sourceOf: EditSourceOf; readonly isFree: (entry: EntryPath) => boolean },
): readonly [Edit, ...(readonly Edit[])] | undefined {
  const array = given[0]?.path.slice(0, given[0].path.lastIndexOf('/')) ?? ''
  const splices = given.flatMap(one => spliceOf(opened, one) ?? []).sort((a, b) => a.offset - b.offset)
  if (splices.length !== given.length || given.some(({ path }) => !path.startsWith(`${array}/`))) return undefined
  const [before, after] = [opened, document(opened.layout, apply(opened.bytes, splices))].map(one =>
    placesOf(one, array),
  )
  if (!before || after?.length !== before.length) return undefined
  const places = new Map(before.map((place, at) => [place, after[at] ?? place]))
  const own = assignedEdit(sourceOf(view), opened, { splices }, view.format?.follow)
  const others: Edit[] = []
  for (const row of view.container?.rows() ?? []) {
    const edit = row === view ? undefined : rowFollowed(row, { format: view.format?.id ?? '', array, places }, sourceOf)
    if (edit && !isFree(row.path)) return undefined
    if (edit) others.push(edit)
  }
  return [own, ...others]
}

function spliceOf(opened: Document, { path, value }: TextGiven): Splice | undefined {
  const node = locate(opened, path)
  if (!node) return undefined
  const { offset, size, layout } = node
  return { offset, removed: opened.bytes.slice(offset, offset + size), inserted: encode(layout, value, path).bytes }
}

/** First bytes of the records of an array. */
function placesOf(opened: Document, array: string): readonly number[] | undefined {
  const node = locate(opened, array)
  return node && Array.from({ length: node.childCount }, (_, at) => node.child(at).offset)
}

interface Moved {
  readonly format: string
  readonly array: string
  readonly places: ReadonlyMap<number, number>
}

/** A row with its numbers of moved records; undefined where it has none of them. */
function rowFollowed(row: View, { format, array, places }: Moved, sourceOf: EditSourceOf): Edit | undefined {
  const layout = row.isReadable ? row.format?.layout?.(row.info) : undefined
  if (!layout) return undefined
  const opened = document(layout, row.payload())
  const isPlace = (refers: Refers): boolean =>
    typeof refers === 'object' &&
    'sibling' in refers &&
    refers.sibling === format &&
    refers.array === array &&
    refers.as === 'byte'
  const given: Assigned[] = []
  for (const { field } of referringFields(isPlace)(opened.root)) {
    const place = places.get(Number(field.value))
    if (place !== undefined && place !== Number(field.value)) given.push({ path: field.path, value: place })
  }
  return given.length === 0
    ? undefined
    : assignedEdit(sourceOf(row), opened, assignAll(opened, given), row.format?.follow)
}
