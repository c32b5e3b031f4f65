import { locate, type Node } from '@areal-studio/core/layout'
import { recordOf } from '../workspace/label'
import { useSelection } from '../workspace/selection.store'
import { useWorkspace } from '../workspace/workspace.store'

/** The array that the selection's record belongs to; the first array of records where nothing is selected. */
function selectedArray(): { entry: string; array: Node } | undefined {
  const selection = useSelection()
  const entry = selection.entry
  const whole = entry === null ? undefined : useWorkspace().replica(entry)?.document
  if (entry === null || !whole) return undefined
  const at = selection.path === null ? undefined : locate(whole, selection.path)
  const parent = at && recordOf(at).parent
  if (parent?.kind === 'array') return { entry, array: parent }
  for (let i = 0; i < whole.root.childCount; i++) {
    const child = whole.root.child(i)
    if (child.kind === 'array') return { entry, array: child }
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
  useSelection().select({ entry: found.entry, paths: recordsOf(found.array).filter(path => !chosen.has(path)) }, 'command')
}
