/**
 * The one parser of the program's expressions: lengths in layouts, conditions and values of queries, number fields.
 * A grammar says which operators there are and how tightly they bind; what a name stands for is the caller's business.
 */

export type Comparing = '=' | '!=' | '<' | '<=' | '>' | '>='
export type Counting = '|' | '^' | '&' | '<<' | '>>' | '+' | '-' | '*' | '/' | '%'
export type Joining = 'and' | 'or'
export type Operator = Comparing | Counting | Joining

/** `at` is the index of the first character, plus the grammar's `origin`. */
export type Expression =
  /** `exact` where a double cannot represent the whole number. */
  | { readonly op: 'number'; readonly at: number; readonly value: number; readonly exact?: bigint }
  | { readonly op: 'text'; readonly at: number; readonly value: string }
  | { readonly op: 'field'; readonly at: number; readonly name: string }
  | { readonly op: 'minus' | 'flip' | 'not'; readonly at: number; readonly of: Expression }
  | { readonly op: Operator; readonly at: number; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'in'; readonly at: number; readonly left: Expression; readonly among: readonly Expression[] }

/** Binary operators of one strength, as written and as they are stored. */
export interface Level {
  readonly operators: Readonly<Record<string, Operator>>
  /** Takes `a op b` only, not `a op b op c`. */
  readonly isSingle?: boolean
  /** A word that denies what this level reads: `not`. */
  readonly denies?: string
  /** A word before a list of values: `in`. */
  readonly among?: string
}

export interface Grammar {
  /** Loosest first. */
  readonly levels: readonly Level[]
  /** The level that assigned values and members of lists are read from: no comparison outside parentheses. */
  readonly values: number
  /** Prefix operators. */
  readonly prefixes: Readonly<Record<string, 'minus' | 'flip' | 'not' | 'plus'>>
  /** Matches one token at the current position, with the groups number, name, text and sign. */
  readonly token: RegExp
  /** Names that are words of the language, in lower case. */
  readonly words: ReadonlySet<string>
  /** Added to every place. */
  readonly origin: 0 | 1
  /** Refuses `a & b == c`: C reads it as `a & (b == c)`, which is never meant. */
  readonly bitsNeedParentheses?: boolean
}

export interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

export type Mistake = 'end' | 'unexpected' | 'value' | 'unclosed' | 'deep' | 'quote' | 'character' | 'mixed'

/** What is wrong with an expression, and where. */
export class ExpressionError extends Error {
  constructor(
    readonly code: Mistake,
    readonly at: number,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(`${code} at ${at}`)
    this.name = 'ExpressionError'
  }
}

/** Limit of nesting, so that the stack is safe; no real expression is deeper. */
const DEEPEST = 200

/** A whole number that a double cannot represent. */
const isBeyond = (text: string): boolean =>
  (/^0[xb]/i.test(text) || /^\d+$/.test(text)) && !Number.isSafeInteger(Number(text))
const COMPARISONS: ReadonlySet<string> = new Set<Comparing>(['=', '!=', '<', '<=', '>', '>='])
const BITS: ReadonlySet<string> = new Set<Counting>(['&', '|', '^'])

/** The token at `from`, and where it ends; undefined for a character that starts none. */
export function readToken(
  { token, words, origin }: Grammar,
  text: string,
  from: number,
): { readonly token: Token; readonly end: number } | undefined {
  token.lastIndex = from
  const groups = token.exec(text)?.groups
  const end = token.lastIndex
  if (!groups)
    return text.slice(from).trim() === ''
      ? { token: { kind: 'end', text: '', at: text.length + origin }, end: text.length }
      : undefined
  const { number, name, text: quoted, sign } = groups
  const found = number ?? name ?? quoted ?? sign ?? ''
  const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : quoted !== undefined ? 'text' : 'sign'
  const shown = kind === 'name' && words.has(found.toLowerCase()) ? found.toLowerCase() : found
  return { token: { kind, text: shown, at: end - found.length + origin }, end }
}

/** Reads an expression that is the whole text. Throws ExpressionError. */
export function parseExpression(grammar: Grammar, text: string): Expression {
  const parser = new Parser(grammar, text, 0)
  const expression = parser.expression()
  if (parser.token.kind !== 'end') parser.unexpected()
  return expression
}

