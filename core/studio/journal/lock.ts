import { isRecord, parseJson, StudioError, type FileSystem } from '../../format'
import { processNamed, type Host, type ProcessName } from '../api/host'
import { fromText, toText } from '../../format/text-bytes'

/** Lock file in the workspace folder, with the process that writes now. */
export const LOCK = 'lock.json'
const TAKEOVER = 'lock-takeover.json'
/** Longest wait for another writer, in milliseconds: edits hold the lock for milliseconds, deploy for seconds. */
const PATIENCE = 10_000
const REST = 20
/** Age from which an empty or broken lock counts as left by a process that ended during its write, in milliseconds. */
const SILENT = 2000
/** The owner renews its lock this often, in milliseconds. */
const RENEWAL = 3000
/**
 * Processes of another computer cannot be queried. Its lock is stale if it was not renewed for `LONGEST`, nor while we
 * watched for `WATCHED`.
 */
const LONGEST = 10 * 60_000
const WATCHED = 3 * RENEWAL

interface Owner extends ProcessName {
  /** Number of the lock among those of its process. */
  readonly turn: number
  readonly doing: string
  readonly time: number
}

let turns = 0

/**
 * One writer at a time per workspace, among windows and command lines of all processes. On one computer a lock is taken
 * over only from a process that has ended, identified by its number and start time. The owner renews the lock, checks
 * it before each write (`guardOwned`), and removes only its own.
 */
export class WorkspaceLock {
  private depth = 0
  /** Text of the lock held; '' while none is held, or it was lost. */
  private mine = ''
  /** Text of an own lock that was lost or could not be removed: nothing may be written under it. */
  private left = ''
  private stopRenewal = (): void => {}
  /** The renewal in progress; the lock is removed only after it has ended. */
  private renewal: Promise<void> = Promise.resolve()

  constructor(
    private readonly store: FileSystem,
    private readonly host: Host,
  ) {}

  get isHeld(): boolean {
    return this.depth > 0
  }

  /** Runs work that writes. Throws StudioError `workspace.locked` where another process keeps the lock. */
  async hold<T>(doing: string, run: () => Promise<T>): Promise<T> {
    if (this.depth === 0) await this.acquire(doing)
    return this.within(run)
  }

  /**
   * Runs it only if the lock is free now; returns false where another process holds it or nothing can be written there.
   */
  async holdIfFree(doing: string, run: () => Promise<void>): Promise<boolean> {
    try {
      if (this.depth === 0) await this.acquire(doing, 0)
    } catch (error) {
      if (error instanceof StudioError) return false
      throw error
    }
    await this.within(run)
    return true
  }

  /**
   * Throws StudioError `workspace.lock-lost` where the lock is not held, or was lost: the computer slept until another
   * process took it over, or the file was removed. Once lost it stays lost until it is acquired again.
   */
  async guardOwned(): Promise<void> {
    if (this.mine !== '' && (await this.isOnDisk(this.mine))) return
    if (this.mine !== '') [this.left, this.mine] = [this.mine, '']
    throw new StudioError('workspace.lock-lost', { path: this.store.root })
  }

  private async within<T>(run: () => Promise<T>): Promise<T> {
    this.depth++
    try {
      return await run()
    } finally {
      if (--this.depth === 0) await this.release()
    }
  }

  private async acquire(doing: string, patience = PATIENCE): Promise<void> {
    const begun = this.host.elapsed()
    const owner: Owner = { ...this.host.process, turn: ++turns, doing, time: this.host.now() }
    const text = JSON.stringify(owner)
    let [watched, since] = ['', begun]
    for (;;) {
      if (await this.claim(text)) return this.keep(text)
      const other = await this.read(LOCK)
      if (other === 'gone') continue
      const now = this.host.elapsed()
      if (other.text !== watched) [watched, since] = [other.text, now]
      if (await this.isStale(other, now - since)) await this.takeAway(other)
      else if (now - begun >= patience) throw refusal(this.store.root, other)
      else await this.host.rest(REST)
    }
  }

