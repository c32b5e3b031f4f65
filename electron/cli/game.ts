import { existsSync } from 'node:fs'
import { StudioError } from '@areal-studio/core/format'
import type {
  DeployOptions,
  DeployPlan,
  DeployReport,
  ForeignAnswer,
  LaunchProfile,
  LaunchReport,
  OutsideAnswer,
  PackReport,
  RestoreOptions,
  RestorePlan,
  StudioApi,
} from '@areal-studio/core/studio'
import { entryLines } from './changes'
import { problemLines } from './check'
import type { ExitCode } from './io'
import { wordsOf, type Run, type Verb } from './run'

export const packVerb =
  (install: string): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    const report = await api.pack()
    run.answer(report, () => packLines(run, report))
    return 0
  }

function packLines(run: Run, report: PackReport): string[] {
  if (report.files.length === 0 && report.dropped.length === 0) return [run.say('cli.pack.nothing')]
  return [
    ...report.files.flatMap(file => [
      run.say('cli.pack.file', {
        file: file.file,
        before: file.sizeBefore,
        after: file.sizeAfter,
        n: file.comparedEntries,
        hash: file.hashAfter.slice(0, 12),
      }),
      ...file.entries.flatMap(entry => entryLines(run, entry)),
    ]),
    ...report.dropped.map(file => run.say('cli.pack.dropped', { file })),
  ]
}

/** `foreign`: an answer for all files that another program changed, and `FILE=ANSWER` for one of them. */
export const deployVerb =
  (install: string, isDry: boolean, foreign: readonly string[]): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    return isDry ? planOnly(run, api) : deploy(run, api, foreign)
  }

async function planOnly(run: Run, api: StudioApi): Promise<ExitCode> {
  const plan = await api.plan()
  run.answer(plan, () => [
    ...plan.files.map(file =>
      [
        run.say(`cli.plan.${file.action}`),
        file.file,
        run.say('cli.bytes', { n: file.size }),
        file.newHash.slice(0, 12),
        ...(file.isForeign ? [run.say('cli.plan.foreign')] : []),
      ].join('\t'),
    ),
    ...(plan.files.length === 0 ? [run.say('cli.plan.nothing')] : []),
    ...(plan.unpacked > 0 ? [run.say('cli.plan.unpacked', { n: plan.unpacked })] : []),
    ...problemLines(run, plan.blocking),
    ...hindranceLines(run, plan),
  ])
  const isStopped =
    plan.blocking.length + plan.unwritable.length + plan.running.length > 0 || plan.files.some(file => file.isForeign)
  return isStopped ? 1 : 0
}

const hindranceLines = (run: Run, { unwritable, running }: DeployPlan): readonly string[] =>
  [
    ...unwritable,
    ...running.map(({ executable, pid }) => ({ code: 'deploy.game-running', params: { program: executable, pid } })),
  ].map(({ code, params }) => `${run.say('cli.plan.hindrance')}\t${code}\t${run.say(`refusal.${code}`, params)}`)

async function deploy(run: Run, api: StudioApi, foreign: readonly string[]): Promise<ExitCode> {
  const plan = await warn(run, api)
  const names = [...plan.files, ...(foreign.length > 0 ? await api.outside() : [])].map(({ file }) => file)
  const report = await api.deploy({
    ...(forced(run) && { force: true, foreign: 'keep' }),
    ...foreignAnswers(names, foreign),
  })
  run.answer(report, () => reportLines(run, report))
  return 0
}

/**
 * `areal outside`: files that another program changed while they have local edits; with answers resolves them and lists
 * the rest.
 */
export const outsideVerb =
  (install: string, words: readonly string[]): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    const left = words.length > 0 ? await api.settle(words.map(outsideAnswer)) : await api.outside()
    run.answer(left, () =>
      left.length === 0
        ? [run.say('cli.outside.none')]
        : left.map(
            ({ file, way, isFitting }) => `${file}\t${run.say(isFitting ? 'cli.outside.fits' : `cli.outside.${way}`)}`,
          ),
    )
    return left.length > 0 ? 1 : 0
  }

const RESOLUTIONS = [
  'reload',
  'keep',
  'merge',
  'merge=local',
  'merge=external',
] as const satisfies readonly OutsideAnswer['answer'][]
const OUTSIDE_ANSWERS: readonly OutsideAnswer['answer'][] = [...RESOLUTIONS, 'mine']
const ANSWERS: readonly ForeignAnswer[] = [...RESOLUTIONS, 'mine', 'theirs']

/** Parses `FILE=ANSWER` or an answer alone; the longest answer wins, because answers contain `=`, too. */
function readAnswer<T extends string>(
  word: string,
  answers: readonly T[],
): { readonly answer: T; readonly file?: string } | undefined {
  const sorted = [...answers].sort((a, b) => b.length - a.length)
  const alone = sorted.find(one => one === word)
  if (alone) return { answer: alone }
  const answer = sorted.find(one => word.endsWith(`=${one}`))
  return answer && { answer, file: word.slice(0, -answer.length - 1).replaceAll('\\', '/') }
}

