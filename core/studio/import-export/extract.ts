import type { EntryPath } from '../../edit'
import {
  conversionTo,
  endingsOf,
  filePath,
  numberedName,
  parsePath,
  printPath,
  SafePaths,
  StudioError,
  type FileSystem,
} from '../../format'
import { document, toJson, type Bytes } from '../../layout'
import type { ExtractOptions, ExtractReport } from '../api/import-export'
import type { JobItem } from '../api/jobs'
import { openedOf } from '../entries/entries'
import { fileNames } from '../entries/project-tree'
import { reasonOf, type JobRun } from '../jobs/jobs'
import type { Session } from '../entries/session'
import { fromText } from '../../format/text-bytes'
import type { View } from '../entries/view'
import { workIn } from './work-in'
import type { Workspace } from '../entries/workspace'

/**
 * Writes the present bytes of entries into a folder outside install and workspace. An unreadable entry does not prevent
 * the others; a full disk ends the job; throws where no entry could be written. If it is stopped, it removes what it
 * wrote.
 */
export async function extract(
  session: Session,
  entries: readonly EntryPath[],
  options: ExtractOptions,
): Promise<ExtractReport> {
  const { host, workspace } = session
  const place = await host.resolve(options.folder)
  const { root, folder } = workspace.parts
  for (const kept of [root, folder]) {
    if (host.isInside(kept, place.path)) throw new StudioError('extract.inside', { path: place.path, kept })
  }
  if (!formsIn(workspace).includes(options.as)) throw unknownForm(workspace, options.as)
  const paths = [...new Set(entries.flatMap(entry => filesBelow(workspace, entry)))]
  const into = new Into(
    workspace,
    await host.folder(place.path, { create: true }),
    options,
    paths.length > 1 || options.hasContents === true,
  )
  return takeAll(session, paths, into)
}

/** The present entry as a file of that ending. Throws StudioError `extract.no-form`, `convert.…`. */
export async function convert(workspace: Workspace, entry: EntryPath, ending: string): Promise<Bytes> {
  const view = await workspace.need(workspace.canonical(entry))
  const conversion = conversionTo(view.format, ending, view.info)
  if (conversion) return conversion.encode(openedOf(workspace, view, 'present'), workIn(workspace))
  throw unknownForm(workspace, ending)
}

/** The forms that entries of the install can be written in. */
const formsIn = (workspace: Workspace): readonly string[] => ['raw', 'json', ...endingsOf(workspace.formats)]

const unknownForm = (workspace: Workspace, form: string): StudioError =>
  new StudioError('extract.no-form', { form, forms: formsIn(workspace).join(', ') })

async function takeAll(session: Session, paths: readonly EntryPath[], into: Into): Promise<ExtractReport> {
  const failed: JobItem[] = []
  try {
    await session.jobs.run(
      'job.extract',
      paths.length,
      async job => {
        const counts = into.hasContents ? await countsOf(session.workspace, paths, into) : paths.map(() => 1)
        job.counted(counts.reduce((sum, count) => sum + count, 0))
        for (const [at, path] of paths.entries()) {
          await job.step(path)
          try {
            await into.takeWhole(await session.workspace.need(path), job)
          } catch (error) {
            if (!(error instanceof StudioError) || error.code === 'job.cancelled') throw error
            const untried = error.code === 'file.disk-full' ? paths.slice(at + 1) : []
            const items = [
              { name: path, reason: reasonOf(error) },
              ...untried.map(name => ({ name, reason: { code: 'reason.job.disk-full', params: {} } })),
            ]
            items.forEach(({ name, reason }, k) => job.fail(name, reason, name, counts[at + k]))
            for (const item of items) failed.push(item)
            if (failed.length === paths.length) throw error
            if (untried.length > 0) break
          }
        }
        for (const path of into.unreadable) job.skip(path, { code: 'reason.job.no-bytes', params: {} })
      },
      { canPause: true, retry: again => takeAll(session, again, into.again()) },
    )
  } catch (error) {
    if (error instanceof StudioError && error.code === 'job.cancelled') await into.takeBack()
    throw error
  }
  return { folder: into.root, files: into.files, unreadable: into.unreadable, failed }
}

/** Number of files that each entry is written as; one where it cannot be read. */
async function countsOf(workspace: Workspace, paths: readonly EntryPath[], into: Into): Promise<readonly number[]> {
  const counts: number[] = []
  for (const path of paths) {
    try {
      counts.push(Math.max(1, into.leavesOf(await workspace.need(path)).length))
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      counts.push(1)
    }
  }
  return counts
}

