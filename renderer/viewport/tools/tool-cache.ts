import type { EntryPath, Format, Opened, SurfaceItem } from '@areal-studio/core/format'
import type { useWorkspace } from '../../state/workspace.store'
import { isCurrent, openedOf, seenAt, type SeenEntries } from '../../state/entry-reader'

type Workspace = Pick<
  ReturnType<typeof useWorkspace>,
  'load' | 'studio' | 'replica' | 'refuse' | 'changedAt' | 'lastChange'
>
interface Made<T> {
  readonly entry: EntryPath
  readonly seen: SeenEntries
  readonly tools: T | undefined
  /** Why there are none, until it is shown. */
  refusal: unknown
}

interface MadeTools<T> {
  /** Undefined where the format has none, or refuses: that is shown once. */
  get(): Promise<T | undefined>
  /** The same, and a refusal is kept for who needs them. */
  quiet(): Promise<T | undefined>
  /** Those that are made already and still right: a press cannot wait. */
  ready(): T | undefined
}

/** Editing tools of a surface's entry, made once for the present bytes of all that they are made from. */
export function madeTools<T>(
  workspace: Workspace,
  item: () => SurfaceItem | undefined,
  maker: (format: Format) => ((entry: Opened) => Promise<T>) | undefined,
): MadeTools<T> {
  let made: Made<T> | undefined
  const fresh = (): Made<T> | undefined =>
    made && made.entry === item()?.entry && isCurrent(made.seen, workspace) ? made : undefined

  async function find(): Promise<Made<T> | undefined> {
    const entry = item()?.entry
    const replica = entry === undefined ? undefined : workspace.replica(entry)
    const make = replica?.format && maker(replica.format)
    if (entry === undefined || !replica || !make) return undefined
    const known = fresh()
    if (known) return known
    const { number } = workspace.lastChange
    const read = new Set<EntryPath>()
    let [tools, refusal]: [T | undefined, unknown] = [undefined, undefined]
    try {
      tools = await make(openedOf(workspace, replica, read))
    } catch (error) {
      refusal = error
    }
    made = { entry, tools, refusal, seen: seenAt(number, read) }
    return made
  }

  return {
    async get() {
      const found = await find()
      if (found?.refusal !== undefined) workspace.refuse(found.refusal)
      if (found) found.refusal = undefined
      return found?.tools
    },
    quiet: async () => (await find())?.tools,
    ready: () => fresh()?.tools,
  }
}
