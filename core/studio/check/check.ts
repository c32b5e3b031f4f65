import type { EntryPath } from '../../edit'
import {
  filePath,
  parsePath,
  printPath,
  referencesOf,
  StudioError,
  type Format,
  type Opened,
  type Problem,
} from '../../format'
import { document, LayoutError, recordAt, type AnyLayout, type Bytes, type Finding } from '../../layout'
import { descend } from '../entries/draft'
import { fileNamed, openedOf, type ReadListener } from '../entries/entries'
import { largeFile } from '../entries/large-file'
import { fileNames } from '../entries/project-tree'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Of } from '../entries/views'
import type { Workspace } from '../entries/workspace'
import { missingReferences } from './missing-references'
import { Reads, sameList, type ViewAt } from './reads'

/** Most findings of one declaration listed per entry. */
const FINDINGS_SHOWN = 100
const FINDINGS: Readonly<Record<Finding['what'], { readonly code: string; readonly severity: Problem['severity'] }>> = {
  count: { code: 'layout.count', severity: 'error' },
  truncated: { code: 'layout.truncated', severity: 'error' },
  derived: { code: 'layout.derived', severity: 'error' },
  union: { code: 'layout.union', severity: 'error' },
  deep: { code: 'layout.deep', severity: 'error' },
  sentinel: { code: 'layout.sentinel', severity: 'error' },
  trailing: { code: 'layout.trailing', severity: 'error' },
  value: { code: 'layout.value', severity: 'warning' },
  encoded: { code: 'layout.encoded', severity: 'warning' },
  reserved: { code: 'layout.reserved', severity: 'info' },
}

/** A rule threw an error. */
const STOPPED = 'studio.check-stopped'
const NO_PROBLEMS: readonly Problem[] = []
/** The disk does not give the file. */
const UNREADABLE = 'studio.unreadable'

/** A file as it was: its number of changes, and its image (undefined: there was no such file). */
interface FileState {
  readonly version: number
  readonly base: WeakRef<Bytes> | undefined
}

interface CheckedFile {
  /** By file: the one checked, and each that a rule requested. */
  readonly files: ReadonlyMap<string, FileState>
  readonly entries: ReadonlyMap<EntryPath, CheckedEntry>
  readonly problems: readonly Problem[]
}

/** The problems of one entry, with all that they depend on. */
interface CheckedEntry {
  readonly self: readonly unknown[]
  readonly outer: readonly Problem[]
  readonly reads: Reads
  readonly problems: readonly Problem[]
}

/** Finds problems, file by file. Keeps those of each entry until something that its rules read changes. */
export class Checker {
  private readonly present = new Map<string, CheckedFile>()
  private readonly pristine = new Map<string, CheckedFile>()

  constructor(private readonly session: Session) {}

  /** Problems of one entry with everything in it, of a file, or of the whole install. */
  async check(entry?: EntryPath): Promise<readonly Problem[]> {
    const { workspace } = this.session
    if (entry === undefined || entry === '') return this.checkAll()
    const path = workspace.canonical(entry)
    const problems = await this.checkFile(filePath(path))
    return path.includes('!')
      ? problems.filter(problem => problem.entry === path || problem.entry.startsWith(`${path}!`))
      : problems
  }

  private async checkAll(): Promise<readonly Problem[]> {
    const files = fileNames(this.session.workspace)
    const problems = await this.session.jobs.run(
      'job.check',
      files.length,
      async job => {
        const found: Problem[] = []
        for (const file of files) {
          await job.step(file)
          const own = await this.checkFile(file)
          for (const { code, entry, params } of own)
            if (code === STOPPED || code === UNREADABLE) job.fail(entry, { code: `problem.${code}`, params }, file)
          for (const problem of own) found.push(problem)
        }
        return found
      },
      { canPause: true },
    )
    const unseen = outOfSight(this.session.workspace, files.length)
    if (unseen.length > 0) return [...unseen, ...problems] // of an install that is known in part nothing can be said as a whole
    const whole = (await this.session.family?.checkInstall?.(this.session.reader('present'))) ?? []
    return [...problems, ...whole]
  }

  private viewOf(file: string, of: Of): Promise<View | undefined> {
    const { workspace } = this.session
    return workspace.view(workspace.canonical(printPath({ file, steps: [] })), of)
  }

  private async isCurrent({ files }: CheckedFile, of: Of): Promise<boolean> {
    for (const [file, before] of files) {
      const { version, base } = stateOf(this.session.workspace, file, await this.viewOf(file, of))
      if (version !== before.version || base?.deref() !== before.base?.deref()) return false
    }
    return true
  }

