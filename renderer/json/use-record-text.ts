import { locate, toJson, type Node, type Value } from '@areal-studio/core/layout'
import { assignTargets } from '../state/outbox'
import { forecast } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'
import { readText } from './read-text'
import type { SessionPorts } from './session'

/** A record by its entry and its path there. */
export const keyOf = (entry: string, path: string): string => `${entry}\n${path}`
const entryOf = (key: string): string => key.split('\n')[0] ?? ''
export const pathOf = (key: string): string => key.split('\n')[1] ?? ''

/** The last texts, by record: a file of 150,000 lines is printed once for each state of its bytes. */
const texts = new WeakMap<Node, string>()

/** The text of a node; undefined where it has none. */
export function printed(node: Node | undefined): string | undefined {
  const known = node && texts.get(node)
  if (!node || known !== undefined) return known
  try {
    const made = toJson(node, { fold: true })
    texts.set(node, made)
    return made
  } catch {
    return undefined
  }
}

/** Keeps the text of a record and its bytes in sync. */
export function useRecordText(): Pick<SessionPorts, 'read' | 'commit' | 'present'> {
  const workspace = useWorkspace()

  function present(key: string): string | undefined {
    const whole = workspace.replica(entryOf(key))?.document
    return printed(whole && locate(whole, pathOf(key)))
  }

  /** One transaction that gives a record its value, unless the text of its bytes is no longer `base` when its turn comes. */
  async function commit(key: string, base: string, value: Value): Promise<string | undefined> {
    let ours: string | undefined
    const isDone = await workspace.submit(null, () => {
      const now = workspace.replica(entryOf(key))
      if (!now || present(key) !== base) return []
      const edit = assignTargets(now, [{ path: pathOf(key), value }])
      const after = forecast(now, edit)?.document
      ours = printed(after && locate(after, pathOf(key))) ?? base
      return [edit]
    })
    return isDone ? ours : undefined
  }

  return {
    present,
    commit,
    read: (key, typed) => readText(workspace.replica(entryOf(key))?.document, pathOf(key), typed),
  }
}
