import { StudioError, type FileSystem, type Words } from '../../format'
import type { Bytes } from '../../layout'
import type { Host } from '../api/host'
import { keepCopy } from './copies'
import type { Install } from './install'
import type { PristineHashes } from './pristine-digests'
import { aboutOf } from '../journal/migrate'
import {
  bothRecords,
  deployerOf,
  deploymentText,
  MARKER,
  readDeployment,
  RECORD,
  recordIn,
  unconfirmed,
  withoutReleased,
  writeDeployment,
  type DeployedFile,
  type Deployment,
} from './deployed'

/** Attempts to keep a marker that another program keeps writing, before deploying fails. */
const ATTEMPTS = 4

export interface RecordParts {
  readonly host: Host
  readonly install: Install
  readonly store: FileSystem
  /** Absolute folder of the workspace. */
  readonly folder: string
  readonly hashes: PristineHashes
  /** The install of a workspace, by its own description. */
  readonly subject: string
}

/**
 * Which workspace's files are deployed in the install: ours, another one's or none. Kept in the workspace, with a twin
 * in the install.
 */
export class DeploymentRecord {
  private ours: Deployment | undefined
  private others: Deployment | undefined
  /** What the marker has beyond the record of the workspace it names: which workspace deployed, and which files. */
  private doubt: Deployment | undefined
  /** The install has a marker that cannot be read as one. */
  private isUnread = false
  /** Digest of the marker as it was last read or written; undefined where there was none that can be read. */
  private marker: string | undefined
  /** Size and time of both files as they were last read or written. */
  private stamp = ''

  constructor(private readonly parts: RecordParts) {}

  /** What this workspace deployed. */
  get own(): Deployment | undefined {
    return this.ours
  }

  /** What another workspace deployed into this install. */
  get other(): Deployment | undefined {
    return this.others
  }

  /** The marker with only those of its files that nothing but it says were deployed; undefined where there are none. */
  get doubtful(): Deployment | undefined {
    return this.doubt
  }

  /** All that restore is about: what is deployed, and what the marker alone says. */
  get claimed(): Deployment | undefined {
    const base = this.others ?? this.ours ?? this.doubt
    const known = new Set(base?.files.map(file => file.path.toLowerCase()))
    return (
      base && {
        ...base,
        files: [...base.files, ...(this.doubt?.files ?? []).filter(file => !known.has(file.path.toLowerCase()))],
      }
    )
  }

  /** Reads both files; the install obeys what the marker says as far as the record of the workspace that it names confirms it. */
  async load(): Promise<void> {
    const { host, install, store, folder } = this.parts
    this.stamp = await this.stampNow()
    const [noted, kept] = [await readDeployment(install.files, MARKER), await readDeployment(store, RECORD)]
    const marker = noted && { ...noted, workspace: await deployerOf(host, noted, folder) }
    const isThere = (await install.files.stat(MARKER)) !== undefined
    this.isUnread = !noted && isThere
    this.marker = noted && isThere ? host.hash(await install.files.read(MARKER)) : undefined
    const record = kept && { ...kept, workspace: folder }
    this.others = marker && marker.workspace !== folder ? marker : undefined
    const confirming = this.others ? await this.recordOf(this.others.workspace) : record
    const doubted = marker ? unconfirmed(marker, confirming) : []
    this.doubt = marker && doubted.length > 0 ? { ...marker, files: doubted } : undefined
    if (!this.others) {
      this.obey(marker && !this.doubt ? bothRecords(marker, record) : record)
      return this.leaveReloaded()
    }
    const backups = confirming && (await host.folder(this.others.workspace))
    this.ours = record
    install.setDeployment(
      backups && { ...this.others, files: this.others.files.filter(file => !doubted.includes(file)) },
      backups ?? store,
    )
  }

  /** The record of another workspace; undefined where it has none or is of another install. */
  private async recordOf(workspace: string): Promise<Deployment | undefined> {
    const { host, subject } = this.parts
    const record = await recordIn(host, workspace)
    if (!record) return undefined
    const install = (await aboutOf(await host.folder(workspace)))?.['install']
    return typeof install === 'string' && (install === subject || (await host.resolve(install)).path === subject)
      ? record
      : undefined
  }

