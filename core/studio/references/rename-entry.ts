import { apply, assignedEdit, setAttributes, type Edit, type EntryPath } from '../../edit'
import { alternativesOf, referencesIn, referencesOf, StudioError, type Companion, type EntryName } from '../../format'
import { assignAll, document, LayoutError, locate, withWords, wordsOf, type Document, type Value } from '../../layout'
import type { ReferenceLink, RenameOptions, RenameReport } from '../api/references'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { take } from '../import-export/preview'
import { linkOf, nameKey, Names, type IndexedReference } from './names'
import { placedTexts } from './placed-texts'
import { referenceIndex } from './reference-index'

type Reason = RenameReport['breaks'][number]['reason']

/**
 * Renames a row of an archive. With `follow`, references to it get the new name in the same step where their fields can
 * hold it, and entries that belong to it by name (the material table of a model) are renamed, too. Throws StudioError
 * `entry.missing`, `rename.file` for a file, `rename.taken`, `incoming.changed`, and the archive's errors about the
 * name.
 */
export async function renameEntry(
  session: Session,
  entry: EntryPath,
  name: string,
  { follow, ...options }: RenameOptions,
): Promise<RenameReport> {
  const { workspace } = session
  const view = await workspace.need(workspace.canonical(entry))
  if (!view.container) throw new StudioError('rename.file', { name: view.name }, view.path)
  const label = { code: 'label.entry-renamed', params: { name: view.name, to: name } }
  const plan = new RenamePlan(session, follow)
  if (view.name !== name) await plan.rename(view, name)
  if (follow) await plan.renameCompanions()
  const { edits, follows, breaks } = await plan.edits()
  const taken = await take(workspace, { label, edits }, options)
  const entries = plan.renames.map(one => ({ entry: one.view.path, name: one.view.name, to: one.name }))
  return { ...taken, label, entries, follows, breaks }
}

/** A row with its new name, and both as other entries write them. */
interface Renamed {
  readonly view: View
  readonly name: string
  /** Undefined where no name leads to the row. */
  readonly before?: EntryName
  readonly after?: EntryName
}

/** References of one entry, each with the row that it leads to. */
interface Field {
  readonly reference: IndexedReference
  readonly renamed: Renamed
}

const KEPT: Reason = { code: 'refusal.rename.kept', params: {} }
const COMPANION: Reason = { code: 'refusal.rename.companion', params: {} }
const OTHER_NAME: Reason = { code: 'refusal.rename.other-name', params: {} }

/** Rows that are renamed in one step, and what that does to the references to them. */
class RenamePlan {
  readonly renames: Renamed[] = []
  private readonly names: Names

  constructor(
    private readonly session: Session,
    private readonly follow: boolean,
  ) {
    this.names = new Names(session.workspace)
  }

  private get workspace(): Workspace {
    return this.session.workspace
  }

  async rename(view: View, name: string): Promise<void> {
    const taken = view.container
      ?.rows()
      .find(row => row.path !== view.path && row.name.toLowerCase() === name.toLowerCase())
    // Alone a row may have the name of another one, as some rows of the game have.
    if (taken && this.follow) throw new StudioError('rename.taken', { name, entry: taken.path }, view.path)
    const before = await this.names.of(view)
    this.renames.push({ view, name, ...(before && { before, after: { ...before, row: name } }) })
  }

  /** Adds the rows that belong together with the renamed ones by name, until there are no more. */
  async renameCompanions(): Promise<void> {
    for (const { view, name, before } of this.renames) {
      const present = this.companionsOf(view, view.name)
      for (const [at, { name: wanted }] of this.companionsOf(view, name).entries()) {
        const one = present[at]
        const target = one && (await this.names.find(one.name))
        if (target?.container && wanted.row !== undefined && target.name.toLowerCase() !== wanted.row.toLowerCase())
          await this.renameOnce(target, wanted.row)
      }
      for (const { from, path } of before ? await referenceIndex(this.session).to(before) : []) {
        if (path !== '') continue
        const owner = await this.workspace.need(from)
        const candidate = stemOf(name) + endingOf(owner.name)
        if (
          owner.container &&
          this.companionsOf(owner, candidate).some(one => one.name.row?.toLowerCase() === name.toLowerCase())
        )
          await this.renameOnce(owner, candidate)
      }
    }
  }

  private async renameOnce(view: View, name: string): Promise<void> {
    if (!this.renames.some(one => one.view.path === view.path)) await this.rename(view, name)
  }

  /** The companions that an entry has under a name. */
  private companionsOf(view: View, name: string): readonly Companion[] {
    const { format } = view
    const of = format && referencesOf(this.workspace.parts.families, format)?.companions[format.id]
    return of?.({ ...view.info, name }) ?? []
  }

