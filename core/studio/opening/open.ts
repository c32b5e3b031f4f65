import {
  PATH_GRAMMAR,
  readOnly,
  StudioError,
  type Family,
  type FileSystem,
  type JsonRecord,
  type KnownFamily,
  type ReadOnlyFileSystem,
  type Words,
} from '../../format'
import { noticeOverlay } from '../changes/changes'
import { readDeployment, RECORD } from '../install/deployed'
import { DeploymentRecord } from '../install/deployment-record'
import type { Host, ResolvedPath } from '../api/host'
import { Install } from '../install/install'
import { frozen, KeptFiles } from '../install/kept-files'
import { JournalFile } from '../journal/journal-file'
import { activeFolder, workspaceName } from './mods'
import { guardedFiles } from '../journal/guarded-files'
import { WorkspaceLock } from '../journal/lock'
import { ABOUT, aboutOf, migrate, VERSION, versionOf } from '../journal/migrate'
import { PristineHashes } from '../install/pristine-digests'
import { detectFamilies, loadAll, type Detected } from './detect'
import { followPointer, writePointer } from './project-file'
import { fromText } from '../../format/text-bytes'
import type { Bytes } from '../../layout'
import { hashOnce } from '../entries/digests'
import { ownFolder } from '../install/own-folder'
import { chosenPages } from '../install/code-pages'
import { loadRoots } from '../install/roots'
import { tidyAtOpen } from '../storage/storage-cleanup'
import { Workspace, type Seen } from '../entries/workspace'

/** The place of an install on disk. */
export interface Place {
  /** Absolute folder of the install. */
  readonly root: string
  /** Base of the workspace's name: the folder, or the single file. */
  readonly subject: string
  readonly name: string
  /** Set where a single file is the install. */
  readonly only?: string
}

/** An install and its workspace, before the journal is read. */
interface Found {
  readonly install: Install
  readonly store: FileSystem
  readonly hashes: PristineHashes
  readonly families: readonly Family[]
  readonly notices: Words[]
  readonly isReadOnly: boolean
  /** Whether the install is missing. */
  readonly isMissing: boolean
}

interface OpenOptions {
  /** The workspace folder, where it is not the default one. */
  readonly workspace?: string | undefined
  readonly historyBudget?: number | undefined
  /** Progress callback with the folder being read and the number of files found so far. Throw to abort. */
  readonly seen?: Seen | undefined
}

/**
 * Opens an install, or the project file of one, and creates or finds its workspace, which never lies inside it. If the
 * install is missing, its workspace is opened for reading. Throws StudioError.
 */
export async function openWorkspace(
  host: Host,
  families: readonly KnownFamily[],
  path: string,
  { workspace: wanted, historyBudget, seen }: OpenOptions = {},
): Promise<Workspace> {
  const { install: given, workspace: pointed } = await followPointer(host, path)
  const resolved = await host.resolve(given)
  const place = placeOf(resolved, given)
  const folder = await workspaceFolder(host, place, wanted ?? pointed)
  const found = await (resolved.kind === 'missing'
    ? findWithout(host, families, place, folder, given)
    : find(host, families, place, folder, seen))
  const { install, hashes, notices, isReadOnly, isMissing } = found
  const lock = new WorkspaceLock(found.store, host)
  // A process that loses the lock during its writes stops before it writes beside the new owner.
  const store = guardedFiles(found.store, async () => {
    if (lock.isHeld) await lock.guardOwned()
  })
  const { root, only } = place
  const readOn = (): void => seen?.(folder, install.names.length)
  for (const notice of await loadChoices(host, install, found.store)) notices.push(notice)
  readOn()
  const deployment = new DeploymentRecord({ host, install, store, folder, hashes, subject: place.subject })
  await deployment.load()
  for (const notice of deployment.notices) notices.push(notice)
  if (!deployment.other && deployment.own?.state === 'running')
    notices.push({ code: 'notice.deploy-interrupted', params: { n: deployment.own.files.length } })
  const journal = new JournalFile(store, () => lock.isHeld)
  const workspace = new Workspace({
    host,
    folder,
    root,
    ...(only !== undefined && { only }),
    install,
    store,
    journal,
    lock,
    hashes,
    deployment,
    ...ofFamilies(found.families),
    isReadOnly,
    isMissing,
    historyBudget,
  })
  for (const notice of notices) workspace.notices.push(notice)
  readOn()
  const isLoaded =
    !isReadOnly &&
    (await lock.holdIfFree('open', async () => {
      await workspace.load()
      await tidyAtOpen(workspace)
    }))
  if (!isLoaded) await workspace.load()
  readOn()
  await workspace.noticeOutside(undefined, seen && (file => seen(file, install.names.length)))
  readOn()
  await noticeOverlay(workspace)
  return workspace
}

/** What the user chose for this install: folders beside it, and code pages of archives. */
async function loadChoices(host: Host, install: Install, store: ReadOnlyFileSystem): Promise<readonly Words[]> {
  const about = await aboutOf(store)
  install.codePages = chosenPages(about)
  return loadRoots(host, install, about)
}

const ofFamilies = (families: readonly Family[]) => ({
  family: families[0],
  families,
  formats: families.flatMap(family => family.formats),
})

