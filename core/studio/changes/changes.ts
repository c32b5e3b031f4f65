import { own } from '../../layout'
import type { Attributes, EntryPath } from '../../edit'
import { parsePath, printPath } from '../../format'
import { fromText } from '../../format/text-bytes'
import type { EntryChange, FieldChange, FileChange } from '../api/changes'
import { descend } from '../entries/draft'
import { encodeAll } from '../entries/encode-all'
import { namedChanges, valueText, type Side } from './fields'
import type { Install } from '../install/install'
import { pointAt } from '../entries/state-at-revision'
import { attributesText, differingAttributes, withoutRow } from '../entries/states'
import type { View } from '../entries/view'
import type { Seen, Workspace } from '../entries/workspace'

/** Path of the packed file in the workspace folder. */
export const overlayPath = (file: string): string => `overlay/${file}`

/** Files > entries > fields, old and new, of everything that differs from the pristine install or from the last pack. */
export async function changesOf(workspace: Workspace): Promise<readonly FileChange[]> {
  const packed = packedHashes(workspace)
  const files = new Set([...workspace.dirty.changedFiles, ...workspace.dirty.unpackedFiles, ...packed.keys()])
  const changes: FileChange[] = []
  for (const file of [...files].sort()) {
    changes.push({
      file,
      state: await stateOf(workspace, file, packed.get(file)),
      entries: await entryChanges(workspace, file),
    })
  }
  return changes
}

/** Hashes of the files in the overlay, by the last pack. */
export const packedHashes = (workspace: Workspace): ReadonlyMap<string, string> =>
  new Map(workspace.history.lastPack?.files.map(file => [file.path, file.hash]))

/** Digest of the packed files, recorded with a mod folder that was made from them. */
export const packDigest = (workspace: Workspace): string =>
  workspace.hash(fromText(JSON.stringify([...packedHashes(workspace)].sort())))

/**
 * Finds files of the overlay that differ from the last pack. With `deep` their content is compared, too, and the
 * callback is called before each is read.
 */
export async function noticeOverlay(workspace: Workspace, deep?: Seen): Promise<void> {
  const { store } = workspace.parts
  const packed = packedHashes(workspace)
  const names = new Map([...packed.keys()].map(file => [overlayPath(file).toLowerCase(), file]))
  const found = (await store.list()).filter(({ path }) => path.toLowerCase().startsWith('overlay/'))
  const foreign = found.filter(({ path }) => !names.has(path.toLowerCase()))
  workspace.forgetNotice('notice.overlay-foreign')
  if (foreign.length > 0)
    workspace.notices.push({
      code: 'notice.overlay-foreign',
      params: { n: foreign.length, file: foreign[0]?.path ?? '' },
    })
  if (!deep) return
  const there = new Set(found.map(({ path }) => path.toLowerCase()))
  const changed: string[] = []
  for (const [i, [path, file]] of [...names].entries()) {
    deep(file, i)
    if (!there.has(path) || workspace.parts.host.hash(await store.read(path)) !== packed.get(file)) changed.push(file)
  }
  workspace.forgetNotice('notice.overlay-changed')
  for (const file of changed) workspace.notices.push({ code: 'notice.overlay-changed', params: { file } })
}

async function stateOf(workspace: Workspace, file: string, packed: string | undefined): Promise<FileChange['state']> {
  const { install } = workspace.parts
  const present = await install.presentHash(file)
  if (await isForeign(workspace, install, file, present)) return 'differs'
  if (workspace.dirty.unpackedIn(file).length > 0) return 'edited'
  if (packed === undefined) return 'packed'
  const { own } = workspace.parts.deployment
  return present === packed || (own?.source !== undefined && own.source === packDigest(workspace))
    ? 'deployed'
    : 'packed'
}

/** Whether the install's file is neither the original that the edits were made on nor one that we deployed. */
export async function isForeign(
  workspace: Workspace,
  install: Install,
  file: string,
  present: string | undefined,
): Promise<boolean> {
  if (present === undefined) return false
  const record = install.record(file)
  const known = workspace.parts.hashes.of(file)
  if (known === undefined && !record) return workspace.conflicts.has(file) // we add this file, and now someone else has one
  return present !== known && present !== record?.pristine && !record?.deployed.includes(present)
}

