import { apply, fold, type Edit, type EntryPath, type Label } from '../../edit'
import { filePath, printPath, StudioError } from '../../format'
import { document, LayoutError, type Bytes } from '../../layout'
import {
  addedEntry,
  addLine,
  editedEntry,
  editLines,
  EVERY_ENTRY,
  moveLine,
  oneLine,
  OPEN_ENTRY,
  Original,
  parseRecipe,
  queryLine,
  removeLine,
  type RecipeAction,
  type Work,
} from '../../patch'
import { openTable, parseQuery, queryEdit, runQuery, type NumberNames } from '../../query'
import type { RecipeStep, RecipeMiss, RecipeReport, RecipeOptions } from '../api/sharing'
import { Draft } from '../entries/draft'
import { countingSteps } from '../entries/replay'
import { TURN } from '../jobs/jobs'
import { entriesFor, numberNamesOf } from '../query/query'
import { performedLine, replayOperation } from './operation-line'
import { sideOf } from './patch'
import { Rehearsal } from './rehearsal'
import type { Session } from '../entries/session'
import { rowOf, States } from '../entries/states'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'

/** All steps in effect as lines that contain only the user's input. */
export async function recipeSteps({ workspace, jobs }: Session): Promise<readonly RecipeStep[]> {
  const { formats, journal } = workspace.parts
  const steps = countingSteps(fold(await journal.all()).inEffect()).filter(({ edits }) => edits.length > 0)
  const names = [...new Set(steps.flatMap(step => step.edits.map(edit => filePath(edit.entry))))]
  const pristine = await Promise.all(
    names.map(
      async file => [file, (await workspace.view(printPath({ file, steps: [] }), 'pristine'))?.payload()] as const,
    ),
  )
  const sources = new Map(pristine)
  const originals = new Map(pristine.map(([file, bytes]) => [file, new Original(bytes ?? new Uint8Array(0))]))
  const draft = new Draft(new States(), formats, sources)
  const hash = (bytes: Bytes): string => workspace.hash(bytes)
  return jobs.run('job.recipe', steps.length, async job => {
    const made: RecipeStep[] = []
    for (const { label, edits } of steps) {
      await job.step()
      const run = await performedLine(workspace, draft, label, edits)
      if (run !== undefined) {
        made.push({ label, lines: [run] })
        continue
      }
      const lines: string[] = []
      for (const edit of edits.filter(({ entry }) => !workspace.conflicts.has(filePath(entry)))) {
        const original = originals.get(filePath(edit.entry)) ?? new Original(new Uint8Array(0))
        for (const line of await job.work(linesOf(edit, label, draft, original, hash))) lines.push(line)
      }
      made.push({ label, lines })
    }
    return made
  })
}

function* linesOf(
  edit: Edit,
  label: Label,
  draft: Draft,
  original: Original,
  hash: (bytes: Bytes) => string,
): Work<readonly string[]> {
  const before = draft.view(edit.entry)
  draft.apply(edit)
  const after = draft.view(edit.entry)
  if (!after) return [removeLine(edit.entry)]
  const attributes = edit.attributes?.after ?? {}
  if (!before) return [addLine(yield* addedEntry({ ...sideOf(after, after.base), attributes }, original, hash))]
  const query = queryOf(label, before, after)
  if (query !== undefined) return [queryLine(edit.entry, query)]
  const made = yield* editedEntry(sideOf(before, before.base), sideOf(after, after.base), original, hash)
  const row = rowOf(after.attributes)
  return [
    ...(made ? editLines(made) : []),
    ...(row !== undefined && row !== rowOf(before.attributes) ? [moveLine(edit.entry, row)] : []),
  ]
}

/** The query of a step, where running it on the entry alone gives exactly this change. */
function queryOf({ code, params }: Label, before: View, after: View): string | undefined {
  const text = params['query']
  if (code !== 'label.query-set' || typeof text !== 'string') return undefined
  const line = oneLine(text)
  const bytes = queried(before, line)
  return bytes && bytes.length === after.base.length && bytes.every((byte, i) => byte === after.base[i])
    ? line
    : undefined
}

function queried(view: View, text: string): Bytes | undefined {
  try {
    const edit = queryEditOf(view, text)
    return apply(view.base, edit?.splices ?? [])
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return undefined
    throw error
  }
}

