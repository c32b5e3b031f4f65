import { safeName, withoutForm, type Format } from '@areal-studio/core/format'
import type { TreeItem } from '@areal-studio/core/studio'

/**
 * The rows that a file belongs to by its name, as extraction would name them: without regard to case or to the ending
 * of a converted form.
 */
export function rowsFor(file: string, items: readonly TreeItem[], formats: Iterable<Format>): readonly TreeItem[] {
  const called = (name: string): readonly TreeItem[] =>
    items.filter(item => item.kind !== 'folder' && safeName(item.name).toLowerCase() === name.toLowerCase())
  const own = called(file)
  return own.length > 0 ? own : called(withoutForm(file, formats))
}
