import { namedTest, NOT_CALLED, type Called } from './named'

/** Whether a cell passes; numbers for columns of numbers, texts for columns of texts. */
export type NumberTest = (value: number) => boolean
export type WideTest = (value: bigint) => boolean

/** Whether the cells are 32-bit floats, to which a limit is rounded; 'fractions': some of them are. */
type Single = boolean | 'fractions'

const NUMBER = '[-+]?(?:0[xX][0-9a-fA-F]+|(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)'
const RANGE = new RegExp(`^(${NUMBER})\\.\\.(${NUMBER})$`)
const SIGNED = new RegExp(`^(<=|>=|!=|<>|==|=|<|>|&|!&)?(${NUMBER})$`)

const numberOf = (word: string): number =>
  /^[-+]/.test(word) ? (word.startsWith('-') ? -1 : 1) * Number(word.slice(1)) : Number(word)

/**
 * Parses the filter box of a column of numbers: `12`, `0x4`, `>0`, `!=0`, `3..8`, `&4` (that bit set), `!&4`, or a name
 * as in `namedTest`; separated by `,` one must hold, by spaces all. Undefined for any other text.
 */
export const numberFilter = (
  words: string,
  isSingle: Single = false,
  called: Called = NOT_CALLED,
): NumberTest | undefined =>
  allOf(words, word => one(word, isSingle) ?? namedTest(word, called)) ?? namedTest(words, called)

/** The same for a column of 64 bits, whose numbers are compared exactly. */
export const wideFilter = (words: string, called: Called = NOT_CALLED): WideTest | undefined =>
  allOf(words, word => oneWide(word) ?? namedTest(word, called)) ?? namedTest(words, called)

function allOf<T>(
  words: string,
  testOf: (word: string) => ((value: T) => boolean) | undefined,
): ((value: T) => boolean) | undefined {
  const all = words
    .trim()
    .replace(/(<=|>=|!=|<>|==|=|<|>|!?&)\s+/g, '$1')
    .split(/\s+/)
    .filter(part => part !== '')
  const tests = all.map(part => anyOf(part, testOf))
  const made = tests.filter(test => test !== undefined)
  if (made.length < tests.length || made.length === 0) return undefined
  const [only] = made
  return made.length === 1 && only ? only : value => made.every(test => test(value))
}

function anyOf<T>(
  part: string,
  testOf: (word: string) => ((value: T) => boolean) | undefined,
): ((value: T) => boolean) | undefined {
  const tests = part
    .split(',')
    .filter(word => word !== '')
    .map(testOf)
  const made = tests.filter(test => test !== undefined)
  if (made.length < tests.length || made.length === 0) return undefined
  const [only] = made
  return made.length === 1 && only ? only : value => made.some(test => test(value))
}

function one(word: string, isSingle: Single): NumberTest | undefined {
  const round = (limit: number): number =>
    isSingle === true || (isSingle === 'fractions' && !Number.isSafeInteger(limit)) ? Math.fround(limit) : limit
  const range = RANGE.exec(word)
  if (range) {
    const from = round(numberOf(range[1] ?? ''))
    const to = round(numberOf(range[2] ?? ''))
    return value => value >= from && value <= to
  }
  const match = SIGNED.exec(word)
  if (!match) return undefined
  const limit = round(numberOf(match[2] ?? ''))
  const isOrdered = ordered(match[1], limit)
  if (isOrdered) return isOrdered
  switch (match[1]) {
    case '!=':
    case '<>':
      return value => value !== limit
    case '&':
      return value => (value & limit) >>> 0 === limit >>> 0
    case '!&':
      return value => (value & limit) === 0
    default:
      return value => value === limit
  }
}

/** The test of an order; undefined for other operators. */
function ordered(op: string | undefined, limit: number | bigint): ((value: number | bigint) => boolean) | undefined {
  switch (op) {
    case '<':
      return value => value < limit
    case '<=':
      return value => value <= limit
    case '>':
      return value => value > limit
    case '>=':
      return value => value >= limit
    default:
      return undefined
  }
}

/**
 * A whole number to the last digit; one with a fraction or an exponent as a float, which a bigint is compared with
 * exactly.
 */
function wideOf(word: string): bigint | number {
  const bare = word.replace(/^[-+]/, '')
  if (!/^(?:0[xX][0-9a-fA-F]+|\d+)$/.test(bare)) return numberOf(word)
  return word.startsWith('-') ? -BigInt(bare) : BigInt(bare)
}

function oneWide(word: string): WideTest | undefined {
  const range = RANGE.exec(word)
  if (range) {
    const [from, to] = [wideOf(range[1] ?? ''), wideOf(range[2] ?? '')]
    return value => value >= from && value <= to
  }
  const match = SIGNED.exec(word)
  if (!match) return undefined
  const limit = wideOf(match[2] ?? '')
  const bits = BigInt.asUintN(
    64,
    typeof limit === 'bigint' ? limit : BigInt(Math.trunc(Number.isFinite(limit) ? limit : 0)),
  )
  const isEqual = (value: bigint): boolean => value >= limit && value <= limit
  const isOrdered = ordered(match[1], limit)
  if (isOrdered) return isOrdered
  switch (match[1]) {
    case '!=':
    case '<>':
      return value => !isEqual(value)
    case '&':
      return value => (BigInt.asUintN(64, value) & bits) === bits
    case '!&':
      return value => (BigInt.asUintN(64, value) & bits) === 0n
    default:
      return isEqual
  }
}

/** Text contains all words, without case; `=word` is the whole text, `!=word` everything else. */
export function textFilter(words: string): (text: string) => boolean {
  const wanted = words.trim().toLowerCase()
  if (wanted.startsWith('!=')) return text => text.toLowerCase() !== wanted.slice(2).trim()
  if (wanted.startsWith('=')) return text => text.toLowerCase() === wanted.slice(1).trim()
  const parts = wanted.split(/\s+/)
  return text => {
    const lower = text.toLowerCase()
    return parts.every(part => lower.includes(part))
  }
}

/** Text of a filter on its chip: `class_id = 3`, `area_metric < 2000`. */
export function chipText(column: string, words: string): string {
  const trimmed = words.trim()
  return /^[<>=!&]/.test(trimmed) ? `${column} ${trimmed.replace(/^([<>=!&]+)\s*/, '$1 ')}` : `${column} = ${trimmed}`
}
