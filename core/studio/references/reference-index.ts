import { alternativesOf, printPath, type EntryName } from '../../format'
import type { EntryNames, FileNames, ReferencePool } from '../api/reference-pool'
import { hashInPieces } from '../entries/digests'
import { largeFile } from '../entries/large-file'
import { fileNames } from '../entries/project-tree'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import type { JobRun } from '../jobs/jobs'
import { viewOf } from '../query/query'
import {
  parseNames,
  printNames,
  referencesOfEdited,
  referencesOfFile,
  referencesOfView as foundIn,
} from './file-references'
import { imageOf, KeptNames, pagesOf } from './kept-names'
import { nameKey, Names, type IndexedReference } from './names'

interface IndexedFile {
  /** Identifies the unedited image: see `imageOf`. */
  readonly image: string
  /** Number of changes of the file when it was read. */
  readonly version: number
  /** What its entries name without edits, and with them. */
  readonly pristine: readonly EntryNames[]
  readonly present: readonly EntryNames[]
}

/** References by the file that they are in. */
type ByFile = Map<string, IndexedReference[]>

/** Most files that are read again without a job. */
const QUIETLY = 8
/** Most bytes of files that are read without threads, which take a while to start. */
const SMALL = 1024 * 1024
const NOTHING: readonly IndexedReference[] = []
const NO_NAMES: readonly EntryNames[] = []

/**
 * Which entry names which in the present install. Unedited files are read in threads, and what was found is kept on disk
 * by their digests; of edited ones the entries that an edit touched are read again.
 */
class ReferenceIndex {
  private files = new Map<string, IndexedFile>()
  private readonly byName = new Map<string, ByFile>()
  /** Places of the files in the install. */
  private places: ReadonlyMap<string, number> = new Map()
  private reading: Promise<void> = Promise.resolve()
  private readonly kept: KeptNames

  constructor(private readonly session: Session) {
    this.kept = new KeptNames(session.host, session.workspace)
  }

  /** References to an entry of that name, in the order of the install; not those for which another one is found before. */
  async to(name: EntryName): Promise<readonly IndexedReference[]> {
    await this.update()
    const found = this.named(name)
    if (!found.some(one => one.name.otherwise)) return found
    const names = new Names(this.session.workspace)
    const meant = await Promise.all(found.map(one => names.meant(one.name)))
    return found.filter((_, at) => nameKey(meant[at] ?? name) === nameKey(name))
  }

  private named(name: EntryName): readonly IndexedReference[] {
    const found = this.byName.get(nameKey(name))
    if (!found) return NOTHING
    const placeOf = (file: string): number => this.places.get(file) ?? 0
    return [...found].sort(([a], [b]) => placeOf(a) - placeOf(b)).flatMap(([, own]) => own)
  }

  private update(): Promise<void> {
    this.reading = this.reading.catch(() => undefined).then(() => this.read())
    return this.reading
  }

  private async read(): Promise<void> {
    const { workspace } = this.session
    const names = fileNames(workspace)
    const images = new Map(names.map(file => [file, imageOf(workspace, file)]))
    for (const file of [...this.files.keys()].filter(file => !images.has(file))) this.replace(file, undefined)
    this.places = new Map(names.map((file, place) => [file, place]))
    const unread = names.filter(file => this.files.get(file)?.image !== images.get(file))
    if (unread.length > 0) await this.readImages(unread, images)
    for (const file of names) await this.follow(file)
  }

  /** Takes over what is kept of these files, and reads the others: in a job, where there are more than a few. */
  private async readImages(files: readonly string[], images: ReadonlyMap<string, string>): Promise<void> {
    const take = (file: string, pristine: readonly EntryNames[]): void =>
      this.replace(file, { image: images.get(file) ?? '', version: -1, pristine, present: NO_NAMES })
    const rest: string[] = []
    for (const file of files) {
      const known = await this.kept.get(file)
      if (known) take(file, known)
      else rest.push(file)
      await this.session.host.pause()
    }
    if (rest.length > QUIETLY) {
      let pool: ReferencePool | undefined
      await this.session.jobs.run(
        'job.references',
        rest.length,
        async job => {
          pool = this.poolFor(rest)
          await this.readAll(rest, take, pool, job)
        },
        { stop: () => pool?.close() },
      )
    } else if (rest.length > 0) await this.readAll(rest, take, this.poolFor(rest))
    await this.kept.write()
  }

  private poolFor(files: readonly string[]): ReferencePool | undefined {
    const { host, workspace } = this.session
    const { install, root, only, families, isMissing } = workspace.parts
    const size = files.reduce((sum, file) => sum + (install.listed(file)?.size ?? 0), 0)
    if (isMissing || size <= SMALL) return undefined
    return host.referencePool?.({ root, ...(only !== undefined && { only }), families: families.map(({ id }) => id) })
  }

