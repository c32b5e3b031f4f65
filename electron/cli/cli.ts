import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { CATALOGUES, createText, type Language, type Text } from '@areal-studio/core/messages'
import { CommanderError } from 'commander'
import { linesOf, printable, type CommandIo, type ExitCode } from './io'
import { createProgram } from './program'
import { loadFamilies } from './studio'
import { createRun, type CommonOptions, type Verb } from './run'
import { fileError } from '../node/file-errors'
import { createLog, defectText } from '../service/log'
import { userDataFolder } from '../node/user-data'

/** Opens the studio's window on a path; returns its exit code. */
export type OpenWindow = (path: string, words: readonly string[]) => Promise<ExitCode>

/** Runs one command line. Never throws: an error is one line on stderr and an exit code. */
export async function main(words: readonly string[], streams: CommandIo, openWindow: OpenWindow): Promise<ExitCode> {
  const io = linesOf(streams)
  const text = textFor(words, io)
  let asked: { readonly verb: Verb; readonly options: CommonOptions } | undefined
  const program = createProgram(text, io, (verb, options) => {
    asked = { verb, options }
  })
  const window = windowPath(
    words,
    program.commands.map(command => command.name()),
    io,
  )
  if (window !== undefined) return openWindow(window, words)
  try {
    if (words.length === 0) program.outputHelp()
    else program.parse([...words], { from: 'user' })
    if (asked === undefined) return 0
    await loadFamilies()
    return await asked.verb(createRun(io, asked.options, text, userDataFolder(asked.options.userData, io.environment)))
  } catch (error) {
    return refused(error, text, io, asked?.options.userData)
  }
}

function refused(error: unknown, text: Text, io: CommandIo, userData: string | undefined): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    const name = error.code.replace(/^commander\./, '')
    const key = `cli.usage.${name}`
    const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? ''
    io.err(
      `error usage.${name}: ${oneLine(text.has(key) ? text.say(key, { argument: quoted }) : error.message.replace(/^error: /, ''))}`,
    )
    return 2
  }
  const known = codeOf(error)
  if (known) {
    io.err(`error ${known.code}: ${oneLine(text.say(`refusal.${known.code}`, known.params))}`)
    return 2
  }
  createLog(userDataFolder(userData, io.environment)).note(`defect: ${defectText(error)}`)
  io.err(`error studio.defect: ${oneLine(text.say('refusal.studio.defect', { method: 'areal' }))}`)
  return 2
}

interface Coded {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Errors of the studio, of layouts and of edits have a code and params. */
function codeOf(error: unknown): Coded | undefined {
  if (!(error instanceof Error) || !['StudioError', 'LayoutError', 'EditError'].includes(error.name)) return undefined
  const { code, params } = error as Error & Partial<Coded>
  return code === undefined ? undefined : { code, params: params ?? {} }
}

/** The error line for output that could not be written, as on a full disk. */
export function outputFailure(error: unknown, words: readonly string[], environment: CommandIo['environment']): string {
  const { code, params } = codeOf(fileError(error, 'stdout', 'write')) ?? {
    code: 'studio.defect',
    params: { method: 'areal' },
  }
  return printable(`error ${code}: ${oneLine(textFor(words, { environment }).say(`refusal.${code}`, params))}`)
}

const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()

/** `--lang`, else the language of the system. Read before all else, so that usage errors have the right language. */
function textFor(words: readonly string[], io: Pick<CommandIo, 'environment'>): Text {
  const at = words.indexOf('--lang')
  const asked = at === -1 ? words.find(word => word.startsWith('--lang='))?.slice(7) : words[at + 1]
  const system = io.environment['LC_ALL'] ?? io.environment['LC_MESSAGES'] ?? io.environment['LANG'] ?? ''
  const language: Language = asked === 'ru' || (asked === undefined && system.startsWith('ru')) ? 'ru' : 'en'
  return createText(language, CATALOGUES)
}

const WITH_VALUE: ReadonlySet<string> = new Set(['--user-data', '--lang', '--workspace', '--label'])

/**
 * The path of `areal PATH`: the first word that is neither option nor verb, if all other words are options and help was
 * not requested.
 */
function windowPath(words: readonly string[], verbs: readonly string[], io: CommandIo): string | undefined {
  if (words.includes('--help') || words.includes('-h')) return undefined
  const plain = words.filter((word, i) => !word.startsWith('-') && !WITH_VALUE.has(words[i - 1] ?? ''))
  const [path] = plain
  const isPath =
    path !== undefined &&
    plain.length === 1 &&
    !verbs.includes(path) &&
    path !== 'help' &&
    (/[\\/.:]/.test(path) || existsSync(resolve(io.folder, path)))
  return isPath ? path : undefined
}
