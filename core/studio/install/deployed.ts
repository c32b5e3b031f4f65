import {
  isRecord,
  parseJson,
  StudioError,
  type FileSystem,
  type GuardPresent,
  type ReadOnlyFileSystem,
} from '../../format'
import type { Bytes } from '../../layout'
import type { Host } from '../api/host'
import { fromText, toText } from '../../format/text-bytes'

/** The one file that deploy leaves in the install, so that every workspace knows what is deployed. */
export const MARKER = 'areal-deployed.json'
/** The workspace's copy of it. */
export const RECORD = 'deployed.json'
/** The workspace's list of deployments: one JSON record per line, only ever appended to. */
export const DEPLOYMENTS = 'deployments.jsonl'

/** What deploy records of one file of the install. */
export interface DeployedFile {
  readonly path: string
  /** Null: the install had no such file. */
  readonly pristine: string | null
  /** Every hash that was deployed here, the present one last. */
  readonly deployed: readonly string[]
}

/** One file of a running deployment: hashes before and after; null: no file. */
export interface DeployStep {
  readonly path: string
  readonly from: string | null
  readonly to: string | null
}

/** Record of a deployment: which workspace deployed which files. */
export interface Deployment {
  readonly workspace: string
  /** running: the plan is written, files may be half written; done: all files are written. */
  readonly state: 'running' | 'done'
  readonly files: readonly DeployedFile[]
  /** While running: what is being written, so that the next start can finish or revert it. */
  readonly steps?: readonly DeployStep[]
  /** Where the files are those of a mod folder: digest of the packed files that they were made from. */
  readonly source?: string
  /**
   * In the workspace only: files that the marker still lists, but that were reloaded since and are not deployed any
   * more.
   */
  readonly released?: readonly DeployedFile[]
}

/** The deployment, or undefined where there is none, or the file is not of this program. */
export async function readDeployment(files: ReadOnlyFileSystem, path: string): Promise<Deployment | undefined> {
  const stat = await files.stat(path)
  if (!stat || stat.size > SIZE_LIMIT) return undefined
  return parseDeployment(toText(await files.read(path)))
}

/**
 * The record of the workspace in a folder; undefined where there is none or it cannot be read. The folder may be named
 * by an untrusted file.
 */
export async function recordIn(host: Host, folder: string): Promise<Deployment | undefined> {
  try {
    return (await host.resolve(folder)).kind === 'folder'
      ? await readDeployment(await host.folder(folder), RECORD)
      : undefined
  } catch (error) {
    if (error instanceof StudioError) return undefined
    throw error
  }
}

/** Writes the record as indented JSON. */
export async function writeDeployment(
  files: FileSystem,
  path: string,
  deployment: Deployment,
  guard?: GuardPresent,
): Promise<void> {
  await files.write(path, deploymentText(deployment), guard && { guard })
}

/** The record as the text of its file. */
export const deploymentText = (deployment: Deployment): Bytes => fromText(`${JSON.stringify(deployment, null, 2)}\n`)

/**
 * Finds the workspace that deployed, from the one in `folder`. After its data was moved, or the drive letter changed,
 * it is not at the path recorded in the install: it is then this one or beside it, and its own record names the old
 * path.
 */
export async function deployerOf(host: Host, { workspace }: Deployment, folder: string): Promise<string> {
  if (workspace === folder) return folder
  const [own, { name }] = await Promise.all([host.resolve(folder), host.resolve(workspace)])
  for (const place of [workspace, folder, host.join(own.parent, name)]) {
    if ((await recordIn(host, place))?.workspace === workspace) return place
  }
  return workspace
}

/**
 * Larger files, in bytes, and longer lists are not records of this program: a marker is part of the game folder and may
 * be anyone's.
 */
const SIZE_LIMIT = 32 * 1024 * 1024
const FILES_LIMIT = 100_000
const PATH_LIMIT = 1024
const WORKSPACE_LIMIT = 4096

const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** A relative path with `/` that stays in the install, and is not the marker itself. */
const isInstallPath = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= PATH_LIMIT &&
  !/[\0\\:]/.test(value) &&
  value.toLowerCase() !== MARKER &&
  value.split('/').every(part => part !== '' && part !== '.' && part !== '..')

