import { StudioError, type FileSystem } from '../../format'
import type { Bytes } from '../../layout'
import type {
  DeployOptions,
  DeployPlan,
  DeployReport,
  PastDeployment,
  PlannedFile,
  RestoreFile,
  RestoreOptions,
  RestorePlan,
} from '../api/deploy'
import type { JobRun } from '../jobs/jobs'
import { packDigest, packedHashes } from '../changes/changes'
import { isPacked, pack } from '../pack/pack'
import { pruneAfterDeploy } from '../storage/storage-cleanup'
import type { Checker } from '../check/check'
import { keepCopy, readBackup } from '../install/copies'
import { Answers, guardPresent } from './answers'
import type { DeployedFile, Deployment, DeployStep } from '../install/deployed'
import { appendDeployment } from './deployments'
import { guardPreflight } from './preflight'
import { wayOut } from './recovery'
import { InstallWriter } from '../entries/install-writer'
import { planOf, type Planning } from './plan'
import type { DeploymentRecord } from '../install/deployment-record'
import { answered, originalOf, planRestore } from './restore-plan'
import { targetOf, type DeployTarget } from './target'
import type { Session } from '../entries/session'
import { refreshState } from '../conflicts/install-state'
import { outsideFiles, settle } from '../conflicts/resolve-conflicts'
import type { Workspace } from '../entries/workspace'

const EMPTY: Bytes = new Uint8Array(0)

/** What was decided about files before they are written. */
interface Decided {
  readonly target: DeployTarget
  /** Files that stay as another program wrote them. */
  readonly left: ReadonlySet<string>
}

/** The only writer of the install. */
export class Deployer {
  private readonly planning: Planning

  constructor(
    private readonly session: Session,
    checker: Checker,
    private readonly writable: () => Promise<FileSystem>,
  ) {
    this.planning = { session, checker, writable }
  }

  private get workspace(): Workspace {
    return this.session.workspace
  }

  private get record(): DeploymentRecord {
    return this.workspace.parts.deployment
  }

  /** Preview of deploy, and what prevents it. */
  plan(): Promise<DeployPlan> {
    return this.session.jobs.run('job.plan', 0, job => planOf(this.planning, job))
  }

  private ownRecords(): readonly DeployedFile[] {
    return this.record.own?.files ?? []
  }

  /**
   * Copies the overlay into the install; each original is first kept by its hash. Throws StudioError; the install is
   * then as before.
   */
  deploy(options: DeployOptions = {}): Promise<DeployReport> {
    return this.session.jobs.run('job.deploy', 0, async job => this.listed('deploy', await this.deployed(job, options)))
  }

  /** Adds the report to the list of deployments. */
  private async listed(kind: PastDeployment['kind'], report: DeployReport): Promise<DeployReport> {
    const { parts, history } = this.workspace
    const revision = history.toUndo?.revision ?? 0
    await appendDeployment(parts.store, report, { kind, time: parts.host.now(), revision })
    return report
  }

  private async deployed(job: JobRun, options: DeployOptions): Promise<DeployReport> {
    await this.workspace.sync()
    const { other } = this.record
    if (other) throw new StudioError('deploy.other-workspace', { path: other.workspace })
    await this.recover()
    const { doubtful } = this.record
    if (doubtful)
      throw new StudioError('deploy.marker-unconfirmed', {
        n: doubtful.files.length,
        file: doubtful.files[0]?.path ?? '',
      })
    const target = await targetOf(this.workspace)
    const first = await this.guarded(job, options)
    const answers = new Answers(options)
    const outside = (await outsideFiles(this.session)).map(({ file }) => file)
    const left = answers.left([...outside, ...this.unanswered(first)])
    answers.guard(this.unanswered(first))
    const resolved = answers.resolving(outside)
    if (resolved.length > 0) await settle(this.session, resolved)
    const plan = await this.packed(job, options, first, { target, left, isResolved: resolved.length > 0 })
    const work = plan.files.filter(({ action, file }) => action !== 'none' && !left.has(file))
    await guardPresent(target, work)
    const overwritten = resolved.map(({ file }) => file)
    return this.performed(job, plan, work, {
      ...{ target, left },
      overwritten: overwritten.filter(file => work.some(one => one.file === file)),
      unwritten: overwritten.filter(file => !work.some(one => one.file === file)),
    })
  }

