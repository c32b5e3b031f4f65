import { journalLine, readJournal, sameBytes, type Commit } from '../edit'
import type { FileSystem } from '../format'
import type { Bytes } from '../layout'

export const JOURNAL = 'journal.ndjson'
/** A half line may be one that another process is writing just now: looked at again so often before it is cut off. */
const PATIENCE = 5

export interface JournalNews {
  readonly commits: readonly Commit[]
  /** Bytes of a torn or damaged tail that was moved into a file of its own. */
  readonly cut?: { readonly size: number; readonly keptAs: string }
  /** True when the file is shorter than what was read before: history has to be read anew. */
  readonly isReset?: boolean
}

/** The journal on disk. Several processes may append to one workspace: what the others wrote is read first. */
export class JournalFile {
  private size = 0

  constructor(private readonly store: FileSystem, private readonly pause: () => Promise<void>) {}

  /** Commits appended since the last call, by whomever. */
  async news(): Promise<JournalNews> {
    const now = (await this.store.stat(JOURNAL))?.size ?? 0
    if (now === this.size) return { commits: [] }
    if (now < this.size) {
      this.size = 0
      return { commits: [], isReset: true }
    }
    for (let look = 0; ; look++) {
      const bytes = await this.tail()
      const { commits, validSize } = readJournal(bytes)
      if (validSize === bytes.length || look === PATIENCE) return { commits, ...(await this.accept(bytes, validSize)) }
      await this.pause()
    }
  }

  private async accept(bytes: Bytes, validSize: number): Promise<{ cut?: { size: number; keptAs: string } }> {
    const start = this.size
    this.size += validSize
    if (validSize === bytes.length) return {}
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
   * Appends a commit and answers when it is on disk. False: another process was faster and its lines stand before ours,
   * which nobody will read then; `news` answers them. On failure nothing of the line stays behind. A pack that is lost
   * with the power is found out by content at the next one, so its line need not wait for the disk.
   */
  async append(commit: Commit): Promise<boolean> {
    const line = journalLine(commit)
    try {
      await this.store.append(JOURNAL, line, { flush: commit.kind !== 'packed' })
    } catch (error) {
      const now = (await this.store.stat(JOURNAL))?.size ?? 0
      if (now > this.size && now < this.size + line.length) await this.store.truncate(JOURNAL, this.size)
      throw error
    }
    const stat = await this.store.stat(JOURNAL)
    if (stat?.size !== this.size + line.length && !sameBytes((await this.tail()).subarray(0, line.length), line)) return false
    this.size += line.length
    return true
  }
}
