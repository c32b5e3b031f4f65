import { locate, type CodePage, type Document, type Node } from '@areal-studio/core/layout'
import { useDictionary } from '../state/dictionary.store'
import { useNodePorts } from '../text-editor/use-node-ports'
import { isLines } from '../value/text-node'
import { declaredPage, readTyped, shownText, storedText } from './leaf-text'

/** Keeps the text of a node and its bytes in sync. */
export function useLeafText() {
  const dictionary = useDictionary()

  /** The code page of a text: the one chosen for its field, else the declared one. */
  const pageIn = (node: Node): CodePage | undefined =>
    isLines(node.layout) ? declaredPage(node) : dictionary.textPlace(node)?.page

  const ports = useNodePorts({
    print(document, node) {
      const page = pageIn(node)
      const stored = page && storedText(document, node, page)
      return stored === undefined ? undefined : shownText(stored)
    },
    read(document: Document | undefined, path, typed) {
      const node = document && locate(document, path)
      const page = node && pageIn(node)
      if (document && page) return readTyped(document, path, typed, page)
      return {
        ok: false,
        mistake: { code: 'refusal.layout.no-node', params: { path }, place: null, start: 0, end: 0 },
      }
    },
  })
  return { ports, pageIn }
}
