import { locate, type Document, type Node, type Value } from '@areal-studio/core/layout'
import { assignTargets } from '../state/outbox'
import { forecast } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import type { NodePorts, ReadText } from './session'

/** A text by its entry and the path of its node. */
export const keyOf = (entry: string, path: string): string => `${entry}\n${path}`
const entryOf = (key: string): string => key.split('\n')[0] ?? ''
export const pathOf = (key: string): string => key.split('\n')[1] ?? ''

/** The text of nodes in one notation. */
interface Notation {
  /** Undefined where the node has no text. */
  print(document: Document, node: Node): string | undefined
  /** The value that a text gives the node at `path`, or the mistake in it. Never throws. */
  read(document: Document | undefined, path: string, typed: string): ReadText
}

/** Keeps the texts of nodes and their bytes in sync. */
export function useNodePorts({ print, read }: Notation): NodePorts {
  const workspace = useWorkspace()
  const documentOf = (key: string): Document | undefined => workspace.replica(entryOf(key))?.document

  function textIn(document: Document | undefined, key: string): string | undefined {
    const node = document && locate(document, pathOf(key))
    return document && node && print(document, node)
  }
  const present = (key: string): string | undefined => textIn(documentOf(key), key)

  /** One transaction that gives a node its value, unless the text of its bytes is no longer `base` when its turn comes. */
  async function commit(key: string, base: string, value: Value): Promise<string | undefined> {
    let ours: string | undefined
    const isDone = await workspace.submit(null, () => {
      const now = workspace.replica(entryOf(key))
      if (!now || present(key) !== base) return []
      const edit = assignTargets(now, [{ path: pathOf(key), value }])
      ours = textIn(forecast(now, edit)?.document, key) ?? base
      return [edit]
    })
    return isDone ? ours : undefined
  }

  return { present, commit, read: (key, typed) => read(documentOf(key), pathOf(key), typed) }
}
