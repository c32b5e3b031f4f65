import { journalLine, readJournal, sameBytes, type Commit, type Place, type Transaction } from '../edit'
import { StudioError, type FileSystem } from '../format'
import type { Bytes } from '../layout'

export const JOURNAL = 'journal.ndjson'

/** A commit and where it stands in the file. */
export interface Line {
  readonly commit: Commit
  readonly place: Place
}

export interface JournalNews {
  readonly lines: readonly Line[]
  /** Bytes of a torn or damaged tail that was moved into a file of its own. */
  readonly cut?: { readonly size: number; readonly keptAs: string }
  /** True when the file is shorter than what was read before: history has to be read anew. */
  readonly isReset?: boolean
}

/** The journal on disk. Several processes may append to one workspace: what the others wrote is read first. */
export class JournalFile {
  private size = 0

  constructor(private readonly store: FileSystem, private readonly isLocked: () => boolean) {}

  /** Commits appended since the last call, by whomever. */
  async news(): Promise<JournalNews> {
    const now = (await this.store.stat(JOURNAL))?.size ?? 0
    if (now === this.size) return { lines: [] }
    if (now < this.size) {
      this.size = 0
      return { lines: [], isReset: true }
    }
    const bytes = await this.tail()
    const { commits, places, validSize } = readJournal(bytes)
    const start = this.size
    const placed = (i: number): Place => ({ offset: start + (places[i]?.offset ?? 0), size: places[i]?.size ?? 0 })
    const lines = commits.map((commit, i): Line => ({ commit, place: placed(i) }))
    return { lines, ...(await this.accept(bytes, validSize)) }
  }

  /** Half a line may be one that another process is writing just now: only who holds the lock knows that it is torn, and cuts it off. */
  private async accept(bytes: Bytes, validSize: number): Promise<{ cut?: { size: number; keptAs: string } }> {
    const start = this.size
    this.size += validSize
    if (validSize === bytes.length || !this.isLocked()) return {}
    const keptAs = `journal-damaged-${start + validSize}.txt`
    await this.store.write(keptAs, bytes.subarray(validSize))
    await this.store.truncate(JOURNAL, this.size)
    return { cut: { size: bytes.length - validSize, keptAs } }
  }

  private async tail(): Promise<Bytes> {
    const now = (await this.store.stat(JOURNAL))?.size ?? 0
    return this.store.read(JOURNAL, { offset: this.size, length: now - this.size })
  }

  /**
   * Appends a commit and answers its place when it is on disk. Undefined: another process was faster and its lines stand before ours,
   * which nobody will read then; `news` answers them. On failure nothing of the line stays behind. A pack that is lost
   * with the power is found out by content at the next one, so its line need not wait for the disk.
   */
  async append(commit: Commit): Promise<Place | undefined> {
    const line = journalLine(commit)
    try {
      await this.store.append(JOURNAL, line, { flush: commit.kind !== 'packed' })
    } catch (error) {
      await this.takeBack(line)
      throw error
    }
    const stat = await this.store.stat(JOURNAL)
    if (stat?.size !== this.size + line.length && !sameBytes((await this.tail()).subarray(0, line.length), line)) return undefined
    const place = { offset: this.size, size: line.length }
    this.size += line.length
    return place
  }

  /** A line that was refused must not come back as news: whole or in part, what stands there of it is cut off. */
  private async takeBack(line: Bytes): Promise<void> {
    const now = (await this.store.stat(JOURNAL))?.size ?? 0
    if (now <= this.size || now > this.size + line.length) return
    if (sameBytes(await this.tail(), line.subarray(0, now - this.size))) await this.store.truncate(JOURNAL, this.size)
  }

  /** What an old step did, read back. Throws StudioError `history.unreadable` where the line is no longer there. */
  async transactionAt({ offset, size }: Place): Promise<Transaction> {
    const [commit] = readJournal(await this.store.read(JOURNAL, { offset, length: size })).commits
    if (!commit || commit.kind === 'packed') throw new StudioError('history.unreadable', { path: JOURNAL })
    return commit.transaction
  }

  /** All that was read so far, from the start. */
  async all(): Promise<readonly Commit[]> {
    if (this.size === 0) return []
    return readJournal(await this.store.read(JOURNAL, { offset: 0, length: this.size })).commits
  }
}
