import { readFile } from 'node:fs/promises'
import { mergePatches, parsePatch, printPatch, type Choice, type Conflict, type Miss } from '@areal-studio/core/patch'
import type { Run, Verb } from './run'
import { fileError } from '../node/file-errors'
import { writeOutput } from '../node/output-file'

/** Most mismatches and conflicts printed as lines; `--json` has all. */
const LINES_SHOWN = 200

export const textOf = (run: Run, file: string): Promise<string> =>
  readFile(run.path(file), 'utf8').catch((error: unknown) => {
    throw fileError(error, file, 'read')
  })

/** Writes to the named file, or else to standard output. */
export async function put(run: Run, file: string | undefined, data: string | Uint8Array): Promise<void> {
  if (file === undefined) run.io.out(data)
  else await writeOutput(run.path(file), data, file)
}

/** A place that does not fit, and why, as one line. */
export const missLine = (run: Run, { entry, path, code, expected, found }: Miss): string =>
  [`${entry}${path === '' ? '' : ` ${path}`}`, run.say(`reason.${code}`, { expected, found })].join('\t')

export function shownLines(run: Run, lines: readonly string[]): readonly string[] {
  return lines.length <= LINES_SHOWN
    ? lines
    : [...lines.slice(0, LINES_SHOWN), run.say('cli.query.more', { n: lines.length - LINES_SHOWN })]
}

/** `areal patch make`: the present change as a file to share. */
export const patchMakeVerb =
  (install: string, words: { readonly output?: string; readonly title?: string }): Verb =>
  async run => {
    const { api, info } = await run.open(install, 'scratch')
    const text = await api.patch(words.title ?? '')
    const { entries, files } = parsePatch(text)
    await put(run, words.output, text)
    if (words.output !== undefined)
      run.answer({ file: words.output, files: files.length, entries: entries.length }, () => [
        run.say('cli.patch.made', { n: entries.length, file: words.output ?? '' }),
      ])
    return info.changed > 0 && entries.length === 0 ? 1 : 0
  }

/** `areal patch apply`: applies what fits as one step, and lists the rest; strict: all of it or nothing. */
export const patchApplyVerb =
  (install: string, file: string, { isDry, isStrict }: { readonly isDry: boolean; readonly isStrict: boolean }): Verb =>
  async run => {
    const text = await textOf(run, file)
    const { api } = await run.open(install, isDry ? 'scratch' : 'workspace')
    const report = await api.applyPatch(text, {
      dryRun: isDry,
      ...(isStrict && { strict: true }),
      ...(run.options.force === true && { accept: 'all' as const }),
    })
    const { commit, ...plain } = report
    run.answer({ ...plain, revision: commit?.revision ?? null }, () => [
      ...report.otherFiles.map(other => run.say('cli.patch.other-base', { file: other })),
      ...shownLines(
        run,
        report.misses.map(miss => missLine(run, miss)),
      ),
      run.say(isDry ? 'cli.patch.would' : 'cli.patch.applied', {
        n: report.changing,
        already: report.already,
        misses: report.misses.length,
      }),
    ])
    return report.misses.length > 0 ? 1 : 0
  }

/**
 * `areal patch merge`: two patches as one; where both change one field differently, neither change or that of the
 * chosen side.
 */
export const patchMergeVerb =
  (a: string, b: string, words: { readonly output?: string; readonly take?: Choice }): Verb =>
  async run => {
    const [mine, theirs] = [parsePatch(await textOf(run, a)), parsePatch(await textOf(run, b))]
    const { patch, conflicts, open } = mergePatches(mine, theirs, () => words.take)
    if (open === 0) await put(run, words.output, printPatch(patch))
    const lines = shownLines(run, conflicts.map(conflictLine))
    if (open > 0 || words.output !== undefined) {
      run.answer({ file: open === 0 ? (words.output ?? null) : null, entries: patch.entries.length, conflicts }, () => [
        ...lines,
        open > 0
          ? run.say('cli.patch.conflicts', { n: open })
          : run.say('cli.patch.merged', { n: patch.entries.length, file: words.output ?? '' }),
      ])
    }
    return open > 0 ? 1 : 0
  }

export const conflictLine = ({ entry, path, a, b }: Conflict): string =>
  `${entry}${path === '' ? '' : ` ${path}`}\t${a} | ${b}`

/** `areal overlay`: the packed files as a ZIP for players. */
export const overlayVerb =
  (install: string, file: string): Verb =>
  async run => {
    const { api } = await run.open(install, 'scratch')
    const zip = await api.overlayZip()
    await put(run, file, zip)
    run.answer({ file, size: zip.length }, () => [run.say('cli.overlay.made', { file, size: zip.length })])
    return 0
  }