function outsideAnswer(word: string): OutsideAnswer {
  const read = readAnswer(word, OUTSIDE_ANSWERS)
  if (!read?.file) throw new StudioError('usage.outside', { argument: word, answers: RESOLUTIONS.join(', ') })
  return { file: read.file, answer: read.answer }
}

function foreignAnswers(
  names: readonly string[],
  words: readonly string[],
): Pick<DeployOptions, 'foreign' | 'answers'> {
  const given = words.map(word => {
    const read = readAnswer(word, ANSWERS)
    if (!read)
      throw new StudioError('usage.foreign', { argument: word, answers: [...RESOLUTIONS, 'theirs'].join(', ') })
    return read.file === undefined ? read : { answer: read.answer, file: plannedName(names, read.file) }
  })
  const all = given.findLast(one => one.file === undefined)?.answer
  return {
    ...(all && { foreign: all }),
    answers: given.flatMap(({ file, answer }) => (file === undefined ? [] : [{ file, answer }])),
  }
}

/** Refuses unknown file names: such a file would silently get the answer given for all. */
function plannedName(names: readonly string[], given: string): string {
  const found = names.find(name => name.toLowerCase() === given.toLowerCase())
  if (found === undefined) throw new StudioError('deploy.no-file', { file: given })
  return found
}

const forced = (run: Run): boolean => run.options.force === true

/** Prints on stderr what a window would show before it deploys. */
async function warn(run: Run, api: StudioApi): Promise<DeployPlan> {
  const plan = await api.plan()
  for (const line of problemLines(run, plan.blocking)) run.io.err(line)
  if (plan.warnings.length > 0) run.io.err(run.say('cli.plan.warnings', { n: plan.warnings.length }))
  if (plan.unpacked > 0) run.io.err(run.say('cli.plan.unpacked', { n: plan.unpacked }))
  for (const line of hindranceLines(run, plan)) run.io.err(line)
  return plan
}

function reportLines(run: Run, { written, restored, kept, left }: DeployReport): string[] {
  if (written.length + restored.length + kept.length + left.length === 0) return [run.say('cli.deploy.nothing')]
  return [
    ...written.map(file => run.say('cli.deploy.written', { file })),
    ...restored.map(file => run.say('cli.deploy.restored', { file })),
    ...kept.map(file => run.say('cli.deploy.copied', { file })),
    ...left.map(file => run.say('cli.deploy.kept', { file })),
  ]
}

/** `areal restore`; `words`: `FILE=restore` or `FILE=keep` for files that restore does not write without an answer. */
export const restoreVerb =
  (install: string, isDry: boolean, words: readonly string[]): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    const answers = words.map(restoreAnswer)
    if (isDry) return restorePlanOnly(run, await api.restorePlan(), answers)
    const report = await restore(run, api, answers)
    run.answer(report, () => reportLines(run, report))
    return 0
  }

const RESTORE_ANSWERS = ['restore', 'keep'] as const
type RestoreAnswers = NonNullable<RestoreOptions['answers']>

function restoreAnswer(word: string): RestoreAnswers[number] {
  const at = word.lastIndexOf('=')
  const answer = RESTORE_ANSWERS.find(one => one === word.slice(at + 1))
  if (!answer || at <= 0)
    throw new StudioError('usage.restore', { argument: word, answers: RESTORE_ANSWERS.join(', ') })
  return { file: word.slice(0, at).replaceAll('\\', '/'), answer }
}

/** Exit code 1: a file needs an answer that is missing. */
function restorePlanOnly(run: Run, plan: RestorePlan, answers: RestoreAnswers): ExitCode {
  run.answer(plan, () => [
    ...plan.files.map(({ file, action, size, originalHash, question, isLost }) =>
      [
        run.say(action === 'remove' ? 'cli.plan.remove' : 'cli.plan.restore'),
        file,
        run.say('cli.bytes', { n: size }),
        originalHash.slice(0, 12),
        ...(question === null ? [] : [run.say(`cli.plan.${question}`)]),
        ...(isLost ? [run.say('cli.plan.lost')] : []),
      ].join('\t'),
    ),
    ...(plan.files.length === 0 ? [run.say('cli.deploy.nothing')] : []),
  ])
  const isAnswered = (file: string): boolean => answers.some(one => one.file.toLowerCase() === file.toLowerCase())
  return plan.files.some(({ file, question, isLost }) => (question !== null || isLost) && !isAnswered(file)) ? 1 : 0
}

/** `areal compact`: compacts the journal and removes unused copies. */
export const compactVerb =
  (install: string): Verb =>
  async run => {
    const { api } = await run.open(install, 'workspace')
    const report = await api.tidyUp()
    const { before, after } = report
    run.answer(report, () => [
      run.say('cli.compact', {
        journal_before: before.journal,
        journal_after: after.journal,
        backups_before: before.backups,
        backups_after: after.backups,
      }),
    ])
    return 0
  }