  /** The edits of the step, and what becomes of each reference to a renamed row. */
  async edits(): Promise<Pick<RenameReport, 'follows' | 'breaks'> & { readonly edits: readonly Edit[] }> {
    const follows: ReferenceLink[] = []
    const breaks: RenameReport['breaks'][number][] = []
    const edits = new Map<EntryPath, Edit>()
    for (const { view, name } of this.renames)
      edits.set(view.path, setAttributes(sourceOf(this.workspace, view), { name }))
    const fields = new Map<EntryPath, Field[]>()
    for (const renamed of this.renames) {
      for (const reference of renamed.before ? await referenceIndex(this.session).to(renamed.before) : []) {
        if (reference.path === '' && this.isKept(reference, renamed)) continue
        const why = !this.follow ? KEPT : reference.path === '' ? COMPANION : undefined
        if (why) breaks.push({ link: linkOf(reference, renamed.view.path), reason: why })
        else fields.set(reference.from, [...(fields.get(reference.from) ?? []), { reference, renamed }])
      }
    }
    const placed = new Map<EntryPath, Edit>()
    for (const [entry, own] of fields) {
      const isFree = (other: EntryPath): boolean => !fields.has(other) && !placed.has(other) && !edits.has(other)
      const made = fieldsRenamed(this.workspace, await this.workspace.need(entry), own, isFree)
      for (const one of made.also ?? []) placed.set(one.entry, one)
      const row = edits.get(entry)
      if (made.edit) edits.set(entry, row?.attributes ? { ...made.edit, attributes: row.attributes } : made.edit)
      for (const { reference, renamed } of own) {
        const refusal = made.refused.get(reference)
        const link = linkOf(reference, renamed.view.path)
        if (refusal) breaks.push({ link, reason: refusal })
        else follows.push(link)
      }
    }
    return { edits: [...edits.values(), ...placed.values()], follows, breaks }
  }

  /** Whether the entry that has the row by its own name is renamed with it. */
  private isKept({ from }: IndexedReference, { name }: Renamed): boolean {
    const owner = this.renames.find(({ view }) => view.path === from)
    return (
      owner !== undefined &&
      this.companionsOf(owner.view, owner.name).some(one => one.name.row?.toLowerCase() === name.toLowerCase())
    )
  }
}

const endingOf = (name: string): string => /\.[^.]*$/.exec(name)?.[0] ?? ''
const stemOf = (name: string): string => name.slice(0, name.length - endingOf(name).length)

interface FieldsRenamed {
  readonly edit?: Edit
  /** Edits of other rows that name its records by their places. */
  readonly also?: readonly Edit[]
  /** The references that stay as they are, with the reason. */
  readonly refused: ReadonlyMap<IndexedReference, Reason>
}

/** The edit of one entry that gives all these fields the new names; where one cannot have it, none is changed. */
function fieldsRenamed(
  workspace: Workspace,
  view: View,
  fields: readonly Field[],
  isFree: (entry: EntryPath) => boolean,
): FieldsRenamed {
  const { format } = view
  const layout = format?.layout?.(view.info)
  const references = referencesOf(workspace.parts.families, format)
  const all = (why: Reason): FieldsRenamed => ({ refused: new Map(fields.map(({ reference }) => [reference, why])) })
  if (!format || !layout || !references) return all(OTHER_NAME)
  const opened = document(layout, view.payload())
  const given: { readonly path: string; readonly value: Value }[] = []
  for (const { reference, renamed } of fields) {
    const node = locate(opened, reference.path)
    const words = node && wordsOf(node.value)
    const text = words === undefined ? undefined : withName(words, renamed)
    if (node && text !== undefined) given.push({ path: reference.path, value: withWords(node, text) })
  }
  try {
    const [edit, ...also] = editsOf(workspace, { view, opened }, given, isFree)
    const after = { ...view.info, bytes: apply(opened.bytes, edit.splices) }
    const named = new Map(
      referencesIn(after, format, references).map(one => [one.path, alternativesOf(one.name).map(nameKey)]),
    )
    const isOther = ({ reference, renamed }: Field): boolean =>
      !renamed.after || named.get(reference.path)?.includes(nameKey(renamed.after)) !== true
    return fields.some(isOther) ? all(OTHER_NAME) : { edit, also, refused: new Map() }
  } catch (error) {
    if (error instanceof LayoutError || error instanceof StudioError)
      return all({ code: `refusal.${error.code}`, params: error.params })
    throw error
  }
}

/** The edit of an entry, and those of rows beside it that name its records by their places. Throws LayoutError. */
function editsOf(
  workspace: Workspace,
  { view, opened }: { readonly view: View; readonly opened: Document },
  given: readonly { readonly path: string; readonly value: Value }[],
  isFree: (entry: EntryPath) => boolean,
): readonly [Edit, ...(readonly Edit[])] {
  const source = (one: View) => sourceOf(workspace, one)
  try {
    return [assignedEdit(source(view), opened, assignAll(opened, given), view.format?.follow)]
  } catch (error) {
    const isPlaced = error instanceof LayoutError && error.code === 'layout.referred-elsewhere'
    const placed = isPlaced ? placedTexts(view, opened, given, { sourceOf: source, isFree }) : undefined
    if (!placed) throw error
    return placed
  }
}

/**
 * The text with the new name in place of the old one, whatever the case; where it does not hold the old one and both have
 * one ending, without that. Undefined where it holds neither.
 */
function withName(text: string, { before, name }: Renamed): string | undefined {
  const old = before?.row ?? ''
  const replaced = (from: string, to: string): string | undefined => {
    const at = text.toLowerCase().lastIndexOf(from.toLowerCase())
    return at < 0 || from === '' ? undefined : text.slice(0, at) + to + text.slice(at + from.length)
  }
  const ending = endingOf(old)
  const isKept = ending !== '' && ending.toLowerCase() === endingOf(name).toLowerCase()
  return replaced(old, name) ?? (isKept ? replaced(stemOf(old), stemOf(name)) : undefined)
}

const sourceOf = (workspace: Workspace, view: View) => ({
  entry: view.path,
  revision: workspace.history.revision,
  bytes: view.base,
  attributes: view.attributes,
})