/** Throws StudioError `query.…`. */
function queryEditOf(view: View, text: string, names?: NumberNames): Edit | undefined {
  const query = parseQuery(text)
  const layout = view.isReadable ? view.format?.layout?.(view.info) : undefined
  if (!layout) throw new StudioError('query.no-array', { at: 1, array: query.array }, view.path)
  const table = openTable(document(layout, view.base), query.array, undefined, names)
  return queryEdit(
    { entry: view.path, revision: 0, bytes: view.base, attributes: view.attributes },
    table,
    runQuery(query, table),
    view.format?.follow,
  )
}

/** Applies a recipe, line after line, as one step of history. Throws StudioError `recipe.…` with the line. */
export async function applyRecipe(
  session: Session,
  text: string,
  { name, dryRun, skip = false, entry }: RecipeOptions,
): Promise<RecipeReport> {
  const { workspace } = session
  const actions = (await Promise.all(parseRecipe(text).map(action => placed(session, action, entry)))).flat()
  const entries = [...new Set(actions.map(entryOf))]
  const rehearsal = await Rehearsal.of(workspace, [...new Set(entries.map(filePath))])
  const names = await numberNamesOf(workspace)
  const misses = await performed(workspace, rehearsal, actions, names)
  const isClosed = misses.some(miss => miss.code === 'patch.closed')
  const isDone = !dryRun && (misses.length === 0 || (skip && !isClosed))
  const label = { code: 'label.recipe-applied', params: { name, n: actions.length } }
  return {
    actions: actions.length,
    entries,
    changing: rehearsal.set,
    already: rehearsal.already,
    misses,
    commit: isDone ? await rehearsal.commit(label) : null,
  }
}

/** Divides a query for every entry, or for the open one, into queries of single entries. */
async function placed(
  session: Session,
  action: RecipeAction,
  open: EntryPath | undefined,
): Promise<readonly RecipeAction[]> {
  if (action.do !== 'query') return [action]
  if (action.entry === EVERY_ENTRY)
    return (await entriesFor(session, action.text).catch(refusedAt(action.line))).map(entry => ({ ...action, entry }))
  if (action.entry !== OPEN_ENTRY) return [action]
  if (open === undefined) throw new StudioError('recipe.open', { line: action.line })
  return [{ ...action, entry: open }]
}

function entryOf(action: RecipeAction): EntryPath {
  if (action.do === 'edit') return action.edit.entry
  if (action.do === 'add') return action.add.entry
  return action.do === 'remove' ? action.remove.entry : action.entry
}

/** Applies one action after another, with pauses for other work; returns those that failed. */
async function performed(
  workspace: Workspace,
  rehearsal: Rehearsal,
  actions: readonly RecipeAction[],
  names: NumberNames,
): Promise<readonly RecipeMiss[]> {
  const misses: RecipeMiss[] = []
  const { host } = workspace.parts
  let rested = host.now()
  for (const action of actions) {
    const known = rehearsal.misses.length
    if (action.do === 'run') await replayOperation(workspace, rehearsal, action)
    else done(rehearsal, action, names)
    for (const miss of rehearsal.misses.slice(known)) misses.push({ ...miss, line: action.line })
    if (host.now() - rested <= TURN) continue
    await host.pause()
    rested = host.now()
  }
  return misses
}

function done(rehearsal: Rehearsal, action: Exclude<RecipeAction, { do: 'run' }>, names: NumberNames): void {
  const circumstances = rehearsal.circumstances(entryOf(action), () => false, false)
  if (action.do === 'edit') rehearsal.edited(action.edit, circumstances, true)
  else if (action.do === 'add') rehearsal.add(action.add, circumstances)
  else if (action.do === 'remove') rehearsal.removed(action.remove, circumstances)
  else if (action.do === 'move') rehearsal.move(action.entry, action.row)
  else queryAction(rehearsal, action, names)
}

function queryAction(
  rehearsal: Rehearsal,
  { entry, text, line }: Extract<RecipeAction, { do: 'query' }>,
  names: NumberNames,
): void {
  const view = rehearsal.view(entry)
  if (!view)
    return void rehearsal.miss({ entry, path: '', code: 'patch.missing', expected: '', found: '', canForce: false })
  let edit: Edit | undefined
  try {
    edit = queryEditOf(view, text, names)
  } catch (error) {
    refusedAt(line)(error)
  }
  if (!edit) rehearsal.already++
  else if (rehearsal.perform(entry, edit)) rehearsal.set++
}

/** Throws StudioError `recipe.query` with the line of the recipe and what is wrong with its query. */
const refusedAt =
  (line: number) =>
  (error: unknown): never => {
    if (!(error instanceof StudioError) && !(error instanceof LayoutError)) throw error
    throw new StudioError('recipe.query', { ...error.params, line, code: error.code })
  }
