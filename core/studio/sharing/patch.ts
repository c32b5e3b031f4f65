import { filePath, parsePath, printPath } from '../../format'
import type { Bytes } from '../../layout'
import {
  addedEntry,
  attributesBetween,
  editedEntry,
  Original,
  removedEntry,
  type EntryEdited,
  type EntryPatch,
  type Hash,
  type Patch,
  type Side,
  type Work,
} from '../../patch'
import type { Session } from '../entries/session'
import { rowOf } from '../entries/states'
import type { OpenArchive, View } from '../entries/view'

const NOTHING: Bytes = new Uint8Array(0)

/** The present change against the pristine install, as a patch to share. */
export async function makePatch(session: Session, title: string): Promise<Patch> {
  const { workspace } = session
  const hash = (bytes: Bytes): string => workspace.hash(bytes)
  const files: Patch['files'][number][] = []
  const entries: EntryPatch[] = []
  const changed = workspace.states.files().filter(file => !workspace.conflicts.has(file))
  await session.jobs.run('job.patch', changed.length, async job => {
    for (const file of changed) {
      await job.step(file)
      const path = printPath({ file, steps: [] })
      const before = await workspace.view(path, 'pristine')
      const after = await workspace.view(path)
      if (!after) continue
      const original = new Original(before?.payload() ?? NOTHING)
      const made = before
        ? await job.work(between(before, after, original, hash))
        : [await job.work(addedEntry({ ...sideOf(after), attributes: {} }, original, hash))]
      if (made.length > 0) files.push({ file, hash: before ? workspace.hash(before.payload()) : null })
      for (const entry of made) entries.push(entry)
    }
  })
  return { family: session.family?.id ?? 'unknown', title, files, entries }
}

/** An entry as patches compare it: its packed bytes, with their declaration. */
export function sideOf(view: View, bytes = view.payload()): Side {
  const layout = view.archive || !view.isReadable ? undefined : view.format?.layout?.(view.info)
  const { path: entry, name, attributes, format } = view
  return { entry, name, bytes, attributes, layout, moves: view.state?.moves ?? [], tables: format?.follow }
}

/** An archive is described by its entries, a file replaced as a whole by its bytes. */
function* between(before: View, after: View, original: Original, hash: Hash): Work<readonly EntryPatch[]> {
  const archives =
    before.archive && after.archive && before.base === after.base
      ? ([before.archive, after.archive] as const)
      : undefined
  if (!archives) {
    const one = yield* editedEntry(sideOf(before), sideOf(after), original, hash, true)
    return one ? [one] : []
  }
  const attributes = attributesBetween(before.attributes, after.attributes)
  const rows = yield* rowsBetween(...archives, original, hash)
  return attributes.length > 0 ? [attributesOnly(before, attributes, hash), ...rows] : rows
}

const attributesOnly = (
  { path, name, base }: View,
  attributes: EntryEdited['attributes'],
  hash: Hash,
): EntryEdited => ({
  kind: 'edited',
  entry: path,
  name,
  size: base.length,
  hash: hash(base),
  fields: [],
  splices: [],
  attributes,
})

function* rowsBetween(
  before: OpenArchive,
  after: OpenArchive,
  original: Original,
  hash: Hash,
): Work<readonly EntryPatch[]> {
  const made: EntryPatch[] = []
  const present = new Set(after.order)
  for (const step of [...after.touched].sort(byNumber)) {
    const [old, now] = [before.child(step), after.child(step)]
    if (old && now) for (const one of yield* between(old, now, original, hash)) made.push(one)
  }
  for (const id of before.order) {
    const old = present.has(id) ? undefined : before.child(id)
    if (old) made.push(removedEntry(sideOf(old), hash))
    yield
  }
  const added = after.order.filter(id => id.startsWith('+'))
  for (const id of added) {
    const now = after.child(id)
    if (now) made.push(yield* addedEntry(sideOf(now), original, hash))
  }
  const plain = before.order.filter(id => present.has(id))
  for (const id of added) plain.splice(rowOf(after.child(id)?.attributes) ?? plain.length, 0, id)
  if (plain.join(' ') !== after.order.join(' '))
    made.push({ kind: 'order', entry: after.view.path, name: after.view.name, rows: after.order })
  return made
}

/** Rows by number; gaps and regions last. */
const byNumber = (a: string, b: string): number => Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0)

/** Files that contain the entry paths. */
export const filesOf = (entries: readonly { readonly entry: string }[]): readonly string[] => [
  ...new Set(entries.map(({ entry }) => filePath(entry))),
]

/** The row or region at the end of an entry path; empty for a file. */
export const lastStep = (path: string): string => parsePath(path).steps.at(-1) ?? ''
