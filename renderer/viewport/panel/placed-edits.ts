import type { useWorkspace } from '../../state/workspace.store'
import type { PlacedRecord } from '../scene/placed-scene'
import { placeAssignments, type Places } from '../tools/placed-places'

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