  /** The plan, once the overlay has the image of the present entries. */
  private async packed(
    job: JobRun,
    options: DeployOptions,
    first: DeployPlan,
    { target, left, isResolved }: Decided & { readonly isResolved: boolean },
  ): Promise<DeployPlan> {
    const isCurrent = await isPacked(this.workspace, left)
    if (!isCurrent) await pack(this.session, left)
    if (isCurrent && !isResolved) return first
    const plan = await this.guarded(job, options)
    // Changed again since it was resolved. A file of a mod folder is replaced by the answer alone.
    const answered = new Set([...left, ...(target.isMod ? this.unanswered(first) : [])])
    new Answers({}).guard(this.unanswered(plan).filter(file => !answered.has(file)))
    return plan
  }

  /** Files changed or deleted by another program that would be written. */
  private unanswered({ files }: DeployPlan): readonly string[] {
    const { conflicts } = this.workspace
    return files
      .filter(({ file, action, isForeign }) => action !== 'none' && (isForeign || conflicts.has(file)))
      .map(nameOf)
  }

  private async performed(
    job: JobRun,
    plan: DeployPlan,
    work: readonly PlannedFile[],
    {
      target,
      left,
      overwritten,
      unwritten,
    }: Decided & {
      readonly overwritten: readonly string[]
      readonly unwritten: readonly string[]
    },
  ): Promise<DeployReport> {
    const leftFiles = plan.files.filter(({ file }) => left.has(file))
    const source = target.isMod ? packDigest(this.workspace) : undefined
    const tidy = (one: DeployReport): Promise<DeployReport> => this.tidy(job, plan, leftFiles, source, one)
    const report = { left: [...new Set([...left, ...unwritten])].sort() }
    if (work.length === 0) return tidy({ written: [], restored: [], kept: [], ...report })
    const images = await this.images(job, target, work)
    const kept = new Set([...overwritten, ...(await this.keepOriginals(job, work))])
    const files = this.recordsOf(plan.files, leftFiles)
    const steps = work.map(({ file, installHash, newHash }) => stepOf(file, installHash, newHash))
    const running = { ...this.recordWith(files, source), state: 'running', steps } as const
    await this.write(job, images, running)
    const written = work.filter(file => file.action !== 'restore').map(nameOf)
    const restored = work.filter(file => file.action === 'restore').map(nameOf)
    return tidy({ written, restored, kept: [...kept], ...report })
  }

  /** After all files are written: the record without those that are pristine again. */
  private async tidy(
    job: JobRun,
    plan: DeployPlan,
    left: readonly PlannedFile[],
    source: string | undefined,
    report: DeployReport,
  ): Promise<DeployReport> {
    const packed = packedHashes(this.workspace)
    const isDeployed = ({ file, newHash, pristineHash }: PlannedFile): boolean =>
      source === undefined ? packed.has(file) : newHash !== pristineHash
    const replaced = new Map(
      plan.files
        .filter(({ file, action }) => action === 'replace' && report.written.includes(file))
        .map(({ file, installHash }) => [file, installHash]),
    )
    const files = this.recordsOf(
      plan.files.filter(file => left.includes(file) || isDeployed(file)),
      left,
    ).map(one => ({
      ...one,
      // The version of another program that was replaced: should it appear again, it needs an answer again.
      deployed: one.deployed.filter(hash => hash !== replaced.get(one.path)),
    }))
    await this.note(files.length > 0 ? this.recordWith(files, source) : undefined, job.reportItem)
    if (this.workspace.parts.hashes.strayed.length > 0) await this.workspace.reload()
    await pruneAfterDeploy(this.workspace)
    return report
  }

  private recordWith(files: readonly DeployedFile[], source: string | undefined): Deployment {
    return { workspace: this.workspace.parts.folder, state: 'done', files, ...(source && { source }) }
  }

  /** The plan, where nothing prevents it. */
  private async guarded(job: JobRun, { force }: DeployOptions): Promise<DeployPlan> {
    const plan = await planOf(this.planning, job)
    job.counted(0) // what is refused now is the whole of it, no file
    const [first] = plan.blocking
    if (first && !force)
      throw new StudioError('deploy.blocked', { n: plan.blocking.length, code: first.code }, first.entry)
    guardPreflight(plan, force === true)
    return plan
  }

  /** The earlier record of a file; a file that stays as the other program wrote it keeps it. */
  private recordBefore({ file }: PlannedFile): readonly DeployedFile[] {
    return this.ownRecords().filter(one => one.path === file)
  }

  private recordsOf(files: readonly PlannedFile[], left: readonly PlannedFile[]): readonly DeployedFile[] {
    return files.flatMap(file => (left.includes(file) ? this.recordBefore(file) : this.recordOf(file)))
  }

