/**
 * A letter for each value that has a name, shown together with its colour: the first letter of the name that no smaller
 * value has, or the number of the value where all are taken. Values below 0 mean none and have no letter.
 */
export function lettersOf(names: Readonly<Record<number, string>>): Readonly<Record<number, string>> {
  const taken = new Set<string>()
  const found: Record<number, string> = {}
  const values = Object.keys(names).map(Number)
  for (const value of values.filter(one => one >= 0).sort((a, b) => a - b)) {
    const letters = [...(names[value] ?? '').toUpperCase()].filter(letter => /[\p{L}\p{N}]/u.test(letter))
    const letter = letters.find(one => !taken.has(one)) ?? String(value)
    taken.add(letter)
    found[value] = letter
  }
  return found
}

/** Black or white, whichever is read on a colour. */
export const inkOn = ([red, green, blue]: readonly [red: number, green: number, blue: number]): string =>
  0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#10151c' : '#ffffff'
