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
