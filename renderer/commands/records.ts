import { locate, type Document, type Node } from '@areal-studio/core/layout'
import { RecordTable } from '@areal-studio/core/query'
import { recordOf, tellingField } from '../state/label'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'

/** The array that the selection's record belongs to; the first array of records where nothing is selected. */
function selectedArray(): { entry: string; whole: Document; array: Node } | undefined {
  const selection = useSelection()
  const entry = selection.entry
  const whole = entry === null ? undefined : useWorkspace().replica(entry)?.document
  if (entry === null || !whole) return undefined
  const at = selection.path === null ? undefined : locate(whole, selection.path)
  const parent = at && recordOf(at).parent
  if (parent?.kind === 'array') return { entry, whole, array: parent }
  for (let i = 0; i < whole.root.childCount; i++) {
    const child = whole.root.child(i)
    if (child.kind === 'array') return { entry, whole, array: child }
  }
  return undefined
}

const recordsOf = (array: Node): string[] => Array.from({ length: array.childCount }, (_, i) => `${array.path}/${i}`)

/** Selects every record beside the selected one. */
export function selectAllRecords(): void {
  const found = selectedArray()
  if (found) useSelection().select({ entry: found.entry, paths: recordsOf(found.array) }, 'command')
}

/** Selects the records that are not selected. */
export function invertRecords(): void {
  const found = selectedArray()
  if (!found) return
  const chosen = new Set(useSelection().paths)
  useSelection().select(
    { entry: found.entry, paths: recordsOf(found.array).filter(path => !chosen.has(path)) },
    'command',
  )
}

/**
 * Selects the records that have the same value in the selected field; of a whole record in the field that distinguishes
 * records.
 */
export function selectSameRecords(): void {
  const found = selectedArray()
  const selection = useSelection()
  const at = found && selection.path !== null ? locate(found.whole, selection.path) : undefined
  if (!found || !at) return
  const record = recordOf(at)
  const table = new RecordTable(found.whole, found.array)
  const inside = at.path.slice(record.path.length + 1)
  const field =
    table.fields.find(one => one.path !== '' && one.path === inside) ??
    table.field(tellingField(record)?.path.slice(record.path.length + 1) ?? '')
  if (!field) return
  const own = Number(record.name)
  const value = table.text(field.name, own)
  const paths = recordsOf(found.array).filter((_, other) => table.text(field.name, other) === value)
  selection.select({ entry: found.entry, path: at.path, paths }, 'command')
}
