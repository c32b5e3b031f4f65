import { filePath } from '@areal-studio/core/format'
import type { SubjectItem } from '@areal-studio/core/studio'

/** Kinds of the subjects in the order of the list, maps first. */
export function kindsOf(subjects: readonly SubjectItem[]): readonly string[] {
  const kinds = new Set(subjects.map(({ kind }) => kind))
  return kinds.has('map') ? ['map', ...[...kinds].filter(kind => kind !== 'map')] : [...kinds]
}

/** Subjects whose title, folder or notes hold all words of a text. */
export function filterSubjects(subjects: readonly SubjectItem[], text: string): readonly SubjectItem[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return subjects.filter(({ title, folder, notes }) => {
    const all = `${title} ${folder} ${notes.join(' ')}`.toLowerCase()
    return words.every(word => all.includes(word))
  })
}

/** Titles that several of the subjects have. */
export function sharedTitles(subjects: readonly SubjectItem[]): ReadonlySet<string> {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const { title } of subjects) (seen.has(title) ? shared : seen).add(title)
  return shared
}

/** What is shown beside a title: notes, or the file where others have the same title. */
export function subjectNote({ title, notes, entries }: SubjectItem, shared: ReadonlySet<string>): string {
  const [first] = entries
  const file = shared.has(title) && first !== undefined ? [filePath(first)] : []
  return [...notes, ...file].join(', ')
}