  async checkFile(file: string, of: Of = 'present'): Promise<readonly Problem[]> {
    const { workspace } = this.session
    const known = of === 'present' ? this.present : this.pristine
    try {
      if (await largeFile(workspace, printPath({ file, steps: [] }))) return [] // no format knows it: nothing in it could be wrong
      const view = await workspace.view(printPath({ file, steps: [] }), of)
      if (!view) return []
      const before = known.get(file)
      if (before && (await this.isCurrent(before, of))) return [...conflict(workspace, file), ...before.problems]
      const files = new Map([[file, stateOf(workspace, file, view)]])
      const entries = new EntryChecks(workspace, view, of, before?.entries)
      const problems = await checkView(workspace, view, of, [], entries)
      for (const name of entries.files)
        if (name !== file) files.set(name, stateOf(workspace, name, await this.viewOf(name, of)))
      known.set(file, { files, entries: entries.checked, problems })
      return [...conflict(workspace, file), ...problems]
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return [stopped(file, printPath({ file, steps: [] }), error)]
    }
  }
}

/** The checks of the entries of one file: those of before are taken over where nothing that they read has changed. */
class EntryChecks {
  readonly checked = new Map<EntryPath, CheckedEntry>()
  /** Files by their names: each is found once, however many rows read it. */
  private readonly roots = new Map<string, Promise<View | undefined>>()

  constructor(
    private readonly workspace: Workspace,
    private readonly root: View,
    private readonly of: Of,
    private readonly before: ReadonlyMap<EntryPath, CheckedEntry> = new Map(),
  ) {}

  async check(view: View, outer: readonly Problem[]): Promise<readonly Problem[]> {
    const self = selfOf(view)
    const known = this.before.get(view.path)
    const isSame = known && sameList(known.self, self) && sameList(known.outer, outer)
    if (isSame && (await this.isCurrent(known.reads))) {
      this.checked.set(view.path, known)
      return known.problems
    }
    const reads = new Reads(this.workspace)
    reads.payload(view)
    const problems = await checkOne(this.workspace, view, this.of, outer, reads)
    this.checked.set(view.path, { self, outer, reads, problems })
    return problems
  }

  /** False, too, where something cannot be read any more. */
  private async isCurrent(reads: Reads): Promise<boolean> {
    try {
      return await reads.areCurrent(this.viewAt, this.fileAt)
    } catch (error) {
      if (error instanceof StudioError) return false
      throw error
    }
  }

  private readonly viewAt: ViewAt = async path => {
    const { file, steps } = parsePath(path)
    const root = file === filePath(this.root.path) ? this.root : await this.fileAt(file)
    return descend(root, steps)
  }

  private readonly fileAt: ViewAt = file => {
    const known = this.roots.get(file)
    if (known) return known
    const found = fileNamed(this.workspace, file, this.of)
    this.roots.set(file, found)
    return found
  }

  /** Files that rules requested. */
  get files(): ReadonlySet<string> {
    const files = new Set<string>()
    for (const { reads } of this.checked.values()) for (const file of reads.files) files.add(file)
    return files
  }
}

/** What a rule knows of an entry without reading it. */
function selfOf({ path, attributes, container, format, isReadable }: View): readonly unknown[] {
  if (!container) return [format, isReadable]
  const row = container.attributesOf(path.slice(path.lastIndexOf('#') + 1))
  return [format, isReadable, row, attributes['row'], container.view.name, container.view.format]
}

const stateOf = (workspace: Workspace, file: string, view: View | undefined): FileState => ({
  version: workspace.version(filePath(view?.path ?? printPath({ file, steps: [] }))),
  base: view && new WeakRef(view.base),
})

function conflict(workspace: Workspace, file: string): readonly Problem[] {
  if (!workspace.conflicts.has(file)) return []
  return [
    {
      code: `studio.${workspace.conflictOf(file)}`,
      severity: 'error',
      params: { file },
      file,
      entry: printPath({ file, steps: [] }),
    },
  ]
}

/**
 * Files that cannot be checked because they cannot be read: of a missing install all but the `known` files that the
 * workspace keeps; of an existing one those in unreadable folders.
 */
function outOfSight({ parts: { install, isMissing, root } }: Workspace, known: number): readonly Problem[] {
  if (isMissing)
    return [
      { code: 'studio.install-missing', severity: 'error', params: { path: root, n: known }, file: '', entry: '' },
    ]
  return install.unreadable.map(file => ({
    code: 'studio.folder-unreadable',
    severity: 'error',
    params: { path: file },
    file,
    entry: '',
  }))
}

function stopped(file: string, entry: EntryPath, error: StudioError | LayoutError): Problem {
  if (error.code.startsWith('file.')) {
    const { path = file, reason = error.code } = error.params
    return { code: UNREADABLE, severity: 'error', params: { path, reason }, file, entry }
  }
  return { code: STOPPED, severity: 'error', params: { reason: error.code }, file, entry }
}

