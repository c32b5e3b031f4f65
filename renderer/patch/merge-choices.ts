import type { Choice, Conflict } from '@areal-studio/core/patch'

/** What can be chosen for a conflict of two patches. */
export const choicesOf = ({ canBoth }: Pick<Conflict, 'canBoth'>): readonly Choice[] =>
  canBoth === true ? ['a', 'b', 'both'] : ['a', 'b']

/** One choice for all conflicts that have it; the others keep theirs. */
export function allFrom(
  conflicts: readonly Pick<Conflict, 'key' | 'canBoth'>[],
  choice: Choice,
  before: Readonly<Record<string, Choice>>,
): Readonly<Record<string, Choice>> {
  const taken = conflicts.filter(conflict => choicesOf(conflict).includes(choice))
  return { ...before, ...Object.fromEntries(taken.map(({ key }) => [key, choice])) }
}
