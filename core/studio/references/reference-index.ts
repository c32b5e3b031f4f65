import { alternativesOf, referencesIn, referencesOf, StudioError, type EntryName } from '../../format'
import { LayoutError } from '../../layout'
import { openedOf } from '../entries/entries'
import { fileNames } from '../entries/project-tree'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { entriesOf, viewOf } from '../query/query'
import { nameKey, Names, type IndexedReference } from './names'

interface IndexedFile {
  /** Number of changes of the file when it was read. */
  readonly version: number
  readonly references: readonly IndexedReference[]
}

/** Most files that are read again without a job. */
const QUIETLY = 8
const NOTHING: readonly IndexedReference[] = []

/** Who names whom in the present install. A file is read again when it was changed; then the rest is kept. */
class ReferenceIndex {
  private readonly files = new Map<string, IndexedFile>()
  private byName: ReadonlyMap<string, readonly IndexedReference[]> = new Map()
  private reading: Promise<void> = Promise.resolve()

  constructor(private readonly session: Session) {}

  /** References to an entry of that name, in the order of the install; not those for which another one is found before. */
  async to(name: EntryName): Promise<readonly IndexedReference[]> {
    await this.update()
    const found = this.byName.get(nameKey(name)) ?? NOTHING
    if (!found.some(one => one.name.otherwise)) return found
    const names = new Names(this.session.workspace)
    const meant = await Promise.all(found.map(one => names.meant(one.name)))
    return found.filter((_, at) => nameKey(meant[at] ?? name) === nameKey(name))
  }

  /** Everything that is named, with the references. */
  async all(): Promise<ReadonlyMap<string, readonly IndexedReference[]>> {
    await this.update()
    return this.byName
  }

  private update(): Promise<void> {
    this.reading = this.reading.catch(() => undefined).then(() => this.read())
    return this.reading
  }

  private async read(): Promise<void> {
    const { workspace, jobs } = this.session
    const names = fileNames(workspace)
    const stale = names.filter(file => this.files.get(file)?.version !== workspace.version(file))
    const known = new Set(names)
    const gone = [...this.files.keys()].filter(file => !known.has(file))
    if (stale.length === 0 && gone.length === 0) return
    for (const file of gone) this.files.delete(file)
    const each = async (file: string): Promise<void> => void this.files.set(file, await this.fileOf(file))
    // After an edit a file or two are read again, which is no job to be shown.
    if (stale.length <= QUIETLY) for (const file of stale) await each(file)
    else
      await jobs.run('job.references', stale.length, async job => {
        for (const file of stale) {
          await job.step(file)
          await each(file)
        }
      })
    this.byName = this.named(names)
  }

  private named(names: readonly string[]): typeof this.byName {
    const byName = new Map<string, IndexedReference[]>()
    for (const file of names)
      for (const reference of this.files.get(file)?.references ?? NOTHING)
        for (const name of alternativesOf(reference.name)) {
          const key = nameKey(name)
          const others = byName.get(key)
          if (others) others.push(reference)
          else byName.set(key, [reference])
        }
    return byName
  }

  private async fileOf(file: string): Promise<IndexedFile> {
    const { workspace } = this.session
    const version = workspace.version(file)
    const view = await viewOf(workspace, file, 'present')
    return { version, references: entriesOf(view, true).flatMap(one => referencesOfView(workspace, one)) }
  }
}

/** References from an entry; none from one that cannot be read, which check reports. */
export function referencesOfView(workspace: Workspace, view: View): readonly IndexedReference[] {
  const { format, path, name } = view
  const references = referencesOf(workspace.parts.families, format)
  if (!format || !references) return NOTHING
  try {
    const found = referencesIn(openedOf(workspace, view, 'present'), format, references)
    return found.map(reference => ({ ...reference, from: path, fromName: name }))
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return NOTHING
    throw error
  }
}

const indexes = new WeakMap<Session, ReferenceIndex>()

/** The index of the open install; made at its first use. */
export function referenceIndex(session: Session): ReferenceIndex {
  let index = indexes.get(session)
  if (!index) indexes.set(session, (index = new ReferenceIndex(session)))
  return index
}

/** Discards the index: a file of the install has changed. */
export function forgetReferences(session: Session): void {
  indexes.delete(session)
}
