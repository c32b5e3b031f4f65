import { StudioError } from '../format'

/*
 * Why a parser of our own and not a library's: a mistake is told with its column and in two languages, `not` binds
 * looser than a comparison, `=` compares and bit operators bind tighter than it. jsep 1.6 keeps no places in its tree,
 * words its errors in English only, and its tables of operators are global.
 */

export type Comparing = '=' | '!=' | '<' | '<=' | '>' | '>='
export type Counting = '|' | '^' | '&' | '<<' | '>>' | '+' | '-' | '*' | '/' | '%'

/** `at` is the column of the first character, from 1; `exact` stands with whole numbers that `value` cannot tell from their neighbours. */
export type Expression =
  | { readonly op: 'number'; readonly at: number; readonly value: number; readonly exact?: bigint }
  | { readonly op: 'text'; readonly at: number; readonly value: string }
  | { readonly op: 'field'; readonly at: number; readonly name: string }
  | { readonly op: 'minus' | 'flip' | 'not'; readonly at: number; readonly of: Expression }
  | { readonly op: 'and' | 'or' | Comparing | Counting; readonly at: number; readonly left: Expression; readonly right: Expression }
  | { readonly op: 'in'; readonly at: number; readonly left: Expression; readonly among: readonly Expression[] }

export interface Setting {
  readonly field: string
  readonly at: number
  readonly value: Expression
}

/** `areals where class_id = 3 set logic_flag = logic_flag | 4`. Without `set` it only selects, without `where` it takes all. */
export interface Query {
  readonly text: string
  /** Node path of the array. */
  readonly array: string
  readonly where?: Expression
  readonly sets: readonly Setting[]
}

