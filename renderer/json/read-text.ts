import { assign, fromJson, LayoutError, locate, type Document, type Node, type Value } from '@areal-studio/core/layout'
import { findNodeAtLocation, findNodeAtOffset } from 'jsonc-parser'
import { jsonPathOf, treeOf } from './json-place'
import type { ReadText, TextMistake } from './session'

/** Reads a text as the value of a node and tries whether the bytes would take it. */
export function readText(document: Document | undefined, path: string, text: string): ReadText {
  const node = document && locate(document, path)
  if (!document || !node) return { ok: false, mistake: { code: 'refusal.layout.no-node', params: { path }, start: 0, end: 0 } }
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

function mistakeOf(error: LayoutError, root: Node, text: string): TextMistake {
  const { line, column } = error.params
  const code = `refusal.${error.code}`
  if (typeof line === 'number' && typeof column === 'number') {
    const start = Math.min(offsetOf(text, line, column), Math.max(0, text.length - 1))
    const key = keyAt(text, start, error.params['field'])
    return { code, params: error.params, ...key ?? { start, end: Math.min(text.length, start + wordLength(text, start)) } }
  }
  const span = placeOf(root, error.path, text)
  return { code, params: { line: lineOf(text, span.start), column: 1, ...error.params }, ...span }
}

/** The key that names no field, in the object that begins here. */
function keyAt(text: string, start: number, field: unknown): { start: number; end: number } | undefined {
  const { tree } = treeOf(text)
  const object = field !== undefined && text.charAt(start) === '{' ? tree && findNodeAtOffset(tree, start) : undefined
  const key = object?.children?.flatMap(property => property.children?.[0] ?? []).find(one => one.value === field)
  return key && { start: key.offset, end: key.offset + key.length }
}

/** The text of the node that was refused. */
function placeOf(root: Node, path: string, text: string): { start: number; end: number } {
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

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Length of the word that begins here; at least one character. */
const wordLength = (text: string, start: number): number => Math.max(1, /^[\w.+-]+|^"[^"\n]*"?/.exec(text.slice(start, start + 200))?.[0].length ?? 1)