/** Reads expressions out of a text, token by token. */
export class Parser {
  token: Token = { kind: 'end', text: '', at: 0 }
  private depth = 0
  private readonly grouped = new WeakSet<Expression>()

  constructor(
    private readonly grammar: Grammar,
    private readonly text: string,
    private from: number,
  ) {
    this.next()
  }

  expression(): Expression {
    return this.deeper(() => this.level(0))
  }

  /** A value: an expression without a comparison outside parentheses. */
  value(): Expression {
    return this.level(this.grammar.values)
  }

  next(): void {
    const found = readToken(this.grammar, this.text, this.from)
    if (!found) {
      const index = this.text.slice(this.from).search(/\S/) + this.from
      const character = this.text.charAt(index)
      const code = '"\''.includes(character) ? 'quote' : 'character'
      throw new ExpressionError(code, index + this.grammar.origin, code === 'character' ? { found: character } : {})
    }
    this.token = found.token
    if (found.token.kind !== 'end') this.from = found.end
  }

  takeWord(word: string): boolean {
    return this.take('name', word)
  }

  takeSign(sign: string): boolean {
    return this.take('sign', sign)
  }

  /** The token found where another one is expected. Throws `end` where there is none. */
  found(): string {
    if (this.token.kind === 'end') throw new ExpressionError('end', this.token.at)
    return this.token.text
  }

  unexpected(): never {
    throw new ExpressionError('unexpected', this.token.at, { found: this.found() })
  }

  private take(kind: Token['kind'], text: string): boolean {
    if (this.token.kind !== kind || this.token.text !== text) return false
    this.next()
    return true
  }

  private level(index: number): Expression {
    const level = this.grammar.levels[index]
    if (!level) return this.prefixed()
    const { at: start } = this.token
    if (level.denies !== undefined && this.takeWord(level.denies))
      return { op: 'not', at: start, of: this.deeper(() => this.level(index)) }
    let left = this.level(index + 1)
    for (;;) {
      const { kind, text, at } = this.token
      if (level.among !== undefined && this.takeWord(level.among)) return { op: 'in', at, left, among: this.list() }
      const isOperator = (kind === 'sign' || kind === 'name') && Object.hasOwn(level.operators, text)
      const op = isOperator ? level.operators[text] : undefined
      if (!op) return left
      this.next()
      const right = this.level(index + 1)
      if (
        this.grammar.bitsNeedParentheses &&
        BITS.has(op) &&
        (this.isBareComparison(left) || this.isBareComparison(right))
      ) {
        throw new ExpressionError('mixed', at, { found: text })
      }
      left = { op, at, left, right }
      if (level.isSingle) return left
    }
  }

  private isBareComparison(expression: Expression): boolean {
    return COMPARISONS.has(expression.op) && !this.grouped.has(expression)
  }

  private list(): readonly Expression[] {
    if (!this.takeSign('(')) this.unexpected()
    const among: Expression[] = []
    do among.push(this.value())
    while (this.takeSign(','))
    if (!this.takeSign(')')) throw new ExpressionError('unclosed', this.token.at)
    return among
  }

  private prefixed(): Expression {
    const { at, kind, text } = this.token
    const op = kind === 'sign' && Object.hasOwn(this.grammar.prefixes, text) ? this.grammar.prefixes[text] : undefined
    if (!op) return this.atom()
    this.next()
    const of = this.deeper(() => this.prefixed())
    return op === 'plus' ? of : { op, at, of }
  }

  private atom(): Expression {
    const { kind, text, at } = this.token
    if (kind === 'number') {
      this.next()
      return { op: 'number', at, value: Number(text), ...(isBeyond(text) && { exact: BigInt(text) }) }
    }
    if (kind === 'text') {
      this.next()
      return { op: 'text', at, value: text.slice(1, -1) }
    }
    if (kind === 'name' && !this.grammar.words.has(text)) {
      this.next()
      return { op: 'field', at, name: text }
    }
    if (!this.takeSign('(')) throw new ExpressionError('value', at, { found: this.found() })
    const inner = this.expression()
    if (!this.takeSign(')')) throw new ExpressionError('unclosed', this.token.at)
    this.grouped.add(inner)
    return inner
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > DEEPEST) throw new ExpressionError('deep', this.token.at, { limit: DEEPEST })
    const result = read()
    this.depth--
    return result
  }
}
