import { shallowReactive } from 'vue'
import type { TreeItem } from '@areal-studio/core/studio'
import { useWorkspace } from '../state/workspace.store'
import { ROOT } from './tree-paths'

/** Children of folders and archives, loaded when a branch is opened, and which branches are open. */
export function useTreeBranches() {
  const workspace = useWorkspace()
  const children = shallowReactive(new Map<string, readonly TreeItem[]>())
  const open = shallowReactive(new Set<string>())
  const pending = new Map<string, Promise<readonly TreeItem[]>>()

  function list(parent: string): Promise<readonly TreeItem[]> {
    const known = pending.get(parent)
    if (known) return known
    const listed = workspace.studio
      .list(parent === ROOT ? undefined : parent)
      .then(items => {
        if (JSON.stringify(children.get(parent)) !== JSON.stringify(items)) children.set(parent, items)
        return items
      })
      .finally(() => pending.delete(parent))
    pending.set(parent, listed)
    return listed
  }
  const childrenOf = async (parent: string): Promise<readonly TreeItem[]> =>
    children.get(parent) ?? (await workspace.attempt(() => list(parent))) ?? []

  /** Opens a branch once its children are loaded, or closes it. */
  async function setOpen(path: string, isOpen: boolean): Promise<void> {
    if (isOpen) await childrenOf(path)
    if (isOpen) open.add(path)
    else open.delete(path)
  }

  /** Lists the install and all open branches again; forgets the children of closed ones. */
  async function listAgain(): Promise<void> {
    const wanted = [ROOT, ...[...open].filter(path => children.has(path))]
    for (const parent of [...children.keys()]) if (!wanted.includes(parent)) children.delete(parent)
    await workspace.attempt(() => Promise.all(wanted.map(parent => list(parent))))
  }

  function clear(): void {
    children.clear()
    open.clear()
  }

  return { children, open, childrenOf, setOpen, listAgain, clear }
}
