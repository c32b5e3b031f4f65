import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { TreeItem } from '@areal-studio/core/studio'
import { loadedFormats } from '../state/families'
import { useSelection } from '../state/selection.store'
import { useSession } from '../state/session.store'
import { useWorkspace } from '../state/workspace.store'
import { askForFile } from '../state/user-file'
import { useExtract } from './extract-into'
import { useBatchPreviews, useEntryPreviews, type Batch, type Incoming } from './incoming-preview'
import { rowsFor } from './match-files'
import { readFiles } from './read-files'
import { useOperationPreview } from './operation-preview'
import { useTakeIncoming } from '../state/take-incoming'
import { parentOf } from './tree-paths'
import { useProjectTree } from './tree.store'

/** Selects the records that an operation changed or made; where it made none the selection has followed by itself. */
function selectChanged({ item, operation }: Incoming, entry: EntryPath = item.path): void {
  const selection = useSelection()
  const paths = operation?.records ?? []
  if (paths.length > 0) selection.select({ entry: item.path, paths }, 'exchange')
  else if (!operation || selection.entry !== item.path) selection.select({ entry }, 'exchange')
}

/** Export and import of entries: the dialogs of the project tree. */
export const useExchange = defineStore('exchange', () => {
  const workspace = useWorkspace()
  const session = useSession()
  const incoming = shallowRef<Incoming | null>(null)
  const batch = shallowRef<Batch | null>(null)
  const attributes = shallowRef<TreeItem | null>(null)
  const { previewOf } = useEntryPreviews()
  const { isComputing, offerOperation, operateAgain } = useOperationPreview(incoming)
  const { previewAll, previewFolder } = useBatchPreviews()
  const { isBusy, taking, shownAgain } = useTakeIncoming()
  const { extracting, extractInto } = useExtract()

  /** Opens a file dialog and shows what the chosen file would change. */
  async function offer(item: TreeItem): Promise<void> {
    const file = await askForFile()
    if (file) await offerBytes(item, file.name, file.bytes)
  }

  async function offerBytes(item: Incoming['item'], file: string, bytes: Uint8Array): Promise<void> {
    incoming.value = (await previewOf(item, file, bytes)) ?? incoming.value
  }

  /** Shows what the file would change with its packed rows kept as they are, or packed as the game does. */
  const keepPacked = (keepBytes: boolean): Promise<void> => shownAgain(incoming, before => before.again({ keepBytes }))

  /** The same for several files. */
  const keepAllPacked = (keepBytes: boolean): Promise<void> => shownAgain(batch, before => before.again({ keepBytes }))

  /**
   * Shows what files dropped on a row would change. One file is for the row's entry; on an archive or folder, and where
   * there are several, each is for the entry of its name.
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
      : (rowsFor(only.name, rows, loadedFormats())[0] ?? (item.kind === 'folder' ? undefined : item))
    if (isOne && alone) await offerBytes(alone, only.name, only.bytes)
    else batch.value = (await previewAll(rows, read)) ?? batch.value
  }

  /**
   * Opens a folder dialog for a folder that was extracted, from the install or a part of it, and shows what its files
   * would change.
   */
  async function offerFolder(below: EntryPath): Promise<void> {
    const folder = await session.askFolder({ title: 'ui.browse.from', use: 'ui.browse.use-this' })
    if (folder !== null) batch.value = (await previewFolder(below, folder)) ?? batch.value
  }

  async function acceptBatch(): Promise<void> {
    const wanted = batch.value
    if (wanted)
      await taking(
        batch,
        studio => wanted.take(studio),
        () => wanted.again({ isAnew: true, keepBytes: wanted.keepBytes }),
      )
  }

  async function accept(): Promise<void> {
    const wanted = incoming.value
    if (!wanted) return
    const report = await taking(
      incoming,
      studio => wanted.take(studio),
      () => wanted.again({ isAnew: true, keepBytes: wanted.keepBytes }),
      () => ({ ...wanted, isStale: true }),
    )
    if (report) selectChanged(wanted, report.entries[0]?.entry)
  }

  return {
    extracting,
    incoming,
    batch,
    attributes,
    isBusy,
    isComputing,
    offer,
    offerBytes,
    offerFiles,
    offerFolder,
    offerOperation,
    operateAgain,
    keepPacked,
    keepAllPacked,
    accept,
    acceptBatch,
    extractInto,
  }
})
