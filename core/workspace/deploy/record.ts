import type { FileSystem, Words } from '../../format'
import type { Host } from '../host'
import type { Install } from '../entries/install'
import type { PristineHashes } from '../entries/pristine-hashes'
import { bothRecords, deployerOf, MARKER, readDeployment, RECORD, writeDeployment, type DeployedFile, type Deployment } from './deployed'

export interface RecordParts {
  readonly host: Host
  readonly install: Install
  readonly store: FileSystem
  /** Absolute folder of the workspace. */
  readonly folder: string
  readonly hashes: PristineHashes
}

/** Whose deployed files stand in the install: ours, another workspace's or nobody's. Kept in the workspace, with a twin in the install. */
export class DeploymentRecord {
  private ours: Deployment | undefined
  private others: Deployment | undefined
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

  /** Reads both files; the install obeys them. */
  async load(): Promise<void> {
    const { host, install, store, folder } = this.parts
    this.stamp = await this.stampNow()
    const [noted, kept] = [await readDeployment(install.files, MARKER), await readDeployment(store, RECORD)]
    const marker = noted && { ...noted, workspace: await deployerOf(host, noted, folder) }
    const record = kept && { ...kept, workspace: folder }
    this.others = marker && marker.workspace !== folder ? marker : undefined
    if (!this.others) {
      this.obey(marker ? bothRecords(marker, record) : record)
      return this.leaveReloaded()
    }
    const backups = (await host.resolve(this.others.workspace)).kind === 'folder' ? await host.folder(this.others.workspace) : undefined
    this.ours = record
    install.setDeployment(backups && this.others, backups ?? store)
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

  /** Says whose files stand there where they are another workspace's. */
  get notices(): readonly Words[] {
    return this.others ? [{ code: 'notice.other-workspace', params: { path: this.others.workspace, n: this.others.files.length } }] : []
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
  async note(deployment: Deployment | undefined, target: FileSystem): Promise<void> {
    const isOurs = deployment === undefined || deployment.workspace === this.parts.folder
    await (deployment ? writeDeployment(target, MARKER, deployment) : target.remove(MARKER)) // first: where the install cannot be written, nothing is noted
    if (isOurs) return this.keep(deployment)
    this.others = deployment
    this.stamp = await this.stampNow()
  }

  /** Nothing stands there any more, of nobody. */
  async forget(target: FileSystem): Promise<void> {
    const { host } = this.parts
    if (this.others && (await host.resolve(this.others.workspace)).kind === 'folder') await (await host.folder(this.others.workspace)).remove(RECORD)
    await this.note(undefined, target)
    this.others = undefined
  }

  /** A file of another program that became the original of our edits is none that restore would take back. */
  async leaveReloaded(): Promise<void> {
    const { install, hashes } = this.parts
    if (!this.ours || this.others) return
    const isNew = async ({ path, pristine, deployed }: DeployedFile): Promise<boolean> => {
      const hash = hashes.of(path)
      return hash !== undefined && hash !== pristine && !deployed.includes(hash) && (await install.presentHash(path)) === hash
    }
    const isLeft = await Promise.all(this.ours.files.map(isNew))
    if (isLeft.includes(true)) this.obey({ ...this.ours, files: this.ours.files.filter((_, i) => isLeft[i] !== true) })
  }
}
