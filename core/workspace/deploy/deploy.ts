import { sameBytes } from '../../edit'
import { printPath, readOnly, StudioError, type FileSystem, type Problem, type ReadOnlyFileSystem } from '../../format'
import type { Bytes } from '../../layout'
import type { DeployOptions, DeployPlan, DeployReport, ForeignAnswer, InstallState, OutsideAnswer, OutsideFile, PlannedFile } from '../api'
import { isForeign, noticeOverlay, overlayPath, packedHashes } from '../pack/changes'
import { noteRebased } from '../journal/rebase'
import { pack } from '../pack/pack'
import { pruneAfterDeploy } from '../journal/upkeep'
import type { Checker } from '../pack/check'
import { bothRecords, keepCopy, MARKER, readBackup, readDeployment, RECORD, writeDeployment, type DeployedFile, type Deployment, type DeployStep } from './deployed'
import { guardHindrances, hindrancesOf } from './hindrances'
import { wayOut } from './deploy-recovery'
import { obeyDeployment } from '../open'
import type { Session } from '../session'
import { keptOriginal, takeTheirs } from './theirs'
import type { Workspace } from '../workspace'

const EMPTY: Bytes = new Uint8Array(0)

/** The only writer of the install. */
export class Deployer {
  constructor(private readonly session: Session, private readonly checker: Checker, private readonly writable: () => Promise<FileSystem>) {}

  private get workspace(): Workspace {
    return this.session.workspace
  }

  /** Reads what other processes and programs wrote. */
  private async look(): Promise<void> {
    const { isReadOnly, install } = this.workspace.parts
    await this.workspace.sync()
    await install.refresh()
    if (!isReadOnly) await noteRebased(this.workspace)
    await this.workspace.noticeOutside()
  }

  /** What deploy would do, and what stands against it. */
  async plan(): Promise<DeployPlan> {
    await this.look()
    await noticeOverlay(this.workspace, true)
    const files = await this.plannedFiles()
    const problems = await this.newProblems(files.map(file => file.file))
    const hindrances = await hindrancesOf(this.session, this.writable, files)
    await this.refreshState()
    return {
      files,
      blocking: problems.filter(problem => problem.severity === 'error'),
      warnings: problems.filter(problem => problem.severity === 'warning').length,
      unpacked: this.workspace.dirt.unpackedFiles.reduce((sum, file) => sum + this.workspace.dirt.unpackedIn(file).length, 0),
      ...hindrances,
    }
  }

  private async plannedFiles(): Promise<readonly PlannedFile[]> {
    const { install } = this.workspace.parts
    const packed = packedHashes(this.workspace)
    const own = this.ownRecords()
    const planned: PlannedFile[] = []
    for (const [file, hash] of packed) planned.push(await this.plannedFile(file, hash))
    for (const file of this.workspace.conflicts) if (!packed.has(file) && !own.some(record => record.path === file)) planned.push(await this.plannedFile(file, ''))
    for (const record of own) {
      if (packed.has(record.path)) continue
      const installHash = (await install.presentHash(record.path)) ?? ''
      const pristineHash = record.pristine ?? ''
      const isForeignNow = installHash !== pristineHash && !record.deployed.includes(installHash)
      planned.push({
        file: record.path, action: installHash === pristineHash ? 'none' : 'restore', pristineHash, installHash, newHash: pristineHash,
        size: 0, isForeign: isForeignNow,
      })
    }
    return planned
  }

  private async plannedFile(file: string, newHash: string): Promise<PlannedFile> {
    const { install, hashes, store } = this.workspace.parts
    const installHash = (await install.presentHash(file)) ?? ''
    const record = install.record(file)
    // A file that stands there is never taken for one that we add, whatever was or was not noted of it: restore would remove it.
    const pristineHash = record ? record.pristine ?? '' : hashes.of(file) ?? installHash
    const action = installHash === newHash ? 'none' : pristineHash === '' && installHash === '' ? 'add' : 'replace'
    const size = (await store.stat(overlayPath(file)))?.size ?? 0
    return { file, action, pristineHash, installHash, newHash, size, isForeign: await isForeign(this.workspace, install, file, installHash || undefined) }
  }

  private ownRecords(): readonly DeployedFile[] {
    return this.own?.files ?? []
  }

  /** What this workspace deployed, by its own record. */
  private own: Deployment | undefined

  async load(): Promise<void> {
    const { store, install, folder } = this.workspace.parts
    const marker = await readDeployment(install.files, MARKER)
    this.other = marker && marker.workspace !== folder ? marker : undefined
    const record = await readDeployment(store, RECORD)
    this.own = marker?.workspace === folder ? bothRecords(marker, record) : record
    if (!this.other) await this.leaveReloaded()
    await this.refreshState()
  }

