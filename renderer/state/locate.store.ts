import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LocateReport } from '@areal-studio/core/studio'
import { notify } from './notices'
import { useSession } from './session.store'
import { useWorkspace } from './workspace.store'

/** Locates a game whose folder is missing. */
export const useLocate = defineStore('locate', () => {
  const workspace = useWorkspace()
  const session = useSession()
  /** A folder that is the game but differs from the workspace's records: the user confirms it. */
  const asked = shallowRef<LocateReport | null>(null)

  async function locate(): Promise<void> {
    const folder = await session.askFolder({ title: 'ui.missing.choose', use: 'ui.missing.use' })
    const found =
      folder === null ? undefined : await workspace.attempt(() => workspace.studio.locate(folder, { dryRun: true }))
    if (!found) return
    if (found.different.length + found.absent.length > 0) asked.value = found
    else await tie(found)
  }

  /** Opens the workspace again, with the game at its new place. */
  async function tie({ install }: LocateReport): Promise<void> {
    asked.value = null
    const tied = await workspace.attempt(() => workspace.studio.locate(install, { dryRun: false }))
    if (!tied || !(await session.open(tied.install))) return
    const n = tied.different.length + tied.absent.length
    if (n > 0) notify({ code: 'ui.missing.tied-differs', params: { path: tied.install, n } }, 'warning')
    else notify({ code: 'ui.missing.tied', params: { path: tied.install, n: tied.known } }, 'ok')
  }

  /** Opens a workspace of the recents for reading, with the dialog over it. */
  async function openAndLocate(path: string): Promise<void> {
    if ((await session.open(path)) && workspace.info?.state === 'missing') await locate()
  }

  return { asked, locate, tie, openAndLocate }
})
