export const LOG_LEVELS = ['error', 'warning', 'info'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One entry of the log. */
export interface LogEntry {
  /** As written in the file: ISO 8601, UTC. */
  readonly time: string
  readonly level: LogLevel
  /** May have more lines; those behind the first are set in. */
  readonly words: string
}

const HEAD = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) (error|warning|info) (.*)$/

/**
 * Lines of the log file as entries. A line without a head of its own belongs to the entry above; if that was cut off,
 * it is left out.
 */
export function logEntries(lines: readonly string[]): LogEntry[] {
  const found: LogEntry[] = []
  for (const line of lines) {
    const [, time, level, words] = HEAD.exec(line) ?? []
    const known = LOG_LEVELS.find(one => one === level)
    const last = found.at(-1)
    if (time !== undefined && known && words !== undefined) found.push({ time, level: known, words })
    else if (last) found[found.length - 1] = { ...last, words: `${last.words}\n${line}` }
  }
  return found
}

/** Entries of a level (all of them where it is `all`) that have the text somewhere, whatever its case. */
export function shownEntries(entries: readonly LogEntry[], level: LogLevel | 'all', text: string): LogEntry[] {
  const wanted = text.trim().toLowerCase()
  return entries.filter(
    entry =>
      (level === 'all' || entry.level === level) && `${entry.time} ${entry.words}`.toLowerCase().includes(wanted),
  )
}

/** Prints entries as the log file has them, for the clipboard. */
export const printEntries = (entries: readonly LogEntry[]): string =>
  entries.map(({ time, level, words }) => `${time} ${level} ${words}`).join('\n')
