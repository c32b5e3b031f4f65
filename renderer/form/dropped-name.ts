import { parsePath, referencesOf, wordsNaming } from '@areal-studio/core/format'
import type { TreeItem } from '@areal-studio/core/studio'
import { families } from '../state/families'
import type { Replica } from '../state/replica'

/** The words with which a field of an open entry names an entry of the tree; undefined where it names no such entry. */
export function droppedName({ document, format, image }: Replica, path: string, item: TreeItem): string | undefined {
  const references = referencesOf(families(), format)
  const { root, file, steps } = parsePath(item.path)
  if (!document || !references || root !== undefined || steps.length > 1) return undefined
  const wanted = steps.length === 0 ? { file } : { file, row: item.name }
  return wordsNaming(document, path, image.info, references, wanted)
}
