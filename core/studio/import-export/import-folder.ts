import type { EntryPath } from '../../edit'
import { filePath, printPath, safeName, StudioError, withoutForm } from '../../format'
import type { TakeOptions, IncomingFolder } from '../api/import-export'
import { compareNames } from '../install/install'
import { fileNames } from '../entries/project-tree'
import type { View } from '../entries/view'
import type { Session } from '../entries/session'
import type { Workspace } from '../entries/workspace'
import { nameOf } from './extract'
import { takeIn } from './import-entry'

/**
 * Imports the files of a folder laid out as *Extract* writes it, each for its entry, as one step. Paths are those in
 * the install, or below `below`: the only folder, archive or entry that is changed then. A file that matches no entry,
 * or several, is refused by name.
 */
export async function incomingFolder(
  session: Session,
  below: EntryPath,
  folder: string,
  options: TakeOptions,
): Promise<IncomingFolder> {
  const { host, workspace } = session
  const place = workspace.canonical(below)
  if (below !== '') await needPlace(workspace, place)
  const from = await host.folder((await host.resolve(folder)).path)
  const entries = new EntriesByName(workspace, place)
  const taken = await takeIn(
    session,
    async job => {
      const files = await from.list((path, count) => job.passed(count, path))
      return [...files]
        .sort((a, b) => compareNames(a.path, b.path))
        .map(({ path }) => ({ file: path, entry: () => entries.need(path), read: () => from.read(path) }))
    },
    options,
  )
  const listed = taken.files.filter(
    ({ report }) => report === null || report.entries.length > 0 || report.isRepacked === true,
  )
  return { ...taken, files: listed, same: taken.files.length - listed.length }
}

/** Throws StudioError `entry.missing` where the install has no such entry, file or folder. */
async function needPlace(workspace: Workspace, place: EntryPath): Promise<void> {
  const folder = `${filePath(place)}/`.toLowerCase()
  if (place.includes('!') || !fileNames(workspace).some(file => file.toLowerCase().startsWith(folder)))
    await workspace.need(place)
}

/** Entries by the file names that *Extract* gives them: without case, and without the ending of a form. */
class EntriesByName {
  private readonly files = new Map<string, string[]>()

  constructor(
    private readonly workspace: Workspace,
    private readonly below: EntryPath,
  ) {
    for (const file of fileNames(workspace)) {
      const key = keyOf(file.split('/'))
      this.files.set(key, [...(this.files.get(key) ?? []), file])
    }
  }

  /** Throws StudioError `incoming.no-entry`, `incoming.many-entries`. */
  async need(path: string): Promise<EntryPath> {
    const found = await this.of(path)
    const [entry] = found
    if (entry !== undefined && found.length === 1) return entry
    throw new StudioError(entry === undefined ? 'incoming.no-entry' : 'incoming.many-entries', {
      file: path,
      n: found.length,
    })
  }

  private async of(path: string): Promise<readonly EntryPath[]> {
    const names = path.split('/')
    const whole = (await this.at(names)).filter(entry => this.isBelow(entry))
    if (whole.length > 0 || this.below === '') return whole
    if (this.below.includes('!')) return this.rowsAt([await this.workspace.need(this.below)], names)
    return this.at([...filePath(this.below).split('/'), ...names])
  }

  private isBelow(entry: EntryPath): boolean {
    const [outer, inner] = [this.below.toLowerCase(), entry.toLowerCase()]
    return outer === '' || inner === outer || ['/', '!'].some(end => inner.startsWith(`${outer}${end}`))
  }

  /** Entries for a path: its first names give a file, the rest an entry in it. */
  private async at(names: readonly string[]): Promise<readonly EntryPath[]> {
    for (let n = 1; n <= names.length; n++) {
      const first = names.slice(0, n)
      const files =
        this.files.get(keyOf(first)) ?? (n === names.length ? this.files.get(keyOf(this.bare(first))) : undefined)
      const paths = files?.map(file => printPath({ file, steps: [] }))
      if (paths)
        return n === names.length
          ? paths
          : this.rowsAt(await Promise.all(paths.map(path => this.workspace.need(path))), names.slice(n))
    }
    return []
  }

  private rowsAt(views: readonly View[], [name, ...names]: readonly string[]): readonly EntryPath[] {
    if (name === undefined) return views.map(view => view.path)
    const rows = views.flatMap(view => view.archive?.rows() ?? [])
    const called = (wanted: string): readonly View[] => rows.filter(row => keyOf([nameOf(row)]) === keyOf([wanted]))
    const own = called(name)
    const isFound = own.length > 0 || names.length > 0
    return this.rowsAt(isFound ? own : called(withoutForm(name, this.workspace.formats)), names)
  }

  /** Names with the last one as its entry has it. */
  private readonly bare = (names: readonly string[]): readonly string[] => [
    ...names.slice(0, -1),
    withoutForm(names.at(-1) ?? '', this.workspace.formats),
  ]
}

const keyOf = (names: readonly string[]): string => names.map(safeName).join('/').toLowerCase()