  private async readAll(
    files: readonly string[],
    take: (file: string, names: readonly EntryNames[]) => void,
    pool: ReferencePool | undefined,
    job?: JobRun,
  ): Promise<void> {
    let next = 0
    const lane = async (): Promise<void> => {
      for (let file = files[next++]; file !== undefined; file = files[next++]) {
        await (job ? job.step(file) : this.session.host.pause())
        take(file, (await this.inThread(file, pool, job)) ?? (await this.here(file)))
      }
    }
    try {
      await Promise.all(Array.from({ length: pool?.size ?? 1 }, lane))
    } finally {
      pool?.close()
    }
  }

  /** Undefined where it is to be read in this thread. */
  private async inThread(
    file: string,
    pool: ReferencePool | undefined,
    job: JobRun | undefined,
  ): Promise<readonly EntryNames[] | undefined> {
    const { workspace } = this.session
    if (!pool || workspace.parts.install.record(file) || (await isLarge(workspace, file))) return undefined
    const pages = pagesOf(workspace, file)
    let found: FileNames | undefined
    try {
      found = await pool.read({ file, ...(pages.size > 0 && { pages }) })
    } catch {
      job?.guard() // the pool was closed
      return undefined
    }
    if (!found) return NO_NAMES
    this.kept.add(file, found)
    return parseNames(found.names)
  }

  private async here(file: string): Promise<readonly EntryNames[]> {
    const { workspace, host } = this.session
    const view = await viewOf(workspace, file, 'pristine')
    if (!view) return NO_NAMES
    await hashInPieces(host, view.base)
    const digest = workspace.hash(view.base)
    const known = await this.kept.ofDigest(file, digest)
    const names = known ?? referencesOfFile(workspace.parts.families, view)
    this.kept.add(file, { digest, names: printNames(names), ...this.statOf(file, view.base.length) })
    return names
  }

  /** Size and time of the unedited image; a negative time where it is not the file in the install. */
  private statOf(file: string, size: number): Pick<FileNames, 'size' | 'modified'> {
    const { install } = this.session.workspace.parts
    const listed = install.record(file) ? undefined : install.listed(file)
    return { size, modified: listed?.size === size ? listed.modified : -1 }
  }

  /** Reads the entries of an edited file again. */
  private async follow(file: string): Promise<void> {
    const { workspace } = this.session
    const known = this.files.get(file)
    const version = workspace.version(file)
    if (!known || known.version === version) return
    const present = await this.presentOf(file, known.pristine)
    this.replace(file, { ...known, version, present })
  }

  private async presentOf(file: string, before: readonly EntryNames[]): Promise<readonly EntryNames[]> {
    const { workspace } = this.session
    if (workspace.states.pathsOf(file).size === 0) return before
    const present = await viewOf(workspace, file, 'present')
    const pristine = await viewOf(workspace, file, 'pristine')
    return referencesOfEdited(workspace.parts.families, workspace.states, present, { before, pristine })
  }

  private replace(file: string, next: IndexedFile | undefined): void {
    const before = this.files.get(file)
    if (next) this.files.set(file, next)
    else this.files.delete(file)
    if (before && before.present === next?.present) return
    for (const key of keysOf(before?.present ?? NO_NAMES)) {
      const named = this.byName.get(key)
      named?.delete(file)
      if (named?.size === 0) this.byName.delete(key)
    }
    for (const { entry, name, references } of next?.present ?? NO_NAMES)
      for (const reference of references) {
        const one: IndexedReference = { ...reference, from: entry, fromName: name }
        for (const key of new Set(alternativesOf(reference.name).map(nameKey))) this.add(key, file, one)
      }
  }

  private add(key: string, file: string, reference: IndexedReference): void {
    let named = this.byName.get(key)
    if (!named) this.byName.set(key, (named = new Map()))
    const own = named.get(file)
    if (own) own.push(reference)
    else named.set(file, [reference])
  }
}

/** Keys under which the references of a file are found. */
const keysOf = (names: readonly EntryNames[]): ReadonlySet<string> =>
  new Set(names.flatMap(({ references }) => references.flatMap(({ name }) => alternativesOf(name).map(nameKey))))

async function isLarge(workspace: Workspace, file: string): Promise<boolean> {
  return (await largeFile(workspace, printPath({ file, steps: [] }))) !== undefined
}

/** References from an entry; none from one that cannot be read, which check reports. */
export const referencesOfView = (workspace: Workspace, view: View): readonly IndexedReference[] =>
  foundIn(workspace.parts.families, view).map(one => ({ ...one, from: view.path, fromName: view.name }))

const indexes = new WeakMap<Session, ReferenceIndex>()

/** The index of the open install; made at its first use. */
export function referenceIndex(session: Session): ReferenceIndex {
  let index = indexes.get(session)
  if (!index) indexes.set(session, (index = new ReferenceIndex(session)))
  return index
}
