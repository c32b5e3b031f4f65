import type { Edit, EntryPath } from '../../edit'
import { StudioError, printPath } from '../../format'
import { document, fieldsOf, mayHaveTag, type AnyLayout, type Document } from '../../layout'
import {
  arrayNode,
  checkQuery,
  countCells,
  editedRecords,
  openTable,
  parseQuery,
  queryEdit,
  recordsOf,
  runQuery,
  writtenValues,
  type Cell,
  type NumberNames,
  type Query,
  type RecordTable,
  type WrittenValue,
} from '../../query'
import type { QueryScope, QueryFile, QueryValue, QueryReport } from '../api/query'
import { commitTransaction } from '../entries/commit'
import { largeFile } from '../entries/large-file'
import { fileNames } from '../entries/project-tree'
import { NO_NAMES, numberNames, readDictionary } from '../annotations/dictionary'
import { reasonOf, type JobOptions } from '../jobs/jobs'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Of } from '../entries/views'
import type { Workspace } from '../entries/workspace'
import { ROWS, rowEdits, rowsDocument, withoutPlaces } from './row-query'

/** Attempts to run a query while other processes commit. */
const ATTEMPTS = 20
const seenCounts = new WeakMap<Session, ReadonlyMap<string, ReadonlyMap<Cell, number>>>()

/** Discards the counts: a file of the install has changed. */
export function forgetCounts(session: Session): void {
  seenCounts.delete(session)
}

/** How a query is run. `inTurn` runs a writing call after earlier ones. */
interface QueryRun {
  readonly dryRun: boolean
  readonly inTurn: <T>(run: () => Promise<T>) => Promise<T>
  /** For a query over all: the only files that are read. */
  readonly files?: readonly string[]
}

/**
 * Runs a query; with `dryRun` nothing is changed. An unreadable file does not prevent the others; retrying the job runs
 * the query on the failed files. Where another process changed an entry meanwhile, the query is run again on its
 * present state. Throws StudioError `query.…`, `edit.not-editable` for a damaged entry.
 */
export async function queryInstall(
  session: Session,
  text: string,
  scope: QueryScope,
  run: QueryRun,
): Promise<QueryReport> {
  for (let left = ATTEMPTS; ; left--) {
    if (!run.dryRun) await session.workspace.sync()
    try {
      return await queryOnce(session, text, scope, run)
    } catch (error) {
      const isLate = error instanceof StudioError && error.code === 'edit.stale'
      if (!isLate || left === 0) throw error
    }
  }
}

async function queryOnce(session: Session, text: string, scope: QueryScope, run: QueryRun): Promise<QueryReport> {
  const query = parseQuery(text)
  const { dryRun, inTurn } = run
  const { workspace } = session
  const revision = workspace.history.revision
  const edits: Edit[] = []
  const files: QueryFile[] = []
  const look = (view: View, table: RecordTable): void => {
    const outcome = runQuery(query, table, scope.records ? { records: scope.records } : {})
    const { looked, matching, changing, unchanged, changes } = outcome
    if (changing > 0 && !table.document.isWhole)
      throw new StudioError('edit.not-editable', { entry: view.path }, view.path)
    const isRows = isRowTable(view, table)
    const shown = isRows ? withoutPlaces(changes) : changes
    files.push({ entry: view.path, looked, matching, changing, unchanged, changes: shown })
    if (isRows && !dryRun) for (const edit of rowEdits(view, outcome, revision)) edits.push(edit)
    if (isRows) return
    const source = { entry: view.path, revision, bytes: table.document.bytes, attributes: view.attributes }
    const edit = dryRun ? undefined : queryEdit(source, table, outcome, view.format?.follow)
    if (edit) edits.push(edit)
  }
  let failed: readonly Unread[] = []
  if (scope.entry === undefined) {
    const retry = (again: readonly string[]): Promise<unknown> =>
      inTurn(() => queryInstall(session, text, scope, { ...run, files: again }))
    failed = await eachTable(session, query, 'present', look, dryRun ? { canPause: true } : { retry }, run.files)
  } else {
    const view = await workspace.need(workspace.canonical(scope.entry))
    const opened = rowsOf(view, query) ?? documentOf(view)
    if (!opened) throw new StudioError('query.no-array', { at: 1, array: query.array }, view.path)
    look(view, await tableOf(workspace, view, opened, query, await numberNamesOf(workspace)))
  }
  const values = await seenOf(session, query, writtenValues(files.flatMap(file => file.changes)))
  const changing = files.reduce((sum, file) => sum + file.changing, 0)
  const commit =
    edits.length > 0
      ? await commitTransaction(workspace, {
          label: { code: 'label.query-set', params: { query: query.text, n: changing, files: edits.length } },
          edits,
        })
      : null
  return {
    array: query.array,
    changing,
    files,
    values,
    commit,
    failed: failed.map(({ file, error }) => ({ name: file, reason: reasonOf(error) })),
    looked: files.reduce((sum, file) => sum + file.looked, 0),
    matching: files.reduce((sum, file) => sum + file.matching.length, 0),
    unchanged: files.reduce((sum, file) => sum + file.unchanged, 0),
  }
}

/** Every entry of the install that a query can be run on. Throws StudioError `query.…` where there is none, `file.…` where one cannot be read. */
export async function entriesFor(session: Session, text: string): Promise<readonly EntryPath[]> {
  const entries: EntryPath[] = []
  const [unread] = await eachTable(session, parseQuery(text), 'present', view => {
    entries.push(view.path)
  })
  if (unread) throw unread.error
  return entries
}

