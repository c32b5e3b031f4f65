import { shallowReactive, shallowRef, type ShallowRef } from 'vue'
import { EditError, type Change, type EntryPath } from '@areal-studio/core/edit'
import { StudioError, parentPath } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import type { EntryImage, StudioApi } from '@areal-studio/core/studio'
import { frameBegins } from './frame'
import { afterEdit, isPartial, openReplica, type Replica } from './replica'

/** The window's copies of open entries: each is loaded once, replaced as a whole by each commit and never mutated. */
interface Replicas {
  /** The present entry, or undefined where it is not open; reactive. */
  get(entry: EntryPath): Replica | undefined
  /** Opens an entry; simultaneous calls share one request. Throws the errors of the studio. */
  load(entry: EntryPath): Promise<Replica>
  /** Reads every open entry again; one that cannot be read is closed. */
  reloadAll(from?: StudioApi): Promise<void>
  /**
   * The last change of present entries, open or not, that this window received: by a commit, or because everything is read
   * again. Set after the replicas.
   */
  readonly lastChange: Readonly<ShallowRef<EntryChange>>
  /** Number of the last change of an entry, or of all; 0: none. */
  changedAt(entry: EntryPath): number
  /** The entry that was just read, while only the panes registered with `first` show it. */
  readonly arriving: Readonly<ShallowRef<Arriving | undefined>>
  /**
   * Registers a pane that shows an entry as a whole, such as a picture: an entry that it `wants` is drawn there one frame
   * before the panes of fields and bytes receive it. Returns a function that unregisters it.
   */
  first(wants: (arriving: Arriving) => boolean): () => void
  /** Applies a commit to everything that is open or being loaded. */
  take(change: Change): void
  clear(): void
}

/** An entry that was read, by the path that it was asked for. */
export interface Arriving {
  readonly entry: EntryPath
  readonly replica: Replica
}

/** Milliseconds after which a frame counts as seen: a busy one may take that long, and a hidden window has none. */
const SEEN_WITHIN = 250

/** Shows fresh entries to the panes that want them first. */
function firstLooks() {
  const arriving = shallowRef<Arriving>()
  const panes = new Set<(arriving: Arriving) => boolean>()
  return {
    arriving,
    first(wants: (arriving: Arriving) => boolean): () => void {
      panes.add(wants)
      return () => panes.delete(wants)
    },
    /** Waits until the panes that want a fresh entry have drawn it; where none does, not at all. */
    async given(entry: EntryPath, fresh: Promise<Replica>): Promise<Replica> {
      const replica = await fresh
      if (![...panes].some(wants => wants({ entry, replica }))) return replica
      arriving.value = { entry, replica }
      await frameBegins(SEEN_WITHIN)
      await frameBegins(SEEN_WITHIN) // the one before is on the screen
      return replica
    },
    /** All panes have the entry, or none will receive it. */
    end(entry: EntryPath): void {
      if (arriving.value?.entry === entry) arriving.value = undefined
    },
  }
}

/** A change of entries; null: of all. Numbers ascend. */
export interface EntryChange {
  readonly number: number
  readonly entries: readonly EntryPath[] | null
}

/** Numbers the changes of entries. `note` adds one; null: all have changed. */
function entryChanges() {
  const lastChange = shallowRef<EntryChange>({ number: 0, entries: [] })
  const changes = new Map<EntryPath, number>()
  let all = 0
  return {
    lastChange,
    changedAt: (entry: EntryPath): number => Math.max(all, changes.get(entry) ?? 0),
    note(entries: readonly EntryPath[] | null): void {
      const number = lastChange.value.number + 1
      if (entries === null) all = number
      for (const entry of entries ?? []) changes.set(entry, number)
      lastChange.value = { number, entries }
    },
  }
}

interface Loading {
  readonly promise: Promise<Replica>
  /** Commits during loading; those newer than the image are applied to it. */
  readonly commits: Change[]
}

