import {
  elementOf,
  fieldsOf,
  isTextLine,
  recordName,
  textEnd,
  type AnyLayout,
  type Document,
  type Node,
} from '@areal-studio/core/layout'

/** Fields of a record among which a text is searched. */
const FIELDS = 64

/** Whether a record holds nothing but lines of a text. */
export function isLines(layout: AnyLayout): boolean {
  const fields = recordName(layout) === undefined ? [] : (fieldsOf(layout) ?? [])
  return fields.length > 0 && fields.every(field => isTextLine(elementOf(field.layout) ?? field.layout))
}

/** Whether it is one text of any length. */
const isText = ({ layout }: Node): boolean => ['length', 'nul'].includes(String(textEnd(layout)))

/**
 * The node whose text is shown: the whole entry where it is a text of lines, else the selected text, else the only one
 * among the fields of the entry.
 */
export function textNode({ root }: Document, selected?: Node): Node | undefined {
  if (isLines(root.layout)) return root
  if (selected && isText(selected)) return selected
  if (root.kind !== 'struct' || root.childCount > FIELDS) return undefined
  const texts = Array.from({ length: root.childCount }, (_, index) => root.child(index)).filter(isText)
  return texts.length === 1 ? texts[0] : undefined
}

/** Whether an entry is a text as a whole: lines, or one text and nothing else. */
export const isWholeText = (document: Document): boolean => {
  const { root } = document
  return isLines(root.layout) || (root.childCount === 1 && textNode(document) !== undefined)
}