/**
 * Undefined for any other text: a damaged record must not be used. Files with an invalid path or digest, and repeated
 * ones, are left out.
 */
function parseDeployment(text: string): Deployment | undefined {
  const json = parseJson(text)
  if (!isRecord(json) || !Array.isArray(json['files']) || json['files'].length > FILES_LIMIT) return undefined
  const { workspace } = json
  if (
    typeof workspace !== 'string' ||
    workspace === '' ||
    workspace.length > WORKSPACE_LIMIT ||
    workspace.includes('\0')
  )
    return undefined
  const files = filesIn(json['files'])
  const released = Array.isArray(json['released']) ? [...filesIn(json['released']).values()] : []
  const steps = readSteps(json['steps'], files)
  const source = isDigest(json['source']) ? json['source'] : undefined
  return {
    workspace,
    state: json['state'] === 'running' ? 'running' : 'done',
    files: [...files.values()],
    ...(steps && { steps }),
    ...(source && { source }),
    ...(released.length > 0 && { released }),
  }
}

/** By path in lower case; of files listed twice the first. */
function filesIn(json: readonly unknown[]): ReadonlyMap<string, DeployedFile> {
  const files = new Map<string, DeployedFile>()
  for (const file of json.slice(0, FILES_LIMIT).flatMap(readFile)) {
    const key = file.path.toLowerCase()
    if (!files.has(key)) files.set(key, file)
  }
  return files
}

function readFile(file: unknown): readonly DeployedFile[] {
  if (!isRecord(file)) return []
  const { path, pristine, deployed } = file
  if (!isInstallPath(path) || (pristine !== null && !isDigest(pristine)) || !Array.isArray(deployed)) return []
  return [{ path, pristine, deployed: deployed.filter(isDigest) }]
}

/** Undefined where one of them is invalid or names a file that is not listed: half a plan must not be used. */
function readSteps(json: unknown, files: ReadonlyMap<string, DeployedFile>): readonly DeployStep[] | undefined {
  if (!Array.isArray(json) || json.length > FILES_LIMIT) return undefined
  const isHash = (hash: unknown): hash is string | null => hash === null || isDigest(hash)
  const steps = json.flatMap((step: unknown): DeployStep[] => {
    if (!isRecord(step)) return []
    const { path, from, to } = step
    return isInstallPath(path) && files.has(path.toLowerCase()) && isHash(from) && isHash(to)
      ? [{ path, from, to }]
      : []
  })
  return steps.length === json.length ? steps : undefined
}

/** Files of a marker that the record of its workspace does not confirm with the same original and all digests. */
export function unconfirmed({ files }: Deployment, record: Deployment | undefined): readonly DeployedFile[] {
  const known = new Map(
    [...(record?.released ?? []), ...(record?.files ?? [])].map(file => [file.path.toLowerCase(), file]),
  )
  return files.filter(({ path, pristine, deployed }) => {
    const file = known.get(path.toLowerCase())
    return !file || file.pristine !== pristine || deployed.some(hash => !file.deployed.includes(hash))
  })
}

/**
 * What this workspace deployed: the marker in the install, corrected by what only the workspace knows: external files
 * resolved or reloaded since.
 */
export function bothRecords(marker: Deployment, record: Deployment | undefined): Deployment {
  const settled = (file: DeployedFile): readonly string[] =>
    record?.files
      .find(one => one.path === file.path && one.pristine === file.pristine)
      ?.deployed.filter(hash => !file.deployed.includes(hash)) ?? []
  const noted = withoutReleased(marker)
  if (record?.workspace !== marker.workspace) return noted
  const { released = [] } = record
  const files = noted.files
    .filter(({ path }) => !released.some(one => one.path === path))
    .map(file => ({ ...file, deployed: [...settled(file), ...file.deployed] }))
  return { ...noted, files, ...(released.length > 0 && { released }) }
}

/** As recorded in the install: deployed files only. */
export function withoutReleased({ released: _released, ...noted }: Deployment): Deployment {
  return noted
}

/** The record without these files, until the marker is written again. */
export function releasing(own: Deployment, files: ReadonlySet<string>): Deployment {
  const left = own.files.filter(({ path }) => files.has(path))
  return {
    ...own,
    files: own.files.filter(({ path }) => !files.has(path)),
    released: [...(own.released ?? []), ...left],
  }
}
