import { isRecord, parseJson, StudioError, type FileStat } from '../../format'
import type { Storage, UpkeepReport } from '../api/storage'
import { backupPath } from '../install/copies'
import { MARKER, readDeployment, RECORD } from '../install/deployed'
import { BACKUP_LIMITS } from '../api/backup-limits'
import { compact } from './compact'
import { JOURNAL } from '../journal/journal-file'
import { BEFORE_VERSION } from '../journal/migrate'
import { RUN, runBackups } from '../launch/run-overlay'
import { toText } from '../../format/text-bytes'
import type { Workspace } from '../entries/workspace'
const DAY = 24 * 60 * 60_000
/** A journal of this size in bytes is compacted when it is opened. */
const LARGE_JOURNAL = 16 * 1024 * 1024
const BACKUP = backupPath('')

/** Disk space of the workspace, in bytes and by part. */
export async function storageOf({ parts: { store } }: Workspace): Promise<Storage> {
  const files = await store.list()
  const sum = (some: readonly FileStat[]): number => some.reduce((bytes, file) => bytes + file.size, 0)
  const backups = files.filter(file => file.path.startsWith(BACKUP))
  return {
    journal: sum(files.filter(file => file.path === JOURNAL)),
    backups: sum(backups),
    backupCount: backups.length,
    total: sum(files),
  }
}

/** Compacts the journal and removes copies that are too old. The caller must hold the lock. */
export async function tidyUp(workspace: Workspace): Promise<UpkeepReport> {
  const before = await storageOf(workspace)
  await compact(workspace)
  await prune(workspace)
  return { before, after: await storageOf(workspace) }
}

/** The same at open, where the journal is large. A disk error does not prevent opening. */
export async function tidyAtOpen(workspace: Workspace): Promise<void> {
  try {
    if (workspace.parts.journal.length > LARGE_JOURNAL) await compact(workspace)
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
  }
}

/** Removes old copies after a deploy, which makes new ones. A disk error does not fail the deploy. */
export async function pruneAfterDeploy(workspace: Workspace): Promise<void> {
  try {
    await prune(workspace)
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
  }
}

async function prune(workspace: Workspace): Promise<void> {
  const { store, host } = workspace.parts
  await pruneBackups(workspace)
  for (const { path } of outlived(await store.list(), host.now(), workspace.backupLimits))
    await store.remove(path, { isLasting: false })
}

/** Copies from before a migration that are older than the oldest backup. */
export const outlived = (files: readonly FileStat[], now: number, { days } = BACKUP_LIMITS): readonly FileStat[] =>
  files.filter(({ path, modified }) => path.startsWith(BEFORE_VERSION) && now - modified >= days * DAY)

/** Removes copies that no deploy, run or edit needs and that are neither among the newest nor the last of a day. */
export async function pruneBackups(workspace: Workspace): Promise<void> {
  const { store, host } = workspace.parts
  const needed = await neededBackups(workspace)
  if (!needed) return
  const spare = (await store.list()).filter(
    file => file.path.startsWith(BACKUP) && !needed.has(file.path.slice(BACKUP.length)),
  )
  for (const { path } of outdated(spare, host.now(), workspace.backupLimits))
    await store.remove(path, { isLasting: false })
}

/** Files that are neither among the newest nor the last one of one of the last days. */
export function outdated(
  files: readonly FileStat[],
  now: number,
  { newest, days } = BACKUP_LIMITS,
): readonly FileStat[] {
  const newestFirst = [...files].sort((a, b) => b.modified - a.modified)
  const seen = new Set<number>()
  return newestFirst.filter(({ modified }, place) => {
    const day = Math.floor(modified / DAY)
    const isLastOfDay = !seen.has(day) && now - modified < days * DAY
    seen.add(day)
    return place >= newest && !isLastOfDay
  })
}

/** Hashes of needed copies; undefined where a record that lists them cannot be read: then nothing is removed. */
async function neededBackups({
  parts: { store, install, hashes },
}: Workspace): Promise<ReadonlySet<string> | undefined> {
  const needed = new Set(hashes.all())
  for (const [files, path] of [
    [install.files, MARKER],
    [store, RECORD],
  ] as const) {
    const deployment = await readDeployment(files, path)
    if (!deployment && (await files.stat(path))) return undefined
    for (const { pristine } of deployment?.files ?? []) if (pristine !== null) needed.add(pristine)
    for (const { from, to } of deployment?.steps ?? [])
      for (const hash of [from, to]) if (hash !== null) needed.add(hash)
  }
  if (!(await store.stat(RUN))) return needed
  const run = parseJson(toText(await store.read(RUN)))
  if (!isRecord(run)) return undefined
  for (const hash of runBackups(run)) needed.add(hash)
  return needed
}
