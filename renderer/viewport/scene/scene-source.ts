import {
  filePath,
  parentPath,
  type EntryPath,
  type Paint,
  type PaintsOptions,
  type SceneItem,
  type SurfaceItem,
  type Words,
} from '@areal-studio/core/format'
import type { StudioApi } from '@areal-studio/core/studio'
import { formatOf } from '../../state/families'
import type { Replica } from '../../state/replica'
import { sceneEntry } from '../../state/subject-scenes'
import { holderOf, isVariant, oneVariant, type OneVariant } from './one-variant'
import { openedOf, type EntrySource } from '../../state/entry-reader'
import { variantLines } from './variant-lines'

interface SceneRead extends OneVariant {
  /** What it was computed from: when one of them changes the scene is outdated. */
  readonly read: ReadonlySet<EntryPath>
}

/** Receives the ground that the records of an entry are placed on, where it is ready before them. */
type TakePart = (items: readonly SceneItem[]) => void

/**
 * The scene of an entry: its own, or that of a row of its archive, together with the other entries of its subject
 * (`together`), which are read side by side, without surroundings. Undefined where it has none.
 */
export const findScene = async (
  workspace: EntrySource,
  entry: EntryPath,
  together: readonly EntryPath[],
  part?: TakePart,
): Promise<SceneRead | undefined> => (await sceneAmong(workspace, entry, together, part))?.scene

interface SceneAmong {
  readonly scene: SceneRead
  /** Entries that have a part in it, those of other variants too. */
  readonly hosts: readonly Replica[]
  readonly read: Set<EntryPath>
}

interface Companion {
  readonly replica: Replica
  readonly items: readonly SceneItem[]
}

async function sceneAmong(
  workspace: EntrySource,
  entry: EntryPath,
  together: readonly EntryPath[],
  part?: TakePart,
): Promise<SceneAmong | undefined> {
  const read = new Set<EntryPath>()
  const host = await hostOf(workspace, await workspace.load(entry))
  if (!host) return undefined
  const shown = host.image.entry
  let isOwnReady = false
  const companion = async (other: EntryPath): Promise<Companion | undefined> => {
    const seen = await sceneEntry(workspace.studio, [other])
    if (seen === undefined) return undefined
    const replica = await workspace.load(seen)
    return { replica, items: (await replica.format?.scene?.(openedOf(workspace, replica, read))) ?? [] }
  }
  const own = async (): Promise<readonly SceneItem[]> => {
    const items = await itemsOf(workspace, host, read)
    isOwnReady = true
    return items
  }
  const beside = async (): Promise<readonly Companion[]> => {
    const others = together.filter(other => other !== shown && other !== filePath(shown))
    const found = (await Promise.all(others.map(companion))).flatMap(one => one ?? [])
    const items = found.flatMap(one => one.items)
    if (!isOwnReady && items.some(isGround)) part?.(oneVariant(items, shown).items)
    return found
  }
  const [items, companions] = await Promise.all([own(), beside()])
  if (items.length === 0 && !host.format?.scene) return undefined
  const all = [...items, ...companions.flatMap(one => one.items)]
  return {
    scene: { ...oneVariant(all, shown), read },
    hosts: [host, ...companions.map(one => one.replica)],
    read,
  }
}

const isGround = (item: SceneItem): boolean => item.kind === 'surface' && item.layer === 'terrain'

/** A scene with the other variants of its regions as lines over them. */
export interface SubjectScene extends SceneRead {
  /** What of the subject cannot be shown. */
  readonly notes: readonly Words[]
}

/** As `findScene`, with the subject that the studio names, its surroundings and its other variants. */
export async function findSubjectScene(
  workspace: EntrySource & { readonly studio: Pick<StudioApi, 'subjectOf'> },
  entry: EntryPath,
  part?: TakePart,
): Promise<SubjectScene | undefined> {
  const together = (await workspace.studio.subjectOf(entry))?.entries ?? []
  const found = await sceneAmong(workspace, entry, together, part)
  if (!found) return undefined
  const { scene, hosts, read } = found
  const items = [...scene.items]
  for (const host of hosts) {
    const isShown = !scene.others.has(holderOf(host.image.entry))
    const around = isShown ? await host.format?.surroundings?.(openedOf(workspace, host, read)) : undefined
    for (const item of around ?? []) items.push(item)
  }
  const shown = scene.items.find(isVariant)
  if (!shown) return { ...scene, items, notes: [] }
  for (const other of scene.left) items.push(variantLines(shown, other))
  return { ...scene, items, notes: await notesOf(workspace, shown, { left: scene.left, hosts, together }) }
}