  /** What another workspace deployed into this install. */
  private other: Deployment | undefined

  private async newProblems(files: readonly string[]): Promise<readonly Problem[]> {
    const keyOf = (problem: Problem): string => `${problem.code} ${problem.entry} ${problem.path ?? ''}`
    const fresh: Problem[] = []
    await this.session.job('job.check', files.length, async step => {
      for (const file of files) {
        await step()
        const old = new Set((await this.checker.checkFile(file, 'pristine')).map(keyOf))
        fresh.push(...(await this.checker.checkFile(file)).filter(problem => !old.has(keyOf(problem))))
      }
    })
    return fresh
  }

  /** Copies the overlay into the install, each original kept by its hash first. Throws StudioError; the install is then as before. */
  async deploy(options: DeployOptions = {}): Promise<DeployReport> {
    if (this.other) throw new StudioError('deploy.other-workspace', { path: this.other.workspace })
    await this.recover()
    const answerTo = ({ file }: PlannedFile): ForeignAnswer => options.answers?.find(one => one.file === file)?.answer ?? options.foreign ?? 'refuse'
    const guarded = await this.guarded(options, answerTo)
    const overwritten = foreignIn(guarded).filter(file => answerTo(file) === 'mine').map(nameOf)
    const plan = await this.merged(guarded, answerTo)
    const foreign = foreignIn(plan)
    guardAnswered(foreign.filter(file => answerTo(file) === 'merge')) // what could not be told apart by field
    const left = foreign.filter(file => answerTo(file) === 'theirs')
    const work = plan.files.filter(file => file.action !== 'none' && !left.includes(file))
    if (work.length === 0) return this.tidy(plan, left, { written: [], restored: [], kept: left.map(file => file.file) })
    const images = await this.images(work)
    const kept = new Set([...overwritten, ...await this.keepOriginals(work), ...left.map(nameOf)])
    const files = this.recordsOf(plan.files, left)
    const steps = work.map(({ file, installHash, newHash }) => stepOf(file, installHash, newHash))
    await this.write(images, 'job.deploy', { workspace: this.workspace.parts.folder, state: 'running', files, steps })
    const written = work.filter(file => file.action !== 'restore').map(file => file.file)
    const restored = work.filter(file => file.action === 'restore').map(file => file.file)
    return this.tidy(plan, left, { written, restored, kept: [...kept] })
  }

  /** After all files stand: the record without those that are pristine again. */
  private async tidy(plan: DeployPlan, left: readonly PlannedFile[], report: DeployReport): Promise<DeployReport> {
    const packed = packedHashes(this.workspace)
    const files = this.recordsOf(plan.files.filter(file => left.includes(file) || packed.has(file.file)), left)
    await this.note(files.length > 0 ? { workspace: this.workspace.parts.folder, state: 'done', files } : undefined)
    await pruneAfterDeploy(this.workspace)
    return report
  }

  /** The plan, where nothing is in the way of it and each foreign file has its answer. */
  private async guarded({ force }: DeployOptions, answerTo: (file: PlannedFile) => ForeignAnswer): Promise<DeployPlan> {
    const plan = await this.plan()
    const [first] = plan.blocking
    if (first && !force) throw new StudioError('deploy.blocked', { n: plan.blocking.length, code: first.code }, first.entry)
    guardAnswered(foreignIn(plan).filter(file => answerTo(file) === 'refuse'))
    guardHindrances(plan, force === true)
    return plan
  }

  /** The plan, once their changes are taken over or edits that could not be packed are made to stand on their original again; what was a foreign file is then one of ours. */
  private async merged(plan: DeployPlan, answerTo: (file: PlannedFile) => ForeignAnswer): Promise<DeployPlan> {
    const foreign = plan.files.filter(file => file.isForeign && file.action === 'replace')
    const isNoted = ({ file }: PlannedFile): boolean => this.ownRecords().some(record => record.path === file)
    const isOff = (file: PlannedFile): boolean => isNoted(file) || this.workspace.conflicts.has(file.file)
    const kept = await Promise.all(foreign.map(({ file }) => keptOriginal(this.workspace, file)))
    const merged = foreign.filter(file => answerTo(file) === 'merge')
    const mine = foreign.filter((file, i) => answerTo(file) === 'mine' && (file.newHash === '' || (kept[i] !== undefined && isOff(file) && !isNoted(file))))
    if (merged.length + mine.length === 0) return plan
    await this.keepOriginals([...merged, ...mine])
    await takeTheirs(this.session, { merged: merged.filter(isOff).map(nameOf), mine: mine.filter(isOff).map(nameOf), reloaded: [] }, {
      own: this.own, adopt: async deployment => this.obey(deployment), finish: () => pack(this.session),
    })
    return this.plan()
  }

