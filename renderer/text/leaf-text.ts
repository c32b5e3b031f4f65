import {
  assign,
  decodeText,
  elementOf,
  encodeText,
  fieldsOf,
  LayoutError,
  locate,
  pageOf,
  read,
  withWords,
  wordsOf,
  type CodePage,
  type Document,
  type Node,
  type Value,
} from '@areal-studio/core/layout'
import type { ReadText } from '../text-editor/session'
import { placeAt, textChange } from '../text-editor/text-change'
import { isLines } from '../value/text-node'

/** Bytes of a text that are shown at most. */
export const LARGEST = 4 << 20

/** The code page that a format declares for a text, or for the lines of one. */
export function declaredPage(node: Node): CodePage | undefined {
  if (!isLines(node.layout)) return pageOf(node)
  const [first] = fieldsOf(node.layout) ?? []
  return first && pageOf({ layout: elementOf(first.layout) ?? first.layout })
}

/** Why a text cannot be written: its codec cannot decode it, or would store the unchanged text as other bytes. */
export function barrierOf(node: Node): 'undecoded' | 'stored' | undefined {
  if (isLines(node.layout) || !node.isWhole) return undefined
  const value: unknown = node.value
  if (value instanceof Uint8Array) return 'undecoded'
  return typeof value === 'object' && value !== null && 'stored' in value ? 'stored' : undefined
}

/** The text of a node with its line ends as they are stored; undefined where it has none. */
export function storedText(document: Document, node: Node, page: CodePage): string | undefined {
  if (isLines(node.layout)) return decodeText(document.bytes.subarray(node.offset, node.offset + node.size), page)
  const words = node.isWhole ? wordsOf(node.value) : undefined
  const bytes = words === undefined ? undefined : encodeText(words, declaredPage(node) ?? page)
  return bytes instanceof Uint8Array ? decodeText(bytes, page) : undefined
}

/** A stored text as the editor shows it: each line end, CR LF, LF or CR, is one LF. */
export const shownText = (stored: string): string => stored.replace(/\r\n?/g, '\n')

/** The most frequent line end of a text; CR LF where it has none. */
function usualEnd(stored: string): string {
  const counts = new Map([
    ['\r\n', 0],
    ['\n', 0],
    ['\r', 0],
  ])
  for (const [end] of stored.matchAll(/\r\n|\n|\r/g)) counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/**
 * The stored text that is shown as `typed`: line ends outside the change stay as they are, new ones are the most frequent.
 * `typed` has LF only.
 */
export function withLineEnds(stored: string, typed: string): string {
  const { start, end, words } = textChange(shownText(stored), typed)
  const usual = usualEnd(stored)
  const pairs = Array.from(stored.matchAll(/\r\n/g), (match, index) => match.index - index)
  const offsetIn = (shown: number): number => shown + pairs.filter(pair => pair < shown).length
  const made = stored.slice(0, offsetIn(start)) + words.replaceAll('\n', usual) + stored.slice(offsetIn(end))
  // A CR and an LF that meet are one end.
  return shownText(made) === typed ? made : typed.replaceAll('\n', usual)
}

/**
 * The value that gives a node a typed text, or the mistake in it: a character that its code page does not have, or a
 * text that the layout does not take.
 */
export function readTyped(document: Document, path: string, typed: string, page: CodePage): ReadText {
  const node = locate(document, path)
  const stored = node && storedText(document, node, page)
  const wrong = (code: string, params: Readonly<Record<string, string | number>>, at?: number): ReadText => ({
    ok: false,
    mistake: {
      code,
      params,
      place: at === undefined ? null : placeAt(typed, at),
      start: at ?? 0,
      end: at === undefined ? typed.length : at + 1,
    },
  })
  if (!node || stored === undefined) return wrong('refusal.layout.no-node', { path })
  const bytes = encodeText(withLineEnds(stored, typed), page)
  if ('missing' in bytes)
    return wrong('ui.value.character', { character: bytes.missing, page }, typed.indexOf(bytes.missing))
  try {
    const value = isLines(node.layout)
      ? (read(node.layout, bytes) as Value)
      : withWords(node, decodeText(bytes, declaredPage(node) ?? page))
    assign(document, path, value)
    return { ok: true, value }
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    return wrong(`refusal.${error.code}`, error.params)
  }
}
