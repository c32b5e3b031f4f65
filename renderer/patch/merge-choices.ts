import type { Choice, Conflict } from '@areal-studio/core/patch'

/** Possible choices for a conflict of two patches. */
export const choicesOf = ({ canBoth }: Pick<Conflict, 'canBoth'>): readonly Choice[] =>
  canBoth === true ? ['a', 'b', 'both'] : ['a', 'b']

/** Sets one choice for all conflicts that offer it; the others keep theirs. */
export function allFrom(
  conflicts: readonly Pick<Conflict, 'key' | 'canBoth'>[],
  choice: Choice,
  before: Readonly<Record<string, Choice>>,
): Readonly<Record<string, Choice>> {
  const taken = conflicts.filter(conflict => choicesOf(conflict).includes(choice))
  return { ...before, ...Object.fromEntries(taken.map(({ key }) => [key, choice])) }
}
