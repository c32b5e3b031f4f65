import {
  findNodeAtLocation,
  findNodeAtOffset,
  getNodePath,
  parseTree,
  type JSONPath,
  type Node as JsonNode,
} from 'jsonc-parser'
import type { Node } from '@areal-studio/core/layout'
import type { Span } from '../text-editor/text-change'

/** A text with its syntax tree, parsed once. */
export interface JsonText {
  readonly text: string
  readonly tree: JsonNode | undefined
}

const TOLERANT = { allowTrailingComma: true, disallowComments: true }
let last: JsonText = { text: '', tree: undefined }

export function treeOf(text: string): JsonText {
  if (last.text !== text) last = { text, tree: parseTree(text, [], TOLERANT) }
  return last
}

/** Path in JSON of a node below `root`: components of vectors and records of lists by number. */
export function jsonPathOf(root: Node, node: Node): JSONPath {
  const path: (string | number)[] = []
  for (let at = node; at.path !== root.path && at.parent; at = at.parent) {
    const { parent } = at
    if (parent.kind === 'struct') path.unshift(at.name)
    else if (parent.kind === 'vector' || parent.kind === 'colour') path.unshift(componentOf(parent, at))
    else path.unshift(Number(at.name))
  }
  return path
}

function componentOf(parent: Node, node: Node): number {
  for (let i = 0; i < parent.childCount; i++) if (parent.child(i).name === node.name) return i
  return 0
}

/** Range of the text of a node, with its key; of the nearest outer node that has a text where it has none. */
export function spanOf({ tree }: JsonText, root: Node, node: Node): Span | undefined {
  if (!tree) return undefined
  const path = jsonPathOf(root, node)
  for (let length = path.length; length > 0; length--) {
    if (path.slice(0, length).some(step => typeof step === 'number' && !Number.isInteger(step))) continue
    const found = findNodeAtLocation(tree, path.slice(0, length))
    if (!found) continue
    const whole = found.parent?.type === 'property' ? found.parent : found
    return { start: whole.offset, end: whole.offset + whole.length }
  }
  return undefined
}

/** The node whose text holds this place; `root` where none below it does. */
export function nodeAtText({ text, tree }: JsonText, root: Node, offset: number): Node {
  const found = tree && findNodeAtOffset(tree, endOfWords(text, startOfWords(text, offset)), true)
  let node = root
  for (const step of found ? pathOf(found) : []) {
    const child = node.childNamed(String(step))
    if (!child) break
    node = child
  }
  return node
}

/** A caret in the blanks before a line selects the field that begins on the line, not the record around it. */
function startOfWords(text: string, offset: number): number {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
  if (text.slice(lineStart, offset).trim() !== '') return offset
  return offset + (/^[ \t]+(?=\S)/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0)
}

/** Behind the comma at the end of a line the field on that line is meant, not the record around it. */
function endOfWords(text: string, offset: number): number {
  if (!/^[ \t,]*(?:\n|$)/.test(text.slice(offset, offset + 80))) return offset
  let at = offset
  while (at > 0 && /[ \t,]/.test(text.charAt(at - 1))) at--
  return at > 0 && text.charAt(at - 1) !== '\n' && !/[{[]/.test(text.charAt(at - 1)) ? at : offset
}

function pathOf(found: JsonNode): JSONPath {
  // On a key the property is meant, not the object it stands in.
  const isKey = found.parent?.type === 'property' && found.parent.children?.[0] === found
  const value = isKey ? found.parent?.children?.[1] : found
  return getNodePath(value ?? found)
}
