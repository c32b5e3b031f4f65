import type { Outcome, SurfaceItem } from '@areal-studio/core/format'
import { editableRecord } from '../../state/outbox'
import type { useWorkspace } from '../../state/workspace.store'
import type { Ghost } from './tool-scene'

type Workspace = ReturnType<typeof useWorkspace>

/**
 * Commits what an operation of an item's tools returns, as one step of undo. Refusals are shown. Undefined where nothing was
 * committed: the tools have no such function, the entry cannot be edited, or the operation or the commit was refused.
 */
export async function runOperation<T>(
  workspace: Workspace,
  item: SurfaceItem | undefined,
  made: () => Promise<T | undefined>,
  work: (tools: T) => Outcome | undefined,
): Promise<Outcome | undefined> {
  await workspace.settled()
  const replica = item && workspace.replica(item.entry)
  if (!replica || !(await workspace.attempt(() => Promise.resolve().then(() => editableRecord(replica)))))
    return undefined
  const tools = await made()
  if (!tools) return undefined
  const outcome = await workspace.attempt(() => Promise.resolve().then(() => work(tools)))
  return outcome && (await commit(workspace, outcome)) ? outcome : undefined
}

async function commit(workspace: Workspace, outcome: Outcome): Promise<boolean> {
  const edits = outcome.edits.map(edit => ({
    ...edit,
    base: workspace.replica(edit.entry)?.image.revision ?? edit.base,
  }))
  if (!(await workspace.submit(outcome.label, edits))) return false
  for (const { code, params } of outcome.notices) workspace.notify({ code: `notice.${code}`, params }, 'warning')
  return true
}

/** Gives records their values of a field, as one step of undo. */
export const assignValues = (
  workspace: Pick<Workspace, 'assignAll'>,
  { entry, array }: SurfaceItem,
  field: string,
  groups: Ghost['groups'],
): Promise<boolean> =>
  workspace.assignAll(
    entry,
    [...groups].flatMap(([value, records]) => records.map(record => ({ path: `${array}/${record}/${field}`, value }))),
  )
