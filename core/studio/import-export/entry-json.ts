import type { Attributes } from '../../edit'
import { StudioError } from '../../format'

/** An entry as `areal json` prints it. */
export interface EntryJson {
  /** Null: unknown; the value is bytes as `"hex:…"`. */
  readonly format: string | null
  readonly attributes: Attributes
  /**
   * Text of the value at its place in the whole text, so that line and column of an error are right; not parsed:
   * numbers keep their digits.
   */
  readonly value: string
}

/** Splits `{"format", "attributes", "value"}`. Throws StudioError `json.malformed`, `json.no-value`. */
export function entryJson(text: string): EntryJson {
  const whole = parsed(text)
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) throw new StudioError('json.no-value')
  const { format = null, attributes = {}, value } = whole as Record<string, unknown>
  if (value === undefined || (format !== null && typeof format !== 'string') || !isAttributes(attributes))
    throw new StudioError('json.no-value')
  const [start, end] = spanOf(text, 'value')
  return { format, attributes, value: text.slice(0, start).replace(/[^\n]/g, ' ') + text.slice(start, end) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StudioError('json.malformed', { reason: error instanceof Error ? error.message : '' })
  }
}

const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Position of the last member of that name in the outermost object of a JSON text. */
function spanOf(text: string, wanted: string): [start: number, end: number] {
  let at = text.indexOf('{') + 1
  let found: [number, number] = [0, 0]
  for (;;) {
    const keyStart = text.indexOf('"', at)
    if (keyStart === -1) return found
    const keyEnd = endOfString(text, keyStart)
    const start = text.indexOf(':', keyEnd) + 1
    const end = endOfValue(text, start)
    if (JSON.parse(text.slice(keyStart, keyEnd)) === wanted) found = [start, end]
    at = end + 1
    if (text[end] === '}') return found
  }
}

/** Position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** Position of the comma or brace that ends a member. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; ) {
    const character = text[at]
    if (character === '"') {
      at = endOfString(text, at)
      continue
    }
    if (depth === 0 && (character === ',' || character === '}')) return at
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    at++
  }
  return text.length
}