  private recordOf(file: PlannedFile): DeployedFile {
    const old = this.ownRecords().find(one => one.path === file.file)
    const pristine = old ? old.pristine : this.originalOf(file)
    const deployed = [
      ...(old?.deployed ?? []).filter(hash => hash !== file.newHash),
      ...(file.action === 'restore' ? [] : [file.newHash]),
    ]
    return { path: file.file, pristine, deployed }
  }

  /** What restore writes for a file that was not deployed before: for a foreign one the external version. */
  private originalOf({ action, isForeign, installHash, pristineHash }: PlannedFile): string | null {
    const hash = isForeign && action !== 'none' ? installHash : pristineHash
    return hash === '' ? null : hash
  }

  /** The new image of each file; undefined: it is removed. All are read and verified before the first is written. */
  private async images(
    job: JobRun,
    target: DeployTarget,
    work: readonly PlannedFile[],
  ): Promise<ReadonlyMap<string, Bytes | undefined>> {
    const { store, host } = this.workspace.parts
    const made = await target.images(work.filter(({ action }) => action !== 'restore').map(nameOf))
    const images = new Map<string, Bytes | undefined>()
    job.counted(work.length)
    for (const file of work) {
      await job.step(file.file)
      if (file.action === 'restore') {
        images.set(
          file.file,
          file.pristineHash === '' ? undefined : await readBackup(store, file.pristineHash, host.hash, file.file),
        )
        continue
      }
      const bytes = made.get(file.file) ?? EMPTY
      if (host.hash(bytes) !== file.newHash) throw new StudioError('deploy.overlay-changed', { file: file.file })
      images.set(file.file, bytes)
    }
    return images
  }

  /** Backups of originals, and of foreign files that are overwritten; never of deployed ones. */
  private async keepOriginals(job: JobRun, work: readonly PlannedFile[]): Promise<readonly string[]> {
    const { install, store, host } = this.workspace.parts
    const kept: string[] = []
    job.counted(work.length)
    for (const { file, installHash, isForeign } of work) {
      await job.step(file)
      const isOurs = install.record(file)?.deployed.includes(installHash) === true
      const bytes = isOurs ? undefined : await install.present(file)
      if (!bytes) continue
      if ((await keepCopy(store, bytes, host.hash)) !== installHash)
        throw new StudioError('deploy.file-changed', { file })
      if (isForeign) kept.push(file)
    }
    return kept
  }

  /** Records what is going to be written and writes it; where a file fails, those before it are restored. */
  private async write(
    job: JobRun,
    images: ReadonlyMap<string, Bytes | undefined>,
    running: Deployment & { readonly steps: readonly DeployStep[] },
  ): Promise<void> {
    const writer = new InstallWriter(this.workspace, await this.writable())
    const before = this.record.other ?? this.record.own
    try {
      await this.note(running, path => job.passed(0, path))
      job.counted(images.size)
      for (const [file, bytes] of images) {
        await job.step(file)
        await writer.replace({ file, bytes, from: running.steps.find(step => step.path === file)?.from ?? null })
      }
    } catch (error) {
      await this.takeBack(job, writer, before)
      throw error
    }
  }

  /** What cannot be restored now stays recorded as running, and is handled by the next attempt or the next start. */
  private async takeBack(job: JobRun, writer: InstallWriter, before: Deployment | undefined): Promise<void> {
    try {
      await writer.takeBack(job)
      await this.note(before, job.reportItem)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
    }
  }

  /**
   * Finishes or reverts a deploy that another process began and did not finish, and reports it. Where neither is
   * possible it stays as it is.
   */
  async recover(): Promise<void> {
    const { install, host, store, folder, isReadOnly } = this.workspace.parts
    const { own: running, other, doubtful } = this.record
    if (other || isReadOnly) return
    const target = await this.writable()
    if (doubtful) return this.dropUnbegun(doubtful)
    if (running?.state !== 'running') return target.sweep([''])
    await target.sweep(['', ...running.files.map(file => file.path.replace(/[^/]*$/, ''))])
    const way = await wayOut(running, install, store, host.hash)
    if (!way) return
    const writer = new InstallWriter(this.workspace, target)
    for (const { file, from } of way.images) await this.keepUnlessOurs(running, file, from)
    for (const replacement of way.images) await writer.replace(replacement)
    const { source } = running
    await this.note(
      way.files.length > 0
        ? { workspace: folder, state: 'done', files: way.files, ...(source && { source }) }
        : undefined,
    )
    await this.workspace.reload()
    this.workspace.notices.push({ code: `notice.${way.outcome}`, params: { n: running.steps?.length ?? 0 } })
  }

