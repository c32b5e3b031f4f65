import { isRecord, parseJson, StudioError, type FileStat, type FileSystem, type Words } from '../../format'
import { decodeText } from '../../layout'
import type { LaunchOptions, LaunchProfile, LaunchReport } from '../api/launch'
import { ABOUT } from '../journal/migrate'
import type { Install } from '../install/install'
import { guardTrust, isTrusted, trust } from './launch-trust'
import { keepRunLog } from './run-log'
import { putRunOverlay, takeRunOverlay } from './run-overlay'
import type { Session } from '../entries/session'
import { fromText, toText } from '../../format/text-bytes'

/** Shown bytes of the end of a log. */
const LOG_SHOWN = 64 * 1024

/**
 * The profile set by the user, else the family's default: its first executable that the install has, or the root that
 * the family declares for it.
 */
export async function launchProfile(session: Session): Promise<LaunchProfile> {
  return (await storedProfile(session)) ?? defaultProfile(session)
}

/**
 * Saves the launch profile in workspace.json, beside its other members. A change by the user does not change its trust:
 * a profile from a project file is still shown before it runs.
 */
export async function storeProfile(session: Session, profile: LaunchProfile): Promise<void> {
  const { store } = session.workspace.parts
  const before = await launchProfile(session)
  const wasTrusted = !(await needsTrust(session, before)) || (await isTrusted(session, before))
  const about = parseJson(toText(await store.read(ABOUT)))
  await store.write(ABOUT, fromText(`${JSON.stringify({ ...(isRecord(about) && about), profile }, null, 2)}\n`))
  const next = wasTrusted ? await storedProfile(session) : undefined
  if (next) await trust(session, next)
}

/**
 * A stored profile, or a program in a root: the workspace stores its folder, too, and one of somebody else must not choose
 * what runs.
 */
const needsTrust = async (session: Session, { executable }: LaunchProfile): Promise<boolean> =>
  isAbsolute(executable) || (await storedProfile(session)) !== undefined

async function storedProfile(session: Session): Promise<LaunchProfile | undefined> {
  const { store } = session.workspace.parts
  const about = (await store.stat(ABOUT)) ? parseJson(toText(await store.read(ABOUT))) : undefined
  const profile = isRecord(about) ? about['profile'] : undefined
  if (!isRecord(profile)) return undefined
  const { executable, arguments: words, folder, environment, wrapper, before, after } = profile
  const texts = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
  const commands = (list: unknown): string[][] =>
    Array.isArray(list) ? list.map(texts).filter(command => command.length > 0) : []
  const variables = isRecord(environment)
    ? Object.entries(environment).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    : []
  return {
    executable: typeof executable === 'string' ? executable : '',
    arguments: texts(words),
    folder: typeof folder === 'string' ? folder : '',
    environment: Object.fromEntries(variables),
    wrapper: texts(wrapper),
    before: commands(before),
    after: commands(after),
  }
}

async function defaultProfile(session: Session): Promise<LaunchProfile> {
  const found = await programOf(session)
  const { executable, folder } = found ?? { executable: '', folder: '' }
  const isWindows = found !== undefined && (await isWindowsProgram(found.in, found.file))
  return {
    executable,
    arguments: [],
    folder,
    environment: {},
    wrapper: isWindows && session.host.platform !== 'win32' ? ['wine'] : [],
    before: [],
    after: [],
  }
}

/** The program of the game, with the folder that it runs in: '' of the install, absolute of a root. */
interface Program {
  readonly executable: string
  readonly folder: string
  readonly in: Install
  readonly file: string
}

/** The first program of the family that the install has, else the root that the family declares for it. */
async function programOf(session: Session): Promise<Program | undefined> {
  const { host, family, workspace } = session
  const { install } = workspace.parts
  const { executables = [], root } = family?.launch ?? {}
  for (const name of executables) {
    const executable = install.spelling(name) ?? name
    if (await isOnDisk(session, executable)) return { executable, folder: '', in: install, file: executable }
  }
  const beside = root === undefined ? undefined : install.roots.get(root)
  const file = executables.map(name => beside?.spelling(name)).find(name => name !== undefined)
  const folder = install.rootFolders.get(root ?? '')
  if (!beside || file === undefined || folder === undefined) return undefined
  return { executable: host.join(folder, file), folder, in: beside, file }
}

