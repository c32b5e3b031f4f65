import { statSync } from 'node:fs'
import { join } from 'node:path'
import { StudioError, filePath, type Problem } from '@areal-studio/core/format'
import { problemSentence } from '@areal-studio/core/messages'
import type { Proof, StudioApi } from '@areal-studio/core/studio'
import type { Run, Verb } from './run'

/** A problem with its message, as printed by `--json`. */
interface SaidProblem {
  readonly code: string
  readonly severity: Problem['severity']
  readonly message: string
  readonly file: string
  readonly entry: string
  readonly path: string | null
  readonly range: readonly [offset: number, size: number] | null
}

export const checkVerb =
  (path: string): Verb =>
  async run => {
    const { api } = await run.open(path, 'scratch')
    const problems = (await api.check()).map(problem => said(run, problem))
    if (run.options.json === true) run.print({ problems })
    else {
      for (const problem of problems) run.io.line(problemLine(run, problem))
      run.line('cli.check.sum', {
        n: problems.length,
        errors: problems.filter(({ severity }) => severity === 'error').length,
      })
    }
    return problems.some(({ severity }) => severity === 'error') ? 1 : 0
  }

const said = (run: Run, problem: Problem): SaidProblem => ({
  code: problem.code,
  severity: problem.severity,
  message: problemSentence(run.text, problem),
  file: problem.file,
  entry: problem.entry,
  path: problem.path ?? null,
  range: problem.range ?? null,
})

/** `error areal.link Land.map!#0 areals/5 0x1c+4: words`; `deploy` prints blocking problems in the same form. */
function problemLine(run: Run, { code, severity, message, entry, path, range }: SaidProblem): string {
  const head = [
    run.say(`cli.severity.${severity}`),
    code,
    entry,
    path ?? '',
    range ? `0x${range[0].toString(16)}+${range[1]}` : '',
  ]
  return `${head.filter(part => part !== '').join(' ')}: ${message}`
}

export const problemLines = (run: Run, problems: readonly Problem[]): string[] =>
  problems.map(problem => problemLine(run, said(run, problem)))

type RoundTrip = 'identical' | 'opaque' | 'different' | 'unreadable' | 'unknown'
interface FileResult {
  readonly file: string
  readonly result: RoundTrip
}

/** Exit code where no file differs, but some could not be read. */
const UNREADABLE = 3

export const roundTripVerb =
  (paths: readonly string[]): Verb =>
  async run => {
    const files: FileResult[] = []
    const proofs: Proof[] = []
    for (const path of paths)
      for (const file of await roundTripOf(run, path, paths.length > 1, proofs)) files.push(file)
    const count = (wanted: RoundTrip): number => files.filter(({ result }) => result === wanted).length
    const unreadable = count('unreadable')
    const rows = proofs.flatMap(({ entry, reencoded }) => (reencoded ? [{ entry, reencoded }] : []))
    const formats = formatsOf(proofs)
    run.answer({ files, ...(rows.length > 0 && { rows }), formats }, () => [
      ...files.map(({ file, result }) => `${run.say(`cli.round-trip.${result}`)}\t${file}`),
      ...rows.map(({ entry, reencoded }) => `${run.say(`cli.round-trip.reencoded.${reencoded}`)}\t${entry}`),
      ...formatTable(run, formats),
      run.say('cli.round-trip.sum', { n: files.length, different: count('different') }),
      ...(unreadable > 0 ? [run.say('cli.round-trip.unread', { n: unreadable })] : []),
    ])
    return count('different') > 0 ? 1 : unreadable > 0 ? UNREADABLE : 0
  }

interface FormatSum {
  readonly id: string
  readonly entries: number
  readonly bytes: number
  readonly unknownBytes: number
  /** Whether encoding its encoded rows again gives the stored bytes; null where it has none. */
  readonly reencoded: 'identical' | 'different' | null
}

/**
 * Per format how much of its bytes no declaration explains, of encoded rows the decoded ones; archives are counted by
 * their contents. Entries that cannot be read or proved have no share.
 */