  /** Reads them again where another process wrote one since; says whether it did. */
  async follow(): Promise<boolean> {
    if (this.stamp === (await this.stampNow())) return false
    await this.load()
    return true
  }

  private async stampNow(): Promise<string> {
    const { install, store } = this.parts
    const stats = await Promise.all([install.files.stat(MARKER), store.stat(RECORD)])
    return stats.map(stat => (stat ? `${stat.size} ${stat.modified}` : '')).join('/')
  }

  /** Returns whose files are deployed, where they are another workspace's. */
  get notices(): readonly Words[] {
    const { others, doubt } = this
    return [
      ...(others
        ? [{ code: 'notice.other-workspace', params: { path: others.workspace, n: others.files.length } }]
        : []),
      ...(doubt
        ? [{ code: 'notice.marker-unconfirmed', params: { path: doubt.workspace, n: doubt.files.length } }]
        : []),
    ]
  }

  /** From here on, in this process. */
  obey(deployment: Deployment | undefined): void {
    this.ours = deployment
    this.parts.install.setDeployment(deployment, this.parts.store)
  }

  /** The same, and kept in the workspace: the install is not written. */
  async keep(deployment: Deployment | undefined): Promise<void> {
    const { store } = this.parts
    await (deployment ? writeDeployment(store, RECORD, deployment) : store.remove(RECORD))
    this.obey(deployment)
    this.stamp = await this.stampNow()
  }

  /** Writes both files. One of another workspace, whose files we restore, is written into the install only. */
  async note(noted: Deployment | undefined, target: FileSystem): Promise<void> {
    const deployment = noted && withoutReleased(noted)
    const isOurs = deployment === undefined || deployment.workspace === this.parts.folder
    await this.putMarker(deployment, target) // first: where the install cannot be written, nothing is noted
    if (isOurs) {
      this.doubt = undefined
      this.isUnread = false
      return this.keep(deployment)
    }
    this.others = deployment
    this.stamp = await this.stampNow()
  }

  /**
   * Replaces or removes the marker. One that nobody confirms or can read, or that another program wrote meanwhile, is a file of somebody
   * else: it is kept by its digest first. Throws StudioError `deploy.file-changed` where it does not stay the same for that long.
   */
  private async putMarker(deployment: Deployment | undefined, target: FileSystem): Promise<void> {
    const {
      install: { files },
      store,
      host,
    } = this.parts
    const changed = new StudioError('deploy.file-changed', { file: MARKER })
    const digest = (bytes: Bytes | undefined): string | undefined => bytes && host.hash(bytes)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const present = (await files.stat(MARKER)) ? await files.read(MARKER) : undefined
      const isOurs = !this.doubt && !this.isUnread && digest(present) === this.marker
      if (present && !isOurs) await keepCopy(store, present, host.hash)
      const guard = (found: Bytes | undefined): void => {
        if (digest(found) !== digest(present)) throw changed
      }
      try {
        await (deployment ? writeDeployment(target, MARKER, deployment, guard) : target.remove(MARKER, { guard }))
        this.marker = deployment && digest(deploymentText(deployment))
        return
      } catch (error) {
        if (error !== changed) throw error
      }
    }
    throw changed
  }

  /** Nothing is deployed any more, by nobody. The record of another workspace is removed only where it is of this install. */
  async forget(target: FileSystem): Promise<void> {
    const { host } = this.parts
    if (this.others && (await this.recordOf(this.others.workspace)))
      await (await host.folder(this.others.workspace)).remove(RECORD)
    await this.note(undefined, target)
    this.others = undefined
  }

  /** A file of another program that became the original of our edits is none that restore would take back: older versions noted that nowhere. */
  private async leaveReloaded(): Promise<void> {
    const { install, hashes } = this.parts
    if (!this.ours || this.others) return
    const isNew = async ({ path, pristine, deployed }: DeployedFile): Promise<boolean> => {
      const hash = hashes.of(path)
      return (
        hash !== undefined &&
        hash !== pristine &&
        !deployed.includes(hash) &&
        (await install.presentHash(path)) === hash
      )
    }
    const isLeft = await Promise.all(this.ours.files.map(isNew))
    if (isLeft.includes(true)) this.obey({ ...this.ours, files: this.ours.files.filter((_, i) => isLeft[i] !== true) })
  }
}
