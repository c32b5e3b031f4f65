import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../node/user-data'

const FILE_LIMIT = 5 * 1024 * 1024
const FILES = 5
/** Longest message of a window, in characters; the rest is dropped. */
const LONGEST = 32_768

export type LogLevel = 'error' | 'warning' | 'info'

/** Log of defects: `<user data>/logs/studio.log`, five files of 5 MB at most. Never throws. */
export interface Log {
  readonly file: string
  note(words: string, level?: LogLevel): void
  /** The newest lines, oldest first; empty where there is no log. */
  last(lines: number): readonly string[]
}

/** `limit`: bytes after which the next file is begun. */
export function createLog(userData: string, limit = FILE_LIMIT): Log {
  const folder = join(userData, 'logs')
  const file = join(folder, 'studio.log')
  return {
    file,
    note(words, level = 'error') {
      try {
        mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
        rotate(file, limit)
        appendFileSync(file, `${new Date().toISOString()} ${level} ${entry(words)}\n`, { mode: PRIVATE_FILE })
      } catch {
        // A log that cannot be written must not stop the work that it reports.
      }
    },
    last(lines) {
      let found: readonly string[] = []
      for (let i = 0; i < FILES && found.length < lines; i++)
        found = [...linesOf(i === 0 ? file : `${file}.${i}`), ...found]
      return found.slice(-lines)
    },
  }
}

/** Lines after the first are indented, so that no text can look like an entry of its own. */
const entry = (words: string): string =>
  stripVTControlCharacters(withoutKey(words))
    .slice(0, LONGEST)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .join('\n  ')

/** The key of a browser host is part of its address, and errors contain addresses. */
const withoutKey = (words: string): string => words.replace(/\btoken=[^\s&#"']+/gi, 'token=…')

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
  } catch {
    return []
  }
}

function rotate(file: string, limit: number): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < limit) return
  rmSync(`${file}.${FILES - 1}`, { force: true })
  for (let i = FILES - 2; i >= 0; i--) {
    const from = i === 0 ? file : `${file}.${i}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${i + 1}`)
  }
}

/** A defect as text for the log. */
export const defectText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
