import type { Edit } from '@areal-studio/core/edit'
import { locate, nodeAt, type Document } from '@areal-studio/core/layout'
import { recordOf } from './label'
import type { Selected, Selecting } from './selection.store'

/** So many splices of an edit are looked at for the records they lie in. */
const SPLICES_TOLD = 5000

/** A path gets its bytes, bytes get their path. */
export function completed(selected: Selected, whole: Document): Selected {
  if (selected.path !== null && selected.range === null) {
    const node = locate(whole, selected.path)
    return node ? { ...selected, range: [node.offset, node.size] } : selected
  }
  if (selected.path === null && selected.range !== null) {
    const path = nodeAt(whole, selected.range[0]).path
    return { ...selected, path, paths: [path] }
  }
  return selected
}

/** What an edit changed: its only field, or all the records that it touched. `whole` is the entry after it. */
export function changedBy(edit: Edit, whole: Document): Selecting {
  const offsets = edit.splices.map(splice => Math.min(splice.offset, Math.max(0, whole.bytes.length - 1)))
  const nodes = offsets.slice(0, SPLICES_TOLD).map(offset => nodeAt(whole, offset))
  const records = [...new Set(nodes.map(node => recordOf(node).path))]
  return records.length > 1 ? { entry: edit.entry, paths: records } : { entry: edit.entry, path: nodes[0]?.path ?? null, paths: records }
}
