import { defineStore } from 'pinia'
import { shallowRef, type ShallowRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import { StudioError, type Words } from '@areal-studio/core/format'
import type {
  IncomingBatch,
  IncomingChanges,
  IncomingFile,
  IncomingReport,
  StudioApi,
  TreeItem,
} from '@areal-studio/core/studio'
import { useSelection } from '../state/selection.store'
import { useSession } from '../state/session.store'
import { useWorkspace } from '../state/workspace.store'
import { askForFile } from './entry-actions'
import { rowsFor } from './match-files'
import { parentOf } from './tree-paths'
import { useProjectTree } from './tree.store'

/** Bytes of the user's that would take the place of an entry's, and what that would change. */
export interface Incoming {
  readonly item: TreeItem
  readonly file: string
  readonly bytes: Uint8Array
  readonly report: IncomingReport
  readonly isAnew: boolean
  /** Rows of the archive stay packed as the file has them. */
  readonly keepBytes: boolean
}

/** One file of several, the entry that it is for by its name, and what it would change there or why it cannot. */
export interface BatchLine {
  readonly file: string
  /** '' where it is for none. */
  readonly entry: EntryPath
  readonly report: IncomingChanges | null
  readonly refusal: Words | null
}
interface Batch {
  /** Of the preview, as the studio names it. */
  readonly plan: string
  readonly lines: readonly BatchLine[]
  /** Number of files that would change something. */
  readonly changing: number
  /** Number of files equal to their entries, which are not listed. */
  readonly same: number
  /** It has become another since it was shown first. */
  readonly isAnew: boolean
  /** Takes them over, as one step; refused where that would not be what was shown. */
  take(studio: StudioApi): Promise<IncomingBatch>
  /** What it would change by now; undefined where that is refused. */
  again(): Promise<Batch | undefined>
}

const isChanging = ({ report }: Pick<BatchLine, 'report'>): boolean => (report?.entries.length ?? 0) > 0

/** Most bytes imported at once: a message to the studio holds 256 MiB. */
const LARGEST = 240 * 1024 * 1024

/** What goes out of the install and comes into it: the dialogs of the project tree. */
export const useExchange = defineStore('exchange', () => {
  const workspace = useWorkspace()
  const session = useSession()
  const extracting = shallowRef<readonly TreeItem[] | null>(null)
  const incoming = shallowRef<Incoming | null>(null)
  const batch = shallowRef<Batch | null>(null)
  const attributes = shallowRef<TreeItem | null>(null)
  const isBusy = shallowRef(false)

  /** Opens a file dialog and shows what the chosen file would change. */
  async function offer(item: TreeItem): Promise<void> {
    const file = await askForFile()
    if (file) await offerBytes(item, file.name, file.bytes)
  }

  async function offerBytes(item: TreeItem, file: string, bytes: Uint8Array): Promise<void> {
    incoming.value = (await previewOf(item, file, bytes)) ?? incoming.value
  }

  async function previewOf(
    item: TreeItem,
    file: string,
    bytes: Uint8Array,
    { isAnew = false, keepBytes = false } = {},
  ): Promise<Incoming | undefined> {
    const report = await workspace.attempt(() =>
      workspace.studio.incoming(item.path, bytes, { file, dryRun: true, keepBytes }),
    )
    return report && { item, file, bytes, report, isAnew, keepBytes }
  }

  /** Shows what the file would change with its packed rows kept as they are, or packed as the game does. */
  async function keepPacked(keepBytes: boolean): Promise<void> {
    const { value: before } = incoming
    const after = before && (await previewOf(before.item, before.file, before.bytes, { keepBytes }))
    if (after && incoming.value === before) incoming.value = after
  }

  /**
   * Files dropped on a row. One is for that entry; on an archive or folder, and where there are several, each is for the
   * entry that is called like it. Nothing changes before it is accepted.
   */
  async function offerFiles(item: TreeItem, files: readonly File[]): Promise<void> {
    const read = await workspace.attempt(() => readFiles(files))
    const [only] = read ?? []
    if (!read || !only) return
    const isOne = read.length === 1
    const within = item.hasChildren ? item.path : parentOf(item.path)
    const rows = isOne && !item.hasChildren ? [item] : await useProjectTree().childrenOf(within)
    const alone = !item.hasChildren
      ? item
      : (rowsFor(only.name, rows)[0] ?? (item.kind === 'folder' ? undefined : item))
    if (isOne && alone) await offerBytes(alone, only.name, only.bytes)
    else batch.value = (await previewAll(rows, read)) ?? batch.value
  }

  async function previewAll(
    rows: readonly TreeItem[],
    files: readonly ReadFile[],
    isAnew = false,
  ): Promise<Batch | undefined> {
    const matched = files.map(({ name, bytes }) => ({ name, bytes, found: rowsFor(name, rows) }))
    const wanted = matched.flatMap(({ name, bytes, found: [item, ...more] }): IncomingFile[] =>
      item && more.length === 0 ? [{ entry: item.path, file: name, bytes }] : [],
    )
    const told =
      wanted.length === 0
        ? { files: [], plan: '' }
        : await workspace.attempt(() => workspace.studio.incomingAll(wanted, { dryRun: true }))
    if (!told) return undefined
    const lines = matched.map(({ name, found }): BatchLine => {
      const [item] = found
      if (!item || found.length > 1)
        return {
          file: name,
          entry: '',
          report: null,
          refusal: { code: item ? 'ui.batch.many' : 'ui.batch.none', params: { n: found.length } },
        }
      const one = told.files.find(({ file, entry }) => file === name && entry === item.path)
      return { file: name, entry: item.path, report: one?.report ?? null, refusal: one?.refusal ?? null }
    })
    const changing = new Set(lines.filter(isChanging).map(line => line.file))
    const taken = wanted.filter(({ file }) => changing.has(file))
    return {
      plan: told.plan,
      lines,
      changing: taken.length,
      same: 0,
      isAnew,
      take: studio => studio.incomingAll(taken, { dryRun: false, expect: told.plan }),
      again: () => previewAll(rows, files, true),
    }
  }

  /**
   * Opens a folder dialog for a folder that was extracted, from the install or a part of it, and shows what its files
   * would change.
   */
  async function offerFolder(below: EntryPath): Promise<void> {
    const folder = await session.askFolder({ title: 'ui.browse.from', use: 'ui.browse.use-this' })
    if (folder !== null) batch.value = (await previewFolder(below, folder)) ?? batch.value
  }

  async function previewFolder(below: EntryPath, folder: string, isAnew = false): Promise<Batch | undefined> {
    const told = await workspace.attempt(() => workspace.studio.incomingFolder(below, folder, { dryRun: true }))
    if (!told) return undefined
    return {
      plan: told.plan,
      isAnew,
      lines: told.files,
      changing: told.files.filter(isChanging).length,
      same: told.same,
      take: studio => studio.incomingFolder(below, folder, { dryRun: false, expect: told.plan }),
      again: () => previewFolder(below, folder, true),
    }
  }

  /** Takes over what is shown; what has become another since is shown `again`, unless it was closed meanwhile. */
  async function taking<Shown, T extends IncomingReport | IncomingBatch>(
    shown: ShallowRef<Shown | null>,
    take: (studio: StudioApi) => Promise<T>,
    again: () => Promise<Shown | undefined>,
  ): Promise<T | undefined> {
    const wanted = shown.value
    isBusy.value = true
    const done = await workspace.attempt(async () => {
      try {
        return await workspace.act(take)
      } catch (error) {
        if (!(error instanceof StudioError) || error.code !== 'incoming.changed') throw error
        const next = (await again()) ?? null
        if (shown.value === wanted) shown.value = next
        return undefined
      }
    })
    isBusy.value = false
    if (done) shown.value = null
    return done
  }

  async function acceptBatch(): Promise<void> {
    const wanted = batch.value
    if (wanted)
      await taking(
        batch,
        studio => wanted.take(studio),
        () => wanted.again(),
      )
  }

  async function accept(): Promise<void> {
    const wanted = incoming.value
    if (!wanted) return
    const {
      item,
      file,
      bytes,
      keepBytes,
      report: { plan },
    } = wanted
    const report = await taking(
      incoming,
      studio => studio.incoming(item.path, bytes, { file, dryRun: false, keepBytes, expect: plan }),
      () => previewOf(item, file, bytes, { keepBytes, isAnew: true }),
    )
    if (report) useSelection().select({ entry: report.entries[0]?.entry ?? item.path }, 'exchange')
  }

  /** Writes into a folder that the user chooses; shows how many files, where, and what failed. */
  async function extractInto(items: readonly TreeItem[], as: 'raw' | 'json', hasContents: boolean): Promise<void> {
    extracting.value = null
    const folder = await session.askFolder()
    if (folder === null) return
    const report = await workspace.attempt(() =>
      workspace.studio.extract(
        items.map(item => item.path),
        { folder, as, hasContents },
      ),
    )
    if (!report) return
    workspace.notify({ code: 'notice.extracted', params: { n: report.files.length, folder: report.folder } }, 'info')
    if (report.unreadable.length > 0)
      workspace.notify({ code: 'notice.extract-unreadable', params: { n: report.unreadable.length } }, 'warning')
    if (report.failed.length > 0)
      workspace.notify({ code: 'notice.extract-failed', params: { n: report.failed.length } }, 'error')
  }

  return {
    extracting,
    incoming,
    batch,
    attributes,
    isBusy,
    offer,
    offerFiles,
    offerFolder,
    keepPacked,
    accept,
    acceptBatch,
    extractInto,
  }
})

interface ReadFile {
  readonly name: string
  readonly bytes: Uint8Array
}

async function readFiles(files: readonly File[]): Promise<readonly ReadFile[]> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > LARGEST) throw new StudioError('drop.too-large', { n: files.length, size, limit: LARGEST })
  return Promise.all(files.map(async file => ({ name: file.name, bytes: new Uint8Array(await bytesOf(file)) })))
}

async function bytesOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch {
    throw new StudioError('drop.unreadable', { file: file.name })
  }
}
