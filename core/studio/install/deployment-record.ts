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

/** Attempts to keep a copy of a marker that another program keeps writing, before deploy fails. */
const ATTEMPTS = 4

interface RecordParts {
  readonly host: Host
  readonly install: Install
  readonly store: FileSystem
  /** Absolute folder of the workspace. */
  readonly folder: string
  readonly hashes: PristineHashes
  /** The install of a workspace, from its project file. */
  readonly subject: string
}

/**
 * Which workspace has deployed to the install: this one, another or none. Kept in the workspace, with a copy in the
 * install.
 */
export class DeploymentRecord {
  private ours: Deployment | undefined
  private others: Deployment | undefined
  /** What the marker claims beyond the record of the workspace that it names: workspace and files. */
  private doubt: Deployment | undefined
  /** The install has a marker that cannot be parsed. */
  private isUnread = false
  /** Digest of the marker when last read or written; undefined where none could be read. */
  private marker: string | undefined
  /** Size and time of both files when last read or written. */
  private stamp = ''

  constructor(private readonly parts: RecordParts) {}

  /** What this workspace deployed. */
  get own(): Deployment | undefined {
    return this.ours
  }

  /** What another workspace deployed to this install. */
  get other(): Deployment | undefined {
    return this.others
  }

  /** The marker with only the files that nothing else confirms; undefined where there are none. */
  get doubtful(): Deployment | undefined {
    return this.doubt
  }

  /** All files that restore handles: deployed ones, and those claimed by the marker alone. */
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

  /** Reads both files; the marker is trusted as far as the record of the workspace that it names confirms it. */
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

  /** Reads both again if another process wrote one since; returns whether it did. */
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

  /** Notice of the workspace that deployed, where it is another one. */
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

  /** Uses the record from here on, in this process. */
  obey(deployment: Deployment | undefined): void {
    this.ours = deployment
    this.parts.install.setDeployment(deployment, this.parts.store)
  }

  /** The same, and saves it in the workspace; the install is not written. */
  async keep(deployment: Deployment | undefined): Promise<void> {
    const { store } = this.parts
    await (deployment ? writeDeployment(store, RECORD, deployment) : store.remove(RECORD))
    this.obey(deployment)
    this.stamp = await this.stampNow()
  }

  /** Writes both files. That of another workspace, whose files are restored, is written to the install only. */
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
   * Replaces or removes the marker. One that is unconfirmed or unreadable, or that another program wrote meanwhile, is
   * first kept by its digest. Throws StudioError `deploy.file-changed` where it keeps changing.
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

  /**
   * Records that nothing is deployed, by any workspace. The record of another workspace is removed only if it is of
   * this install.
   */
  async forget(target: FileSystem): Promise<void> {
    const { host } = this.parts
    if (this.others && (await this.recordOf(this.others.workspace)))
      await (await host.folder(this.others.workspace)).remove(RECORD)
    await this.note(undefined, target)
    this.others = undefined
  }

  /**
   * A reloaded file, whose external version is now the original, must not be restored; earlier versions of the program
   * did not record that.
   */
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
