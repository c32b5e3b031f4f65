import type { EntryPath } from '../edit'
import { filePath } from './entry-path'
import type { EntryInfo, Opened } from './format'
import type { Params, Problem, Severity } from './problem'

/** Where a problem is. */
export interface Place {
  /** Node path; '' or absent: the whole entry. */
  readonly path?: string
  readonly range?: readonly [offset: number, size: number]
  /** Index of the directory row that the problem is about. */
  readonly row?: number
  readonly fix?: { readonly id: string; readonly params: Params }
}

/** Gathers the problems of one entry. */
export interface Report {
  error(code: string, params: Params, place: Place): void
  warning(code: string, params: Params, place: Place): void
  info(code: string, params: Params, place: Place): void
  /** In the order found. Of each code only a limited number; the rest is one line with its count. */
  problems(): readonly Problem[]
}

/** A damaged entry can break one rule in each of 60,000 records; nobody reads past this many. */
const SHOWN_PER_CODE = 500

/** Starts a report on an entry; of an archive `rows` are the paths of its rows, in directory order. */
export function reportOn(entry: EntryInfo, rows: readonly EntryPath[] = []): Report {
  const file = filePath(entry.path)
  const found: Problem[] = []
  const counts = new Map<string, number>()
  const add =
    (severity: Severity) =>
    (code: string, params: Params, { path, range, fix, row }: Place): void => {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      if (count > SHOWN_PER_CODE) return
      const about = row === undefined ? undefined : rows[row]
      found.push({
        code,
        severity,
        params,
        file,
        entry: entry.path,
        ...(about !== undefined && { about }),
        ...(path !== undefined && path !== '' && { path }),
        ...(range && { range }),
        ...(fix && { fix }),
      })
    }
  const problems = (): readonly Problem[] => [
    ...found,
    ...Array.from(counts)
      .filter(([, n]) => n > SHOWN_PER_CODE)
      .map(
        ([code, n]): Problem => ({
          code: 'format.more-of-the-same',
          severity: 'info',
          params: { code, n: n - SHOWN_PER_CODE },
          file,
          entry: entry.path,
        }),
      ),
  ]
  return { error: add('error'), warning: add('warning'), info: add('info'), problems }
}

/** The problems of an archive: `rules` receive its rows and a report whose places may name a row by its index. */
export async function checkRows(
  entry: Opened,
  rules: (rows: readonly Opened[], report: Report) => void,
): Promise<readonly Problem[]> {
  const rows = await entry.entries()
  const report = reportOn(
    entry,
    rows.map(({ path }) => path),
  )
  rules(rows, report)
  return report.problems()
}

/**
 * A report for rules of a part of the entry: their paths are relative to the field `field`, their ranges to byte `at`.
 */
export function reportWithin(report: Report, field: string, at: number): Report {
  const inside =
    (add: Report['error']): Report['error'] =>
    (code, params, { path = '', range, ...more }) =>
      add(code, params, {
        ...more,
        path: path === '' ? field : `${field}/${path}`,
        ...(range && { range: [range[0] + at, range[1]] as const }),
      })
  return { ...report, error: inside(report.error), warning: inside(report.warning), info: inside(report.info) }
}