/** By name and first bytes: a script may have the extension .exe, and runs without a wrapper. */
async function isWindowsProgram(install: Install, file: string): Promise<boolean> {
  if (!/\.exe$/i.test(file)) return false
  const [m, z] = await install.head(file, 2)
  return m === 0x4d && z === 0x5a
}

const isAbsolute = (path: string): boolean => /^(?:[a-z]:)?[\\/]/i.test(path)

/**
 * Runs the commands of the profile that precede the game, then the game; resolves when it has ended. Files added for a
 * map are removed and the commands after the game run in any case. The output of all is kept in the workspace. Throws
 * StudioError `launch.untrusted` where the profile is from a project file and the user has not allowed it.
 */
export async function launch(
  session: Session,
  target: () => Promise<FileSystem>,
  options: LaunchOptions = {},
): Promise<LaunchReport> {
  const { profile, executable, command } = await guardLaunch(session, options)
  const at = placesOf(session)
  const place = {
    folder: profile.folder === '' ? session.workspace.parts.install.files.root : at(profile.folder),
    environment: profile.environment,
  }
  const start = ([program = '', ...words]: readonly string[]): Promise<Ended> =>
    run(session, { command: program, arguments: words, ...place })
  const output: string[] = []
  const step = async ([program = '', ...words]: readonly string[]): Promise<void> => {
    const ended = await start([
      session.workspace.parts.install.spelling(program) === undefined ? program : at(program),
      ...words,
    ])
    output.push(ended.output)
    if (ended.exitCode !== 0)
      throw new StudioError('launch.step', { command: program, exit: String(ended.exitCode ?? ended.signal ?? '?') })
  }
  const notices: Words[] = [...missingLibraries(session, executable)]
  const logs = await logStats(session)
  let ended: Ended
  try {
    for (const one of profile.before) await step(one)
    const game = (): Promise<Ended> =>
      start(command).catch((error: unknown) => {
        throw missingWrapper(profile, executable, error)
      })
    ended = await inMap(session, target, options.map, notices, game)
    output.push(ended.output)
  } finally {
    await afterwards(profile.after, step, notices)
  }
  const report = { command, ...ended, output: output.join(''), logs: await writtenLogs(session, logs) }
  const kept = await keepRunLog(session.workspace, report)
  if (kept === null) notices.push({ code: 'notice.run-not-kept', params: { path: session.workspace.parts.folder } })
  return { ...report, notices, kept }
}

/**
 * The profile and the command that `launch` would start; starts nothing. Records the user's consent where `trust` gives
 * it. Throws StudioError `launch.untrusted` as `launch` does and `launch.no-program` where the program is not on the
 * disk, so that a deploy before the launch can be refused first.
 */
export async function guardLaunch(
  session: Session,
  { trust }: LaunchOptions = {},
): Promise<{ readonly profile: LaunchProfile; readonly executable: string; readonly command: readonly string[] }> {
  const profile = await launchProfile(session)
  const executable = profile.executable || (await programOf(session))?.executable
  if (executable === undefined)
    throw new StudioError('launch.no-executable', { names: (session.family?.launch?.executables ?? []).join(', ') })
  const command = [...profile.wrapper, placesOf(session)(executable), ...profile.arguments]
  if (await needsTrust(session, profile)) await guardTrust(session, profile, command, trust)
  if (profile.before.length === 0) await guardProgram(session, executable)
  return { profile, executable, command }
}

/**
 * Throws StudioError `launch.no-program` where the program is absent. Not to be called where commands run before the
 * game: they may create it, as a mounted disc does.
 */
async function guardProgram(session: Session, executable: string): Promise<void> {
  if (!(await isOnDisk(session, executable)))
    throw new StudioError('launch.no-program', { program: placesOf(session)(executable) })
}

/** The listing of the install may be older than the disk. */
const isOnDisk = async (session: Session, program: string): Promise<boolean> =>
  (await session.host.resolve(placesOf(session)(program))).kind !== 'missing'

/** A wrapper that the system does not have is named as such; any other error as it is. */
function missingWrapper({ wrapper: [wrapper] }: LaunchProfile, program: string, error: unknown): unknown {
  const isMissing =
    error instanceof StudioError && error.code === 'launch.failed' && error.params['reason'] === 'ENOENT'
  return isMissing && wrapper !== undefined ? new StudioError('launch.no-wrapper', { wrapper, program }) : error
}