  private obey(deployment: Deployment | undefined): void {
    this.own = deployment
    this.workspace.parts.install.setDeployment(deployment, this.workspace.parts.store)
  }

  /** Files that another program changed under our edits or over what we deployed. */
  async outside(): Promise<readonly OutsideFile[]> {
    const { install, hashes } = this.workspace.parts
    await this.look()
    const { conflicts, dirt } = this.workspace
    const isOurs = (file: string): boolean => conflicts.has(file) || install.record(file) !== undefined || dirt.changedIn(file).length > 0
    const found: OutsideFile[] = []
    for (const file of [...new Set([...hashes.files(), ...this.ownRecords().map(record => record.path), ...conflicts])].sort()) {
      if (!isOurs(file) || !(await isForeign(this.workspace, install, file, await install.presentHash(file)))) continue
      found.push({ file, isFitting: !conflicts.has(file), isDeployed: install.record(file) !== undefined })
    }
    return found
  }

  /** Answers what `outside` tells of, without writing the install. Throws StudioError `outside.no-file`, and as deploy does where it is merged. */
  async settle(answers: readonly OutsideAnswer[]): Promise<readonly OutsideFile[]> {
    const { store, isReadOnly, folder, install, host, hashes } = this.workspace.parts
    if (isReadOnly) throw new StudioError('workspace.read-only', { path: folder })
    if (this.other) throw new StudioError('deploy.other-workspace', { path: this.other.workspace })
    const found = await this.outside()
    const asked = answers.map(({ file, answer }) => {
      const known = found.find(one => one.file.toLowerCase() === file.toLowerCase())
      if (!known) throw new StudioError('outside.no-file', { file })
      return { ...known, answer }
    })
    const standing = asked.filter(({ answer, isFitting, isDeployed }) => answer === 'merge' && isFitting && !isDeployed)
    const of = (wanted: OutsideAnswer['answer']): readonly string[] => asked.filter(one => one.answer === wanted && !standing.includes(one)).map(one => one.file)
    const theirs = new Map<string, string>()
    for (const { file } of asked) theirs.set(file, await keepCopy(store, (await install.present(file)) ?? EMPTY, host.hash))
    await takeTheirs(this.session, { merged: of('merge'), mine: of('mine'), reloaded: of('reload') }, {
      own: this.own,
      adopt: async deployment => {
        this.obey(deployment)
        await (deployment ? writeDeployment(store, RECORD, deployment) : store.remove(RECORD))
      },
      finish: async () => { for (const file of of('reload')) await this.workspace.revert(printPath({ file, steps: [] }), { code: 'label.reloaded', params: { file } }) },
    })
    await hashes.adopt(new Map(standing.map(({ file }) => [file, theirs.get(file) ?? ''])))
    this.workspace.forgetNotice('notice.outside-fits')
    await this.leaveReloaded()
    await this.refreshState()
    return this.outside()
  }

  /** A file of another program that became the original of our edits is none that restore would take back. */
  private async leaveReloaded(): Promise<void> {
    const { install, hashes } = this.workspace.parts
    if (!this.own) return
    const isNew = async ({ path, pristine, deployed }: DeployedFile): Promise<boolean> => {
      const hash = hashes.of(path)
      return hash !== undefined && hash !== pristine && !deployed.includes(hash) && (await install.presentHash(path)) === hash
    }
    const isLeft = await Promise.all(this.own.files.map(isNew))
    if (isLeft.includes(true)) this.obey({ ...this.own, files: this.own.files.filter((_, i) => isLeft[i] !== true) })
  }

  /** What was noted of a file before: a file that is left to the other program is noted as it was. */
  private recordBefore({ file }: PlannedFile): readonly DeployedFile[] {
    return this.ownRecords().filter(one => one.path === file)
  }

  private recordsOf(files: readonly PlannedFile[], left: readonly PlannedFile[]): readonly DeployedFile[] {
    return files.flatMap(file => (left.includes(file) ? this.recordBefore(file) : this.recordOf(file)))
  }

