import { filePath, printPath, StudioError, type EntryPath } from '../../format'
import { CODE_PAGES } from '../../layout'
import {
  inlinePool,
  parseNeedle,
  takeFound,
  weightOf,
  type FileHits,
  type FindOptions,
  type FoundFile,
  type Outline,
  type SearchPool,
  type SearchTask,
} from '../../search'
import type { Found } from '../api/find'
import { encodeAll } from '../entries/encode-all'
import { fileNames } from '../entries/project-tree'
import { filesOfRoots } from '../install/roots'
import type { JobRun } from '../jobs/jobs'
import type { Session } from '../entries/session'
import type { OpenArchive, View } from '../entries/view'
import type { Workspace } from '../entries/workspace'

/** Most places listed of one search. */
const HITS_LISTED = 20_000
/** Milliseconds between two events. */
const REST = 50
/** Most lines of one event: a window reads and shows them within a frame. */
const LINES_TOLD = 800

/**
 * Starts a search over the present install, or the named part of it; returns its number, which is also that of its job.
 * Throws StudioError `find.…`, and `entry.missing` for a named part that does not exist.
 */
export function startFind(session: Session, text: string, options: FindOptions): number {
  const { workspace, host } = session
  const { parts } = workspace
  const encodings = parts.families.map(({ encoding }) => encoding)
  const needle = parseNeedle(
    text,
    options,
    encodings,
    workspace.formats.some(format => format.encoding) ? CODE_PAGES : [],
  )
  const order = {
    root: parts.root,
    ...(parts.only !== undefined && { only: parts.only }),
    roots: Object.fromEntries(parts.install.rootFolders),
    families: parts.families.map(({ id }) => id),
    needle,
  }
  const newPool = (): SearchPool =>
    host.searchPool?.(order) ??
    inlinePool(needle, workspace.formats, async file =>
      (await workspace.need(printPath({ file, steps: [] }))).payload(),
    )
  const names = [...fileNames(workspace), ...filesOfRoots(parts.install)]
  const search = new Search(session, newPool, searched(workspace, names, options.within))
  void search.run()
  return search.id
}

/** Files that are searched, each with the entries in it that are; none means the whole file. */
interface Searched {
  readonly names: readonly string[]
  readonly within: ReadonlyMap<string, readonly EntryPath[]>
}

function searched(workspace: Workspace, names: readonly string[], entries?: readonly EntryPath[]): Searched {
  if (!entries) return { names, within: new Map() }
  const whole = new Set<string>()
  const within = new Map<string, readonly EntryPath[]>()
  for (const entry of new Set(entries.map(one => workspace.canonical(one)))) {
    const file = filePath(entry)
    const folder = `${file.toLowerCase().replace(/\/*$/, '')}/`
    const own = names.filter(name => name === file || name.toLowerCase().startsWith(folder))
    if (own.length === 0) throw new StudioError('entry.missing', { entry })
    if (entry === file) for (const name of own) whole.add(name)
    else within.set(file, [...(within.get(file) ?? []), entry])
  }
  for (const name of whole) within.delete(name)
  return { names: names.filter(name => whole.has(name) || within.has(name)), within }
}

class Search {
  readonly id: number
  private job: JobRun
  private pool: SearchPool
  /** Indexes in `names` that are not searched yet. */
  private todo: readonly number[]
  private readonly files: FoundFile[] = []
  private readonly unread: string[] = []
  private listed = 0
  /** Lines that are not sent yet. */
  private waiting = 0
  private count = 0
  private looked = 0
  private next = 0
  private told: number
  private readonly names: readonly string[]
  private readonly within: Searched['within']
  private state: Found['state'] = 'running'

  constructor(
    private readonly session: Session,
    private readonly newPool: () => SearchPool,
    { names, within }: Searched,
  ) {
    this.names = names
    this.within = within
    this.told = session.host.now()
    this.pool = newPool()
    this.todo = names.map((_, place) => place)
    this.job = this.begin()
    this.id = this.job.id
  }

  private begin(): JobRun {
    return this.session.jobs.begin('job.find', this.todo.length, {
      stop: () => this.end('cancelled'),
      canPause: true,
      retry: failed => this.again(new Set(failed)),
    })
  }

  /** Continues with files that could not be read. */
  private async again(failed: ReadonlySet<string>): Promise<void> {
    this.todo = this.names.flatMap((name, place) => (failed.has(name) ? [place] : []))
    this.looked -= this.todo.length
    this.next = 0
    this.state = 'running'
    this.pool = this.newPool()
    this.job = this.begin()
    this.tell()
    await this.run()
  }

  async run(): Promise<void> {
    try {
      await Promise.all(Array.from({ length: this.pool.size }, () => this.lane()))
      await this.toldDownTo(LINES_TOLD)
      this.end('done')
    } catch {
      this.end('failed') // a thread died: nothing of the search can be kept, and everybody is told so
    }
  }