const restore = (run: Run, api: StudioApi, answers: RestoreAnswers = []): Promise<DeployReport> =>
  api.restore({ ...(forced(run) && { foreign: 'overwrite' }), answers })

/** Options of the launch profile; saved for the next launch. */
export interface LaunchWords {
  readonly map?: string
  readonly executable?: string
  readonly argument?: readonly string[]
  readonly folder?: string
  readonly wrapper?: readonly string[]
  readonly env?: readonly string[]
  /** Allows the launch commands of a project file. */
  readonly trust?: boolean
}

export const launchVerb =
  (install: string, words: LaunchWords): Verb =>
  async run => {
    const { api, listen } = await run.open(install, 'workspace')
    const profile = await setProfile(run, api, words)
    listen('gameOutput', ({ text }) => {
      if (run.options.json !== true) run.io.lines(text)
    })
    const trust = await guardLaunch(run, api, words, profile)
    const report = await launch(api, words, profile, trust)
    run.answer(report, () => launchLines(run, report))
    return report.exitCode === 0 ? 0 : 1
  }

/** Sets the launch profile and returns the previous one. Only Windows programs need a wrapper such as wine. */
async function setProfile(run: Run, api: StudioApi, words: LaunchWords): Promise<LaunchProfile> {
  const present = await api.profile()
  const next: LaunchProfile = {
    ...present,
    executable: words.executable === undefined ? present.executable : absoluteIfExists(run, words.executable),
    arguments: words.argument ?? present.arguments,
    folder: words.folder === undefined ? present.folder : absoluteIfExists(run, words.folder),
    wrapper:
      words.wrapper ?? (words.executable === undefined || /\.exe$/i.test(words.executable) ? present.wrapper : []),
    environment: words.env === undefined ? present.environment : Object.fromEntries(words.env.map(variable)),
  }
  if (JSON.stringify(next) !== JSON.stringify(present)) await api.setProfile(next)
  return present
}

/** A path that exists in the current folder is made absolute; any other is relative to the install. */
const absoluteIfExists = (run: Run, path: string): string =>
  path !== '' && existsSync(run.path(path)) ? run.path(path) : path

function variable(word: string): [name: string, value: string] {
  const at = word.indexOf('=')
  if (at <= 0) throw new StudioError('usage.no-equals', { argument: word })
  return [word.slice(0, at), word.slice(at + 1)]
}

/** A profile that cannot be started is not saved. `trust`: the result of `guardLaunch`. */
async function launch(
  api: StudioApi,
  { map }: LaunchWords,
  before: LaunchProfile,
  trust: string | undefined,
): Promise<LaunchReport> {
  try {
    return await api.launch({ ...(map !== undefined && { map }), ...(trust !== undefined && { trust }) })
  } catch (error) {
    await api.setProfile(before)
    throw error
  }
}

/**
 * To be called before anything is deployed or started. Throws StudioError `launch.untrusted` unless the options allow
 * the commands, which are then printed; returns the digest that allows them.
 */
async function guardLaunch(
  run: Run,
  api: StudioApi,
  { trust }: LaunchWords,
  before: LaunchProfile,
): Promise<string | undefined> {
  try {
    await api.guardLaunch()
    return undefined
  } catch (error) {
    if (trust !== true || !(error instanceof StudioError) || error.code !== 'launch.untrusted') {
      await api.setProfile(before)
      throw error
    }
    for (const line of String(error.params['commands']).split('\n')) run.io.err(line)
    return String(error.params['digest'])
  }
}

function launchLines(run: Run, report: LaunchReport): string[] {
  return [
    ...report.notices.map(notice => wordsOf(run, notice)),
    run.say('cli.launch.ended', {
      command: report.command.join(' '),
      result: report.exitCode ?? report.signal ?? '?',
      seconds: run.text.decimal(report.milliseconds / 1000, 1),
    }),
    ...report.logs.flatMap(log => [run.say('cli.launch.log', { file: log.file }), log.text.trimEnd()]),
  ]
}

/** Pack, deploy, launch, wait, restore: the game runs with the change, and the install is restored afterwards. */
export const testVerb =
  (install: string, words: LaunchWords): Verb =>
  async run => {
    const { api, listen } = await run.open(install, 'workspace')
    const profile = await setProfile(run, api, words)
    const trust = await guardLaunch(run, api, words, profile)
    const packed = await api.pack()
    await warn(run, api)
    const deployed = await api.deploy(forced(run) ? { force: true, foreign: 'keep' } : {})
    listen('gameOutput', ({ text }) => {
      if (run.options.json !== true) run.io.lines(text)
    })
    let launched: LaunchReport | undefined
    let restored: DeployReport | undefined
    try {
      launched = await launch(api, words, profile, trust)
    } finally {
      restored = await restore(run, api)
    }
    run.answer({ packed, deployed, launched, restored }, () => [
      ...packLines(run, packed),
      ...reportLines(run, deployed),
      ...launchLines(run, launched),
      ...reportLines(run, restored),
    ])
    return launched.exitCode === 0 ? 0 : 1
  }
