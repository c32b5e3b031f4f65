import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { TreeItem, IncomingReport } from '@areal-studio/core/workspace'
import { useSelection } from '../workspace/selection.store'
import { useSession } from '../workspace/session.store'
import { useWorkspace } from '../workspace/workspace.store'
import { askForFile } from './entry-actions'

/** Bytes of the user's that would take the place of an entry's, and what that would change. */
export interface Incoming {
  readonly item: TreeItem
  readonly file: string
  readonly bytes: Uint8Array
  readonly report: IncomingReport
}

/** What goes out of the install and comes into it: the dialogs of the project tree. */
export const useExchange = defineStore('exchange', () => {
  const workspace = useWorkspace()
  const session = useSession()
  const extracting = shallowRef<readonly TreeItem[] | null>(null)
  const incoming = shallowRef<Incoming | null>(null)
  const attributes = shallowRef<TreeItem | null>(null)
  const isBusy = shallowRef(false)

  /** Asks for a file and shows what it would change. */
  async function offer(item: TreeItem): Promise<void> {
    const file = await askForFile()
    if (!file) return
    const report = await workspace.attempt(() => workspace.studio.incoming(item.path, file.bytes, { file: file.name, dryRun: true }))
    if (report) incoming.value = { item, file: file.name, bytes: file.bytes, report }
  }

  async function accept(): Promise<void> {
    const wanted = incoming.value
    if (!wanted) return
    isBusy.value = true
    const report = await workspace.attempt(() => workspace.act(studio => studio.incoming(wanted.item.path, wanted.bytes, { file: wanted.file, dryRun: false })))
    isBusy.value = false
    if (!report) return
    incoming.value = null
    useSelection().select({ entry: report.entries[0]?.entry ?? wanted.item.path }, 'exchange')
  }

  /** Writes into a folder that the user chooses; says how many and where. */
  async function extractInto(items: readonly TreeItem[], as: 'raw' | 'json', hasContents: boolean): Promise<void> {
    extracting.value = null
    const folder = await session.askFolder()
    if (folder === null) return
    const report = await workspace.attempt(() => workspace.studio.extract(items.map(item => item.path), { folder, as, hasContents }))
    if (!report) return
    workspace.notify({ code: 'notice.extracted', params: { n: report.files.length, folder: report.folder } }, 'info')
    if (report.unreadable.length > 0) workspace.notify({ code: 'notice.extract-unreadable', params: { n: report.unreadable.length } }, 'warning')
  }

  return { extracting, incoming, attributes, isBusy, offer, accept, extractInto }
})