async function find(
  host: Host,
  families: readonly KnownFamily[],
  place: Place,
  folder: string,
  seen?: Seen,
): Promise<Found> {
  const store = await ownFolder(host, folder)
  const install = await installAt(host, place, store, seen)
  const { families: detected, notices: unloaded } = await detect(families, install, place)
  const notices: Words[] = [...unloaded]
  const [strange] = install.unlisted
  if (strange !== undefined)
    notices.push({ code: 'notice.names-unusable', params: { n: install.unlisted.length, file: strange } })
  const [unread] = install.unreadable
  if (unread !== undefined)
    notices.push({ code: 'notice.unreadable', params: { n: install.unreadable.length, path: unread } })
  const isReadOnly = !(await describe(host, store, place, detected[0], notices))
  const hashes = new PristineHashes(store)
  await hashes.load()
  return { install, store, hashes, families: detected, notices, isReadOnly, isMissing: false }
}

/** The install with its present files. `store`: folder of the backups. */
export async function installAt(
  host: Host,
  { root, only }: Place,
  store: ReadOnlyFileSystem,
  seen?: Seen,
): Promise<Install> {
  const install = new Install(
    readOnly(await host.folder(root, only === undefined ? {} : { only })),
    hashOf(host),
    store,
  )
  await install.refresh(seen)
  return install
}

/** Contents of the workspace of a missing install. Throws StudioError `open.missing` where it has none. */
async function findWithout(
  host: Host,
  families: readonly KnownFamily[],
  place: Place,
  folder: string,
  given: string,
): Promise<Found> {
  const isKnown = (await host.resolve(folder)).kind === 'folder'
  const files = isKnown ? await host.folder(folder) : undefined
  const about = files && (await aboutOf(files))
  if (!files || about?.['install'] !== place.subject) throw new StudioError('open.missing', { path: given })
  guardVersion(files, about)
  const store = frozen(files, () => new StudioError('install.missing', { path: place.subject }))
  const hashes = new PristineHashes(store)
  await hashes.load()
  const originals = new Map(
    (await readDeployment(store, RECORD))?.files.flatMap(({ path, pristine }) =>
      pristine === null ? [] : [[path, pristine] as const],
    ),
  )
  for (const file of hashes.files()) originals.set(file, hashes.of(file) ?? '')
  const install = new Install(await KeptFiles.of(place.subject, store, originals, host.hash), hashOf(host), store)
  await install.refresh()
  const { families: detected, notices } = await loadAll(families.filter(({ id }) => id === about['family']))
  return {
    install,
    store,
    hashes,
    families: detected,
    notices: [...notices, { code: 'notice.install-missing', params: { path: place.subject } }],
    isReadOnly: true,
    isMissing: true,
  }
}

/** A missing path counts as a folder. Throws StudioError `open.unreadable`. */
export function placeOf({ kind, path, parent, name }: ResolvedPath, given: string): Place {
  if (kind === 'unreadable') throw new StudioError('open.unreadable', { path: given })
  return kind === 'file' ? { root: parent, subject: path, name, only: name } : { root: path, subject: path, name }
}

async function workspaceFolder(host: Host, place: Place, wanted: string | undefined): Promise<string> {
  const { subject, name } = place
  const usual = await activeFolder(host, workspaceName(host, subject, name))
  const chosen = wanted === undefined ? usual : (await host.resolve(wanted)).path
  const folder = chosen === (await host.resolve(usual)).path ? usual : chosen // deploy knows it by one spelling
  guardApart(host, place, folder)
  return folder
}

/** Throws StudioError `workspace.inside-install`, `workspace.around-install`. */
export function guardApart(host: Host, { root, subject, only }: Place, folder: string): void {
  if (only === undefined && host.isInside(root, folder))
    throw new StudioError('workspace.inside-install', { path: folder, install: root })
  if (host.isInside(folder, subject)) throw new StudioError('workspace.around-install', { path: folder, install: root })
}

/** The families of an install; none of a single file of no format. Throws StudioError `open.not-a-game`. */
export async function detect(known: readonly KnownFamily[], install: Install, place: Place): Promise<Detected> {
  const found = await detectFamilies(known, install, place.only)
  if (place.only === undefined && found.families.length + found.notices.length === 0)
    throw new StudioError('open.not-a-game', { path: place.root, n: install.names.length })
  return found
}

/** Each image is hashed once, whoever needs its hash. */
const hashOf =
  ({ hash }: Host) =>
  (bytes: Bytes): string =>
    hashOnce(hash, bytes)

function guardVersion({ root }: ReadOnlyFileSystem, about: JsonRecord): void {
  const paths = about['paths']
  if (versionOf(about) > VERSION || (typeof paths === 'number' && paths > PATH_GRAMMAR))
    throw new StudioError('workspace.newer', { path: root })
}

/**
 * Writes or checks workspace.json, which records the path of the install and the folder of the user's data from which
 * it was opened; false where the workspace cannot be written.
 */
async function describe(
  { userData }: Host,
  store: FileSystem,
  place: Place,
  family: Family | undefined,
  notices: Words[],
): Promise<boolean> {
  const known = await aboutOf(store)
  let about = known ?? {}
  if (typeof about['install'] === 'string' && about['install'] !== place.subject) {
    throw new StudioError('workspace.other-install', { path: store.root, install: about['install'] })
  }
  guardVersion(store, about)
  const described = (): JsonRecord => ({
    ...about,
    version: VERSION,
    paths: PATH_GRAMMAR,
    install: place.subject,
    family: family?.id ?? 'unknown',
    data: userData,
  })
  try {
    if (JSON.stringify(described()) === JSON.stringify(known)) {
      await store.guardWrite(ABOUT)
      await writePointer(store, place.name, place.subject)
      return true
    }
    if (known && versionOf(known) < VERSION) about = await migrate(store, known, notices)
    const next = described()
    await store.write(ABOUT, fromText(`${JSON.stringify(next, null, 2)}\n`))
    await writePointer(store, place.name, place.subject)
    return true
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    notices.push({ code: 'notice.workspace-read-only', params: { path: store.root } })
    return false
  }
}
