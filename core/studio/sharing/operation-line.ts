import { sameBytes, type Edit, type EntryPath, type Label } from '../../edit'
import { filePath, printPath, StudioError } from '../../format'
import { LayoutError } from '../../layout'
import { closed, missing, runLine, type RecipeAction } from '../../patch'
import type { Draft } from '../entries/draft'
import { openedAmong, type FindFile } from '../entries/entries'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { performOperation } from '../operations/perform'
import type { Rehearsal } from './rehearsal'

type RunAction = Extract<RecipeAction, { do: 'run' }>

const noStep = (): Promise<void> => Promise.resolve()

/** Files from a draft, others as they are in the install. */
const filesOf =
  (workspace: Workspace, drafted: (path: EntryPath) => View | undefined, of: 'pristine' | 'present'): FindFile =>
  async file => {
    const path = workspace.canonical(printPath({ file, steps: [] }))
    return drafted(path) ?? (await workspace.view(path, of))
  }

/**
 * The recipe line of a step that an operation made; the step is applied to the draft. Returns undefined, and leaves the
 * draft unchanged, where running the operation again on the draft would not give the same change.
 */
export async function performedLine(
  workspace: Workspace,
  draft: Draft,
  { params: { of, operation, given } }: Label,
  edits: readonly Edit[],
): Promise<string | undefined> {
  if (typeof of !== 'string' || typeof operation !== 'string' || typeof given !== 'string') return undefined
  if (edits.some(({ entry }) => workspace.conflicts.has(filePath(entry)))) return undefined
  const line = runLine(of, operation, given)
  const [made, wanted] = [draft.copy(), draft.copy()]
  for (const edit of edits) wanted.apply(edit)
  const isSame = await ran(workspace, made, { of, operation, given })
  const touched = edits.map(({ entry }) => entry)
  if (!isSame || !touched.every(entry => sameEntry(made.view(entry), wanted.view(entry)))) return undefined
  for (const edit of edits) draft.apply(edit)
  return line
}

function sameEntry(a: View | undefined, b: View | undefined): boolean {
  if (!a || !b) return a === b
  return sameBytes(a.base, b.base) && JSON.stringify(a.attributes) === JSON.stringify(b.attributes)
}

/** Runs an operation on a draft; false where it cannot be run there. */
async function ran(
  workspace: Workspace,
  draft: Draft,
  { of, operation, given }: { readonly of: EntryPath; readonly operation: string; readonly given: string },
): Promise<boolean> {
  const view = draft.view(of)
  if (!view) return false
  try {
    const entry = openedAmong(
      view,
      filesOf(workspace, path => draft.view(path), 'pristine'),
    )
    const words = { operation, ...(JSON.parse(given) as object) }
    const { outcome } = await performOperation(view.format, entry, words, {
      step: noStep,
      nextEntry: archive => workspace.nextEntry(archive),
    })
    for (const edit of outcome.edits) draft.apply(edit)
    return true
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError || error instanceof SyntaxError) return false
    throw error
  }
}

/** Runs the operation of a recipe's line on the rehearsal; a miss where it cannot be run there. */
export async function replayOperation(
  workspace: Workspace,
  rehearsal: Rehearsal,
  { entry, operation, given }: RunAction,
): Promise<void> {
  const view = rehearsal.view(entry)
  if (!view) return void rehearsal.miss(missing(entry))
  try {
    const files = filesOf(workspace, path => rehearsal.file(path), 'present')
    const { outcome } = await performOperation(
      view.format,
      openedAmong(view, files),
      { operation, ...given },
      { step: noStep, nextEntry: archive => rehearsal.nextEntry(archive) },
    )
    if (outcome.edits.length === 0) rehearsal.already++
    else if (outcome.edits.every(edit => rehearsal.perform(edit.entry, edit))) rehearsal.set++
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
    rehearsal.miss(closed(entry, error.code))
  }
}
