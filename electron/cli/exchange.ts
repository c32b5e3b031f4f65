import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Label } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import { problemSentence } from '@areal-studio/core/messages'
import type { IncomingReport, OperationReport, StudioApi } from '@areal-studio/core/studio'
import type { ExitCode } from './io'
import { labelOf, wordsOf, type Run, type Verb } from './run'
import { assignmentOf } from './edit'
import { fileError } from '../node/file-errors'
import { writeOutput } from '../node/output-file'
import { readWhole } from '../node/read-whole'

const FIELDS_PRINTED = 20
/** Most records in one range. */
const RECORDS_GIVEN = 1_000_000

/** Bytes of a named file, or of standard input for `-`. */
export async function fileBytes(run: Run, file: string): Promise<Uint8Array> {
  if (file === '-') return run.io.input()
  return new Uint8Array(
    await readFile(run.path(file)).catch((error: unknown) => {
      throw fileError(error, file, 'read')
    }),
  )
}

export const extractVerb =
  (install: string, entry: string, file: string | undefined): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const { bytes } = await readWhole(api, entry)
    if (file === undefined || file === '-') run.io.out(bytes)
    else await writeOutput(run.path(file), bytes, file)
    return 0
  }

/**
 * `areal import`: what a copy edited elsewhere changes in the present state, entry by entry; without `--dry-run`
 * imports it as one step.
 */
export const importVerb =
  (install: string, entry: string, file: string, isDry: boolean, keepBytes: boolean): Verb =>
  async run => {
    if (statSync(run.path(file), { throwIfNoEntry: false })?.isDirectory() === true)
      return importFolder(run, install, entry, file, { dryRun: isDry, keepBytes })
    const payload = await fileBytes(run, file)
    const { api } = await run.open(install, isDry ? 'scratch' : 'workspace')
    const report = await api.incoming(entry, payload, {
      file: file.split(/[\\/]/).at(-1) ?? file,
      dryRun: isDry,
      keepBytes,
    })
    answerChanges(run, report, { code: 'label.entry-replaced', params: { name: report.entry, file } })
    return 0
  }

/** Prints what an import or an operation changes, entry by entry, and the step that it became. */
function answerChanges(
  run: Run,
  report: IncomingReport & Partial<Pick<OperationReport, 'counts'>>,
  label: Label,
): void {
  const counts = Object.entries(report.counts ?? {}).filter(([, n]) => n > 0)
  run.answer({ ...report, commit: undefined, plan: undefined, revision: report.commit?.revision ?? null }, () => [
    ...(report.isWhole ? [run.say('cli.import.whole', { entry: report.entry })] : []),
    ...(report.isRepacked === true ? [run.say('cli.import.repacked', { entry: report.entry })] : []),
    ...report.entries.flatMap(({ entry: changed, state, sizeBefore, sizeAfter, fields, fieldCount }) => [
      `${changed}\t${state}\t${sizeBefore} -> ${sizeAfter}`,
      ...fields.slice(0, FIELDS_PRINTED).map(field => `  ${field.path}\t${field.before} -> ${field.after}`),
      ...(fieldCount > FIELDS_PRINTED ? [run.say('cli.query.more', { n: fieldCount - FIELDS_PRINTED })] : []),
    ]),
    ...counts.map(([kind, n]) => run.say(`ui.operation.count.${kind}`, { n })),
    ...(report.notices ?? []).map(notice => wordsOf(run, notice)),
    ...report.problems.map(problem => `${problem.severity}\t${problem.entry}\t${problemSentence(run.text, problem)}`),
    report.commit
      ? run.say('cli.committed', { revision: report.commit.revision, label: labelOf(run, { label }) })
      : run.say(report.entries.length === 0 ? 'cli.unchanged' : 'cli.query.dry'),
  ])
}

export interface RunWords {
  readonly dryRun?: boolean
  /** Numbers with commas between, from-to with a hyphen: `3,7-9`. */
  readonly records?: string
}

