import { resolve } from 'node:path'
import type { Language, Text, TextParams } from '@areal-studio/core/messages'
import type { Words } from '@areal-studio/core/format'
import type { HistoryStep } from '@areal-studio/core/studio'
import type { ExitCode, Lines } from './io'
import { followJobs } from './jobs'
import type { Opened, Use } from './studio'

/** Options of every verb. */
export interface CommonOptions {
  readonly workspace?: string
  readonly json?: boolean
  readonly lang?: Language
  readonly force?: boolean
  readonly label?: string
  readonly userData?: string
}

/** A running verb: its arguments and its output. */
export interface Run {
  readonly io: Lines
  readonly options: CommonOptions
  readonly text: Text
  /** Folder of the program's own data. */
  readonly userData: string
  /** Resolves a path given by the user. */
  path(given: string): string
  /** Opens the install and prints its notices on stderr. */
  open(install: string, use: Use): Promise<Opened>
  say(key: string, params?: TextParams): string
  line(key: string, params?: TextParams): void
  print(value: unknown): void
  /** Prints `value` with `--json`, else the lines. */
  answer(value: unknown, lines: () => readonly string[]): void
}

export type Verb = (run: Run) => Promise<ExitCode>

export function createRun(io: Lines, options: CommonOptions, text: Text, userData: string): Run {
  const say = (key: string, params?: TextParams): string => text.say(key, params)
  const run: Run = {
    io,
    options,
    text,
    userData,
    say,
    path: given => resolve(io.folder, given),
    async open(install, use) {
      const { openStudio } = await import('./studio')
      const opened = await openStudio({
        userData,
        folder: io.folder,
        use,
        install,
        workspace: options.workspace,
        follow: studio => followJobs(studio, io, say),
      })
      for (const notice of opened.info.notices) io.err(wordsOf(run, notice))
      return opened
    },
    line: (key, params) => io.line(say(key, params)),
    print: value => io.out(`${JSON.stringify(value)}\n`),
    answer(value, lines) {
      if (options.json === true) io.out(`${JSON.stringify(value, null, 2)}\n`)
      else for (const line of lines()) io.line(line)
    },
  }
  return run
}

/** The label of a step of history. */
export const labelOf = (run: Run, step: Pick<HistoryStep, 'label'>): string =>
  step.label.code === 'label.given'
    ? String(step.label.params['text'] ?? '')
    : run.say(step.label.code, step.label.params)

/** A notice as a sentence; families have their own codes. */
export const wordsOf = (run: Run, { code, params }: Words): string =>
  run.say(run.text.has(code) ? code : `notice.${code}`, params)
