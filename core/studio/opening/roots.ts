import { StudioError } from '../../format'
import { fromText } from '../../format/text-bytes'
import type { RootInfo } from '../api/opening'
import type { Workspace } from '../entries/workspace'
import { chosenRoots, loadRoots, rootAt, rootsOf } from '../install/roots'
import { ABOUT, aboutOf } from '../journal/migrate'

/**
 * Chooses the folder of a root, '' for none, and writes it into the description of the workspace. Throws StudioError
 * `root.…`, `workspace.read-only`.
 */
export async function chooseRoot(workspace: Workspace, id: string, path: string): Promise<readonly RootInfo[]> {
  const { host, install, store, families } = workspace.parts
  workspace.guardWritable()
  const known = rootsOf(families, install)
  if (!known.some(root => root.id === id)) throw new StudioError('root.unknown', { root: id, entry: `//${id}/` })
  const folder = path === '' ? '' : await folderOf(workspace, id, path)
  await workspace.parts.lock.hold('edit', async () => {
    const about = (await aboutOf(store)) ?? {}
    const others = chosenRoots(about).filter(root => root.id !== id)
    const roots = folder === '' ? others : [...others, { id, folder }]
    const { roots: _before, ...rest } = about
    const next = { ...rest, ...(roots.length > 0 && { roots }) }
    await store.write(ABOUT, fromText(`${JSON.stringify(next, null, 2)}\n`))
    await loadRoots(host, install, next)
  })
  return rootsOf(families, install)
}

/** Throws StudioError `root.missing`, `root.inside`, `root.unlike`. */
async function folderOf(workspace: Workspace, id: string, path: string): Promise<string> {
  const { host, root, folder, families } = workspace.parts
  const place = await host.resolve(path)
  if (place.kind !== 'folder') throw new StudioError('root.missing', { root: id, entry: path })
  for (const other of [root, folder])
    if (host.isInside(other, place.path) || host.isInside(place.path, other))
      throw new StudioError('root.inside', { root: id, path: place.path, other })
  const declared = families.flatMap(family => family.roots ?? []).find(one => one.id === id)
  const found = await rootAt(host, place.path)
  if (!found) throw new StudioError('root.missing', { root: id, entry: path })
  if (declared && declared.detect(found.names) <= 0)
    throw new StudioError('root.unlike', { root: id, path: place.path, title: declared.title })
  return place.path
}