  /** A copy of what recovery replaces, where this workspace did not deploy it. */
  private async keepUnlessOurs({ files }: Deployment, file: string, from: string | null): Promise<void> {
    const { install, store, host } = this.workspace.parts
    if (from === null || files.some(one => one.path === file && one.deployed.includes(from))) return
    const bytes = await install.present(file)
    if (!bytes || (await keepCopy(store, bytes, host.hash)) !== from)
      throw new StudioError('deploy.file-changed', { file })
  }

  /**
   * A deploy that ended after the marker was written, but before the workspace recorded it, wrote no file: the marker
   * is restored from the workspace.
   */
  private async dropUnbegun({ state, steps }: Deployment): Promise<void> {
    if (state !== 'running' || !steps) return
    for (const { path, from } of steps)
      if (((await this.workspace.parts.install.presentHash(path)) ?? null) !== from) return
    await this.note(this.record.own)
    this.workspace.forgetNotice('notice.marker-unconfirmed')
  }

  private async note(deployment: Deployment | undefined, seen?: (path: string) => void): Promise<void> {
    await this.record.note(deployment, await this.writable())
    await this.workspace.parts.install.refresh(seen)
    if (this.record.own?.state !== 'running') this.workspace.forgetNotice('notice.deploy-interrupted')
    await refreshState(this.session, seen)
  }

  /** Preview of restore, with the files that need an answer. */
  restorePlan(): Promise<RestorePlan> {
    return this.session.jobs.run('job.plan', 0, async job => {
      await this.workspace.sync()
      await this.workspace.parts.install.refresh((folder, count) => job.passed(count, folder))
      return planRestore(this.workspace, job)
    })
  }

  /**
   * Writes the originals back, whichever workspace deployed. Content that this workspace did not write is first kept by
   * its digest.
   */
  restore(options: RestoreOptions = {}): Promise<DeployReport> {
    return this.session.jobs.run('job.restore', 0, async job =>
      this.listed('restore', await this.restored(job, options)),
    )
  }

  private async restored(job: JobRun, options: RestoreOptions): Promise<DeployReport> {
    const { install } = this.workspace.parts
    await this.workspace.sync()
    await this.recover()
    await install.refresh((folder, count) => job.passed(count, folder))
    const { claimed } = this.record
    if (!claimed) return { written: [], restored: [], kept: [], left: [] }
    const { work, left } = answered(await planRestore(this.workspace, job), options)
    const images = new Map<string, Bytes | undefined>()
    for (const file of work) images.set(file.file, await originalOf(this.workspace, file))
    const kept = await this.keepCopies(job, work)
    const steps = work.map(({ file, installHash, originalHash }) => stepOf(file, installHash, originalHash))
    const files = claimed.files.filter(
      ({ path }) => !left.some(({ file, question }) => file === path && question === 'unconfirmed'),
    )
    await this.write(job, images, { workspace: claimed.workspace, state: 'running', files, steps })
    const stays = files.filter(({ path }) => left.some(({ file }) => file === path))
    await (stays.length > 0
      ? this.note({ workspace: claimed.workspace, state: 'done', files: stays }, job.reportItem)
      : this.record.forget(await this.writable()))
    await this.afterRestore(job)
    return { written: [], restored: work.map(nameOf), kept, left: left.map(nameOf) }
  }

  /**
   * Keeps what is replaced or removed, except what this workspace deployed. Returns files that another program changed,
   * or whose deployment only the game folder records.
   */
  private async keepCopies(job: JobRun, work: readonly RestoreFile[]): Promise<readonly string[]> {
    const { install, store, host } = this.workspace.parts
    const isOurs = ({ question }: RestoreFile): boolean => question === null && !this.record.other
    const foreign = work.filter(file => !isOurs(file) && file.installHash !== '')
    job.counted(foreign.length)
    for (const { file, installHash } of foreign) {
      await job.step(file)
      const bytes = await install.present(file)
      if (!bytes || (await keepCopy(store, bytes, host.hash)) !== installHash)
        throw new StudioError('deploy.file-changed', { file })
    }
    return foreign.filter(({ question }) => question !== null).map(nameOf)
  }

  private async afterRestore(job: JobRun): Promise<void> {
    this.workspace.forgetNotice('notice.other-workspace')
    this.workspace.forgetNotice('notice.marker-unconfirmed')
    this.workspace.forgetNotice('notice.deploy-interrupted')
    await this.workspace.parts.install.refresh(job.reportItem)
    await this.workspace.reload()
    await refreshState(this.session, job.reportItem)
  }
}

const nameOf = ({ file }: { readonly file: string }): string => file

const stepOf = (path: string, from: string, to: string): DeployStep => ({
  path,
  from: from === '' ? null : from,
  to: to === '' ? null : to,
})
