import { lettersOf } from './letters'

/** How a record that is named by a value is shown beside it: a letter, in the colour of its number. */
export interface Badge {
  /** Number of the record. */
  readonly value: number
  readonly letter: string
  readonly name: string
}

/** Badges of values by the names of the records that they name: a number by its place, a text by the first of that name. */
export function badgesOf(
  names: Readonly<Record<number, string>> | undefined,
): (value: number | string) => Badge | undefined {
  const numbers = Object.keys(names ?? {}).map(Number)
  const letters = lettersOf(names ?? {})
  return value => {
    const number = typeof value === 'number' ? value : numbers.find(one => names?.[one] === value)
    const letter = number === undefined ? undefined : letters[number]
    return number === undefined || letter === undefined
      ? undefined
      : { value: number, letter, name: names?.[number] ?? '' }
  }
}
