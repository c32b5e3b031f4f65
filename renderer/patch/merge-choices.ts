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

interface Text {
  say(key: string, params: Readonly<Record<string, string | number>>): string
}

/** A change of records, as conflicts have it: `lines/7 -0 +1`. Values are JSON, which never begins like that. */
const RECORDS = /([^\s"]+) -(\d+) \+(\d+)/g
const IS_RECORDS = new RegExp(`^${RECORDS.source}`)

/** What a side of a conflict does, in words where it removes and adds records. */
export function sideWords(text: Text, conflict: Pick<Conflict, 'path' | 'a' | 'b'>, side: 'a' | 'b'): string {
  if (!IS_RECORDS.test(conflict[side])) return conflict[side]
  return conflict[side].replace(RECORDS, (_, path: string, removed: string, added: string) => {
    const words = text.say('ui.share.merge-records', { removed: Number(removed), added: Number(added) })
    return path === conflict.path ? words : `${path}: ${words}`
  })
}