  private recordOf(file: PlannedFile): DeployedFile {
    const old = this.own?.files.find(one => one.path === file.file)
    const pristine = old ? old.pristine : this.originalOf(file)
    const deployed = [...(old?.deployed ?? []).filter(hash => hash !== file.newHash), ...(file.action === 'restore' ? [] : [file.newHash])]
    return { path: file.file, pristine, deployed }
  }

  /** What restore brings back of a file that was not deployed before: of a foreign one theirs. */
  private originalOf({ action, isForeign, installHash, pristineHash }: PlannedFile): string | null {
    const hash = isForeign && action !== 'none' ? installHash : pristineHash
    return hash === '' ? null : hash
  }

  /** What each file becomes; undefined: it is taken away. All are read and proved before the first is written. */
  private async images(work: readonly PlannedFile[]): Promise<ReadonlyMap<string, Bytes | undefined>> {
    const { store, host } = this.workspace.parts
    const images = new Map<string, Bytes | undefined>()
    for (const file of work) {
      if (file.action === 'restore') {
        images.set(file.file, file.pristineHash === '' ? undefined : await readBackup(store, file.pristineHash, host.hash, file.file))
        continue
      }
      const bytes = (await store.stat(overlayPath(file.file))) ? await store.read(overlayPath(file.file)) : EMPTY
      if (host.hash(bytes) !== file.newHash) throw new StudioError('deploy.overlay-changed', { file: file.file })
      await store.settle(overlayPath(file.file)) // a deploy that is cut off is finished from here
      images.set(file.file, bytes)
    }
    return images
  }

  /** Backups of originals, and of foreign files that are overwritten; never of what we deployed. */
  private async keepOriginals(work: readonly PlannedFile[]): Promise<readonly string[]> {
    const { install, store, host } = this.workspace.parts
    const kept: string[] = []
    for (const { file, installHash, isForeign } of work) {
      const isOurs = install.record(file)?.deployed.includes(installHash) === true
      const bytes = isOurs ? undefined : await install.present(file)
      if (!bytes) continue
      await keepCopy(store, bytes, host.hash)
      if (isForeign) kept.push(file)
    }
    return kept
  }

  /** Notes what is going to be written and writes it; where a file fails, those before it get back what they had. */
  private async write(images: ReadonlyMap<string, Bytes | undefined>, code: string, running: Deployment): Promise<void> {
    const { install } = this.workspace.parts
    const target = await this.writable()
    const before = this.other ?? this.own
    const done: { readonly file: string; readonly old: Bytes | undefined }[] = []
    try {
      await this.note(running)
      await this.session.job(code, images.size, async step => {
        for (const [file, bytes] of images) {
          await step()
          const old = await install.present(file)
          done.push({ file, old })
          await (bytes ? target.write(file, bytes) : target.remove(file))
          install.forgetFile(file)
        }
      })
    } catch (error) {
      await this.takeBack(target, done.reverse(), before)
      throw error
    }
  }

  /** What cannot be put back now stays noted as running, and is settled by the next attempt or the next start. */
  private async takeBack(target: FileSystem, done: readonly { readonly file: string; readonly old: Bytes | undefined }[], before: Deployment | undefined): Promise<void> {
    const { install } = this.workspace.parts
    try {
      for (const { file, old } of done) {
        install.forgetFile(file)
        const now = await install.present(file)
        if (old && now && sameBytes(old, now)) continue
        await (old ? target.write(file, old) : target.remove(file))
        install.forgetFile(file)
      }
      await this.note(before)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
    }
  }

  /** Finishes or takes back what another start began and did not end; says which. Where neither can be done it stays as it is. */
  async recover(): Promise<void> {
    const { install, host, store, folder, isReadOnly } = this.workspace.parts
    const running = this.own
    if (this.other || isReadOnly) return
    const target = await this.writable()
    if (running?.state !== 'running') return target.sweep([''])
    await target.sweep(['', ...running.files.map(file => file.path.replace(/[^/]*$/, ''))])
    const way = await wayOut(running, install, store, host.hash)
    if (!way) return
    for (const [file, bytes] of way.images) {
      await (bytes ? target.write(file, bytes) : target.remove(file))
      install.forgetFile(file)
    }
    await this.note(way.files.length > 0 ? { workspace: folder, state: 'done', files: way.files } : undefined)
    await this.workspace.reload()
    this.workspace.notices.push({ code: `notice.${way.outcome}`, params: { n: running.steps?.length ?? 0 } })
  }