  private async lane(): Promise<void> {
    while (this.next < this.todo.length && this.isOn) {
      await this.job.resumed()
      const order = this.todo[this.next++] ?? 0
      const file = this.names[order] ?? ''
      await this.session.host.pause()
      const found = await this.lookInto(file)
      if (!this.isOn) return
      this.take(file, order, found)
      await this.toldDownTo(2 * LINES_TOLD)
    }
  }

  /** Waits until at most this many lines are unsent: the search is no faster than its receivers. */
  private async toldDownTo(limit: number): Promise<void> {
    while (this.isOn && this.waiting > limit) {
      await this.session.host.rest(REST)
      if (this.isOn) this.tellNow()
    }
  }

  private get isOn(): boolean {
    return this.state === 'running'
  }

  private async lookInto(file: string): Promise<FileHits> {
    try {
      const within = this.within.get(file)
      return await this.pool.search({ ...(await taskOf(this.session.workspace, file)), ...(within && { within }) })
    } catch (error) {
      if (error instanceof StudioError) return { hits: [], count: 0, unread: error.code }
      if (!this.isOn) return { hits: [], count: 0 } // the pool was closed under it
      throw error
    }
  }

  private take(file: string, order: number, { hits, count, unread }: FileHits): void {
    this.looked++
    this.count += count
    if (unread !== undefined) {
      this.unread.push(file)
      this.job.fail(file, { code: `refusal.${unread}`, params: { path: file } })
    }
    const room = HITS_LISTED - this.listed
    if (count > 0) this.keep({ file, order, hits: hits.slice(0, room), count })
    if (this.session.host.now() - this.told >= REST) this.tellNow()
  }

  private keep(found: FoundFile): void {
    this.files.push(found)
    this.listed += found.hits.length
    this.waiting += weightOf(found)
  }

  private tellNow(): void {
    this.told = this.session.host.now()
    this.tell()
    this.job.reached(this.next, this.names[this.todo[this.next - 1] ?? 0] ?? '')
  }

  private tell(): void {
    const files = takeFound(this.files, LINES_TOLD)
    this.waiting -= files.reduce((sum, one) => sum + weightOf(one), 0)
    const isLost = !this.isOn && this.waiting > 0
    this.session.emit('found', {
      search: this.id,
      job: this.job.id,
      state: this.state,
      looked: this.looked,
      total: this.names.length,
      count: this.count,
      files,
      unread: this.unread.splice(0),
      isCut: this.count > this.listed || isLost,
    })
  }

  private end(state: Exclude<Found['state'], 'running'>): void {
    if (!this.isOn) return
    this.state = state
    this.pool.close()
    this.tell()
    this.job.end(state)
  }
}

/** An unchanged file is read by the searcher; of any other the present bytes are sent. */
async function taskOf(workspace: Workspace, file: string): Promise<SearchTask> {
  const { install } = workspace.parts
  const path = printPath({ file, steps: [] })
  const lower = path.toLowerCase()
  const chosen = new Map([...install.codePages].filter(([own]) => own === lower || own.startsWith(`${lower}!`)))
  const task = { file, ...(chosen.size > 0 && { chosen }) }
  if (workspace.states.pathsOf(file).size === 0 && install.record(file) === undefined) return task
  const view = await workspace.need(path)
  await encodeAll(workspace, view)
  return { ...task, source: { bytes: view.payload(), outline: outlineOfView(view, 0) } }
}

/** The outline of a file as it would be packed, with the entry paths of the studio. */
function outlineOfView(view: View, offset: number): Outline {
  return {
    path: view.path,
    name: view.name,
    attributes: view.attributes,
    ...(view.format && { format: view.format.id }),
    ...pagesOf(view),
    offset,
    size: view.payload().length,
    parts: view.archive ? partsOf(view.archive, offset) : [],
  }
}

const pagesOf = ({ archive, encoding, info: { container } }: View): Pick<Outline, 'encoding' | 'page'> => ({
  ...(archive && encoding && { encoding }),
  ...(container?.encoding && { page: container.encoding }),
})

function partsOf(archive: OpenArchive, offset: number): readonly Outline[] {
  return archive.rows().flatMap((row, place): readonly Outline[] => {
    const id = row.path.slice(row.path.lastIndexOf('#') + 1)
    const stored = row.isReadable ? archive.storedRange(id) : undefined
    if (!stored) return []
    const at = offset + stored.offset
    if (archive.encodingOf(id) === undefined) return [outlineOfView(row, at)]
    const { path, name, attributes, listedFormat: format } = row
    const inside = archive.touchedInside(id, row)
    const parts = inside ? partsOf(inside, 0) : []
    return [
      {
        path,
        name,
        attributes,
        ...(format && { format: format.id }),
        offset: at,
        size: stored.size,
        parts,
        encodedRow: stored.row ?? place,
      },
    ]
  })
}
