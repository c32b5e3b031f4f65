import { StudioError } from '../../format'
import type { FieldConflict, OutsideAnswer, OutsideFile } from '../api/conflicts'
import { keepCopy, readBackup } from '../install/copies'
import type { DeployedFile } from '../install/deployed'
import { isForeign } from '../changes/changes'
import type { Session } from '../entries/session'
import type { Workspace } from '../entries/workspace'
import { look } from './external-changes'
import { refreshState } from './install-state'
import { conflictsOf, resolutionOf, takeOver, type Resolution } from './take-over'

/** Files that another program changed while they have local edits, or after they were deployed. */
export async function outsideFiles({ workspace }: Session): Promise<readonly OutsideFile[]> {
  const { install, hashes, deployment } = workspace.parts
  await look(workspace)
  const { conflicts, dirty } = workspace
  const isListed = async (file: string): Promise<boolean> =>
    workspace.isOpenConflict(file) ||
    ((install.record(file) !== undefined || dirty.changedIn(file).length > 0) &&
      (await isForeign(workspace, install, file, await install.presentHash(file))))
  // A file of a mod folder is made at each deploy: there is nothing to resolve.
  const isOfMod = (file: string): boolean =>
    deployment.own?.source !== undefined &&
    install.record(file)?.pristine === null &&
    dirty.changedIn(file).length === 0
  const found: OutsideFile[] = []
  for (const file of [
    ...new Set([...hashes.files(), ...(deployment.own?.files ?? []).map(record => record.path), ...conflicts]),
  ].sort()) {
    if (isOfMod(file) || !(await isListed(file))) continue
    const way = conflicts.has(file) ? workspace.wayOf(file) : 'changed'
    const record = install.record(file)
    const isLost = record !== undefined && !(await hasOriginal(workspace, record))
    found.push({
      file,
      way,
      isFitting: !conflicts.has(file),
      isDeployed: record !== undefined,
      ...(isLost && { isLost }),
    })
  }
  return found
}

/** Whether the original of a deployed file is available: it had none, or its copy is intact. */
async function hasOriginal({ parts: { store, host } }: Workspace, { path, pristine }: DeployedFile): Promise<boolean> {
  if (pristine === null) return true
  try {
    await readBackup(store, pristine, host.hash, path)
    return true
  } catch (error) {
    if (error instanceof StudioError && error.code === 'deploy.backup-damaged') return false
    throw error
  }
}

/**
 * Resolves files listed by `outsideFiles`, without writing the install. Throws StudioError `outside.no-file`, and those
 * of `resolutionOf`: then nothing is changed.
 */
export async function settle(session: Session, answers: readonly OutsideAnswer[]): Promise<readonly OutsideFile[]> {
  const { workspace } = session
  const { store, install, host, deployment } = workspace.parts
  workspace.guardWritable()
  const found = await outsideFiles(session)
  if (deployment.other) throw new StudioError('deploy.other-workspace', { path: deployment.other.workspace })
  const named = answers.map(one => [outsideNamed(found, one.file), one] as const)
  const resolutions: Resolution[] = []
  for (const [known, one] of named) resolutions.push(await resolutionOf(workspace, known, one))
  for (const { file } of resolutions) {
    const bytes = await install.present(file)
    if (bytes) await keepCopy(store, bytes, host.hash)
  }
  await takeOver(session, resolutions)
  workspace.forgetNotice('notice.outside-fits')
  await refreshState(session)
  return outsideFiles(session)
}

/** Fields of such a file where a merge needs a choice. Throws StudioError `outside.no-file`, `outside.no-fields`. */
export async function outsideConflicts(session: Session, file: string): Promise<readonly FieldConflict[]> {
  return conflictsOf(session.workspace, outsideNamed(await outsideFiles(session), file))
}

function outsideNamed(found: readonly OutsideFile[], file: string): OutsideFile {
  const known = found.find(one => one.file.toLowerCase() === file.toLowerCase())
  if (!known) throw new StudioError('outside.no-file', { file })
  return known
}