  private keep(text: string): void {
    this.mine = text
    this.left = ''
    this.stopRenewal = this.host.repeat(RENEWAL, () => {
      this.renewal = this.renewal.then(() => this.renew())
    })
  }

  /**
   * Appends a space, which leaves the meaning of the text unchanged if another process has meanwhile taken the lock
   * over.
   */
  private async renew(): Promise<void> {
    try {
      if (this.mine !== '' && (await this.isOnDisk(this.mine))) await this.store.append(LOCK, SPACE, { flush: false })
    } catch (error) {
      if (!(error instanceof StudioError)) throw error // the next renewal tries again
    }
  }

  private async isOnDisk(text: string): Promise<boolean> {
    return (await this.textOf(LOCK))?.trimEnd() === text
  }

  /**
   * Creates the lock. If it cannot be written, nothing else can: the error names the workspace, not a file that the
   * user does not know.
   */
  private async claim(text: string): Promise<boolean> {
    try {
      return await this.store.claim(LOCK, fromText(text))
    } catch (error) {
      if (error instanceof StudioError && error.code === 'file.read-only')
        throw new StudioError('workspace.read-only', { path: this.store.root })
      throw error
    }
  }

  /**
   * Removes a stale lock. Of several processes that find the same one only one succeeds, and only if it is still that
   * one.
   */
  private async takeAway(stale: Seen): Promise<void> {
    if (!(await this.store.claim(TAKEOVER, fromText(JSON.stringify(this.host.process))))) {
      const taker = await this.read(TAKEOVER)
      if (taker !== 'gone' && (await this.isTakerGone(taker))) await this.store.remove(TAKEOVER, { isLasting: false })
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
    const text = stat && (await this.textOf(path))
    return text === undefined ? 'gone' : { text, modified: stat?.modified ?? 0, owner: ownerOf(text) }
  }

  /** Text of a file, undefined where there is none. One access to the disk: the lock is read before each write. */
  private async textOf(path: string): Promise<string | undefined> {
    try {
      return toText(await this.store.read(path))
    } catch (error) {
      if (error instanceof StudioError && error.code === 'file.missing') return undefined
      throw error
    }
  }

  /** `watched`: how long it was seen unchanged, in milliseconds. */
  private async isStale({ text, owner, modified }: Seen, watched: number): Promise<boolean> {
    const age = this.host.now() - modified
    if (!owner) return Math.max(watched, age) > SILENT
    if (text.trimEnd() === this.left) return true
    if (owner.machine !== this.host.process.machine) return watched >= WATCHED && age > LONGEST
    return !(await this.host.isAlive(owner))
  }

  /** A takeover takes milliseconds: an old one no longer counts, whoever began it. */
  private async isTakerGone({ owner, modified }: Seen): Promise<boolean> {
    const age = this.host.now() - modified
    if (!owner) return age > SILENT
    return age > LONGEST || (owner.machine === this.host.process.machine && !(await this.host.isAlive(owner)))
  }

  private async release(): Promise<void> {
    this.stopRenewal()
    await this.renewal
    const { mine } = this
    this.mine = ''
    if (mine === '') return
    try {
      await this.giveBack(mine)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      this.left = mine
      this.giveBackLater(mine)
    }
  }

  private async giveBack(mine: string): Promise<void> {
    if (await this.isOnDisk(mine)) await this.store.remove(LOCK, { isLasting: false })
  }

  /** Removes the lock later; until then other processes wait. */
  private giveBackLater(mine: string): void {
    const stop = this.host.repeat(
      RENEWAL,
      () =>
        void this.giveBack(mine).then(
          () => stop(),
          (error: unknown) => {
            if (!(error instanceof StudioError)) throw error
          },
        ),
    )
  }
}

interface Seen {
  readonly text: string
  readonly modified: number
  readonly owner: ProcessName | undefined
}

const SPACE = fromText(' ')

function ownerOf(text: string): ProcessName | undefined {
  const json = parseJson(text)
  return isRecord(json) ? processNamed(json) : undefined
}

const refusal = (path: string, { owner }: Seen): StudioError =>
  new StudioError('workspace.locked', { path, pid: owner?.pid ?? 0, machine: owner?.machine ?? '?' })
