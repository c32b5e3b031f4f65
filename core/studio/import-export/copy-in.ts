import { canonicalPath, isRooted, parsePath, printPath, safeName, StudioError } from '../../format'
import type { Commit, EntryPath } from '../../edit'
import { commitTransaction } from '../entries/commit'
import { encodeAll } from '../entries/encode-all'
import type { Workspace } from '../entries/workspace'

/** Path of the copy of an entry of a root: the same place in the install; of a row of an archive its name beside the archive. */
export async function copyTarget(workspace: Workspace, entry: EntryPath): Promise<EntryPath> {
  const view = await workspace.need(workspace.canonical(entry))
  const { root = '', file, steps } = parsePath(view.path)
  const place = file.slice(`//${root}/`.length)
  const at = steps.length === 0 ? place : [...place.split('/').slice(0, -1), safeName(view.name)].join('/')
  return printPath({ file: at, steps: [] })
}

/**
 * Copies an entry of a root into the install, as an added file that can be edited, packed and deployed. `as`: its path
 * in the install. Throws StudioError `root.not-rooted`, `entry.taken`, `entry.not-a-file`.
 */
export async function copyIn(workspace: Workspace, entry: EntryPath, as?: EntryPath): Promise<Commit> {
  if (!isRooted(canonicalPath(entry))) throw new StudioError('root.not-rooted', { entry }, entry)
  const target = canonicalPath(as ?? (await copyTarget(workspace, entry)))
  const { file, steps } = parsePath(target)
  const isSafe = file !== '' && file.split('/').every(part => safeName(part) === part)
  if (isRooted(target) || steps.length > 0 || !isSafe) throw new StudioError('root.bad-target', { path: target })
  if (await workspace.view(workspace.canonical(target))) throw new StudioError('entry.taken', { entry: target }, target)
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
