import type { EntryPath } from '../../edit'
import {
  archiveOfNewRow,
  familyOf,
  parameterValues,
  StudioError,
  type Format,
  type Opened,
  type Operation,
  type OperationRun,
  type Outcome,
  type ParameterValues,
} from '../../format'
import { document, LayoutError, locate } from '../../layout'
import type { OperationOrder, OperationThread } from '../api/operation-pool'

/** An operation with the user's parameters. */
export interface GivenOperation {
  readonly operation: string
  readonly parameters?: ParameterValues
  readonly records?: readonly number[]
}

/** The result of an operation, with a value of every parameter. */
export interface Performed {
  readonly outcome: Outcome
  readonly parameters: ParameterValues
  /** Paths of the records of the outcome. */
  readonly records: readonly string[]
}

/** How an operation is stopped and shown; `thread` runs it where it is heavy. */
interface Steps extends Pick<OperationOrder, 'step' | 'guard'> {
  readonly thread?: OperationThread | undefined
  /** Path of the next row that is added to an archive. */
  nextEntry(archive: EntryPath): EntryPath
}

/**
 * Runs an operation of a format on an entry; nothing is changed. Throws StudioError `operation.…` where the operation
 * does not exist or a parameter does not fit, and errors of the operation.
 */
export async function performOperation(
  format: Format | undefined,
  entry: Opened,
  given: GivenOperation,
  steps: Steps,
): Promise<Performed> {
  const operation = neededOf(format, entry, given.operation)
  try {
    const parameters = parameterValues(
      operation.parameters ?? [],
      given.parameters ?? {},
      await operation.initial?.(entry),
    )
    const records = recordsFor(operation, format, entry, given.records ?? [])
    const run = { parameters, records, step: steps.step }
    const outcome =
      (await threaded(format, operation, entry, { ...steps, ...run })) ?? (await operation.run(entry, run))
    return { outcome: withRows(outcome, steps), parameters, records: pathsOf(outcome, operation) }
  } catch (error) {
    if (error instanceof LayoutError) throw new StudioError(error.code, error.params, entry.path)
    throw error
  }
}

/** The outcome with numbers for the rows that it adds. */
function withRows(outcome: Outcome, { nextEntry }: Pick<Steps, 'nextEntry'>): Outcome {
  const edits = outcome.edits.map(edit => {
    const archive = archiveOfNewRow(edit.entry)
    return archive === undefined ? edit : { ...edit, entry: nextEntry(archive) }
  })
  return { ...outcome, edits }
}

/** Undefined where it is not heavy, or no thread runs it. */
async function threaded(
  format: Format | undefined,
  { id, isHeavy }: Operation,
  entry: Opened,
  { thread, nextEntry: _, ...given }: Steps & OperationRun,
): Promise<Outcome | undefined> {
  if (!thread || !isHeavy || !format) return undefined
  return thread({ ...given, entry, family: familyOf(format.id), format: format.id, operation: id })
}

function neededOf(format: Format | undefined, { name, path }: Opened, id: string): Operation {
  const possible = format?.operations ?? []
  const operation = possible.find(one => one.id === id)
  if (operation) return operation
  throw new StudioError(
    'operation.unknown',
    { operation: id, name, possible: possible.map(one => one.id).join(', ') || '—' },
    path,
  )
}

/** None of an operation on an entry as a whole. */
function pathsOf({ records, array }: Outcome, operation: Operation): readonly string[] {
  const path = array ?? operation.records
  return path === undefined ? [] : records.map(record => `${path}/${record}`)
}

/** The records, ascending and each once. Throws StudioError `operation.records`, `operation.no-records`, `operation.record`. */
function recordsFor(
  { id, records: array }: Operation,
  format: Format | undefined,
  entry: Opened,
  given: readonly number[],
): readonly number[] {
  if (array === undefined) {
    if (given.length > 0) throw new StudioError('operation.no-records', { operation: id }, entry.path)
    return []
  }
  if (given.length === 0) throw new StudioError('operation.records', { operation: id, array }, entry.path)
  const layout = format?.layout?.(entry)
  const count = (layout && locate(document(layout, entry.bytes), array)?.childCount) ?? 0
  const wrong = given.find(record => !Number.isInteger(record) || record < 0 || record >= count)
  if (wrong !== undefined) throw new StudioError('operation.record', { record: wrong, array, n: count }, entry.path)
  return [...new Set(given)].sort((a, b) => a - b)
}
