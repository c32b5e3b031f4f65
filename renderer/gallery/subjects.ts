import { filePath } from '@areal-studio/core/format'
import type { SubjectItem } from '@areal-studio/core/studio'

/** What is shown beside a title: notes, or the file where others have the same title. */
export function subjectNote({ notes, entries, isTitleShared }: SubjectItem): string {
  const [first] = entries
  const file = isTitleShared && first !== undefined ? [filePath(first)] : []
  return [...notes, ...file].join(', ')
}
