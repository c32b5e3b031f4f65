import { shallowRef } from 'vue'
import { assignedEdit, type EntryPath } from '@areal-studio/core/edit'
import { insertRecords } from '@areal-studio/core/layout'
import type { CopiedRecord, RecordPlace } from '../value/copied-record'
import { editableRecord } from './outbox'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/** The last copied records, all of one kind, from any pane. */
export interface CopiedRecords {
  readonly records: readonly [CopiedRecord, ...CopiedRecord[]]
  /** What they are called together: `Material 637`, `3 records`. */
  readonly title: string
  /** Their text on the clipboard. */
  readonly text: string
}

/** Complete values of the copied records, which a text on the clipboard cannot hold. */
export const copiedRecords = shallowRef<CopiedRecords>()

/** Line ends are those of the system once a text was on its clipboard. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n')

/** The records that a text on the clipboard was copied with; undefined where another program put it there. */
export const copiedAs = (text: string): CopiedRecords | undefined =>
  copiedRecords.value && plain(text) === plain(copiedRecords.value.text) ? copiedRecords.value : undefined

/**
 * Inserts copied records into an entry as one step and selects them, so that every pane shows them. Refused where the
 * format fixes their number.
 */
export async function insertCopied(
  entry: EntryPath,
  { array, at }: RecordPlace,
  records: readonly CopiedRecord[],
): Promise<void> {
  const workspace = useWorkspace()
  const replica = workspace.replica(entry) ?? (await workspace.attempt(() => workspace.load(entry)))
  if (!replica) return
  const isDone = await workspace.submit(null, () => {
    const now = workspace.replica(entry) ?? replica
    const values = records.map(record => record.value)
    const opened = editableRecord(now)
    return [assignedEdit(now.image, opened, insertRecords(opened, array, at, values), now.format?.follow)]
  })
  const paths = records.map((_, index) => `${array}/${at + index}`)
  if (isDone) useSelection().select({ entry, path: paths[0] ?? null, paths }, 'paste')
}
