import { usePanes } from '../state/panes.store'
import { useMods } from '../state/mods.store'
import { useShare } from '../state/share.store'
import { useWorkspace } from '../state/workspace.store'
import type { Command } from './command'
import { useShell } from './shell.store'

/** Commands of sharing (patches, recipes, overlays) and of the mods of an install. */
export function shareCommands(): Command[] {
  const share = useShare()
  const workspace = useWorkspace()
  const isOpen = (): boolean => workspace.isOpen
  const isChanged = (): boolean => (workspace.info?.changed ?? 0) > 0
  return [
    {
      id: 'file.mods',
      menu: 'file',
      section: 2,
      isEnabled: isOpen,
      run: () => {
        useMods().isShown = true
      },
    },
    { id: 'file.patch-export', menu: 'file', section: 2, isEnabled: isChanged, run: () => void share.exportPatch() },
    { id: 'file.patch-apply', menu: 'file', section: 2, isEnabled: isOpen, run: () => void share.offer('patch') },
    { id: 'file.patch-merge', menu: 'file', section: 2, isEnabled: isOpen, run: () => void share.merge() },
    {
      id: 'file.import-folder',
      menu: 'file',
      section: 2,
      isEnabled: () => workspace.isOpen && workspace.info?.isReadOnly === false,
      run: () => {
        usePanes().show('tree')
        useShell().isImporting = true
      },
    },
    {
      id: 'file.recipe-export',
      menu: 'file',
      section: 2,
      isEnabled: () => workspace.info?.canUndo === true,
      run: () => void share.exportRecipe(),
    },
    { id: 'file.recipe-apply', menu: 'file', section: 2, isEnabled: isOpen, run: () => void share.offer('recipe') },
    { id: 'file.overlay-export', menu: 'file', section: 2, isEnabled: isOpen, run: () => void share.exportOverlay() },
  ]
}
