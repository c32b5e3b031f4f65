import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../node/user-data'

/** Consecutive crashes after which the program restarts in safe mode. */
const CRASHES_IN_A_ROW = 3

/** again: show the window again; restart: restart the program in safe mode; stop: even safe mode crashes. */
type AfterCrash = 'again' | 'restart' | 'stop'

/**
 * Counts crashes over starts in a small file. A start counts as one until it is `settled`: a program that ends before
 * it can report is counted, too. Never throws: a count that cannot be saved is ignored.
 */
export class Crashes {
  /** Whether this start should avoid likely causes. */
  readonly isSafe: boolean
  private count: number

  constructor(private readonly file: string) {
    const before = this.read()
    this.isSafe = before >= CRASHES_IN_A_ROW
    this.count = this.isSafe ? 0 : before
    this.write(Math.min(before + 1, CRASHES_IN_A_ROW))
  }

  /** To be called when the program has run for a while, or the user has closed it. */
  settled(): void {
    this.count = 0
    this.write(0)
  }

  /** To be called when the window's process ended unexpectedly. */
  crashed(): AfterCrash {
    this.count++
    const isOften = this.count >= CRASHES_IN_A_ROW
    this.write(this.isSafe || isOften ? CRASHES_IN_A_ROW : this.count)
    if (!isOften) return 'again'
    return this.isSafe ? 'stop' : 'restart'
  }

  private read(): number {
    try {
      const count: unknown = JSON.parse(readFileSync(this.file, 'utf8'))
      return typeof count === 'number' && count >= 0 ? count : 0
    } catch {
      return 0
    }
  }

  private write(count: number): void {
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: PRIVATE_FOLDER })
      writeFileSync(this.file, String(count), { mode: PRIVATE_FILE })
    } catch {
      // See above.
    }
  }
}