function formatsOf(proofs: readonly Proof[]): readonly FormatSum[] {
  const formats = new Map<string, FormatSum>()
  for (const { format: id, result, totalBytes, unknownBytes, reencoded } of proofs) {
    if (id === undefined || result === 'unproved' || result === 'unreadable') continue
    const sum = formats.get(id) ?? { id, entries: 0, bytes: 0, unknownBytes: 0, reencoded: null }
    formats.set(id, {
      id,
      entries: sum.entries + 1,
      bytes: sum.bytes + totalBytes,
      unknownBytes: sum.unknownBytes + unknownBytes,
      reencoded: sum.reencoded === 'different' ? 'different' : (reencoded ?? sum.reencoded),
    })
  }
  return [...formats.values()]
}

const COLUMNS = ['format', 'entries', 'bytes', 'unknown', 'reencoded'] as const

/** A table with a line for each format; text is aligned left, numbers right. */
function formatTable(run: Run, formats: readonly FormatSum[]): string[] {
  const rows = formats.map(({ id, entries, bytes, unknownBytes, reencoded }) => [
    id,
    String(entries),
    String(bytes),
    `${run.text.decimal(bytes === 0 ? 0 : (100 * unknownBytes) / bytes, 2)} %`,
    reencoded === null ? '-' : run.say(`cli.round-trip.reencoded.${reencoded}`),
  ])
  const all = [COLUMNS.map(column => run.say(`cli.round-trip.column.${column}`)), ...rows]
  const widths = COLUMNS.map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  const isNumber = (column: number): boolean => column > 0 && column < COLUMNS.length - 1
  const lines = all.map(row =>
    row
      .map((text, column) => {
        const width = widths[column] ?? 0
        return isNumber(column) ? text.padStart(width) : text.padEnd(width)
      })
      .join('  ')
      .trimEnd(),
  )
  return rows.length > 0 ? lines : []
}

/** Files of a folder by their relative paths; a single file by the given path. Adds the proofs to `all`. */
async function roundTripOf(run: Run, given: string, isOneOfMany: boolean, all: Proof[]): Promise<FileResult[]> {
  const isFolder = statSync(run.path(given), { throwIfNoEntry: false })?.isDirectory() === true
  const api = await opened(run, given)
  if (api === undefined) return [{ file: given, result: 'unknown' }]
  const proved = await api.prove()
  for (const proof of proved) all.push(proof)
  const proofs = byFile(proved)
  const files = await api.list('', { deep: true })
  return files
    .filter(item => item.kind !== 'folder')
    .map(item => {
      const file = filePath(item.path)
      const name = isFolder ? (isOneOfMany ? join(given, file) : file) : given
      return { file: name, result: resultOf(file, proofs.get(file) ?? []) }
    })
}

/** A single file of an unknown kind is no error here: its result is `unknown`. */
async function opened(run: Run, path: string): Promise<StudioApi | undefined> {
  try {
    return (await run.open(path, 'scratch')).api
  } catch (error) {
    if (error instanceof StudioError && error.code === 'open.not-a-game' && statSync(run.path(path)).isFile())
      return undefined
    throw error
  }
}

function byFile(proofs: readonly Proof[]): ReadonlyMap<string, readonly Proof[]> {
  const files = new Map<string, Proof[]>()
  for (const proof of proofs) {
    const file = filePath(proof.entry)
    const known = files.get(file)
    if (known) known.push(proof)
    else files.set(file, [proof])
  }
  return files
}

/** The worst result of the file and its entries; entries of unknown kind are bytes that are kept. */
function resultOf(file: string, proofs: readonly Proof[]): RoundTrip {
  const own = proofs.find(proof => !proof.entry.includes('!') && filePath(proof.entry) === file)
  if (proofs.some(({ result }) => result === 'unproved')) return 'different'
  if (proofs.some(({ result }) => result === 'unreadable')) return 'unreadable'
  if (own === undefined || own.result === 'unknown') return 'unknown'
  return proofs.every(({ result }) => result === 'identical') ? 'identical' : 'opaque'
}
