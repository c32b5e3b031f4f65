import { StudioError, type FileSystem, type Problem, type Words } from '../../format'
import type { DeployPlan, PlannedFile } from '../api/deploy'
import type { JobRun } from '../jobs/jobs'
import { isForeign, noticeOverlay } from '../changes/changes'
import type { Checker } from '../check/check'
import type { Packable, PackableFile } from '../pack/pack'
import type { Session } from '../entries/session'
import type { Seen, Workspace } from '../entries/workspace'
import type { DeployedFile } from '../install/deployed'
import { PreflightProblems } from './preflight'
import { look } from '../conflicts/external-changes'
import { refreshState } from '../conflicts/install-state'
import { targetOf, type DeployTarget } from './target'

/** What a plan is computed from. */
export interface Planning {
  readonly session: Session
  readonly checker: Checker
  /** The install as a folder that can be written. */
  readonly writable: () => Promise<FileSystem>
}

/** Preview of deploy, and what prevents it. The job counts its files once they are known. */
export async function planOf({ session, checker, writable }: Planning, job: JobRun): Promise<DeployPlan> {
  const { workspace } = session
  const seen = (path: string, count: number): void => job.passed(count, path)
  await look(workspace, seen)
  await noticeOverlay(workspace, seen)
  const target = await targetOf(workspace)
  const { packed, refusal } = await packedFor(target, seen)
  const names = refusal.length > 0 ? [] : namesOf(workspace, packed)
  const files: PlannedFile[] = []
  const problems: Problem[] = []
  const preflight = new PreflightProblems(session, writable)
  job.counted(names.length)
  for (const name of names) {
    await job.step(name)
    const file = await plannedFile(workspace, name, packed.get(name))
    files.push(file)
    job.guard()
    if (!target.isMod) for (const problem of await newProblems(checker, name, job)) problems.push(problem)
    job.guard()
    if (file.action !== 'none') await preflight.meet(name)
  }
  if (target.isMod)
    for (const name of workspace.dirty.changedFiles)
      for (const problem of await newProblems(checker, name, job)) problems.push(problem)
  const found = await preflight.found()
  await refreshState(session, file => job.passed(names.length, file))
  job.guard()
  return {
    files,
    blocking: problems.filter(problem => problem.severity === 'error'),
    warnings: problems.filter(problem => problem.severity === 'warning'),
    unpacked: workspace.dirty.unpackedFiles.reduce((sum, file) => sum + workspace.dirty.unpackedIn(file).length, 0),
    ...found,
    unwritable: [...refusal, ...found.unwritable],
  }
}

/** The files that deploy would write; where a mod cannot make a change, the error instead. */
async function packedFor(
  target: DeployTarget,
  seen: Seen,
): Promise<{ readonly packed: Packable; readonly refusal: readonly Words[] }> {
  try {
    return { packed: await target.files(seen), refusal: [] }
  } catch (error) {
    if (!target.isMod || !(error instanceof StudioError)) throw error
    return { packed: new Map(), refusal: [{ code: error.code, params: error.params }] }
  }
}

const ownRecords = ({ parts: { deployment } }: Workspace): readonly DeployedFile[] => deployment.own?.files ?? []

/**
 * Files that a pack would write now, those left out because another program changed them, and those deployed before.
 */
const namesOf = (workspace: Workspace, packed: Packable): readonly string[] => [
  ...new Set([...packed.keys(), ...workspace.conflicts, ...ownRecords(workspace).map(record => record.path)]),
]

async function plannedFile(workspace: Workspace, file: string, packed: PackableFile | undefined): Promise<PlannedFile> {
  const record = ownRecords(workspace).find(({ path }) => path === file)
  return packed === undefined && record
    ? takenBack(workspace, record)
    : written(workspace, file, packed ?? { hash: '', size: 0 })
}

async function takenBack({ parts: { install } }: Workspace, record: DeployedFile): Promise<PlannedFile> {
  const installHash = (await install.presentHash(record.path)) ?? ''
  const pristineHash = record.pristine ?? ''
  return {
    file: record.path,
    action: installHash === pristineHash ? 'none' : 'restore',
    pristineHash,
    installHash,
    newHash: pristineHash,
    size: 0,
    isForeign: installHash !== '' && installHash !== pristineHash && !record.deployed.includes(installHash),
  }
}

async function written(
  workspace: Workspace,
  file: string,
  { hash: newHash, size }: PackableFile,
): Promise<PlannedFile> {
  const { install, hashes } = workspace.parts
  const installHash = (await install.presentHash(file)) ?? ''
  const record = install.record(file)
  // An existing file never counts as added here, whatever is recorded: restore would remove it.
  const pristineHash = record ? (record.pristine ?? '') : (hashes.of(file) ?? installHash)
  const action = installHash === newHash ? 'none' : pristineHash === '' && installHash === '' ? 'add' : 'replace'
  return {
    file,
    action,
    pristineHash,
    installHash,
    newHash,
    size,
    isForeign: await isForeign(workspace, install, file, installHash || undefined),
  }
}

/** Problems of a file that its original does not have. */
async function newProblems(checker: Checker, file: string, job: JobRun): Promise<readonly Problem[]> {
  const keyOf = (problem: Problem): string => `${problem.code} ${problem.entry} ${problem.path ?? ''}`
  const old = new Set((await checker.checkFile(file, 'pristine')).map(keyOf))
  job.guard()
  return (await checker.checkFile(file)).filter(problem => !old.has(keyOf(problem)))
}
