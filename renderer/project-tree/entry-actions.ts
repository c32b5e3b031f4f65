import { addEntry, removeEntry } from '@areal-studio/core/edit'
import { parentPath, safeName } from '@areal-studio/core/format'
import { toJson } from '@areal-studio/core/layout'
import type { ReferenceLink, RenameOptions, TreeItem } from '@areal-studio/core/studio'
import { formatOf } from '../state/families'
import { useReferences } from '../state/references.store'
import type { Replica } from '../state/replica'
import { useSelection } from '../state/selection.store'
import { askForFile, saveText } from '../state/user-file'
import { useWorkspace } from '../state/workspace.store'

/** Saves an entry as a file where the browser puts downloads: its bytes, JSON where its fields are known, or converted. */
export async function downloadEntry(item: TreeItem, as: string): Promise<void> {
  const workspace = useWorkspace()
  if (as !== 'raw' && as !== 'json') {
    const file = await workspace.attempt(() => workspace.studio.convert(item.path, as))
    if (file) saveText(safeName(`${item.name}.${as}`), file)
    return
  }
  const replica = await workspace.attempt(() => workspace.load(item.path))
  if (!replica) return
  const whole = as === 'json' ? replica.document : undefined
  if (whole?.isWhole) saveText(safeName(`${item.name}.json`), toJson(whole.root))
  else {
    const bytes = await workspace.attempt(() => wholeOf(replica))
    if (bytes) saveText(safeName(item.name), bytes)
  }
}

/** Puts a file into an archive as a new entry. */
export async function addTo(item: TreeItem): Promise<void> {
  const workspace = useWorkspace()
  const codec = formatOf(item.format)?.archive
  const file = codec && (await askForFile())
  if (!codec || !file) return
  await workspace.attempt(async () => {
    const entry = await workspace.studio.nextEntry(item.path)
    const attributes = codec.newAttributes(file.name)
    const name = typeof attributes['name'] === 'string' ? attributes['name'] : file.name
    const edit = addEntry(entry, workspace.info?.revision ?? 0, attributes, file.bytes)
    if (await workspace.submit({ code: 'label.entry-added', params: { name } }, [edit])) {
      useSelection().select({ entry }, 'tree')
    }
  })
}

/** Takes entries out of their archives, as one step; the archive of the selected one is selected then. */
export async function removeFrom(items: readonly TreeItem[]): Promise<void> {
  const workspace = useWorkspace()
  const removed = items.filter(item => !items.some(other => item.path.startsWith(`${other.path}!`)))
  const [first] = removed
  const replicas = await workspace.attempt(() => Promise.all(removed.map(item => workspace.load(item.path))))
  if (!first || !replicas || !(await mayRemove(removed))) return
  const label =
    removed.length === 1
      ? { code: 'label.entry-removed', params: { name: first.name } }
      : { code: 'label.entries-removed', params: { n: removed.length } }
  const isDone = await workspace.submit(label, () =>
    replicas.map(replica => removeEntry((workspace.replica(replica.image.entry) ?? replica).image)),
  )
  const { entry, select } = useSelection()
  const archive = removed.some(item => item.path === entry) && entry !== null ? parentPath(entry) : undefined
  if (isDone && archive !== undefined) select({ entry: archive }, 'tree')
}

/** Asks where entries that stay name one of those that are removed. */
async function mayRemove(removed: readonly TreeItem[]): Promise<boolean> {
  const workspace = useWorkspace()
  const all = await workspace.attempt(() => Promise.all(removed.map(({ path }) => workspace.studio.references(path))))
  if (!all) return false
  const isKept = ({ from }: ReferenceLink): boolean =>
    !removed.some(({ path }) => from === path || from.startsWith(`${path}!`))
  const breaks = all.flatMap(({ usedBy }) => usedBy.filter(isKept)).map(link => ({ link, reason: GONE }))
  if (breaks.length === 0) return true
  const names = removed.map(({ name }) => name)
  return (await useReferences().ask({ act: 'remove', names, to: '', along: [], follows: [], breaks })) === 'all'
}

const GONE = { code: 'ui.references.gone', params: {} }

/** A name beside those that are taken: `LIGHT_2.0` for `LIGHT.0`. */
function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map(other => other.toLowerCase()))
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  const plain = stem.replace(/_\d+$/, '')
  for (let n = 2; ; n++) if (!used.has(`${plain}_${n}${end}`.toLowerCase())) return `${plain}_${n}${end}`
}

/** Puts a copy of an entry at the end of its archive, under a name of its own, and selects it. */
export async function duplicateEntry(item: TreeItem): Promise<void> {
  const workspace = useWorkspace()
  const archive = parentPath(item.path)
  const replica = archive === undefined ? undefined : await workspace.attempt(() => workspace.load(item.path))
  if (!replica || archive === undefined) return
  await workspace.attempt(async () => {
    const rows = await workspace.studio.list(archive)
    const entry = await workspace.studio.nextEntry(archive)
    const { row: _, ...attributes } = replica.image.attributes
    const name = freeName(
      item.name,
      rows.map(row => row.name),
    )
    const bytes = await wholeOf(replica)
    const edit = addEntry(entry, workspace.info?.revision ?? 0, { ...attributes, name }, bytes)
    if (await workspace.submit({ code: 'label.entry-added', params: { name } }, [edit]))
      useSelection().select({ entry }, 'tree')
  })
}

/** All bytes of an entry; a large one is held only in part. */
async function wholeOf({ image }: Replica): Promise<Uint8Array> {
  if (image.bytes.length === image.size) return image.bytes
  return (await useWorkspace().studio.read(image.entry)).bytes
}

/** Renames a row and, if the user agrees, the references to it. False where nothing was renamed. */
export async function renameEntry(item: TreeItem, name: string): Promise<boolean> {
  const workspace = useWorkspace()
  const rename = (options: RenameOptions) =>
    workspace.attempt(() => workspace.act(studio => studio.rename(item.path, name, options)))
  const plan = await workspace.attempt(() => workspace.studio.rename(item.path, name, { dryRun: true, follow: true }))
  if (!plan) return false
  const along = plan.entries.slice(1)
  const isAlone = along.length === 0 && plan.follows.length === 0 && plan.breaks.length === 0
  const answer = isAlone
    ? 'all'
    : await useReferences().ask({ act: 'rename', names: [item.name], to: name, ...plan, along })
  if (answer === 'cancel') return false
  const follow = answer === 'all'
  return (await rename({ dryRun: false, follow, ...(follow && { expect: plan.plan }) })) !== undefined
}
