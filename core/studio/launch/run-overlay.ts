import { isRecord, parseJson, StudioError, type FileSystem, type RunOverlay } from '../../format'
import type { Bytes } from '../../layout'
import { backupPath, readBackup } from '../install/copies'
import { fromText, toText } from '../../format/text-bytes'
import { processNamed, type Host } from '../api/host'
import { InstallWriter } from '../entries/install-writer'
import type { Workspace } from '../entries/workspace'

/** Written to the workspace while files are added to the game for one run. */
export const RUN = 'run.json'

interface RunFile {
  readonly path: string
  /** Digest of the replaced file; null: there was none. */
  readonly before: string | null
  readonly run: string
}

/** Adds files to the game for one run; replaced files are kept by their hash, and recorded before the first write. */
export async function putRunOverlay(workspace: Workspace, target: FileSystem, overlay: RunOverlay): Promise<void> {
  const { install, store, host } = workspace.parts
  const files: RunFile[] = []
  for (const { path, bytes } of overlay.files) {
    const file = install.spelling(path) ?? path
    const before = await install.present(file)
    const hash = before && host.hash(before)
    if (before && hash !== undefined && !(await store.stat(backupPath(hash))))
      await store.write(backupPath(hash), before)
    files.push({ path: file, before: hash ?? null, run: host.hash(bytes) })
  }
  await store.write(RUN, fromText(`${JSON.stringify({ by: host.process, files }, null, 2)}\n`))
  const writer = new InstallWriter(workspace, target)
  for (const [i, { path, before }] of files.entries())
    await writer.replace({ file: path, bytes: overlay.files[i]?.bytes ?? new Uint8Array(0), from: before })
}

/**
 * Restores the files before the run. What the game wrote there meanwhile is kept by its hash. Returns the files.
 * `isOurs: false`: only those of a process that has ended; other runs continue.
 */
export async function takeRunOverlay(
  workspace: Workspace,
  writable: () => Promise<FileSystem>,
  { isOurs = true } = {},
): Promise<readonly string[]> {
  const { install, store, host } = workspace.parts
  if (!(await store.stat(RUN))) return []
  const json = parseJson(toText(await store.read(RUN)))
  if (!isOurs && (await isOfLiving(json, host))) return []
  const writer = new InstallWriter(workspace, await writable())
  const files = readRun(json)
  const back: string[] = []
  for (const { path, before, run } of files) {
    const present = await install.present(path)
    const hash = present && host.hash(present)
    if ((hash ?? null) === before) continue
    if (present && hash !== undefined && hash !== run) await store.write(backupPath(hash), present)
    const bytes: Bytes | undefined = before === null ? undefined : await readBackup(store, before, host.hash, path)
    await writer.replace({ file: path, bytes, from: hash ?? null })
    back.push(path)
  }
  await store.remove(RUN)
  return back
}

async function isOfLiving(json: unknown, host: Host): Promise<boolean> {
  const by = isRecord(json) ? json['by'] : undefined
  const owner = isRecord(by) ? processNamed(by) : undefined
  return owner !== undefined && owner.machine === host.process.machine && host.isAlive(owner)
}

/** Hashes of the files that have to be restored after a run. */
export const runBackups = (json: unknown): readonly string[] => readRun(json).flatMap(({ before }) => before ?? [])

function readRun(json: unknown): readonly RunFile[] {
  const files: readonly unknown[] = isRecord(json) && Array.isArray(json['files']) ? json['files'] : []
  return files.flatMap((file): RunFile[] => {
    if (!isRecord(file)) throw new StudioError('launch.run-record')
    const { path, before, run } = file
    if (typeof path !== 'string' || typeof run !== 'string' || (before !== null && typeof before !== 'string'))
      throw new StudioError('launch.run-record')
    return [{ path, before, run }]
  })
}