interface Token {
  readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const TOKEN = /\s*(?:(0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*(?:\.\w+)*)|("[^"]*"|'[^']*')|(<<|>>|<=|>=|!=|<>|==|\|=|&=|\^=|\+=|-=|\*=|[-+*/%|&^~()<>=,]))/y
const ARRAY = /^\s*([A-Za-z_]\w*(?:\/\w+)*)/
const LEVELS: readonly (readonly Counting[])[] = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '%']]
const COMPARING: Readonly<Record<string, Comparing>> = { '=': '=', '==': '=', '!=': '!=', '<>': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' }
const CHANGING: Readonly<Record<string, Counting>> = { '|=': '|', '&=': '&', '^=': '^', '+=': '+', '-=': '-', '*=': '*' }
const isBeyond = (text: string): boolean => !/^(?!0x).*[.e]/i.test(text) && !Number.isSafeInteger(Number(text))
const WORDS: ReadonlySet<string> = new Set(['where', 'set', 'and', 'or', 'not', 'in'])

/** Reads a statement. Throws StudioError `query.…` with the column (`at`, from 1) in its params. */
export const parseQuery = (text: string): Query => new Reader(text).query()

/** Tokens as they are coloured: words of the language, numbers, names, the rest. What cannot be read ends the list. */
export function queryParts(text: string): readonly { readonly text: string; readonly kind: 'word' | 'number' | 'name' | 'text' | 'sign' | 'rest' }[] {
  const parts: { text: string; kind: 'word' | 'number' | 'name' | 'text' | 'sign' | 'rest' }[] = []
  let from = ARRAY.exec(text)?.[0].length ?? 0
  if (from > 0) parts.push({ text: text.slice(0, from), kind: 'word' })
  while (from < text.length) {
    const token = readToken(text, from)
    if (!token || token.kind === 'end') break
    const end = TOKEN.lastIndex
    parts.push({ text: text.slice(from, end), kind: token.kind === 'name' && WORDS.has(token.text) ? 'word' : token.kind })
    from = end
  }
  if (from < text.length) parts.push({ text: text.slice(from), kind: 'rest' })
  return parts
}

function readToken(text: string, from: number): Token | undefined {
  TOKEN.lastIndex = from
  const match = TOKEN.exec(text)
  if (!match) return text.slice(from).trim() === '' ? { kind: 'end', text: '', at: text.length + 1 } : undefined
  const [, number, name, quoted, sign] = match
  const found = number ?? name ?? quoted ?? sign ?? ''
  const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : quoted !== undefined ? 'text' : 'sign'
  return { kind, text: kind === 'name' && WORDS.has(found.toLowerCase()) ? found.toLowerCase() : found, at: TOKEN.lastIndex - found.length + 1 }
}

/** Expressions nested deeper than this are nobody's; the stack stays safe. */
const DEEPEST = 200

class Reader {
  private from = 0
  private depth = 0
  private token: Token = { kind: 'end', text: '', at: 1 }

  constructor(private readonly text: string) {}

  query(): Query {
    const { text } = this
    const array = ARRAY.exec(text)
    if (!array || WORDS.has((array[1] ?? '').toLowerCase())) throw new StudioError('query.array', { at: 1 })
    this.from = array[0].length
    this.next()
    const where = this.takeWord('where') ? this.truth() : undefined
    const sets = this.takeWord('set') ? this.settings() : []
    if (this.token.kind !== 'end') this.unexpected()
    return { text: text.trim(), array: array[1] ?? '', sets, ...(where && { where }) }
  }

  private settings(): readonly Setting[] {
    const sets: Setting[] = []
    do {
      const { kind, text: field, at } = this.token
      if (kind !== 'name' || WORDS.has(field)) throw new StudioError('query.field', { at, found: this.found() })
      if (sets.some(set => set.field === field)) throw new StudioError('query.set-twice', { at, field })
      this.next()
      sets.push({ field, at, value: this.assigned(field, at) })
    } while (this.takeSign(','))
    return sets
  }

  private assigned(field: string, at: number): Expression {
    const { text: sign, at: signAt } = this.token
    const changing = this.token.kind === 'sign' ? CHANGING[sign] : undefined
    if (sign !== '=' && !changing) throw new StudioError('query.equals', { at: signAt, field, found: this.found() })
    this.next()
    const value = this.counted(0)
    return changing ? { op: changing, at: signAt, left: { op: 'field', at, name: field }, right: value } : value
  }

  private truth(): Expression {
    return this.deeper(() => {
      let left = this.both()
      for (let { at } = this.token; this.takeWord('or'); { at } = this.token) left = { op: 'or', at, left, right: this.both() }
      return left
    })
  }

  private both(): Expression {
    let left = this.denied()
    for (let { at } = this.token; this.takeWord('and'); { at } = this.token) left = { op: 'and', at, left, right: this.denied() }
    return left
  }

  private denied(): Expression {
    const { at } = this.token
    return this.takeWord('not') ? { op: 'not', at, of: this.deeper(() => this.denied()) } : this.compared()
  }

  private compared(): Expression {
    const left = this.counted(0)
    const { at, text: sign } = this.token
    if (this.takeWord('in')) return { op: 'in', at, left, among: this.list() }
    const op = this.token.kind === 'sign' ? COMPARING[sign] : undefined
    if (!op) return left
    this.next()
    return { op, at, left, right: this.counted(0) }
  }

  private list(): readonly Expression[] {
    if (!this.takeSign('(')) this.unexpected()
    const among: Expression[] = []
    do among.push(this.counted(0))
    while (this.takeSign(','))
    if (!this.takeSign(')')) throw new StudioError('query.unclosed', { at: this.token.at })
    return among
  }

  private counted(level: number): Expression {
    const signs = LEVELS[level]
    if (!signs) return this.signed()
    let left = this.counted(level + 1)
    for (;;) {
      const { kind, text: sign, at } = this.token
      const op = kind === 'sign' ? signs.find(one => one === sign) : undefined
      if (!op) return left
      this.next()
      left = { op, at, left, right: this.counted(level + 1) }
    }
  }

  private signed(): Expression {
    const { at } = this.token
    if (this.takeSign('-')) return { op: 'minus', at, of: this.deeper(() => this.signed()) }
    if (this.takeSign('~')) return { op: 'flip', at, of: this.deeper(() => this.signed()) }
    if (this.takeSign('+')) return this.deeper(() => this.signed())
    return this.atom()
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
    if (kind === 'name' && !WORDS.has(text)) {
      this.next()
      return { op: 'field', at, name: text }
    }
    if (this.takeSign('(')) {
      const inner = this.truth()
      if (!this.takeSign(')')) throw new StudioError('query.unclosed', { at: this.token.at })
      return inner
    }
    throw new StudioError('query.value', { at, found: this.found() })
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > DEEPEST) throw new StudioError('query.deep', { at: this.token.at, limit: DEEPEST })
    const made = read()
    this.depth--
    return made
  }

  private next(): void {
    const token = readToken(this.text, this.from)
    if (!token) {
      const at = this.text.slice(this.from).search(/\S/) + this.from + 1
      const found = this.text.charAt(at - 1)
      throw '"\''.includes(found) ? new StudioError('query.quote', { at }) : new StudioError('query.character', { at, found })
    }
    this.token = token
    if (token.kind !== 'end') this.from = TOKEN.lastIndex
  }

  private takeWord(word: string): boolean {
    if (this.token.kind !== 'name' || this.token.text !== word) return false
    this.next()
    return true
  }

  private takeSign(sign: string): boolean {
    if (this.token.kind !== 'sign' || this.token.text !== sign) return false
    this.next()
    return true
  }

  /** What stands where something else is expected. Throws `query.end` where nothing does. */
  private found(): string {
    if (this.token.kind === 'end') throw new StudioError('query.end', { at: this.token.at })
    return this.token.text
  }

  private unexpected(): never {
    throw new StudioError('query.unexpected', { at: this.token.at, found: this.found() })
  }
}
