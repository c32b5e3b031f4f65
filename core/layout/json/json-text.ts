import { own } from '../model/own'
import { LayoutError } from '../model/error'

/** Parsed JSON. Objects are maps, so that no key can be an inherited property. */
export type Json = null | boolean | number | string | readonly Json[] | ReadonlyMap<string, Json>

const DEEPEST = 64
const SPACE = /[ \t\n\r]*/y
const PLAIN = /[^"\\\u0000-\u001f]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/**
 * Strict JSON (RFC 8259): no comments, no trailing commas, no key twice. Throws LayoutError `layout.json-syntax`,
 * `layout.json-end`, `layout.json-quote`, `layout.json-twice` or `layout.json-deep` with line and column. One pass over the text.
 */
export function readJson(text: string): Json {
  return new Reader(text).whole()
}

/** Line and column (from 1) of the value at `path`, or of the nearest value around it. */
export function placeInJson(text: string, path: readonly string[]): { readonly line: number; readonly column: number } {
  const reader = new Reader(text, path)
  reader.whole()
  return lineAndColumn(text, reader.found)
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1
  let start = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line++
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

class Reader {
  /** Offset of the value at the wanted path, or of the nearest value around it. */
  found = 0
  private at = 0
  private depth = 0
  private readonly path: string[] = []

  constructor(
    private readonly text: string,
    private readonly target: readonly string[] = [],
  ) {}

  whole(): Json {
    const value = this.value(true)
    this.space()
    if (this.at < this.text.length) this.wrong()
    return value
  }

  private wrong(): never {
    const found = this.text.slice(this.at, this.at + 1)
    const place = lineAndColumn(this.text, this.at)
    if (found === '') throw new LayoutError('layout.json-end', place, this.path.join('/'))
    throw new LayoutError('layout.json-syntax', { ...place, found }, this.path.join('/'))
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found
  }

  private space(): void {
    this.match(SPACE)
  }

  private take(character: string): boolean {
    this.space()
    if (this.text[this.at] !== character) return false
    this.at++
    return true
  }

  /** `isOnWay`: every value around this one is on the searched path. */
  private value(isOnWay: boolean): Json {
    this.space()
    if (isOnWay) this.found = this.at
    const character = this.text[this.at]
    if (character === '{' || character === '[') {
      if (++this.depth > DEEPEST) {
        throw new LayoutError(
          'layout.json-deep',
          { ...lineAndColumn(this.text, this.at), deepest: DEEPEST },
          this.path.join('/'),
        )
      }
      this.at++
      const value = character === '{' ? this.object(isOnWay) : this.array(isOnWay)
      this.depth--
      return value
    }
    if (character === '"') return this.string()
    if (character === 't') return this.word('true', true)
    if (character === 'f') return this.word('false', false)
    if (character === 'n') return this.word('null', null)
    const number = this.match(NUMBER)
    return number === '' ? this.wrong() : Number(number)
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.wrong()
    this.at += word.length
    return value
  }

  private inside(name: string, isOnWay: boolean): Json {
    const isNext = isOnWay && this.target[this.path.length] === name
    this.path.push(name)
    const value = this.value(isNext)
    this.path.pop()
    return value
  }

  private array(isOnWay: boolean): Json {
    const values: Json[] = []
    if (this.take(']')) return values
    do values.push(this.inside(String(values.length), isOnWay))
    while (this.take(','))
    return this.take(']') ? values : this.wrong()
  }

  private object(isOnWay: boolean): Json {
    const fields = new Map<string, Json>()
    if (this.take('}')) return fields
    do {
      this.space()
      const start = this.at
      if (this.text[this.at] !== '"') this.wrong()
      const key = this.string()
      if (fields.has(key))
        throw new LayoutError(
          'layout.json-twice',
          { ...lineAndColumn(this.text, start), field: key },
          this.path.join('/'),
        )
      if (!this.take(':')) this.wrong()
      fields.set(key, this.inside(key, isOnWay))
    } while (this.take(','))
    return this.take('}') ? fields : this.wrong()
  }

  private string(): string {
    const start = this.at++
    const parts: string[] = []
    for (;;) {
      parts.push(this.match(PLAIN))
      const character = this.text[this.at]
      if (character === '"') break
      if (character === '\n' || character === '\r')
        throw new LayoutError('layout.json-quote', lineAndColumn(this.text, start), this.path.join('/'))
      if (character !== '\\') this.wrong()
      this.at++
      parts.push(this.escape())
    }
    this.at++
    return parts.join('')
  }

  private escape(): string {
    const letter = this.text[this.at] ?? ''
    if (letter === 'u') {
      const digits = this.text.slice(this.at + 1, this.at + 5)
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.wrong()
      this.at += 5
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const character = own(ESCAPES, letter)
    if (character === undefined) return this.wrong()
    this.at++
    return character
  }
}