/**
 * Changed entries of a file, with the fields that differ from the pristine install; for a file that is pristine again
 * since the last pack, those that differ from the pack.
 */
async function entryChanges(workspace: Workspace, file: string): Promise<readonly EntryChange[]> {
  const unpacked = new Set(workspace.dirty.unpackedIn(file))
  const changed = new Set(workspace.dirty.changedIn(file))
  const paths = [...new Set([...changed, ...unpacked])].sort(byPlace)
  const { lastPack } = workspace.history
  const packed =
    lastPack && paths.some(path => !changed.has(path)) ? (await pointAt(workspace, lastPack.revision)).draft : undefined
  const root = await workspace.view(printPath({ file, steps: [] }))
  // File offsets of packed entries, and the size of an archive whose rows changed, are those of the packed image.
  if (root && paths.some(path => !unpacked.has(path) || workspace.states.order(path))) await encodeAll(workspace, root)
  return Promise.all(
    paths.map(async path => {
      const { pristine, present } = await workspace.sides(path)
      return changed.has(path)
        ? entryChange(path, pristine, present, !unpacked.has(path))
        : changeBetween(path, packed?.view(path), present)
    }),
  )
}

/** Orders rows by number, not as text. */
function byPlace(a: EntryPath, b: EntryPath): number {
  const as = parsePath(a).steps
  const bs = parsePath(b).steps
  for (let i = 0; i < Math.min(as.length, bs.length); i++) {
    const difference = Number(as[i]) - Number(bs[i])
    if (difference !== 0 && !Number.isNaN(difference)) return difference
  }
  return as.length - bs.length || (a < b ? -1 : 1)
}

/** Changed entries of a file after it is packed. `before`, `after`: the whole file at both moments. */
export function packedChanges(
  paths: readonly EntryPath[],
  before: View | undefined,
  after: View,
): readonly EntryChange[] {
  return [...paths].sort(byPlace).map(path => {
    const { steps } = parsePath(path)
    return entryChange(path, descend(before, steps), descend(after, steps), true)
  })
}

function entryChange(
  path: EntryPath,
  before: View | undefined,
  after: View | undefined,
  isPacked: boolean,
): EntryChange {
  const change = changeBetween(path, before, after)
  const place = isPacked && after ? placeOf(after) : undefined
  if (place === undefined) return { ...change, isPacked }
  const fields = change.fields.map(field =>
    field.path.startsWith('@') ? field : { ...field, fileOffset: place + field.offset },
  )
  return { ...change, isPacked, fields }
}

/** Differences of an entry between two moments; undefined where it did not exist. */
export function changeBetween(path: EntryPath, before: View | undefined, after: View | undefined): EntryChange {
  const named = before && after ? namedChanges(sideOf(before), sideOf(after)) : { fields: [], count: 0 }
  const directory = before && after ? attributeChanges(before.attributes, after.attributes) : []
  return {
    entry: path,
    name: after?.name ?? before?.name ?? path,
    state: !before ? 'added' : after ? 'edited' : 'removed',
    isPacked: false,
    sizeBefore: before?.payload().length ?? 0,
    sizeAfter: after?.payload().length ?? 0,
    fields: [...directory, ...named.fields],
    fieldCount: named.count + directory.length,
  }
}

/** An entry that contains entries is compared by its own bytes only; contained entries have changes of their own. */
const sideOf = (view: View): Side => ({
  bytes: view.base,
  layout: view.format?.layout?.(view.info),
  key: `${view.format?.id ?? ''} ${attributesText(view.attributes)}`,
})

const attributeChanges = (before: Attributes, after: Attributes): readonly FieldChange[] =>
  differingAttributes(withoutRow(before), withoutRow(after)).map(name => ({
    path: `@${name}`,
    before: valueText(own(before, name) ?? ''),
    after: valueText(own(after, name) ?? ''),
    offset: 0,
    size: 0,
  }))

/** Offset of the payload in its file as packed. */
function placeOf(view: View): number | undefined {
  const { container } = view
  if (!container) return 0
  const outer = placeOf(container.view)
  const inner = container.placeOf(parsePath(view.path).steps.at(-1) ?? '')
  return outer === undefined || inner === undefined ? undefined : outer + inner
}
