import type { Outcome, SurfaceItem } from '@areal-studio/core/format'
import { columns } from '@areal-studio/core/layout'
import { editableRecord } from '../../state/outbox'
import type { useWorkspace } from '../../state/workspace.store'
import { storedPart, storedValue } from '../scene/item-fields'
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

/**
 * Gives records their values of a column, as one step of undo: a part of a stored field is written into that field, whose
 * other bits stay.
 */
export function assignValues(
  workspace: Pick<Workspace, 'assignAll' | 'replica'>,
  item: SurfaceItem,
  column: string,
  groups: Ghost['groups'],
): Promise<boolean> {
  const { entry, array } = item
  const { field } = storedPart(item, column)
  const isPart = item.parts !== undefined && Object.hasOwn(item.parts, column)
  const document = isPart ? workspace.replica(entry)?.document : undefined
  const stored = document && columns(document, array, { [field]: 'u32' })[field]
  if (isPart && !stored) return Promise.resolve(false)
  const next = (record: number, value: number): number =>
    stored ? storedValue(item, column, value, stored[record] ?? 0) : value
  return workspace.assignAll(
    entry,
    [...groups].flatMap(([value, records]) =>
      records.map(record => ({ path: `${array}/${record}/${field}`, value: next(record, value) })),
    ),
  )
}
