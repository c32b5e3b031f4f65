import type { EntryChange, FieldChange, FileChange } from '@areal-studio/core/studio'

type ChangeLine =
  | { readonly kind: 'file'; readonly key: string; readonly file: FileChange; readonly isOpen: boolean }
  | { readonly kind: 'entry'; readonly key: string; readonly entry: EntryChange; readonly isOpen: boolean }
  | { readonly kind: 'field'; readonly key: string; readonly entry: EntryChange; readonly field: FieldChange }
  | { readonly kind: 'more'; readonly key: string; readonly count: number }

/** Files, their entries, their fields, one line each; what is closed is left out. */
export function changeLines(changes: readonly FileChange[], closed: ReadonlySet<string>): readonly ChangeLine[] {
  return changes.flatMap((file): ChangeLine[] => {
    const key = `file:${file.file}`
    const isOpen = !closed.has(key)
    const head: ChangeLine = { kind: 'file', key, file, isOpen }
    return isOpen ? [head, ...file.entries.flatMap(entry => entryLines(entry, closed))] : [head]
  })
}

function entryLines(entry: EntryChange, closed: ReadonlySet<string>): ChangeLine[] {
  const key = `entry:${entry.entry}`
  const isOpen = !closed.has(key)
  const head: ChangeLine = { kind: 'entry', key, entry, isOpen }
  if (!isOpen) return [head]
  const fields = entry.fields.map(
    (field): ChangeLine => ({ kind: 'field', key: `field:${entry.entry}:${field.path}:${field.offset}`, entry, field }),
  )
  const left = entry.fieldCount - entry.fields.length
  return left > 0 ? [head, ...fields, { kind: 'more', key: `more:${entry.entry}`, count: left }] : [head, ...fields]
}
