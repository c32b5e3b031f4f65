import { journalLine, readJournal, sameBytes, type Commit, type Place, type Transaction } from '../../edit'
import { StudioError, type FileStat, type FileSystem } from '../../format'
import { joinedBytes, type Bytes } from '../../layout'

/** One commit per line, each with its checksum; in the workspace folder. */
export const JOURNAL = 'journal.ndjson'
/** Bytes that one step may remove and insert together: a longer line would exceed the length of a string. */
export const LARGEST_STEP = 256 * 1024 * 1024
/** Bytes of a line that identify it: checksum, kind, revision and time. */
const HEAD = 80

/** A commit and its place in the file. */
export interface Line {
  readonly commit: Commit
  readonly place: Place
}

interface JournalNews {
  readonly lines: readonly Line[]
  /** Bytes of a torn or damaged tail that was moved to a file of its own. */
  readonly cut?: { readonly size: number; readonly keptAs: string }
  /**
   * True when the file does not continue what was read before, as after another process compacted it: the history has
   * to be read again.
   */
  readonly isReset?: boolean
}

const weightOf = (commit: Commit): number =>
  commit.kind === 'packed'
    ? 0
    : commit.transaction.edits.reduce(
        (sum, { splices }) =>
          splices.reduce((part, { removed, inserted }) => part + removed.length + inserted.length, sum),
        0,
      )

/** The journal on disk. Several processes may append to one workspace; the lines of the others are read first. */
export class JournalFile {
  private size = 0
  /** Time of the file when last read, and the start of its last line: checksum, revision and time. */
  private modified = 0
  private last: { readonly offset: number; readonly head: Bytes } | undefined

  constructor(
    private readonly store: FileSystem,
    private readonly isLocked: () => boolean,
  ) {}

  /** Commits of any process appended since the last call. */
  async news(): Promise<JournalNews> {
    const stat = await this.store.stat(JOURNAL)
    const now = stat?.size ?? 0
    if (now === this.size && (!stat || stat.modified === this.modified)) return { lines: [] }
    if (now < this.size || !(await this.goesOn())) {
      this.size = 0
      this.last = undefined
      return { lines: [], isReset: true }
    }
    this.modified = stat?.modified ?? 0
    if (now === this.size) return { lines: [] }
    const bytes = await this.tail()
    const { commits, places, validSize } = readJournal(bytes)
    const start = this.size
    const placed = (i: number): Place => ({ offset: start + (places[i]?.offset ?? 0), size: places[i]?.size ?? 0 })
    const lines = commits.map((commit, i): Line => ({ commit, place: placed(i) }))
    const end = places.at(-1)
    if (end) this.noteLast(start + end.offset, bytes.subarray(end.offset, end.offset + end.size))
    return { lines, ...(await this.accept(bytes, validSize)) }
  }

  private noteLast(offset: number, line: Bytes): void {
    this.last = { offset, head: line.slice(0, HEAD) }
  }

  /** Whether the last line that was read is still at its offset. */
  private async goesOn(): Promise<boolean> {
    if (!this.last) return true
    const { offset, head } = this.last
    return sameBytes(await this.store.read(JOURNAL, { offset, length: head.length }), head)
  }

  /**
   * Half a line may be one that another process is writing: only the holder of the lock knows that it is torn, and cuts
   * it off.
   */
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
   * Appends a commit and returns its place once it is on disk. Undefined: another process was faster; its lines precede
   * this one, which will not be read; `news` returns them. On failure nothing of the line is left. A pack lost in a
   * power cut is detected by content at the next pack, so its line is not flushed. Throws StudioError `edit.too-much`
   * before anything is written.
   */
  async append(commit: Commit): Promise<Place | undefined> {
    if (weightOf(commit) > LARGEST_STEP) throw new StudioError('edit.too-much', { limit: LARGEST_STEP / 2 ** 20 })
    const line = journalLine(commit)
    const stat = await this.appended(line, commit.kind !== 'packed')
    if (stat.size !== this.size + line.length && !sameBytes((await this.tail()).subarray(0, line.length), line))
      return undefined
    const place = { offset: this.size, size: line.length }
    this.size += line.length
    this.modified = stat.modified
    this.noteLast(place.offset, line)
    return place
  }

  private async appended(line: Bytes, flush: boolean): Promise<FileStat> {
    try {
      return await this.store.append(JOURNAL, line, { flush })
    } catch (error) {
      await this.takeBack(line)
      throw error
    }
  }

  /** Number of bytes read so far. */
  get length(): number {
    return this.size
  }

  /**
   * Replaces all lines by these commits with the same history, in one write; other processes detect by the last line
   * that their copy is old. Requires the lock. Returns the lines at their places.
   */
  async replace(commits: readonly Commit[]): Promise<readonly Line[]> {
    const written = commits.map(journalLine)
    await this.store.write(JOURNAL, joinedBytes(written))
    this.size = 0
    this.last = undefined
    return (await this.news()).lines
  }

  /** Cuts off what was written of a refused line, so that it is not read. */
  private async takeBack(line: Bytes): Promise<void> {
    const now = (await this.store.stat(JOURNAL))?.size ?? 0
    if (now <= this.size || now > this.size + line.length) return
    if (sameBytes(await this.tail(), line.subarray(0, now - this.size))) await this.store.truncate(JOURNAL, this.size)
  }

  /** The transaction of an old step, read again. Throws StudioError `history.unreadable` where the line is missing. */
  async transactionAt({ offset, size }: Place): Promise<Transaction> {
    const [commit] = readJournal(await this.store.read(JOURNAL, { offset, length: size })).commits
    if (!commit || commit.kind === 'packed') throw new StudioError('history.unreadable', { path: JOURNAL })
    return commit.transaction
  }

  /** All commits read so far, from the start. */
  async all(): Promise<readonly Commit[]> {
    return readJournal(await this.text()).commits
  }

  /** The same as the bytes of its lines. */
  async text(): Promise<Bytes> {
    return this.size === 0 ? new Uint8Array(0) : this.store.read(JOURNAL, { offset: 0, length: this.size })
  }
}