/** What the notes on a scene are about. */
interface Noted {
  readonly left: readonly SurfaceItem[]
  readonly hosts: readonly Replica[]
  readonly together: readonly EntryPath[]
}

/** Which variants of the regions, and which files beside them, are missing or cannot be read. */
async function notesOf(workspace: EntrySource, shown: SurfaceItem, noted: Noted): Promise<readonly Words[]> {
  const seen = new Set([shown, ...noted.left].map(({ variant }) => variant))
  const absent = (shown.variants ?? []).filter(variant => !seen.has(variant))
  const beside = shown.beside ?? []
  if (absent.length === 0 && beside.length === 0) return []
  const names = await Promise.all(
    noted.together.map(async entry => ({ entry, name: (await nameOf(workspace, entry)).toLowerCase() })),
  )
  const fileOf = (ending: string): EntryPath | undefined =>
    names.find(({ name }) => name.endsWith(`.${ending.toLowerCase()}`))?.entry
  const isRead = (file: EntryPath): boolean =>
    noted.hosts.some(
      ({ image, document }) =>
        (image.entry === file || parentPath(image.entry) === file) && document?.isWhole !== false,
    )
  return [
    ...absent.map(variant => ({
      code: `ui.map-layers.variant.${fileOf(variant) === undefined ? 'missing' : 'unreadable'}`,
      params: { variant },
    })),
    ...beside.flatMap((ending): readonly Words[] => {
      const file = fileOf(ending)
      if (file !== undefined && isRead(file)) return []
      return [
        { code: `ui.map-layers.beside.${file === undefined ? 'missing' : 'unreadable'}`, params: { file: ending } },
      ]
    }),
  ]
}

/** Name of a file, or of a row of an archive. */
async function nameOf({ studio }: EntrySource, entry: EntryPath): Promise<string> {
  const archive = parentPath(entry)
  const rows = archive === undefined ? [] : await studio.list(archive).catch(() => [])
  return archive === undefined ? entry : (rows.find(({ path }) => path === entry)?.name ?? '')
}

/** The row of an archive that has the scene, or the entry itself: selected so that the tree shows it, too. */
export const seenEntry = async (workspace: EntrySource, entry: EntryPath): Promise<EntryPath> =>
  (await hostOf(workspace, await workspace.load(entry)))?.image.entry ?? entry

/** Whether something of an entry can be drawn. */
export async function isDrawn(workspace: EntrySource, entry: EntryPath): Promise<boolean> {
  const host = await hostOf(workspace, await workspace.load(entry))
  return (
    host !== undefined && (host.format?.scene !== undefined || (await itemsOf(workspace, host, new Set())).length > 0)
  )
}

interface PaintsFound {
  readonly table: readonly Paint[]
  /** What they were computed from, without the surface itself. */
  readonly read: ReadonlySet<EntryPath>
}

/** Its scene; of an entry without one the model that its thumbnail is drawn from, at rest. */
async function itemsOf(workspace: EntrySource, host: Replica, read: Set<EntryPath>): Promise<readonly SceneItem[]> {
  const { format } = host
  if (format?.scene) return format.scene(openedOf(workspace, host, read))
  const model = await format?.model?.(openedOf(workspace, host, read))
  return model && model.item.indices.length > 0 ? [model.item] : []
}

/** Paints of the surface or the model of an entry; undefined where its format declares none. */
export async function findPaints(
  workspace: EntrySource,
  entry: EntryPath,
  options?: PaintsOptions,
): Promise<PaintsFound | undefined> {
  const read = new Set<EntryPath>()
  const host = await workspace.load(entry)
  const opened = openedOf(workspace, host, read)
  const { format } = host
  const table = format?.paints ? await format.paints(opened, options) : (await format?.model?.(opened))?.paints
  read.delete(entry)
  return table && { table, read }
}

async function hostOf(workspace: EntrySource, replica: Replica): Promise<Replica | undefined> {
  if (replica.format?.scene) return replica
  const own = replica.format?.model && replica
  const archive = replica.format?.archive ? replica.image.entry : parentPath(replica.image.entry)
  if (archive === undefined || (own && !replica.format?.archive)) return own
  const rows = await workspace.studio.list(archive)
  const row = rows.find(other => other.state !== 'removed' && formatOf(other.format)?.scene)
  return row ? workspace.load(row.path) : own
}