/** An entry or file itself; of a folder every file below it. */
function filesBelow(workspace: Workspace, entry: EntryPath): readonly EntryPath[] {
  const path = workspace.canonical(entry)
  if (path.includes('!')) return [path]
  const name = filePath(path).toLowerCase()
  const files = fileNames(workspace)
  const found = files.filter(
    file => file.toLowerCase() === name || name === '' || file.toLowerCase().startsWith(`${name}/`),
  )
  if (found.length === 0) throw new StudioError('entry.missing', { entry }, entry)
  return found.map(file => printPath({ file, steps: [] }))
}

/** Conversions of entries of an archive that run at the same time. */
const AHEAD = 8

class Into {
  readonly files: ExtractReport['files'][number][] = []
  readonly unreadable: EntryPath[] = []
  private readonly names = new SafePaths()

  constructor(
    private readonly workspace: Workspace,
    private readonly target: FileSystem,
    private readonly options: ExtractOptions,
    private readonly hasFolders: boolean,
  ) {}

  get root(): string {
    return this.target.root
  }

  /** Whether archives are written as folders. */
  get hasContents(): boolean {
    return this.options.hasContents === true
  }

  /** An entry, or every entry in an archive that is written as a folder. */
  leavesOf(view: View): readonly View[] {
    const rows = this.hasContents ? view.archive?.rows() : undefined
    return rows ? rows.flatMap(row => this.leavesOf(row)) : [view]
  }

  /** The same folder and names for entries that are retried. */
  again(): Into {
    return new Into(this.workspace, this.target, this.options, this.hasFolders)
  }

  /** Removes written files, except the first `kept`; empty folders stay. */
  async takeBack(kept = 0): Promise<void> {
    for (const { path } of this.files.splice(kept)) await this.target.remove(path, { isLasting: false })
  }

  /** Writes an entry with everything requested of it, or nothing. */
  async takeWhole(view: View, job: JobRun): Promise<void> {
    const [files, unreadable] = [this.files.length, this.unreadable.length]
    try {
      await this.take(view, job)
    } catch (error) {
      await this.takeBack(files)
      this.unreadable.splice(unreadable)
      throw error
    }
  }

  private async take(view: View, job: JobRun): Promise<void> {
    const leaves = this.leavesOf(view)
    const made: Promise<Bytes | undefined>[] = []
    let hasEnded = false
    const guard = (): void => {
      if (hasEnded) throw new StudioError('job.cancelled')
      job.guard()
    }
    try {
      for (const [at, leaf] of leaves.entries()) {
        if (at > 0) await job.step(leaf.path)
        if (!leaf.isReadable) {
          this.unreadable.push(leaf.path)
          continue
        }
        // Threads convert the next entries while this one is written.
        for (let next = made.length; next < Math.min(leaves.length, at + AHEAD); next++) {
          const of = leaves[next]
          const conversion = of?.isReadable === true ? this.converted(of, guard) : Promise.resolve(undefined)
          conversion.catch(() => undefined) // reported when it is its turn
          made.push(conversion)
        }
        const converted = await made[at]
        await this.write(leaf, converted ?? leaf.payload(), converted !== undefined)
      }
    } finally {
      hasEnded = true
    }
  }

  /** The entry in the requested form; undefined where it has none. `guard` throws once nobody needs it. */
  private async converted(view: View, guard: () => void): Promise<Bytes | undefined> {
    const { as } = this.options
    if (as === 'raw') return undefined
    if (as === 'json') return jsonOf(view)
    const conversion = conversionTo(view.format, as, view.info)
    return conversion?.encode(openedOf(this.workspace, view, 'present'), workIn(this.workspace, guard))
  }

  private async write(view: View, bytes: Bytes, isConverted: boolean): Promise<void> {
    const names = this.hasFolders ? namesOf(view) : [nameOf(view)]
    const last = `${names.at(-1) ?? ''}${isConverted ? `.${this.options.as}` : ''}`
    const path = await this.names.next(
      [...names.slice(0, -1), last],
      async one => (await this.target.stat(one)) !== undefined,
    )
    await this.target.write(path, bytes, { isLasting: false })
    this.files.push({ entry: view.path, path, size: bytes.length, isRaw: this.options.as !== 'raw' && !isConverted })
  }
}

/**
 * The name of an entry as a file. Rows often have equal names or none: then their number in the path is added, so that
 * an import of the same files finds each of them (`ResTree #3`, `entry 4`).
 */
export function nameOf(view: View): string {
  const { name, container } = view
  if (name.trim() === '') return `entry ${parsePath(view.path).steps.at(-1) ?? ''}`
  if (!container || container.asContainer.siblings.count('name', name) < 2) return name
  return numberedName(name, view.path)
}

function namesOf(view: View): readonly string[] {
  if (view.container) return [...namesOf(view.container.view), nameOf(view)]
  return filePath(view.path).split('/')
}

function jsonOf(view: View): Bytes | undefined {
  const layout = view.format?.layout?.(view.info)
  const whole = layout && document(layout, view.payload())
  return whole?.isWhole ? fromText(`${toJson(whole.root)}\n`) : undefined
}
