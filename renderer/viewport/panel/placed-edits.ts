import type { EntryPath, InstancesItem } from '@areal-studio/core/format'
import type { useWorkspace } from '../../state/workspace.store'
import type { PlacedRecord } from '../scene/placed-scene'
import type { Vec } from '../camera/camera'
import { placeAssignments, type Places } from '../tools/placed-places'

/** What is added, where on the ground, and the value of the field that the palette chooses. */
export interface Added {
  readonly entry: EntryPath
  readonly at: Vec
  readonly owner: number | undefined
}

type Workspace = ReturnType<typeof useWorkspace>

/** Writes the places of records into their fields: one step of undo for each entry. */
export async function commitPlaces(workspace: Pick<Workspace, 'assignAll'>, places: Places): Promise<void> {
  for (const [entry, assigned] of placeAssignments(places))
    if (assigned.length > 0) await workspace.assignAll(entry, [...assigned])
}

/** Removes the selected records by the operation of their item; returns whether it has one. */
export function removeRecords(
  workspace: Pick<Workspace, 'attempt' | 'studio' | 'settled'>,
  chosen: readonly PlacedRecord[],
): boolean {
  const item = chosen.at(-1)?.item
  const operation = item?.kind === 'instances' ? item.removal : undefined
  if (!item || operation === undefined) return false
  const records = chosen.flatMap(one => (one.item === item ? [one.record] : [])).toSorted((a, b) => a - b)
  void workspace
    .settled()
    .then(() => workspace.attempt(() => workspace.studio.operate(item.entry, operation, { records, dryRun: false })))
  return true
}

/** Adds a record by the operation of its item, as one step of undo; returns its path, undefined where it was refused. */
export async function addRecord(
  workspace: Pick<Workspace, 'attempt' | 'studio' | 'settled'>,
  { entry, adding }: Pick<InstancesItem, 'entry' | 'adding'>,
  added: Added,
): Promise<string | undefined> {
  if (!adding) return undefined
  const [x, y] = added.at
  const owner = adding.owner && added.owner !== undefined ? { [adding.owner.parameter]: added.owner } : {}
  const parameters = { [adding.parameter]: added.entry, x, y, ...owner }
  await workspace.settled()
  const report = await workspace.attempt(() =>
    workspace.studio.operate(entry, adding.operation, { parameters, dryRun: false }),
  )
  return report?.records[0]
}
