import { locate, type CodePage, type Document, type Node } from '@areal-studio/core/layout'
import type { SessionPorts } from '../json/session'
import { useDictionary } from '../state/dictionary.store'
import { assignTargets } from '../state/outbox'
import { forecast } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import { isLines } from '../value/text-node'
import { declaredPage, readTyped, shownText, storedText } from './leaf-text'

/** A text by its entry and the path of its node. */
export const keyOf = (entry: string, path: string): string => `${entry}\n${path}`
export const entryOf = (key: string): string => key.split('\n')[0] ?? ''
export const pathOf = (key: string): string => key.split('\n')[1] ?? ''

/** Keeps the text of a node and its bytes in sync. */
export function useLeafText() {
  const workspace = useWorkspace()
  const dictionary = useDictionary()

  /** The code page of a text: the one chosen for its field, else the declared one. */
  const pageIn = (node: Node): CodePage | undefined =>
    isLines(node.layout) ? declaredPage(node) : dictionary.textPlace(node)?.page

  /** The text of a node as the editor shows it; undefined where it has none. */
  function shown(document: Document | undefined, path: string): string | undefined {
    const node = document && locate(document, path)
    const page = node && pageIn(node)
    const stored = document && node && page ? storedText(document, node, page) : undefined
    return stored === undefined ? undefined : shownText(stored)
  }

  const ports: Pick<SessionPorts, 'read' | 'commit' | 'present'> = {
    present: key => shown(workspace.replica(entryOf(key))?.document, pathOf(key)),
    read(key, typed) {
      const document = workspace.replica(entryOf(key))?.document
      const node = document && locate(document, pathOf(key))
      const page = node && pageIn(node)
      if (document && page) return readTyped(document, pathOf(key), typed, page)
      const params = { path: pathOf(key) }
      return { ok: false, mistake: { code: 'refusal.layout.no-node', params, place: null, start: 0, end: 0 } }
    },
    /** One transaction that gives a text its value, unless the text of its bytes is no longer `base` when its turn comes. */
    async commit(key, base, value) {
      let own: string | undefined
      const isDone = await workspace.submit(null, () => {
        const now = workspace.replica(entryOf(key))
        if (!now || ports.present(key) !== base) return []
        const edit = assignTargets(now, [{ path: pathOf(key), value }])
        own = shown(forecast(now, edit)?.document, pathOf(key)) ?? base
        return [edit]
      })
      return isDone ? own : undefined
    },
  }
  return { ...ports, pageIn, shown }
}
