import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const FILE_LIMIT = 5 * 1024 * 1024
const FILES = 5

/** Where defects go: `<user data>/logs/studio.log`, five files of 5 MB at most. Never throws. */
export interface Log {
  readonly file: string
  note(words: string): void
}

export function createLog(userData: string): Log {
  const folder = join(userData, 'logs')
  const file = join(folder, 'studio.log')
  return {
    file,
    note(words) {
      try {
        mkdirSync(folder, { recursive: true })
        rotate(file)
        appendFileSync(file, `${new Date().toISOString()} ${stripVTControlCharacters(withoutKey(words))}\n`)
      } catch {
        // A log that cannot be written must not stop the work that it would tell of.
      }
    },
  }
}

/** The key of a browser host stands in its address, and addresses stand in errors. */
const withoutKey = (words: string): string => words.replace(/\btoken=[^\s&#"']+/gi, 'token=…')

function rotate(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < FILE_LIMIT) return
  rmSync(`${file}.${FILES - 1}`, { force: true })
  for (let i = FILES - 2; i >= 0; i--) {
    const from = i === 0 ? file : `${file}.${i}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${i + 1}`)
  }
}

/** What a defect says for the log. */
export const told = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