/** The rows of an archive as records, for a query about rows. */
const rowsOf = (view: View, { array }: Pick<Query, 'array'>): Document | undefined =>
  array === ROWS ? rowsDocument(view) : undefined

const isRowTable = (view: View, { array }: RecordTable): boolean => array === ROWS && view.archive !== undefined

function documentOf(view: View): Document | undefined {
  const layout = view.isReadable ? view.format?.layout?.(view.info) : undefined
  return layout && document(layout, view.payload())
}

/** Names of values for queries; none where the dictionary is damaged, which is reported at opening. */
export async function numberNamesOf({ parts: { store } }: Workspace): Promise<NumberNames> {
  const dictionary = await readDictionary(store).catch((error: unknown) => {
    if (error instanceof StudioError) return NO_NAMES
    throw error
  })
  return meta => numberNames(dictionary, 'values', meta)
}

async function tableOf(
  workspace: Workspace,
  view: View,
  opened: Document,
  query: Query,
  names: NumberNames,
): Promise<RecordTable> {
  // Comparing every record with the original is most of the work: skipped unless the statement names the column.
  if (!query.text.includes('edited')) return openTable(opened, query.array, {}, names)
  const pristine = await workspace.view(view.path, 'pristine')
  const before = recordsOf(pristine && (rowsOf(pristine, query) ?? documentOf(pristine)), query.array)
  return openTable(opened, query.array, { edited: editedRecords(before, recordsOf(opened, query.array)) }, names)
}

interface Unread {
  readonly file: string
  readonly error: StudioError
}

/**
 * Every entry of the install, or of some of its files, whose declaration has the array and the given fields. If all
 * entries with the array lack a field, throws as one of them would. Returns the files that could not be read.
 */
async function eachTable(
  session: Session,
  query: Query,
  of: Of,
  look: (view: View, table: RecordTable) => void,
  options: JobOptions = {},
  only?: readonly string[],
): Promise<readonly Unread[]> {
  const { workspace } = session
  const names = only ?? fileNames(workspace)
  const called = await numberNamesOf(workspace)
  const unread: Unread[] = []
  let refusal: StudioError | undefined
  let found = 0
  await session.jobs.run(
    'job.query',
    names.length,
    async job => {
      for (const file of names) {
        await job.step(file)
        const whole = await viewOf(workspace, file, of, error => {
          unread.push({ file, error })
          job.fail(file, reasonOf(error))
        })
        for (const view of entriesOf(whole, query.array === ROWS)) {
          const layout = view.format?.layout?.(view.info)
          const declared = layout && hasField(layout, query.array) ? document(layout, view.payload()) : undefined
          const opened = rowsOf(view, query) ?? declared
          if (!opened || !arrayNode(opened, query.array)) continue
          const table = await tableOf(workspace, view, opened, query, called)
          try {
            checkQuery(query, table)
          } catch (error) {
            if (!(error instanceof StudioError)) throw error
            refusal ??= error
            job.skip(view.path, reasonOf(error))
            continue
          }
          found++
          look(view, table)
        }
      }
    },
    options,
  )
  if (found === 0 && !only && unread.length === 0)
    throw refusal ?? new StudioError('query.nowhere', { at: 1, array: query.array })
  return unread
}

/** A file of the install; undefined where it cannot be read, or is read in pieces only because of its size. */
export async function viewOf(
  workspace: Workspace,
  file: string,
  of: Of,
  unread?: (error: StudioError) => void,
): Promise<View | undefined> {
  try {
    const path = printPath({ file, steps: [] })
    return (await largeFile(workspace, path)) ? undefined : await workspace.view(path, of)
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    unread?.(error)
    return undefined // what cannot be read has no records
  }
}

/** The readable entries of a file, including those of nested archives; `withArchives`: archives themselves, too. */
export function entriesOf(view: View | undefined, withArchives = false): readonly View[] {
  if (!view?.isReadable) return []
  const { archive } = view
  if (!archive) return [view]
  return [...(withArchives ? [view] : []), ...archive.rows().flatMap(row => entriesOf(row, withArchives))]
}

/** Whether the first step of a path is a field of the layout, or may be the tag or label of records in it: `weapons`. */
function hasField(layout: AnyLayout, path: string): boolean {
  const [first = ''] = path.split('/')
  const isField = fieldsOf(layout)?.some(field => field.name === first) ?? false
  return isField || mayHaveTag(layout, first)
}

/**
 * Counts of the values before any edit, over the install; cached, once all files could be read, until one of them
 * changes.
 */
async function seenOf(
  session: Session,
  query: Query,
  written: readonly WrittenValue[],
): Promise<readonly QueryValue[]> {
  let known = seenCounts.get(session) ?? new Map<string, ReadonlyMap<Cell, number>>()
  const keyOf = (field: string): string => `${query.array} ${field}`
  const missing = [...new Set(written.map(({ field }) => field))].filter(field => !known.has(keyOf(field)))
  if (missing.length > 0) {
    const counts = new Map(missing.map(field => [field, new Map<Cell, number>()]))
    const unread = await eachTable(session, { text: '', array: query.array, sets: [] }, 'pristine', (_, table) => {
      for (const [field, into] of counts) {
        const column = table.field(field)
        if (!column) continue
        for (const [value, count] of countCells(table, column)) into.set(value, (into.get(value) ?? 0) + count)
      }
    })
    known = new Map([...known, ...[...counts].map(([field, count]) => [keyOf(field), count] as const)])
    if (unread.length === 0) seenCounts.set(session, known)
  }
  return written.map(one => ({ ...one, seen: known.get(keyOf(one.field))?.get(one.value) ?? 0 }))
}