/** Problems of an entry. `outer`: those of its row, which the archive around it already reported. */
export async function checkView(
  workspace: Workspace,
  view: View,
  of: Of,
  outer: readonly Problem[] = [],
  known?: EntryChecks,
): Promise<readonly Problem[]> {
  const check = (): Promise<readonly Problem[]> =>
    known ? known.check(view, outer) : checkOne(workspace, view, of, outer, undefined)
  const own = view.isReadable ? await check() : NO_PROBLEMS
  const rows = view.archive?.rows() ?? []
  if (rows.length === 0) return own
  const aboutRows = new Map<string | undefined, Problem[]>()
  for (const problem of own) {
    const others = aboutRows.get(problem.about)
    if (others) others.push(problem)
    else aboutRows.set(problem.about, [problem])
  }
  const all = [...own]
  for (const row of rows) {
    for (const problem of await checkView(workspace, row, of, aboutRows.get(row.path), known)) all.push(problem)
  }
  return all
}

const FOLLOWING = { id: 'layout.derived', params: {} } as const

/** A rule that reports a word which is not what it follows gets the repair of the word. */
function withRepairs(problems: readonly Problem[], findings: readonly Finding[]): readonly Problem[] {
  const odd = new Set(findings.flatMap(({ what, path }) => (what === 'derived' ? path : [])))
  return odd.size === 0
    ? problems
    : problems.map(problem =>
        !problem.fix && problem.path !== undefined && odd.has(problem.path) ? { ...problem, fix: FOLLOWING } : problem,
      )
}

async function checkOne(
  workspace: Workspace,
  view: View,
  of: Of,
  outer: readonly Problem[],
  listener: ReadListener | undefined,
): Promise<readonly Problem[]> {
  const file = filePath(view.path)
  if (view.isUndecodable) return outer.some(({ severity }) => severity === 'error') ? [] : [undecoded(file, view)]
  const { format } = view
  if (!format) return []
  try {
    const opened = openedOf(workspace, view, of, listener)
    const problems = await withNames(workspace, opened, format, (await format.check?.(opened)) ?? [])
    const layout = format.layout?.(opened)
    const findings = layout ? document(layout, opened.bytes).findings : []
    const better = [...outer, ...problems]
    const told = findings.filter(finding => !isTold(better, view.path, finding)).slice(0, FINDINGS_SHOWN)
    return [
      ...withRepairs(problems, findings).map(problem => withRecord(problem, layout)),
      ...told.map(
        (finding): Problem =>
          withRecord(
            {
              ...FINDINGS[finding.what],
              ...(finding.what === 'derived' && { fix: FOLLOWING }),
              params: { path: finding.path, ...finding.params },
              file,
              entry: view.path,
              path: finding.path,
              range: [finding.offset, finding.size],
            },
            layout,
          ),
      ),
    ]
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return [stopped(file, view.path, error)]
    // A defect of one rule ends neither the check of other entries nor a job that waits for it.
    workspace.parts.host.defect?.(error, view.path)
    const reason = error instanceof Error ? error.message : String(error)
    return [{ code: STOPPED, severity: 'error', params: { reason }, file, entry: view.path }]
  }
}

/**
 * Problems of rules with those of names that lead nowhere. Where a rule reports such a field already, its problem gets
 * the repair.
 */
async function withNames(
  { parts: { families, only } }: Workspace,
  entry: Opened,
  format: Format,
  problems: readonly Problem[],
): Promise<readonly Problem[]> {
  const references = only === undefined ? referencesOf(families, format) : undefined
  const missing = references ? await missingReferences(entry, format, references) : []
  if (missing.length === 0) return problems
  // A rule may report the record that the field is in; then it says the name.
  const isSame = (rule: Problem, { path = '', range, params }: Problem): boolean =>
    rule.entry === entry.path &&
    (rule.path === path ||
      (rule.range !== undefined &&
        range !== undefined &&
        overlaps(rule.range, range) &&
        Object.values(rule.params).includes(params['name'] ?? '')))
  return [
    ...problems.map(rule => {
      const fix = rule.fix ?? missing.find(one => isSame(rule, one))?.fix
      return fix ? { ...rule, fix } : rule
    }),
    ...missing.filter(one => !problems.some(rule => isSame(rule, one))),
  ]
}

const overlaps = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[0] + b[1] && b[0] < a[0] + a[1]

/** Names the declared record that the problem is in. */
function withRecord(problem: Problem, layout: AnyLayout | undefined): Problem {
  const record = layout && problem.path !== undefined ? recordAt(layout, problem.path) : undefined
  return record ? { ...problem, record } : problem
}

function undecoded(file: string, { path, decodeFault }: View): Problem {
  const fault = decodeFault ?? { code: 'studio.undecoded', params: {} }
  return { ...fault, severity: 'error', file, entry: path }
}

/**
 * Whether a rule already reported the same place, or damage to the whole; its sentence is more precise than that of the
 * declaration.
 */
function isTold(problems: readonly Problem[], entry: EntryPath, { what, path, offset, size }: Finding): boolean {
  const isShape = what !== 'value' && what !== 'reserved' && what !== 'derived'
  return problems.some(problem => {
    if (isShape && problem.severity === 'error' && (problem.entry === entry || problem.about === entry)) return true
    if (problem.entry !== entry) return false
    if (problem.path === path) return true
    return problem.range !== undefined && overlaps(problem.range, [offset, size])
  })
}
