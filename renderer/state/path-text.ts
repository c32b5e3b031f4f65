import { locate, shownPath, type Document } from '@areal-studio/core/layout'

/** A stored path with the names of tags, where the entry is open; else as it is stored. */
export function pathText(document: Document | undefined, path: string): string {
  const node = document && locate(document, path)
  return node ? shownPath(node) : path
}