  /** Writes the record in the workspace and its twin in the install, and obeys it. */
  private async note(deployment: Deployment | undefined): Promise<void> {
    const { store, install, folder } = this.workspace.parts
    const target = await this.writable()
    const isOurs = deployment?.workspace === folder
    if (deployment) {
      await writeDeployment(target, MARKER, deployment) // first: where the install cannot be written, nothing is noted
      if (isOurs) await writeDeployment(store, RECORD, deployment)
    } else {
      await target.remove(MARKER)
      await store.remove(RECORD)
    }
    if (deployment && !isOurs) {
      this.other = deployment
      return
    }
    this.own = deployment
    install.setDeployment(deployment, store)
    await install.refresh()
    if (deployment?.state !== 'running') this.workspace.forgetNotice('notice.deploy-interrupted')
    await this.refreshState()
  }

  /** Puts the originals back, whichever workspace deployed. A file that is neither ours nor the original is refused, or kept by hash and overwritten. */
  async restore(options: { readonly foreign?: 'refuse' | 'overwrite' } = {}): Promise<DeployReport> {
    const { install, host, store } = this.workspace.parts
    await this.recover()
    await install.refresh()
    const deployment = this.other ?? this.own
    if (!deployment) return { written: [], restored: [], kept: [] }
    const backups = this.other ? await this.backupsOf(this.other) : store
    const images = new Map<string, Bytes | undefined>()
    const foreign: string[] = []
    for (const file of deployment.files) {
      const present = (await install.presentHash(file.path)) ?? null
      if (present === file.pristine) continue
      if (present !== null && !file.deployed.includes(present)) foreign.push(file.path)
      images.set(file.path, file.pristine === null ? undefined : await readBackup(backups, file.pristine, host.hash, file.path))
    }
    if (foreign.length > 0 && options.foreign !== 'overwrite') throw new StudioError('restore.foreign', { n: foreign.length, file: foreign[0] ?? '' })
    for (const file of foreign) await keepCopy(store, (await install.present(file)) ?? EMPTY, host.hash)
    const steps = await Promise.all([...images.keys()].map(async file =>
      stepOf(file, (await install.presentHash(file)) ?? '', deployment.files.find(one => one.path === file)?.pristine ?? '')))
    await this.write(images, 'job.restore', { workspace: deployment.workspace, state: 'running', files: deployment.files, steps })
    await this.forget()
    return { written: [], restored: [...images.keys()], kept: foreign }
  }

  private async backupsOf({ workspace, files }: Deployment): Promise<ReadOnlyFileSystem> {
    const { host } = this.workspace.parts
    if ((await host.resolve(workspace)).kind !== 'folder') throw new StudioError('deploy.backup-damaged', { path: workspace, hash: files[0]?.pristine ?? '' })
    return readOnly(await host.folder(workspace))
  }

  private async forget(): Promise<void> {
    const { install, host, store, folder } = this.workspace.parts
    if (this.other && (await host.resolve(this.other.workspace)).kind === 'folder') await (await host.folder(this.other.workspace)).remove(RECORD)
    this.other = undefined
    this.workspace.forgetNotice('notice.other-workspace')
    await (await this.writable()).remove(MARKER)
    await store.remove(RECORD)
    this.own = undefined
    await obeyDeployment(host, install, store, folder, [])
    await install.refresh()
    await this.workspace.reload()
    this.workspace.forgetNotice('notice.deploy-interrupted')
    await this.refreshState()
  }

  /** original, deployed, older (the overlay has moved on) or foreign. */
  async refreshState(): Promise<void> {
    this.session.state = await this.stateNow()
  }

  private async stateNow(): Promise<InstallState> {
    const { install } = this.workspace.parts
    if (this.other) return 'foreign'
    const packed = packedHashes(this.workspace)
    for (const file of new Set([...packed.keys(), ...this.ownRecords().map(record => record.path)])) {
      if (await isForeign(this.workspace, install, file, await install.presentHash(file))) return 'foreign'
    }
    if (!this.own || this.own.files.length + packed.size === 0) return 'original'
    if (this.own.files.length !== packed.size) return 'older'
    for (const [file, hash] of packed) if ((await install.presentHash(file)) !== hash) return 'older'
    return 'deployed'
  }
}

const nameOf = ({ file }: PlannedFile): string => file
const foreignIn = (plan: DeployPlan): readonly PlannedFile[] => plan.files.filter(file => file.isForeign && file.action !== 'none')

function guardAnswered(unanswered: readonly PlannedFile[]): void {
  const [first] = unanswered
  if (first) throw new StudioError('deploy.foreign', { n: unanswered.length, file: first.file })
}

const stepOf = (path: string, from: string, to: string): DeployStep => ({ path, from: from === '' ? null : from, to: to === '' ? null : to })
