import { assign, fromJson, LayoutError, locate, type Document, type Node, type Value } from '@areal-studio/core/layout'
import { findNodeAtLocation, findNodeAtOffset } from 'jsonc-parser'
import { jsonPathOf, treeOf } from './json-place'
import type { ReadText, TextMistake } from '../text-editor/session'
import { placeAt, type Span } from '../text-editor/text-change'

/** Parses a text as the value of a node, and checks whether it can be stored. */
export function readText(document: Document | undefined, path: string, text: string): ReadText {
  const node = document && locate(document, path)
  if (!document || !node)
    return { ok: false, mistake: { code: 'refusal.layout.no-node', params: { path }, place: null, start: 0, end: 0 } }
  try {
    const value = valueOf(node, text)
    assign(document, path, value)
    return { ok: true, value }
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error
    return { ok: false, mistake: mistakeOf(error, node, text) }
  }
}

/** What a layout reads is a value of that layout. Where records came or went, their count need not be typed as well. */
const valueOf = (node: Node, text: string): Value => fromJson(node.layout, text, node) as Value

/** Codes whose words begin with line and column. */
const TELLS_PLACE = /^layout\.json-/

function mistakeOf(error: LayoutError, root: Node, text: string): TextMistake {
  const span = spanOf(error, root, text)
  const place = TELLS_PLACE.test(error.code) ? null : placeAt(text, span.start)
  return { code: `refusal.${error.code}`, params: error.params, place, ...span }
}

function spanOf(error: LayoutError, root: Node, text: string): Span {
  const { line, column, field } = error.params
  if (typeof line !== 'number' || typeof column !== 'number') return placeOf(root, error.path, text)
  const start = Math.min(offsetOf(text, line, column), Math.max(0, text.length - 1))
  return keyAt(text, start, field) ?? { start, end: Math.min(text.length, start + wordLength(text, start)) }
}

/** The key that names no field, in the object that begins here. */
function keyAt(text: string, start: number, field: unknown): Span | undefined {
  const { tree } = treeOf(text)
  const object = field !== undefined && text.charAt(start) === '{' ? tree && findNodeAtOffset(tree, start) : undefined
  const key = object?.children?.flatMap(property => property.children?.[0] ?? []).find(one => one.value === field)
  return key && { start: key.offset, end: key.offset + key.length }
}

/** The text of the node that was refused. */
function placeOf(root: Node, path: string, text: string): Span {
  const { tree } = treeOf(text)
  const below = root.path === '' ? path : path.slice(root.path.length + 1)
  let node: Node | undefined = root
  for (const step of below === '' ? [] : below.split('/')) node = node?.childNamed(step)
  const found = tree && findNodeAtLocation(tree, jsonPathOf(root, node ?? root))
  return found ? { start: found.offset, end: found.offset + found.length } : { start: 0, end: text.length }
}

function offsetOf(text: string, line: number, column: number): number {
  let at = 0
  for (let n = 1; n < line; n++) {
    const next = text.indexOf('\n', at)
    if (next < 0) return text.length
    at = next + 1
  }
  return Math.min(text.length, at + column - 1)
}

/** Length of the word that begins here; at least one character. */
const wordLength = (text: string, start: number): number =>
  Math.max(1, /^[\w.+-]+|^"[^"\n]*"?/.exec(text.slice(start, start + 200))?.[0].length ?? 1)
