import { useDebounceFn } from '@vueuse/core'
import { shallowRef, watch, type Ref } from 'vue'
import type { Found } from '@areal-studio/core/studio'
import { useWorkspace } from './workspace.store'

/** An entry inside an archive, found by its name. */
export interface NamedEntry {
  readonly path: string
  readonly name: string
}

const SHORTEST = 2
const REST = 200
const KEPT = 80

/**
 * Entries of all archives whose name contains the words of `query`. A change of the words stops the previous search.
 * Empty words search nothing.
 */
export function useEntrySearch(query: Readonly<Ref<string>>) {
  const workspace = useWorkspace()
  const entries = shallowRef<readonly NamedEntry[]>([])
  let running: number | undefined
  /** Results may arrive before the number of their search. */
  let early: Found[] = []

  workspace.onFound(found => {
    if (found.search === running) take(found)
    else early = [...early.slice(-KEPT), found]
  })

  function take(found: Found): void {
    const named = found.files
      .flatMap(file => file.hits)
      .filter(hit => hit.path === null && hit.range === null && hit.entry.includes('!'))
    if (entries.value.length < KEPT)
      entries.value = [...entries.value, ...named.map(hit => ({ path: hit.entry, name: hit.name }))].slice(0, KEPT)
    if (found.state !== 'running') running = undefined
  }

  async function stop(): Promise<void> {
    const before = running
    running = undefined
    if (before !== undefined) await workspace.attempt(() => workspace.studio.cancel(before))
  }

  const search = useDebounceFn(async () => {
    await stop()
    const words = query.value
    if (words.length < SHORTEST) return
    early = []
    const id = await workspace.attempt(() => workspace.studio.find(words, { kind: 'name' }))
    if (id === undefined) return
    if (words !== query.value) {
      await workspace.attempt(() => workspace.studio.cancel(id))
      return
    }
    running = id
    for (const found of early) if (found.search === id) take(found)
  }, REST)

  watch(query, () => {
    entries.value = []
    void search()
  })
  return entries
}
