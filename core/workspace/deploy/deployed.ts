import { isRecord, parseJson, type FileSystem, type ReadOnlyFileSystem } from '../../format'
import type { Host } from '../host'
import { fromText, toText } from '../text-bytes'

/** The one file that deploy leaves in the install, so that every workspace knows what it sees. */
export const MARKER = 'areal-deployed.json'
/** The same as the workspace keeps it. */
export const RECORD = 'deployed.json'

/** What deploy knows of one file of the install. */
export interface DeployedFile {
  readonly path: string
  /** Null: the install had no such file. */
  readonly pristine: string | null
  /** Every hash that we put there, the present one last. */
  readonly deployed: readonly string[]
}

/** One file on its way: hashes of what stood there and of what shall stand there; null: no file. */
export interface DeployStep {
  readonly path: string
  readonly from: string | null
  readonly to: string | null
}

export interface Deployment {
  readonly workspace: string
  /** running: the plan is written, files may be half way; done: every file stands. */
  readonly state: 'running' | 'done'
  readonly files: readonly DeployedFile[]
  /** While running: what is being written, so that the next start can finish it or take it back. */
  readonly steps?: readonly DeployStep[]
}

/** What stands there, or undefined where nothing does or it is none of ours. */
export async function readDeployment(files: ReadOnlyFileSystem, path: string): Promise<Deployment | undefined> {
  if (!(await files.stat(path))) return undefined
  return parseDeployment(toText(await files.read(path)))
}

/** Writes it as indented JSON, in place of the one before. */
export async function writeDeployment(files: FileSystem, path: string, deployment: Deployment): Promise<void> {
  await files.write(path, fromText(`${JSON.stringify(deployment, null, 2)}\n`))
}

/**
 * Where the workspace lies that deployed, seen from the one in `folder`. Data that was moved as a whole, or is on a disk with another
 * letter now, is not where the install has it noted: the workspace is here or beside, and its record names the old place.
 */
export async function deployerOf(host: Host, { workspace }: Deployment, folder: string): Promise<string> {
  if (workspace === folder) return folder
  const [own, { name }] = await Promise.all([host.resolve(folder), host.resolve(workspace)])
  for (const place of [workspace, folder, host.join(own.parent, name)]) {
    const isThere = (await host.resolve(place)).kind === 'folder'
    if (isThere && (await readDeployment(await host.folder(place), RECORD))?.workspace === workspace) return place
  }
  return workspace
}

/** Undefined for text that is none of ours: a damaged record must not be obeyed. */
function parseDeployment(text: string): Deployment | undefined {
  const json = parseJson(text)
  if (!isRecord(json) || typeof json['workspace'] !== 'string' || !Array.isArray(json['files'])) return undefined
  const files = json['files'].flatMap((file: unknown): DeployedFile[] => {
    if (!isRecord(file)) return []
    const { path, pristine, deployed } = file
    if (typeof path !== 'string' || (pristine !== null && typeof pristine !== 'string') || !Array.isArray(deployed)) return []
    return [{ path, pristine, deployed: deployed.filter((hash): hash is string => typeof hash === 'string') }]
  })
  const steps = readSteps(json['steps'])
  return { workspace: json['workspace'], state: json['state'] === 'running' ? 'running' : 'done', files, ...(steps && { steps }) }
}

/** Undefined where any of them is not ours: half of a plan must not be obeyed. */
function readSteps(json: unknown): readonly DeployStep[] | undefined {
  if (!Array.isArray(json)) return undefined
  const steps = json.flatMap((step: unknown): DeployStep[] => {
    if (!isRecord(step)) return []
    const { path, from, to } = step
    const isHash = (hash: unknown): hash is string | null => hash === null || typeof hash === 'string'
    return typeof path === 'string' && isHash(from) && isHash(to) ? [{ path, from, to }] : []
  })
  return steps.length === json.length ? steps : undefined
}

/** What this workspace deployed: as the install has it noted, with the files of other programs settled since, of which the workspace alone knows. */
export function bothRecords(marker: Deployment, record: Deployment | undefined): Deployment {
  const settled = (file: DeployedFile): readonly string[] =>
    record?.files.find(one => one.path === file.path && one.pristine === file.pristine)?.deployed.filter(hash => !file.deployed.includes(hash)) ?? []
  return record?.workspace === marker.workspace ? { ...marker, files: marker.files.map(file => ({ ...file, deployed: [...settled(file), ...file.deployed] })) } : marker
}
