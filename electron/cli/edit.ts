import {
  apply,
  assignedEdit,
  assignedInSteps,
  resizedArrays,
  resizedLabel,
  type Edit,
  type Label,
} from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import {
  assignAll,
  document,
  isTailed,
  locate,
  shownPath,
  toJson,
  withWords,
  type Assigned,
  type Assignment,
  type Document,
} from '@areal-studio/core/layout'
import type { EntryImage } from '@areal-studio/core/studio'
import { commit, inTime, nothing } from './commit'
import { canOpen, documentOf, nodeAt } from './read'
import { labelOf, type Verb } from './run'
import { formats } from './studio'

const VALUE_SHOWN = 40

/** Splits `areals/211/class_id=12` at its first `=`. */
export function assignmentOf(word: string): { readonly name: string; readonly json: string } {
  const at = word.indexOf('=')
  if (at <= 0) throw new StudioError('usage.no-equals', { argument: word })
  return { name: word.slice(0, at), json: word.slice(at + 1) }
}

export const setVerb =
  (install: string, entry: string, words: readonly string[]): Verb =>
  async run => {
    const { api, info } = await run.open(install, 'workspace')
    return inTime(async () => {
      const image = await api.read(entry)
      const opened = documentOf(image)
      if (opened === undefined) throw new StudioError('format.no-fields', { entry: image.entry, path: words[0] ?? '' })
      const isLocked = !image.isEditable && !info.isReadOnly // what may not be written at all is refused by the commit, with the reason
      if (!opened.isWhole || isLocked || !canOpen(image))
        throw new StudioError('edit.not-editable', { entry: image.entry }, image.entry)
      const { edits, changed, after } = assigned(image, opened, words.map(assignmentOf))
      const [edit] = edits
      if (edit === undefined) return nothing(run)
      return commit(
        run,
        api,
        edits,
        resizedLabel(image.info.name, resizedArrays(opened, after, edit)) ?? setLabel(image, changed),
      )
    })
  }

interface Changed {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Sets all values in one image, if all paths exist in it; else one after another. */
function assigned(
  image: EntryImage,
  first: Document,
  wanted: readonly { readonly name: string; readonly json: string }[],
): { edits: readonly Edit[]; changed: Changed[]; after: Document } {
  if (wanted.length < 2 || wanted.some(({ name }) => locate(first, name) === undefined))
    return oneAfterAnother(image, first, wanted)
  const edit = assignedEdit(image, first, valuesSet(first, wanted), formatOf(image)?.follow)
  if (edit.splices.length === 0 && edit.attributes === undefined) return { edits: [], changed: [], after: first }
  const after = imageAfter(image, edit)
  const changed = wanted
    .map(({ name }) => {
      const node = nodeAt(first, name, image)
      const [before, now] = [shownAt(first, node.path, image), shownAt(after, node.path, image)]
      return { path: shownPath(node), before, after: now }
    })
    .filter(one => one.before !== one.after)
  return { edits: [edit], changed, after }
}

const shownAt = (opened: Document, name: string, image: EntryImage): string =>
  toJson(nodeAt(opened, name, image), { fold: true }).slice(0, VALUE_SHOWN)

/**
 * A text in quotation marks replaces the words alone, as in the window: the bytes behind them, such as the tab behind a
 * cell of a table, stay. Those are given as `{"text": …, "tail": …}`.
 */
function assignedTo(opened: Document, { name, json }: { readonly name: string; readonly json: string }): Assigned {
  const node = locate(opened, name)
  const isTailedText = node?.isWhole === true && isTailed(node.value)
  const words: unknown = isTailedText && json.trim().startsWith('"') ? parsed(json) : undefined
  return node && typeof words === 'string' ? { path: name, value: withWords(node, words) } : { path: name, json }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // reported with its place where the layout reads it
  }
}

/**
 * The edits that set these values of nodes; tags and counts are set together with the fields that they decide about.
 */
export const valuesSet = (
  opened: Document,
  wanted: readonly { readonly name: string; readonly json: string }[],
): Assignment =>
  assignAll(
    opened,
    wanted.map(one => assignedTo(opened, one)),
  )

function oneAfterAnother(
  image: EntryImage,
  first: Document,
  wanted: readonly { readonly name: string; readonly json: string }[],
): { edits: readonly Edit[]; changed: Changed[]; after: Document } {
  const changed: Changed[] = []
  let last: (Changed & { readonly node: string }) | undefined
  /** The value that the last step has set is that of the image before the next one. */
  const note = (after: Document): void => {
    if (last) changed.push({ path: last.path, before: last.before, after: shownAt(after, last.node, image) })
    last = undefined
  }
  const made = assignedInSteps(
    first,
    wanted.map(one => opened => {
      note(opened)
      const node = nodeAt(opened, one.name, image)
      const step = valuesSet(opened, [one])
      if (step.splices.length > 0 || step.attributes)
        last = { path: shownPath(node), before: shownAt(opened, node.path, image), after: '', node: node.path }
      return step
    }),
  )
  const edit = assignedEdit(image, first, made, formatOf(image)?.follow)
  if (edit.splices.length === 0 && edit.attributes === undefined) return { edits: [], changed, after: first }
  const after = imageAfter(image, edit)
  note(after)
  return { edits: [edit], changed, after }
}

function imageAfter(image: EntryImage, edit: Edit): Document {
  const bytes = apply(image.bytes, edit.splices)
  return document(layoutOf({ ...image, bytes, attributes: edit.attributes?.after ?? image.attributes }), bytes)
}

const formatOf = (image: EntryImage): ReturnType<typeof formats>[number] | undefined =>
  formats().find(known => known.id === image.format)

function layoutOf(
  image: EntryImage,
): NonNullable<ReturnType<NonNullable<ReturnType<typeof formats>[number]['layout']>>> {
  const layout = formatOf(image)?.layout?.({ ...image.info, size: image.bytes.length, attributes: image.attributes })
  if (layout === undefined) throw new StudioError('format.no-fields', { entry: image.entry, path: '' })
  return layout
}

/** The same label as the window gives the same change. */
function setLabel({ info: { name } }: EntryImage, changed: readonly Changed[]): Label {
  const [only] = changed
  if (only && changed.length === 1) return { code: 'label.field-set', params: { name, ...only } }
  const fields = new Set(changed.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)))
  const [field = ''] = fields
  return fields.size === 1
    ? { code: 'label.fields-set', params: { name, n: changed.length, field } }
    : { code: 'label.record-set', params: { name, n: changed.length, path: only?.path.replace(/\/[^/]*$/, '') ?? '' } }
}

export const undoVerb =
  (install: string, way: 'undo' | 'redo'): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    const done = way === 'undo' ? await api.undo() : await api.redo()
    if (done === null)
      throw way === 'undo' ? new StudioError('history.nothing-to-undo') : new StudioError('history.nothing-to-redo')
    const label =
      done.kind === 'packed' ? { code: 'label.packed', params: { n: done.files.length } } : done.transaction.label
    run.answer({ revision: done.revision, label }, () => [
      run.say(`cli.${way}`, { revision: done.revision, label: labelOf(run, { label }) }),
    ])
    return 0
  }
