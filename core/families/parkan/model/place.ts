import type { Params } from '../../../format'
import { locate, type Document } from '../../../layout'
import type { Place } from '../../../format/report'

/** Where a node of a document lies; the whole entry where it is not there. */
export function placeIn(opened: Document, path: string): Place {
  const node = locate(opened, path)
  return node ? { path, range: [node.offset, node.size] } : {}
}

/** Repair that puts a number into a field of the entry. */
export const setField = (path: string, value: number): { id: string; params: Params } => ({
  id: 'model.set-field',
  params: { path, value },
})