/** `loaded` is called for each entry that was opened. */
export function createReplicas(studio: () => StudioApi, loaded: (entry: EntryPath) => void): Replicas {
  const replicas = shallowReactive(new Map<EntryPath, Replica>())
  const loading = new Map<EntryPath, Loading>()
  const { note, lastChange, changedAt } = entryChanges()
  const looks = firstLooks()

  function load(entry: EntryPath): Promise<Replica> {
    const present = replicas.get(entry)
    if (present) return Promise.resolve(present)
    const known = loading.get(entry)
    if (known) return known.promise
    const commits: Change[] = []
    const item: Loading = {
      commits,
      promise: looks.given(entry, fetchReplica(entry)).then(
        fresh => {
          const stillWanted = loading.get(entry) === item
          const made = commits.reduce<Replica | 'stale' | undefined>(
            (now, change) => (now && now !== 'stale' ? advance(now, change) : now),
            fresh,
          )
          if (made === 'stale') void reloadStale(entry)
          const replica = made === undefined || made === 'stale' ? fresh : made
          if (stillWanted) {
            loading.delete(entry)
            replicas.set(entry, replica)
            loaded(entry)
          }
          looks.end(entry)
          return replica
        },
        (error: unknown) => {
          if (loading.get(entry) === item) loading.delete(entry)
          throw error
        },
      ),
    }
    loading.set(entry, item)
    return item.promise
  }

  async function fetchReplica(entry: EntryPath, from: StudioApi = studio()): Promise<Replica> {
    const image = await from.read(entry)
    return openReplica(image, () => originalOf(image, entry, studio), replicas.get(entry))
  }

  async function reload(entry: EntryPath, from?: StudioApi): Promise<void> {
    try {
      const fresh = await fetchReplica(entry, from)
      const present = replicas.get(entry)
      if (present && present.image.revision <= fresh.image.revision) replicas.set(entry, fresh)
    } catch {
      replicas.delete(entry)
    }
  }

  async function reloadStale(entry: EntryPath): Promise<void> {
    await reload(entry)
    note([entry])
  }

  function takeInto(entry: EntryPath, change: Change): void {
    const replica = replicas.get(entry)
    if (replica) {
      const next = advance(replica, change)
      if (next === 'stale') {
        void reloadStale(entry)
        return
      }
      if (next) replicas.set(entry, next)
      else replicas.delete(entry)
      if (isPartial(replica) && next?.image.size !== replica.image.size) void reload(entry)
    }
    for (const outer of archivesAround(entry)) if (replicas.has(outer)) void reload(outer)
  }

  return {
    get: entry => replicas.get(entry),
    load,
    ...{ lastChange, changedAt, arriving: looks.arriving, first: looks.first },
    reloadAll: async from => {
      await Promise.all([...replicas.keys()].map(entry => reload(entry, from)))
      note(null)
    },
    take(change) {
      for (const item of loading.values()) item.commits.push(change)
      const entries = [...new Set(change.transaction.edits.map(edit => edit.entry))]
      for (const entry of entries) takeInto(entry, change)
      note([...new Set(entries.flatMap(entry => [entry, ...archivesAround(entry)]))])
    },
    clear() {
      looks.arriving.value = undefined
      replicas.clear()
      loading.clear()
      note(null)
    },
  }
}

/** The pristine payload, which the image itself may be; empty for an added entry. */
async function originalOf(image: EntryImage, entry: EntryPath, studio: () => StudioApi): Promise<Bytes> {
  if (image.isPristine && image.bytes.length === image.size) return image.bytes
  try {
    return (await studio().read(entry, { of: 'pristine' })).bytes
  } catch (error) {
    if (error instanceof StudioError && error.code === 'entry.missing') return new Uint8Array()
    throw error
  }
}

/**
 * The replica after all edits of a commit to its entry; undefined where the entry was deleted, stale where the commit
 * was made on other bytes: another program changed the file, and this window has not read it again yet.
 */
function advance(replica: Replica, change: Change): Replica | 'stale' | undefined {
  if (replica.image.revision >= change.revision) return replica
  try {
    return advanced(replica, change)
  } catch (error) {
    if (error instanceof EditError) return 'stale'
    throw error
  }
}

function advanced(replica: Replica, change: Change): Replica | undefined {
  return change.transaction.edits
    .filter(edit => edit.entry === replica.image.entry)
    .reduce<Replica | undefined>((now, edit) => now && afterEdit(now, edit, change), replica)
}

/** Archives around an entry, whose bytes change with it; the innermost first. */
function archivesAround(entry: EntryPath): readonly EntryPath[] {
  const outer = parentPath(entry)
  return outer === undefined ? [] : [outer, ...archivesAround(outer)]
}
