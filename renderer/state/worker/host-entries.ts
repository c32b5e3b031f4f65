import { familyOf, StudioError, type EntryPath } from '@areal-studio/core/format'
import type { EntryImage, Port, ReadResult, StudioApi } from '@areal-studio/core/studio'
import { connect } from '../client'
import { loadFamilies } from '../families'
import { openReplica, type Replica } from '../replica'

type Host = Pick<StudioApi, 'list' | 'read' | 'readAll' | 'subjectOf'>

/** Bytes of entries that are kept; of more the ones that were used longest ago are read again. */
const KEPT = 192 * 1024 * 1024
/** Most entries of one call. */
const AT_ONCE = 500

interface Waiting {
  readonly entry: EntryPath
  readonly done: (image: EntryImage) => void
  readonly failed: (error: unknown) => void
}

/** Entries of the host, each read once until it changes. Reads that are requested together are one call. */
class Cache {
  private readonly replicas = new Map<EntryPath, Promise<Replica>>()
  private readonly sizes = new Map<EntryPath, number>()
  private readonly lists = new Map<EntryPath, ReturnType<Host['list']>>()
  private queue: Waiting[] = []
  private readonly turn = new MessageChannel()

  constructor(private readonly host: Promise<Host>) {
    this.turn.port1.onmessage = () => void this.flush()
  }

  load(entry: EntryPath): Promise<Replica> {
    const known = this.replicas.get(entry)
    // The last one used is the last one removed.
    if (known) this.replicas.delete(entry)
    const found = known ?? this.open(entry)
    this.replicas.set(entry, found)
    return found
  }

  list(parent: EntryPath): ReturnType<Host['list']> {
    const known = this.lists.get(parent)
    if (known) return known
    const listed = this.host.then(host => host.list(parent))
    this.lists.set(parent, listed)
    listed.catch(() => this.lists.delete(parent))
    return listed
  }

  async subjectOf(entry: EntryPath): ReturnType<Host['subjectOf']> {
    return (await this.host).subjectOf(entry)
  }

  /** Lists may name what was added or removed: all are read again. */
  changed(entries: readonly EntryPath[] | null): void {
    this.lists.clear()
    for (const entry of entries ?? [...this.replicas.keys()]) this.forget(entry)
  }

  private forget(entry: EntryPath): void {
    this.replicas.delete(entry)
    this.sizes.delete(entry)
  }

  private open(entry: EntryPath): Promise<Replica> {
    const opened = this.read(entry).then(async image => {
      await loadFamilies([familyOf(image.format ?? '')])
      if (this.replicas.get(entry) === opened) this.keep(entry, image.bytes.length)
      return openReplica(image, () => Promise.resolve(image.bytes))
    })
    opened.catch(() => {
      if (this.replicas.get(entry) === opened) this.forget(entry)
    })
    return opened
  }

  private keep(entry: EntryPath, size: number): void {
    this.sizes.set(entry, size)
    let sum = 0
    for (const one of this.sizes.values()) sum += one
    for (const other of this.replicas.keys()) {
      if (sum <= KEPT) return
      if (other === entry) continue
      sum -= this.sizes.get(other) ?? 0
      this.forget(other)
    }
  }

  /** Waits for the end of the present task, so that what else is requested in it goes with the same call. */
  private read(entry: EntryPath): Promise<EntryImage> {
    if (this.queue.length === 0) this.turn.port2.postMessage(null)
    return new Promise((done, failed) => {
      this.queue.push({ entry, done, failed })
    })
  }

  private async flush(): Promise<void> {
    const all = this.queue
    this.queue = []
    const host = await this.host
    for (let first = 0; first < all.length; first += AT_ONCE) {
      const some = all.slice(first, first + AT_ONCE)
      try {
        const results = await host.readAll(some.map(({ entry }) => entry))
        await Promise.all(some.map((one, at) => settle(host, one, results[at] ?? null)))
      } catch (error) {
        for (const { failed } of some) failed(error)
      }
    }
  }
}

async function settle(host: Host, { entry, done, failed }: Waiting, result: ReadResult | null): Promise<void> {
  if (result?.ok === true) return done(result.image)
  if (result) return failed(new StudioError(result.code, result.params, result.where))
  await host.read(entry).then(done, failed)
}

/** The entries of the host as a worker reads them: present ones, as of the last change that its window received. */
export class HostEntries {
  readonly studio: Pick<Host, 'list' | 'subjectOf'>
  private readonly cache: Cache

  constructor(
    port: Promise<Pick<Port, 'call'>> | Cache,
    private readonly signal?: AbortSignal,
  ) {
    this.cache = port instanceof Cache ? port : new Cache(port.then(one => connect<Host>(again(one))))
    this.studio = {
      list: async parent => this.used(await this.cache.list(parent ?? '')),
      subjectOf: async entry => this.used(await this.cache.subjectOf(entry)),
    }
  }

  async load(entry: EntryPath): Promise<Replica> {
    this.signal?.throwIfAborted()
    return this.used(await this.cache.load(entry))
  }

  changed(entries: readonly EntryPath[] | null): void {
    this.cache.changed(entries)
  }

  /** The same entries for one request: its reads reject once the signal is aborted. */
  until(signal: AbortSignal): HostEntries {
    return new HostEntries(this.cache, signal)
  }

  private used<T>(value: T): T {
    this.signal?.throwIfAborted()
    return value
  }
}

/** Milliseconds between tries while the host is being started again. */
const RETRY = 500

/** Repeats calls whose reply was lost with the connection: a worker only reads. */
const again = (port: Pick<Port, 'call'>): Pick<Port, 'call'> => ({
  async call(method, args) {
    for (;;) {
      const reply = await port.call(method, args)
      if (reply.ok || reply.code !== 'connection.lost') return reply
      await new Promise(done => {
        setTimeout(done, RETRY)
      })
    }
  },
})
