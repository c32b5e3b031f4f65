import type { EntryPath } from '../../edit'
import { filePath, printPath, StudioError, type Problem } from '../../format'
import { document, LayoutError, type Bytes, type Finding } from '../../layout'
import { openedOf, type OnRead } from '../entries/entries'
import { largeFile } from '../entries/large-file'
import { fileNames } from '../entries/project-tree'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Of } from '../entries/views'
import type { Workspace } from '../entries/workspace'

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

/** A rule could not be run to its end. */
const STOPPED = 'studio.check-stopped'
/** The disk does not give the file. */
const UNREADABLE = 'studio.unreadable'

/** What a rule read of a file: its number of changes, and its image (undefined: there was no such file). */
interface Read {
  readonly version: number
  readonly base: WeakRef<Bytes> | undefined
}

interface Checked {
  /** By file: the one checked, and each that a rule read. */
  readonly reads: ReadonlyMap<string, Read>
  readonly problems: readonly Problem[]
}

/** Finds what is wrong, file by file, and remembers it until a file that a rule read is another one. */
export class Checker {
  private readonly present = new Map<string, Checked>()
  private readonly pristine = new Map<string, Checked>()

  constructor(private readonly session: Session) {}

  /** Problems of one entry with all that is in it, of a file, or of the whole install. */
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

  private async isCurrent({ reads }: Checked, of: Of): Promise<boolean> {
    for (const [file, before] of reads) {
      const { version, base } = readOf(this.session.workspace, file, await this.viewOf(file, of))
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
      const names = new Set([file])
      const reads = new Map<string, Read>([[file, readOf(workspace, file, view)]])
      const problems = await checkView(workspace, view, of, [], name => names.add(name))
      for (const name of names) if (name !== file) reads.set(name, readOf(workspace, name, await this.viewOf(name, of)))
      known.set(file, { reads, problems })
      return [...conflict(workspace, file), ...problems]
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return [stopped(file, printPath({ file, steps: [] }), error)]
    }
  }
}

const readOf = (workspace: Workspace, file: string, view: View | undefined): Read => ({
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

/** What there is to check and nobody can look at: all of a missing install but what the workspace keeps, `known` files; folders of one that is there. */
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

/** `outer`: problems of the row that the archive around it already reported. */
export async function checkView(
  workspace: Workspace,
  view: View,
  of: Of,
  outer: readonly Problem[] = [],
  onRead?: OnRead,
): Promise<readonly Problem[]> {
  const own = view.isReadable ? await checkOne(workspace, view, of, outer, onRead) : []
  const rows = view.archive?.rows() ?? []
  if (rows.length === 0) return own
  const aboutRows = new Map<string | undefined, Problem[]>()
  for (const problem of own) {
    const known = aboutRows.get(problem.about)
    if (known) known.push(problem)
    else aboutRows.set(problem.about, [problem])
  }
  const all = [...own]
  for (const row of rows) {
    for (const problem of await checkView(workspace, row, of, aboutRows.get(row.path), onRead)) all.push(problem)
  }
  return all
}

async function checkOne(
  workspace: Workspace,
  view: View,
  of: Of,
  outer: readonly Problem[],
  onRead: OnRead | undefined,
): Promise<readonly Problem[]> {
  const file = filePath(view.path)
  if (view.isUndecodable) return outer.some(({ severity }) => severity === 'error') ? [] : [undecoded(file, view)]
  const { format } = view
  if (!format) return []
  try {
    const opened = openedOf(workspace, view, of, onRead)
    const problems = (await format.check?.(opened)) ?? []
    const layout = format.layout?.(opened)
    const findings = layout ? document(layout, opened.bytes).findings : []
    const better = [...outer, ...problems]
    const told = findings.filter(finding => !isTold(better, view.path, finding)).slice(0, FINDINGS_SHOWN)
    return [
      ...problems,
      ...told.map(
        (finding): Problem => ({
          ...FINDINGS[finding.what],
          params: { path: finding.path, ...finding.params },
          file,
          entry: view.path,
          path: finding.path,
          range: [finding.offset, finding.size],
        }),
      ),
    ]
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return [stopped(file, view.path, error)]
    // A defect of one rule ends neither the check of other entries nor what waits for it.
    workspace.parts.host.defect?.(error, view.path)
    const reason = error instanceof Error ? error.message : String(error)
    return [{ code: STOPPED, severity: 'error', params: { reason }, file, entry: view.path }]
  }
}

function undecoded(file: string, { path, decodeFault }: View): Problem {
  const words = decodeFault ?? { code: 'studio.undecoded', params: {} }
  return { ...words, severity: 'error', file, entry: path }
}

/** A rule that speaks of the same place, or of damage to the whole, says it better than the declaration. */
function isTold(problems: readonly Problem[], entry: EntryPath, { what, path, offset, size }: Finding): boolean {
  const isShape = what !== 'value' && what !== 'reserved' && what !== 'derived'
  return problems.some(problem => {
    if (isShape && problem.severity === 'error' && (problem.entry === entry || problem.about === entry)) return true
    if (problem.entry !== entry) return false
    if (problem.path === path) return true
    return (
      problem.range !== undefined && problem.range[0] < offset + size && offset < problem.range[0] + problem.range[1]
    )
  })
}
