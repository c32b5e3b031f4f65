import { isRecord, parseJson, StudioError, type FileSystem, type ReadOnlyFileSystem } from '../../format'
import { fromText, toText } from '../../format/text-bytes'
import type { DeployReport, PastDeployment } from '../api/deploy'
import { DEPLOYMENTS } from '../install/deployed'

/** Bytes read from the end of the list. */
const READ_LIMIT = 1024 * 1024
/** Names of files stored per record; `fileCount` counts all. */
const FILES_KEPT = 100

/** Deployments and returns to the original, newest first. Lines that are no record are skipped. */
export async function listDeployments(store: ReadOnlyFileSystem): Promise<readonly PastDeployment[]> {
  const size = (await store.stat(DEPLOYMENTS))?.size ?? 0
  if (size === 0) return []
  const offset = Math.max(0, size - READ_LIMIT)
  const text = toText(await store.read(DEPLOYMENTS, { offset, length: size - offset }))
  return text.split('\n').flatMap(recordOf).reverse()
}

/**
 * Appends what a deploy or a return wrote; one that wrote nothing is not listed. The game has the files by then, so a
 * workspace that cannot be written does not fail the deploy: the list lacks it.
 */
export async function appendDeployment(
  store: FileSystem,
  { written, restored }: DeployReport,
  about: Pick<PastDeployment, 'kind' | 'time' | 'revision'>,
): Promise<void> {
  const files = [...written, ...restored]
  if (files.length === 0) return
  const record: PastDeployment = { ...about, files: files.slice(0, FILES_KEPT), fileCount: files.length }
  try {
    // A line break first: a record that was cut off does not damage the next one.
    await store.append(DEPLOYMENTS, fromText(`\n${JSON.stringify(record)}`))
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
  }
}

function recordOf(line: string): readonly PastDeployment[] {
  const json = parseJson(line)
  if (!isRecord(json)) return []
  const { kind, time, revision, files, fileCount } = json
  if ((kind !== 'deploy' && kind !== 'restore') || !isCount(time) || !isCount(revision) || !Array.isArray(files))
    return []
  const names = files.filter(file => typeof file === 'string')
  return [{ kind, time, revision, files: names, fileCount: isCount(fileCount) ? fileCount : names.length }]
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && Number.isFinite(value)
