import { own } from './model/own'
import { assign } from './assign-all'
import { document, nodeAt } from './document/document'
import { LayoutError } from './model/error'
import { fromJson, toJson } from './json/json'
import type { Document, Node } from './model/layout'
import type { AnyLayout } from './model/shape'
import { lengthOf } from './shapes/table'
import { fieldsOf, rangesOf } from './shapes/views'
import { read } from './document/read'
import type { Bytes } from './model/splice'
import { write, type Written } from './document/write'

/**
 * The laws that this layout breaks on these bytes; empty for whole bytes. Used by tests, by the run over a real install
 * and by the command line alike. Visits every node: for large files a matter of seconds.
 */
export function brokenLaws(layout: AnyLayout, bytes: Bytes): string[] {
  const opened = document(layout, bytes)
  const laws: readonly (readonly [law: string, holds: () => boolean])[] = Object.entries({
    'unchanged stays unchanged': () => isSame(writtenFromValues(layout, bytes), bytes, layout),
    'the tree covers every byte once': () => coversOnce(opened),
    'every byte leads to its leaf': () => leaves(opened.root).every(leaf => leaf.size === 0 || isFound(opened, leaf)),
    'JSON loses nothing': () =>
      isSame(write(layout, fromJson(layout, toJson(opened.root, { fold: true }))), bytes, layout),
    'assigning what is there is no edit': () =>
      leaves(opened.root).every(leaf => assign(opened, leaf.path, leaf.value).splices.length === 0),
  })
  return laws.flatMap(([law, isKept]) => (holds(isKept) ? [] : [law]))
}

function holds(law: (() => boolean) | undefined): boolean {
  try {
    return law?.() ?? false
  } catch (error) {
    if (error instanceof LayoutError) return false
    throw error
  }
}

/** The writer gets values only: the bytes they were read from are overwritten before it starts. */
function writtenFromValues(layout: AnyLayout, bytes: Bytes): Written {
  const copy = bytes.slice()
  const value = read(layout, copy)
  copy.fill(0xee)
  return write(layout, value)
}

function isSame(written: Written, bytes: Bytes, layout: AnyLayout): boolean {
  const lengths = [layout, ...(fieldsOf(layout) ?? []).map(field => field.layout)].map(lengthOf)
  const isTold = lengths.every(
    length => length?.from !== 'attribute' || own(written.attributes, length.name) === length.count,
  )
  return isTold && written.bytes.length === bytes.length && written.bytes.every((byte, at) => byte === bytes[at])
}

/** Whether the leaves cover all bytes without gap or overlap. Holds for damaged bytes, too. */
export function coversOnce({ root, bytes }: Document): boolean {
  let at = 0
  for (const leaf of leaves(root)) {
    if (leaf.offset !== at) return false
    at += leaf.size
  }
  return at === bytes.length
}

const isFound = (opened: Document, leaf: Node): boolean =>
  [leaf.offset, leaf.offset + leaf.size - 1].every(offset => nodeAt(opened, offset).path === leaf.path)

/** The nodes that have no children with bytes of their own, in the order of their bytes. */
export function leaves(node: Node): readonly Node[] {
  const found: Node[] = []
  const visit = (at: Node): void => {
    const { childCount } = at
    if (childCount === 0 || rangesOf(at.layout)) found.push(at)
    else for (let index = 0; index < childCount; index++) visit(at.child(index))
  }
  visit(node)
  return found
}