/** `areal run`: an operation of an entry's format, as one step; with `--dry-run` only what it would change. */
export const operateVerb =
  (
    install: string,
    entry: string,
    operation: string,
    { dryRun = false, records, words }: RunWords & { readonly words: readonly string[] },
  ): Verb =>
  async run => {
    const given = words.map(assignmentOf).map(({ name, json }) => [name, parameterOf(json)] as const)
    const { api } = await run.open(install, dryRun ? 'scratch' : 'workspace')
    const report = await api.operate(entry, operation, {
      dryRun,
      parameters: Object.fromEntries(given),
      ...(records !== undefined && { records: numbersOf(records) }),
    })
    answerChanges(run, report, report.label)
    return 0
  }

/** A value in JSON; a word that is none is itself, as shells take its quotes. */
function parameterOf(json: string): string | number | boolean {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
    return json
  } catch {
    return json
  }
}

function numbersOf(records: string): readonly number[] {
  return records.split(',').flatMap(part => {
    const [, from, to = from] = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(part) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (from === undefined || last < first || last - first > RECORDS_GIVEN)
      throw new StudioError('usage.records', { records })
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })
}

/** The same for a folder written by `areal extract`; exit code 1 where a file was refused. */
async function importFolder(
  run: Run,
  install: string,
  entry: string,
  folder: string,
  options: { readonly dryRun: boolean; readonly keepBytes: boolean },
): Promise<ExitCode> {
  const { api } = await run.open(install, options.dryRun ? 'scratch' : 'workspace')
  const { files, same, commit: done } = await api.incomingFolder(entry === '.' ? '' : entry, run.path(folder), options)
  const isRefused = files.some(({ refusal }) => refusal !== null)
  const n = files.filter(({ report }) => (report?.entries.length ?? 0) > 0).length
  run.answer({ files, same, revision: done?.revision ?? null }, () => [
    ...files.map(({ entry: of, file, report, refusal }) =>
      refusal
        ? `${file}\t${run.say(refusal.code, refusal.params)}`
        : `${file}\t${of}\t${report?.sizeBefore ?? 0} -> ${report?.sizeAfter ?? 0}`,
    ),
    ...files.flatMap(({ entry: of, report }) =>
      report?.isRepacked === true ? [run.say('cli.import.repacked', { entry: of })] : [],
    ),
    run.say('cli.import.same', { n: same }),
    done
      ? run.say('cli.committed', {
          revision: done.revision,
          label: run.say('label.entries-replaced', { n }),
        })
      : run.say(n === 0 ? 'cli.unchanged' : 'cli.query.dry'),
  ])
  return isRefused ? 1 : 0
}

/** The entries with all that they name, what that names, and so on, each once. */
async function withAllNamed(api: StudioApi, given: readonly string[]): Promise<readonly string[]> {
  const all = new Set(given)
  // Entries that are added are visited, too.
  for (const entry of all)
    if (entry !== '') for (const { to } of (await api.references(entry, '', 'uses')).uses) if (to !== null) all.add(to)
  return [...all]
}

export interface ExtractWords {
  readonly to: string
  readonly as: string
  readonly contents?: boolean
  readonly withDependencies?: boolean
}

/** `areal extract`: writes entries, files and folders to a folder, under names that every system allows. */
export const extractManyVerb =
  (install: string, entries: readonly string[], { to, as, contents, withDependencies }: ExtractWords): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const given = entries.map(entry => (entry === '.' ? '' : entry))
    const report = await api.extract(withDependencies === true ? await withAllNamed(api, given) : given, {
      folder: run.path(to),
      as,
      hasContents: contents === true,
    })
    const missed = report.unreadable.length + report.failed.length
    run.answer(report, () => [
      ...report.files.map(
        ({ path, entry, isRaw }) => `${path}\t${entry}${isRaw ? `\t${run.say('cli.extract.raw')}` : ''}`,
      ),
      ...report.unreadable.map(entry => run.say('cli.extract.unreadable', { entry })),
      ...report.failed.map(({ name, reason }) => `${name}: ${run.say(reason.code, reason.params)}`),
      run.say('cli.extract.sum', { n: report.files.length, folder: report.folder }),
      ...(missed > 0 ? [run.say('cli.extract.missed', { n: missed })] : []),
    ])
    return missed > 0 ? 1 : 0
  }
