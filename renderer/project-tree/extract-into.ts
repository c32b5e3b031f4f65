import { shallowRef } from 'vue'
import type { TreeItem } from '@areal-studio/core/studio'
import { useSession } from '../state/session.store'
import { useWorkspace } from '../state/workspace.store'

/** Extracts rows of the tree into a folder that the user chooses; `extracting` are the rows of the open dialog. */
export function useExtract() {
  const workspace = useWorkspace()
  const session = useSession()
  const extracting = shallowRef<readonly TreeItem[] | null>(null)

  /** Writes into a folder that the user chooses; shows how many files, where, and what failed. */
  async function extractInto(items: readonly TreeItem[], as: string, hasContents: boolean): Promise<void> {
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

  return { extracting, extractInto }
}
