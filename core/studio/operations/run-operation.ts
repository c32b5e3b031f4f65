import type { EntryPath } from '../../edit'
import { StudioError } from '../../format'
import { LayoutError } from '../../layout'
import type { OperationReport, TakeOptions } from '../api/import-export'
import { tryEdits } from '../entries/commit'
import { openedOf } from '../entries/entries'
import type { Workspace } from '../entries/workspace'
import { previewed, take } from '../import-export/preview'

/**
 * Runs an operation of an entry's format, as one step; a dry run only shows what it would change. Throws StudioError
 * `operation.unknown`, `incoming.changed` and errors of the operation.
 */
export async function runOperation(
  workspace: Workspace,
  entry: EntryPath,
  id: string,
  options: TakeOptions,
): Promise<OperationReport> {
  const view = await workspace.need(workspace.canonical(entry))
  const possible = view.format?.operations ?? []
  const operation = possible.find(one => one.id === id)
  if (!operation)
    throw new StudioError(
      'operation.unknown',
      { operation: id, name: view.name, possible: possible.map(one => one.id).join(', ') },
      view.path,
    )
  try {
    const { label, edits, notices, counts } = await operation.run(openedOf(workspace, view, 'present'))
    const based = edits.map(edit => ({ ...edit, base: workspace.history.revision }))
    const {
      name: _,
      edits: own,
      ...report
    } = await previewed(workspace, view, {
      edits: based,
      trial: await tryEdits(workspace, based),
    })
    return { ...report, notices, counts, label, ...(await take(workspace, { label, edits: own }, options)) }
  } catch (error) {
    if (error instanceof LayoutError) throw new StudioError(error.code, error.params, view.path)
    throw error
  }
}
