import { StudioError, type ReadOnlyFileSystem } from '../../format'
import type { Bytes } from '../../layout'
import type { RestoreFile, RestoreOptions, RestorePlan } from '../api/deploy'
import { backupPath, readBackup } from '../install/copies'
import type { JobRun } from '../jobs/jobs'
import type { Workspace } from '../entries/workspace'

/** Folders that may contain the kept originals: this workspace, and the one that the marker names. */
async function stores({ parts: { deployment, host, store } }: Workspace): Promise<readonly ReadOnlyFileSystem[]> {
  const path = deployment.other?.workspace
  const isThere = path !== undefined && (await host.resolve(path)).kind === 'folder'
  return isThere ? [store, await host.folder(path)] : [store]
}

/** Files that are not the original, the action for each, and which need an answer first. */
export async function planRestore(workspace: Workspace, job: JobRun): Promise<RestorePlan> {
  const {
    install,
    deployment: { claimed, doubtful },
  } = workspace.parts
  if (!claimed) return { workspace: '', files: [] }
  const doubted = new Set(doubtful?.files.map(file => file.path))
  const folders = await stores(workspace)
  const files: RestoreFile[] = []
  job.counted(claimed.files.length)
  for (const { path: file, pristine, deployed } of claimed.files) {
    await job.step(file)
    const installHash = (await install.presentHash(file)) ?? ''
    if (installHash === (pristine ?? '')) continue
    const question = doubted.has(file)
      ? 'unconfirmed'
      : installHash !== '' && !deployed.includes(installHash)
        ? 'foreign'
        : null
    const kept = pristine === null ? { size: 0 } : await keptIn(folders, pristine)
    files.push({
      file,
      action: pristine === null ? 'remove' : 'restore',
      installHash,
      originalHash: pristine ?? '',
      size: kept?.size ?? 0,
      question,
      isLost: !kept,
    })
  }
  return { workspace: claimed.workspace, files }
}

async function keptIn(
  folders: readonly ReadOnlyFileSystem[],
  hash: string,
): Promise<{ readonly size: number } | undefined> {
  for (const folder of folders) {
    const stat = await folder.stat(backupPath(hash))
    if (stat) return stat
  }
  return undefined
}

/** The original of a file; undefined where there was none. Throws StudioError `deploy.backup-damaged`. */
export async function originalOf(
  workspace: Workspace,
  { file, originalHash }: RestoreFile,
): Promise<Bytes | undefined> {
  if (originalHash === '') return undefined
  const { store, host } = workspace.parts
  for (const folder of await stores(workspace))
    if (await folder.stat(backupPath(originalHash))) return readBackup(folder, originalHash, host.hash, file)
  return readBackup(store, originalHash, host.hash, file)
}

/** Splits the files by their answers. Throws StudioError `restore.no-file`, `restore.unconfirmed`, `restore.foreign`. */
export function answered(
  { files }: RestorePlan,
  { foreign, answers = [] }: RestoreOptions,
): { readonly work: readonly RestoreFile[]; readonly left: readonly RestoreFile[] } {
  const given = new Map(answers.map(({ file, answer }) => [file.toLowerCase(), answer]))
  const unknown = answers.find(({ file }) => !files.some(one => one.file.toLowerCase() === file.toLowerCase()))
  if (unknown) throw new StudioError('restore.no-file', { file: unknown.file })
  const answerTo = ({ file, question }: RestoreFile): 'restore' | 'keep' | undefined =>
    given.get(file.toLowerCase()) ??
    (question === null || (question === 'foreign' && foreign === 'overwrite') ? 'restore' : undefined)
  for (const question of ['unconfirmed', 'foreign'] as const) {
    const open = files.filter(file => file.question === question && answerTo(file) === undefined)
    if (open[0]) throw new StudioError(`restore.${question}`, { n: open.length, file: open[0].file })
  }
  return {
    work: files.filter(file => answerTo(file) === 'restore'),
    left: files.filter(file => answerTo(file) === 'keep'),
  }
}
