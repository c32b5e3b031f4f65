import { isRecord, parseJson, StudioError, type FileSystem } from '../../format'
import type { Host, ProcessName } from '../host'
import { fromText, toText } from '../text-bytes'

/** Who writes to the workspace now; in its folder. */
export const LOCK = 'lock.json'
const TAKEOVER = 'lock-takeover.json'
/** A writer holds the lock for milliseconds, deploy for seconds: after so long somebody is told, in milliseconds. */
const PATIENCE = 10_000
const REST = 20
/** A lock that says nothing is one whose owner died between making and writing it. */
const SILENT = 2000
/** Whether a process of another computer lives cannot be asked, and the number of a dead one may be given again: no lock counts longer. */
const LONGEST = 10 * 60_000

interface Owner extends ProcessName {
  readonly doing: string
  readonly time: number
}

/**
 * One writer at a time per workspace: held while something is written, so that windows and command lines on one workspace stay
 * in step through the journal. The lock of a process that has died is taken over.
 */
export class WorkspaceLock {
  private depth = 0
  /** Our own lock, where it could not be removed. */
  private left = ''

  constructor(private readonly store: FileSystem, private readonly host: Host) {}

  get isHeld(): boolean {
    return this.depth > 0
  }

  /** Runs something that writes. Throws StudioError `workspace.locked` where another process keeps the lock. */
  async hold<T>(doing: string, run: () => Promise<T>): Promise<T> {
    if (this.depth === 0) await this.acquire(doing)
    this.depth++
    try {
      return await run()
    } finally {
      if (--this.depth === 0) await this.release()
    }
  }

  /** Runs it where the lock is free, at once; false where another process keeps it or nothing can be written there. */
  async holdIfFree(doing: string, run: () => Promise<void>): Promise<boolean> {
    try {
      if (this.depth === 0) await this.acquire(doing, 0)
    } catch (error) {
      if (error instanceof StudioError) return false
      throw error
    }
    this.depth++
    try {
      await run()
    } finally {
      if (--this.depth === 0) await this.release()
    }
    return true
  }

  private async acquire(doing: string, patience = PATIENCE): Promise<void> {
    const begun = this.host.now()
    const owner: Owner = { ...this.host.process, doing, time: begun }
    const text = JSON.stringify(owner)
    for (;;) {
      if (await this.claim(text)) {
        this.left = text
        return
      }
      const other = await this.read(LOCK)
      if (other === 'gone') continue
      if (this.isStale(other)) await this.takeAway(other)
      else if (this.host.now() - begun >= patience) throw refusal(this.store.root, other)
      else await this.host.rest(REST)
    }
  }

  /** Where no lock can be put nothing else can be written: it is the workspace that is told of, not a file that nobody knows. */
  private async claim(text: string): Promise<boolean> {
    try {
      return await this.store.claim(LOCK, fromText(text))
    } catch (error) {
      if (error instanceof StudioError && error.code === 'file.read-only') throw new StudioError('workspace.read-only', { path: this.store.root })
      throw error
    }
  }

  /** Of several that find the same stale lock only one takes it away, and only if it still is that one. */
  private async takeAway(stale: Seen): Promise<void> {
    if (!(await this.store.claim(TAKEOVER, fromText(JSON.stringify(this.host.process))))) {
      const taker = await this.read(TAKEOVER)
      if (taker !== 'gone' && this.isStale(taker)) await this.store.remove(TAKEOVER, { isLasting: false })
      else await this.host.rest(REST)
      return
    }
    try {
      const now = await this.read(LOCK)
      if (now !== 'gone' && now.text === stale.text) await this.store.remove(LOCK, { isLasting: false })
    } finally {
      await this.store.remove(TAKEOVER, { isLasting: false })
    }
  }

  private async read(path: string): Promise<Seen | 'gone'> {
    const stat = await this.store.stat(path)
    if (!stat) return 'gone'
    try {
      const text = toText(await this.store.read(path))
      return { text, modified: stat.modified, owner: ownerOf(text) }
    } catch (error) {
      if (error instanceof StudioError && error.code === 'file.missing') return 'gone'
      throw error
    }
  }

  private isStale({ text, owner, modified }: Seen): boolean {
    if (!owner) return this.host.now() - modified > SILENT
    if (text === this.left || this.host.now() - modified > LONGEST) return true
    return owner.machine === this.host.process.machine && !this.host.isAlive(owner.pid)
  }

  /** A lock that cannot be removed now is taken over by the next that writes; the work it guarded is done. */
  private async release(): Promise<void> {
    try {
      await this.store.remove(LOCK, { isLasting: false })
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return
    }
    this.left = ''
  }
}

interface Seen {
  readonly text: string
  readonly modified: number
  readonly owner: Owner | undefined
}

function ownerOf(text: string): Owner | undefined {
  const json = parseJson(text)
  if (!isRecord(json) || typeof json['pid'] !== 'number' || typeof json['machine'] !== 'string') return undefined
  return { pid: json['pid'], machine: json['machine'], doing: String(json['doing'] ?? ''), time: Number(json['time'] ?? 0) }
}

const refusal = (path: string, { owner }: Seen): StudioError =>
  new StudioError('workspace.locked', { path, pid: owner?.pid ?? 0, machine: owner?.machine ?? '?' })