/** Says which libraries of others are not there that the family's own program needs on this Windows. */
function missingLibraries(
  {
    host,
    family,
    workspace: {
      parts: { install },
    },
  }: Session,
  executable: string,
): readonly Words[] {
  const { executables = [], windowsLibraries = [] } = family?.launch ?? {}
  if (host.platform !== 'win32' || !executables.some(name => name.toLowerCase() === executable.toLowerCase())) return []
  const missing = windowsLibraries.filter(name => install.spelling(name) === undefined)
  return missing.length === 0
    ? []
    : [{ code: 'notice.launch-libraries', params: { program: executable, files: missing.join(', ') } }]
}

/** Absolute paths of the profile's paths, which are relative to the install. */
const placesOf =
  ({
    host,
    workspace: {
      parts: { install },
    },
  }: Session) =>
  (path: string): string =>
    isAbsolute(path) ? path : host.join(install.files.root, install.spelling(path) ?? path)

/** A failure of a command after the game is reported; the following commands run. */
async function afterwards(
  commands: LaunchProfile['after'],
  step: (command: readonly string[]) => Promise<void>,
  notices: Words[],
): Promise<void> {
  for (const command of commands) {
    try {
      await step(command)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      notices.push({ code: `refusal.${error.code}`, params: error.params })
    }
  }
}

async function inMap(
  session: Session,
  target: () => Promise<FileSystem>,
  map: string | undefined,
  notices: Words[],
  play: () => Promise<Ended>,
): Promise<Ended> {
  if (map === undefined) return play()
  notices.push(await prepareMap(session, target, map))
  try {
    return await play()
  } finally {
    await session.workspace.parts.lock.hold('launch', () => takeRunOverlay(session.workspace, target))
  }
}

async function prepareMap(session: Session, target: () => Promise<FileSystem>, map: string): Promise<Words> {
  const { family } = session
  if (!family?.startIn) throw new StudioError('launch.no-map-start', { map })
  const subject = await session.subjects.named(family.id, map)
  if (!subject?.canStart) throw new StudioError('launch.no-subject', { map })
  const overlay = await family.startIn(session.reader('present'), subject)
  await session.workspace.parts.lock.hold('launch', async () => {
    try {
      await putRunOverlay(session.workspace, await target(), overlay)
    } catch (error) {
      await takeRunOverlay(session.workspace, target)
      throw error
    }
  })
  return overlay.note
}

type Ended = Pick<LaunchReport, 'exitCode' | 'signal' | 'milliseconds' | 'output'>

async function run(session: Session, command: Parameters<Session['host']['run']>[0]): Promise<Ended> {
  const output: string[] = []
  let kill = (): void => {}
  const job = session.jobs.begin('job.game', 0, {
    stop: () => {
      kill()
    },
  })
  const say = (text: string): void => {
    output.push(text)
    session.emit('gameOutput', { text })
  }
  try {
    const ended = await session.host.run(command, say, stop => {
      kill = stop
    })
    job.end('done')
    return { ...ended, output: output.join('') }
  } catch (error) {
    job.end('failed', error)
    throw error
  }
}

async function logStats(session: Session): Promise<ReadonlyMap<string, FileStat>> {
  const { install } = session.workspace.parts
  const stats = new Map<string, FileStat>()
  for (const log of session.family?.launch?.logs ?? []) {
    const stat = await install.files.stat(log)
    if (stat) stats.set(log, stat)
  }
  return stats
}

/** The last part of each log that the game wrote in this run. */
async function writtenLogs(session: Session, before: ReadonlyMap<string, FileStat>): Promise<LaunchReport['logs']> {
  const { install, family } = session.workspace.parts
  const logs: { file: string; text: string }[] = []
  for (const [log, stat] of await logStats(session)) {
    const old = before.get(log)
    if (old && old.modified === stat.modified && old.size === stat.size) continue
    const offset = Math.max(0, stat.size - LOG_SHOWN)
    logs.push({
      file: stat.path,
      text: decodeText(await install.files.read(log, { offset, length: LOG_SHOWN }), family?.encoding ?? 'cp1252'),
    })
  }
  return logs
}
