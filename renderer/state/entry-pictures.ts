import { computed, onScopeDispose, shallowReactive, watch, type ComputedRef } from 'vue'
import { watchDebounced } from '@vueuse/core'
import { useWorkspace } from './workspace.store'

/** Most pictures kept in memory; those shown last stay. */
const KEPT = 400
/** Calls that run at the same time. */
const LANES = 2
/** Milliseconds without a commit after which shown pictures are read again. */
const QUIET = 400

interface Kept {
  /** Undefined where the entry has no picture. */
  readonly url: string | undefined
  readonly bytes: Uint8Array | null
  readonly revision: number
}

const kept = shallowReactive(new Map<string, Kept>())
/** Entries that are shown, with the number of places; the last ones are read first. */
const shown = new Map<string, number>()
let running = 0
let install = ''

/** Address of the thumbnail of an entry; undefined until it was read, and where there is none. */
export function useEntryPicture(entry: () => string | null): ComputedRef<string | undefined> {
  const workspace = useWorkspace()
  let own: string | null = null
  const leave = (): void => {
    const places = own === null ? 0 : (shown.get(own) ?? 0) - 1
    if (own === null) return
    if (places > 0) shown.set(own, places)
    else shown.delete(own)
    own = null
  }
  watch(
    entry,
    next => {
      leave()
      if (next === null) return
      own = next
      const places = shown.get(next) ?? 0
      shown.delete(next)
      shown.set(next, places + 1)
      read()
    },
    { immediate: true },
  )
  watchDebounced(() => [workspace.revision, workspace.outside], read, { debounce: QUIET })
  onScopeDispose(leave)

  function read(): void {
    while (running < LANES) {
      const next = nextEntry()
      if (next === undefined) return
      running++
      void take(next).finally(() => {
        running--
        read()
      })
    }
  }

  function nextEntry(): string | undefined {
    if (install !== workspace.info?.install) forget(workspace.info?.install ?? '')
    return [...shown.keys()].findLast(one => kept.get(one)?.revision !== workspace.revision && !reading.has(one))
  }

  async function take(path: string): Promise<void> {
    const { revision } = workspace
    const from = install
    reading.add(path)
    const bytes = await workspace.studio.thumbnail(path).catch(() => null)
    reading.delete(path)
    if (from === install) keep(path, bytes, revision)
  }

  return computed(() => kept.get(entry() ?? '')?.url)
}

const reading = new Set<string>()

function keep(path: string, bytes: Uint8Array | null, revision: number): void {
  const before = kept.get(path)
  const isSame = before !== undefined && sameBytes(before.bytes, bytes)
  if (!isSame) revoke(before)
  const url = isSame ? before.url : bytes && URL.createObjectURL(new Blob([bytes.slice()], { type: 'image/png' }))
  kept.delete(path)
  kept.set(path, { url: url ?? undefined, bytes, revision })
  for (const [other, one] of kept) {
    if (kept.size <= KEPT) break
    if (shown.has(other)) continue
    revoke(one)
    kept.delete(other)
  }
}

function revoke(one: Kept | undefined): void {
  if (one?.url !== undefined) URL.revokeObjectURL(one.url)
}

function forget(next: string): void {
  for (const one of kept.values()) revoke(one)
  kept.clear()
  install = next
}

const sameBytes = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === b || (a !== null && b !== null && a.length === b.length && a.every((byte, at) => byte === b[at]))
