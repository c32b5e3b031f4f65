import type { EntryPath } from '../../edit'
import { referencesOf, relationOf, StudioError, type Opened, type RecordRule } from '../../format'
import {
  document,
  isWithin,
  LayoutError,
  locate,
  referringFields,
  type Document,
  type Refers,
  type ReferringField,
} from '../../layout'
import type { ReferenceLink } from '../api/references'
import { openedOf } from '../entries/entries'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { Names } from './names'
import { referenceIndex } from './reference-index'

// Records that numbers name: of the same entry, of a row beside it, or by a rule of the family. They are followed when
// asked for and are not in the index.

/** Most references of a record, or of records within a node, that are listed. */
const MOST = 1_000
/** Length of the chains of entries that may name a record: mission, unit, prototype, model. */
const FAR = 3

/** An entry with what it declares, where it has a layout. */
interface Declared {
  readonly view: View
  readonly opened: Opened
  readonly document: Document
  readonly rules: Readonly<Record<string, RecordRule>>
}

interface Place {
  readonly view: Pick<View, 'path'>
  readonly path: string
}

function declared(workspace: Workspace, view: View): Declared | undefined {
  const { format } = view
  if (!format || !view.isReadable) return undefined
  try {
    const layout = format.layout?.(view.info)
    if (!layout) return undefined
    const rules = referencesOf(workspace.parts.families, format)?.records ?? {}
    return { view, opened: openedOf(workspace, view, 'present'), document: document(layout, view.payload()), rules }
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return undefined
    throw error
  }
}

const isRecordReference = ({ rules }: Declared, refers: Refers): boolean =>
  typeof refers === 'string' || !('by' in refers) || Object.hasOwn(rules, refers.by)

/** The record that the number of a field names; undefined where it names none, or none of that number is there. */
async function recordNamed(from: Declared, { field, refers }: ReferringField): Promise<Place | undefined> {
  const record = Number(field.value)
  if (typeof refers === 'string') {
    const path = `${refers}/${record}`
    return locate(from.document, path) && { view: from.view, path }
  }
  if ('sibling' in refers) {
    const sibling = from.view.container?.rows().find(({ format }) => format?.id === refers.sibling)
    const path = sibling && recordIn(sibling, refers, record)
    return sibling && path !== undefined ? { view: sibling, path } : undefined
  }
  try {
    const found = await from.rules[refers.by]?.find(field, from.opened)
    return found && { view: found.entry, path: found.path }
  } catch (error) {
    // An entry on the way is damaged: check reports it.
    if (error instanceof StudioError || error instanceof LayoutError) return undefined
    throw error
  }
}

/** Path of a record of another row, by its number or its first byte. */
function recordIn(
  sibling: View,
  { array, as }: Extract<Refers, { readonly sibling: string }>,
  record: number,
): string | undefined {
  const layout = sibling.isReadable ? sibling.format?.layout?.(sibling.info) : undefined
  const list = layout && locate(document(layout, sibling.payload()), array)
  if (!list) return undefined
  if (as !== 'byte') return record >= 0 && record < list.childCount ? `${array}/${record}` : undefined
  for (let at = 0; at < list.childCount; at++) if (list.child(at).offset === record) return list.child(at).path
  return undefined
}

/** The records that numbers at or within a node of an entry name, in stored order. */
export async function recordsNamed(
  { workspace }: Session,
  view: View,
  path: string,
): Promise<readonly ReferenceLink[]> {
  const from = declared(workspace, view)
  const node = from && locate(from.document, path)
  if (!from || !node) return []
  // Rules go by the name of an entry and the number: whether that entry has such a record is asked here.
  const known = new Map<EntryPath, Declared | undefined>([[view.path, from]])
  const isThere = async ({ view: { path: entry }, path: record }: Place): Promise<boolean> => {
    if (!known.has(entry)) known.set(entry, declared(workspace, await workspace.need(entry)))
    const there = known.get(entry)
    return there !== undefined && locate(there.document, record) !== undefined
  }
  const links: ReferenceLink[] = []
  for (const one of referringFields(refers => isRecordReference(from, refers))(node)) {
    if (links.length >= MOST) break
    const place = await recordNamed(from, one)
    if (place && (await isThere(place))) links.push(linkOf(from, one, place))
  }
  return links
}

const linkOf = ({ view, document: { root } }: Declared, { field }: ReferringField, to: Place): ReferenceLink => ({
  from: view.path,
  fromName: view.name || root.name,
  path: field.path,
  value: String(field.value),
  relation: relationOf(field),
  to: to.view.path,
  toPath: to.path,
  file: to.view.path,
})

/** Who names the record that a node is or is in, by its number. */
export async function recordUsers(
  session: Session,
  view: View,
  path: string,
): Promise<{ readonly links: readonly ReferenceLink[]; readonly more: number }> {
  const links: ReferenceLink[] = []
  let more = 0
  for (const from of await candidates(session, view)) {
    const mayLead = (refers: Refers): boolean =>
      typeof refers === 'string'
        ? from.view === view && isWithin(path, refers)
        : 'sibling' in refers
          ? refers.sibling === view.format?.id && isWithin(path, refers.array)
          : (from.rules[refers.by]?.to.includes(view.format?.id ?? '') ?? false)
    for (const one of referringFields(mayLead)(from.document.root)) {
      const place = await recordNamed(from, one)
      if (place?.view.path !== view.path || !isWithin(path, place.path)) continue
      if (links.length < MOST) links.push(linkOf(from, one, place))
      else more++
    }
  }
  return { links, more }
}

/**
 * Entries that may name records of this one by number: itself, rows of its archive, and entries that lead to it or to
 * what it is in by name, with their rows; those that no rule leads from are not read.
 */
async function candidates(session: Session, view: View): Promise<readonly Declared[]> {
  const { workspace } = session
  const found = new Map<EntryPath, View>([[view.path, view]])
  const add = (one: View): void => void found.set(one.path, one)
  view.container?.rows().forEach(add)
  const model = view.container?.view
  const around = model ?? view
  const isOfStem = ({ name }: View): boolean => stemOf(name) === stemOf(around.name)
  for (const row of around.container?.rows() ?? []) if (isOfStem(row)) add(row)
  const names = new Names(workspace)
  const index = referenceIndex(session)
  // The prototype of a building names its outline (.bas) instead of the model (.msh) of the same name.
  let wave: readonly View[] = [view, ...(model ? (model.container?.rows() ?? [model]).filter(isOfStem) : [])]
  const seen = new Set(wave.map(one => one.path))
  for (let far = 0; far < FAR && wave.length > 0; far++) {
    const next: View[] = []
    for (const one of wave) {
      const name = await names.of(one)
      for (const { from } of name ? await index.to(name) : []) {
        if (seen.has(from)) continue
        seen.add(from)
        const user = await workspace.need(from)
        next.push(user)
        add(user)
        user.archive?.rows().forEach(add)
      }
    }
    wave = next
  }
  const rulesTo = (one: View): boolean => {
    if (one === view || one.container === view.container) return true
    const rules = one.format && referencesOf(workspace.parts.families, one.format)?.records
    return Object.values(rules ?? {}).some(({ to }) => to.includes(view.format?.id ?? ''))
  }
  return [...found.values()].filter(rulesTo).flatMap(one => declared(workspace, one) ?? [])
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase()
