import { canonicalPath, isRooted, parsePath, printPath, safeName, StudioError } from '../../format'
import type { Commit, EntryPath } from '../../edit'
import { commitTransaction } from '../entries/commit'
import { encodeAll } from '../entries/encode-all'
import type { Workspace } from '../entries/workspace'

/**
 * Path of the copy of an entry: the same place in the install; of a row of an archive its name in the folder whose files
 * win over archives, or beside the archive where the family has no such folder.
 */
export async function copyTarget(workspace: Workspace, entry: EntryPath): Promise<EntryPath> {
  const view = await workspace.need(workspace.canonical(entry))
  const { root, file, steps } = parsePath(view.path)
  const place = root === undefined ? file : file.slice(`//${root}/`.length)
  if (steps.length === 0) return printPath({ file: place, steps: [] })
  const { overrides } = workspace.parts.family ?? {}
  const folder = overrides === undefined ? place.split('/').slice(0, -1) : [overrides]
  // Names of some archives are paths.
  const name = view.name.slice(view.name.lastIndexOf('/') + 1)
  return printPath({ file: [...folder, safeName(name)].join('/'), steps: [] })
}

/**
 * Copies an entry of a root, or a row of an archive, into the install, as an added file that can be edited, packed and
 * deployed. `as`: its path in the install. Throws StudioError `root.not-rooted`, `root.bad-target`, `root.target-taken`.
 */
export async function copyIn(workspace: Workspace, entry: EntryPath, as?: EntryPath): Promise<Commit> {
  const source = canonicalPath(entry)
  if (!isRooted(source) && parsePath(source).steps.length === 0)
    throw new StudioError('root.not-rooted', { entry }, entry)
  const target = canonicalPath(as ?? (await copyTarget(workspace, entry)))
  const { file, steps } = parsePath(target)
  const isSafe = file !== '' && file.split('/').every(part => safeName(part) === part)
  if (isRooted(target) || steps.length > 0 || !isSafe) throw new StudioError('root.bad-target', { path: target })
  if (await workspace.view(workspace.canonical(target)))
    throw new StudioError('root.target-taken', { path: target }, target)
  const view = await workspace.need(workspace.canonical(entry))
  await encodeAll(workspace, view)
  return commitTransaction(workspace, {
    label: { code: 'label.entry-added', params: { name: file.split('/').at(-1) ?? file } },
    edits: [
      {
        entry: target,
        base: workspace.history.revision,
        splices: [{ offset: 0, removed: new Uint8Array(0), inserted: view.payload().slice() }],
        attributes: { before: null, after: {} },
      },
    ],
  })
}
