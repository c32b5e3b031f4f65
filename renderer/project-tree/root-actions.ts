import { CopyPlus, FolderSearch, FolderX } from '@lucide/vue'
import type { RootInfo, TreeItem } from '@areal-studio/core/studio'
import { families } from '../state/families'
import { useSelection } from '../state/selection.store'
import { useSession } from '../state/session.store'
import { useText } from '../state/settings.store'
import { useWorkspace } from '../state/workspace.store'
import type { MenuItem } from '../ui/menu'
import { useProjectTree } from './tree.store'

/** The root of a row of the tree, chosen or not; undefined for other rows. */
export const rootOf = ({ path }: TreeItem): RootInfo | undefined =>
  useWorkspace().info?.roots.find(({ id }) => path === `//${id}/`)

/** Opens a folder dialog and makes the folder the root; shown in the tree at once. */
export async function chooseRootFolder(root: RootInfo): Promise<void> {
  const folder = await useSession().askFolder({ title: 'ui.tree.root.choose', use: 'ui.tree.root.use' })
  if (folder !== null) await setRoot(root, folder)
}

async function setRoot({ id }: RootInfo, folder: string): Promise<void> {
  const workspace = useWorkspace()
  if (await workspace.attempt(() => workspace.studio.chooseRoot(id, folder))) await useProjectTree().refresh()
}

async function copyIn(item: TreeItem): Promise<void> {
  const workspace = useWorkspace()
  const commit = await workspace.attempt(() => workspace.act(studio => studio.copyIn(item.path)))
  const entry = commit && commit.kind !== 'packed' ? commit.transaction.edits[0]?.entry : undefined
  if (entry !== undefined) useSelection().open(entry, 'tree')
}

/** For a row of an archive: the folder of the game whose files replace entries of the same name. */
function overridesOf({ path, state }: TreeItem): string | undefined {
  if (state === 'removed' || !path.includes('!')) return undefined
  const id = useWorkspace().info?.family
  return families().find(one => one.id === id)?.overrides
}

/** Menu items for a root and for the files in it. */
export function rootMenu(item: TreeItem): readonly MenuItem[] {
  const text = useText()
  const root = rootOf(item)
  if (root) {
    const choose = { id: 'tree.choose-root', label: text.say('ui.tree.menu.choose-root'), icon: FolderSearch }
    const forget = { id: 'tree.forget-root', label: text.say('ui.tree.menu.forget-root'), icon: FolderX }
    return [
      { ...choose, run: () => void chooseRootFolder(root) },
      ...(root.folder === '' ? [] : [{ ...forget, run: () => void setRoot(root, '') }]),
      '-',
    ]
  }
  const folder = item.isReadOnly === true ? undefined : overridesOf(item)
  if (item.kind === 'folder' || (item.isReadOnly !== true && folder === undefined)) return []
  const label =
    folder === undefined ? text.say('ui.tree.menu.copy-in') : text.say('ui.tree.menu.copy-override', { folder })
  const copy = { id: 'tree.copy-in', label, icon: CopyPlus }
  return [{ ...copy, run: () => void copyIn(item) }, '-']
}
