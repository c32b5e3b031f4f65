import type { Node, Value } from '../model/layout'
import { textEnd } from '../shapes/views'

/** A text with bytes behind its end, or a line with another end than CR LF. */
export const isTailed = (value: Value): value is { readonly text: string; readonly tail: string } =>
  typeof value === 'object' && 'tail' in value && typeof value.tail === 'string'

/** The words of a text without the bytes behind them; undefined for a value that is no text. */
export function wordsOf(value: Value): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'object' && 'text' in value && typeof value.text === 'string' ? value.text : undefined
}

/**
 * The value of a text after its words are replaced: bytes after its end keep their place, unless the new text overwrites
 * them; a line keeps its end, a text with a length keeps the bytes after it. Equal words give
 * an equal value.
 */
export function withWords(node: Node, words: string): Value {
  const present = node.isWhole ? node.value : words
  if (wordsOf(present) === words) return present
  if (!isTailed(present))
    return typeof present === 'object' && 'second' in present ? { ...present, text: words } : words
  if (typeof textEnd(node.layout) === 'string') return { text: words, tail: present.tail }
  const room = Math.max(0, node.size - words.length - 1) * 2
  const digits = present.tail.replace(/^hex:/, '')
  const tail = digits.length >= room ? digits.slice(digits.length - room) : digits.padStart(room, '0')
  return /^0*$/.test(tail) ? words : { text: words, tail: present.tail.startsWith('hex:') ? `hex:${tail}` : tail }
}
