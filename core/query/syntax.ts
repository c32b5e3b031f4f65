import { own } from '../layout'
import {
  COUNTING_LEVELS,
  ExpressionError,
  Parser,
  readToken,
  type Comparing,
  type Counting,
  type Expression,
  type Grammar,
} from '../expression'
import { StudioError } from '../format'

export type { Comparing, Counting, Expression } from '../expression'

export interface Setting {
  readonly field: string
  readonly at: number
  readonly value: Expression
}

/**
 * A statement: `areals where class_id = 3 set logic_flag = logic_flag | 4`. Without `set` it only selects; without
 * `where` it selects all.
 */
export interface Query {
  readonly text: string
  /** Node path of the array. */
  readonly array: string
  readonly where?: Expression
  readonly sets: readonly Setting[]
}

/** A path; one with other characters is quoted: `"Door List" where Locked = 1`. */
const ARRAY = /^\s*(?:(?<bare>[A-Za-z_][\w~]*(?:\/[\w~]+)*)|"(?<double>[^"]+)"|'(?<single>[^']+)')/
const COMPARING: Readonly<Record<string, Comparing>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}
const CHANGING: Readonly<Record<string, Counting>> = {
  '|=': '|',
  '&=': '&',
  '^=': '^',
  '+=': '+',
  '-=': '-',
  '*=': '*',
}
const WORDS: ReadonlySet<string> = new Set(['where', 'set', 'and', 'or', 'not', 'in'])

/** `not` binds looser than a comparison, `=` compares, and bit operators bind tighter than it. Columns count from 1. */
const GRAMMAR: Grammar = {
  levels: [
    { operators: { or: 'or' } },
    { operators: { and: 'and' } },
    { operators: {}, denies: 'not' },
    { operators: COMPARING, isSingle: true, among: 'in' },
    ...COUNTING_LEVELS,
  ],
  values: 4,
  prefixes: { '-': 'minus', '~': 'flip', '+': 'plus' },
  token:
    /\s*(?:(?<number>0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_]\w*(?:\.\w+)*)|(?<text>"[^"]*"|'[^']*')|(?<sign><<|>>|<=|>=|!=|<>|==|\|=|&=|\^=|\+=|-=|\*=|[-+*/%|&^~()<>=,]))/y,
  words: WORDS,
  origin: 1,
}

/** Reads a statement. Throws StudioError `query.…` with the column (`at`, from 1) in its params. */
export function parseQuery(text: string): Query {
  try {
    return readQuery(text)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new StudioError(`query.${error.code}`, { at: error.at, ...error.params })
  }
}

/** Tokens for syntax colouring: keywords, numbers, names, others. The list ends at text that cannot be parsed. */
export function queryParts(
  text: string,
): readonly { readonly text: string; readonly kind: 'word' | 'number' | 'name' | 'text' | 'sign' | 'rest' }[] {
  const parts: { text: string; kind: 'word' | 'number' | 'name' | 'text' | 'sign' | 'rest' }[] = []
  let from = ARRAY.exec(text)?.[0].length ?? 0
  if (from > 0) parts.push({ text: text.slice(0, from), kind: 'word' })
  while (from < text.length) {
    const found = readToken(GRAMMAR, text, from)
    if (!found) break
    const {
      token: { kind, text: word },
      end,
    } = found
    if (kind === 'end') break
    parts.push({ text: text.slice(from, end), kind: kind === 'name' && WORDS.has(word) ? 'word' : kind })
    from = end
  }
  if (from < text.length) parts.push({ text: text.slice(from), kind: 'rest' })
  return parts
}

function readQuery(text: string): Query {
  const found = ARRAY.exec(text)
  const { bare, double, single } = found?.groups ?? {}
  const array = bare ?? double ?? single
  if (!found || array === undefined || WORDS.has(bare?.toLowerCase() ?? ''))
    throw new StudioError('query.array', { at: 1 })
  const parser = new Parser(GRAMMAR, text, found[0].length)
  const where = parser.takeWord('where') ? parser.expression() : undefined
  const sets = parser.takeWord('set') ? settings(parser) : []
  if (parser.token.kind !== 'end') parser.unexpected()
  return { text: text.trim(), array, sets, ...(where && { where }) }
}

function settings(parser: Parser): readonly Setting[] {
  const sets: Setting[] = []
  do {
    const { kind, text: field, at } = parser.token
    if (kind !== 'name' || WORDS.has(field)) throw new StudioError('query.field', { at, found: parser.found() })
    if (sets.some(set => set.field === field)) throw new StudioError('query.set-twice', { at, field })
    parser.next()
    sets.push({ field, at, value: assigned(parser, field, at) })
  } while (parser.takeSign(','))
  return sets
}

function assigned(parser: Parser, field: string, at: number): Expression {
  const { kind, text: sign, at: signAt } = parser.token
  const changing = kind === 'sign' ? own(CHANGING, sign) : undefined
  if (sign !== '=' && !changing) throw new StudioError('query.equals', { at: signAt, field, found: parser.found() })
  parser.next()
  const value = parser.value()
  return changing ? { op: changing, at: signAt, left: { op: 'field', at, name: field }, right: value } : value
}
