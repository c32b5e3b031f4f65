import { Languages } from '@lucide/vue'
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { CodePage } from '@areal-studio/core/layout'
import type { ArchivePage, TreeItem } from '@areal-studio/core/studio'
import { formatOf } from '../state/families'
import { useText } from '../state/settings.store'
import { useWorkspace } from '../state/workspace.store'
import type { MenuItem } from '../ui/menu'

/** The archive whose code page the dialog shows. */
export const useCodePage = defineStore('code-page', () => {
  const workspace = useWorkspace()
  const asked = shallowRef<ArchivePage | null>(null)

  async function ask({ path }: TreeItem): Promise<void> {
    asked.value = (await workspace.attempt(() => workspace.studio.codePage(path))) ?? null
  }

  async function choose(page: CodePage | ''): Promise<void> {
    const archive = asked.value?.archive
    if (archive === undefined) return
    const chosen = await workspace.attempt(() => workspace.studio.chooseCodePage(archive, page))
    if (chosen && asked.value?.archive === archive) asked.value = chosen
  }

  return { asked, ask, choose }
})

/** Menu items for an archive whose texts can have one of several code pages. */
export function codePageMenu(item: TreeItem): readonly MenuItem[] {
  if (item.kind !== 'archive' || !formatOf(item.format)?.encoding) return []
  const run = (): void => void useCodePage().ask(item)
  return [{ id: 'tree.code-page', label: useText().say('ui.tree.menu.code-page'), icon: Languages, run }]
}
