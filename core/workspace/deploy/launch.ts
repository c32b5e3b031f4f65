import { StudioError, type FileStat, type FileSystem, type Words } from '../../format'
import { decodeText } from '../../layout'
import type { LaunchOptions, LaunchProfile, LaunchReport } from '../api'
import { isRecord, parseJson } from './deployed'
import { ABOUT } from '../journal/migrate'
import { putRunOverlay, takeRunOverlay } from './run-overlay'
import type { Session } from '../session'
import { fromText, toText } from '../text-bytes'

/** The last bytes of a log that are shown. */
const LOG_SHOWN = 64 * 1024

/** The profile as the user set it, else the family's default: the first executable that the install has. */
export async function launchProfile(session: Session): Promise<LaunchProfile> {
  return (await storedProfile(session)) ?? defaultProfile(session)
}

export async function storeProfile(session: Session, profile: LaunchProfile): Promise<void> {
  const { store } = session.workspace.parts
  const about = parseJson(toText(await store.read(ABOUT)))
  await store.write(ABOUT, fromText(`${JSON.stringify({ ...(isRecord(about) && about), profile }, null, 2)}\n`))
}

async function storedProfile(session: Session): Promise<LaunchProfile | undefined> {
  const { store } = session.workspace.parts
  const about = (await store.stat(ABOUT)) ? parseJson(toText(await store.read(ABOUT))) : undefined
  const profile = isRecord(about) ? about['profile'] : undefined
  if (!isRecord(profile)) return undefined
  const { executable, arguments: words, folder, environment, wrapper } = profile
  const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : [])
  const variables = isRecord(environment) ? Object.entries(environment).filter((pair): pair is [string, string] => typeof pair[1] === 'string') : []
  return {
    executable: typeof executable === 'string' ? executable : '',
    arguments: texts(words),
    folder: typeof folder === 'string' ? folder : '',
    environment: Object.fromEntries(variables),
    wrapper: texts(wrapper),
  }
}

async function defaultProfile(session: Session): Promise<LaunchProfile> {
  const { install } = session.workspace.parts
  const names = session.family?.launch.executables ?? []
  const executable = names.map(name => install.spelling(name)).find(name => name !== undefined) ?? ''
  const isWindows = executable !== '' && (await isWindowsProgram(session, executable))
  return { executable, arguments: [], folder: '', environment: {}, wrapper: isWindows && session.host.platform !== 'win32' ? ['wine'] : [] }
}

/** By name and by its first bytes: a script that is only called .exe runs by itself. */
async function isWindowsProgram(session: Session, file: string): Promise<boolean> {
  if (!/\.exe$/i.test(file)) return false
  const [m, z] = await session.workspace.parts.install.head(file, 2)
  return m === 0x4d && z === 0x5a
}

const isAbsolute = (path: string): boolean => /^(?:[a-z]:)?[\\/]/i.test(path)

/** Starts the game and answers when it has ended. Files put behind it for a map are taken back whatever happens. */
export async function launch(session: Session, target: () => Promise<FileSystem>, options: LaunchOptions = {}): Promise<LaunchReport> {
  const { install } = session.workspace.parts
  const root = install.files.root
  const profile = await launchProfile(session)
  const names = session.family?.launch.executables ?? []
  const name = profile.executable || (names.map(one => install.spelling(one)).find(one => one !== undefined) ?? '')
  if (name === '') throw new StudioError('launch.no-executable', { names: names.join(', ') })
  const at = (path: string): string => (isAbsolute(path) ? path : session.host.join(root, install.spelling(path) ?? path))
  const [command = '', ...before] = [...profile.wrapper, at(name)]
  const words = [...before, ...profile.arguments]
  const notices: Words[] = []
  const logs = await logStats(session)
  if (options.map !== undefined) notices.push(await prepareMap(session, target, options.map))
  try {
    const ended = await run(session, { command, arguments: words, folder: profile.folder === '' ? root : at(profile.folder), environment: profile.environment })
    return { command: [command, ...words], ...ended, logs: await writtenLogs(session, logs), notices }
  } finally {
    if (options.map !== undefined) await session.workspace.parts.lock.hold('launch', () => takeRunOverlay(session.workspace, target))
  }
}

async function prepareMap(session: Session, target: () => Promise<FileSystem>, map: string): Promise<Words> {
  const overlay = await session.family?.startInMap?.(session.reader('present'), map)
  if (!overlay) throw new StudioError('launch.no-map-start', { map })
  try {
    await session.workspace.parts.lock.hold('launch', async () => putRunOverlay(session.workspace, await target(), overlay))
  } catch (error) {
    await takeRunOverlay(session.workspace, target)
    throw error
  }
  return overlay.note
}

type Ended = Pick<LaunchReport, 'exitCode' | 'signal' | 'milliseconds' | 'output'>

async function run(session: Session, command: Parameters<Session['host']['run']>[0]): Promise<Ended> {
  const output: string[] = []
  let kill = (): void => {}
  const job = session.outsideJob('job.game', () => { kill() })
  const say = (text: string): void => {
    output.push(text)
    session.emit('gameOutput', { text })
  }
  try {
    const ended = await session.host.run(command, say, stop => { kill = stop })
    job.end('done')
    return { ...ended, output: output.join('') }
  } catch (error) {
    job.end('failed')
    throw error
  }
}

async function logStats(session: Session): Promise<ReadonlyMap<string, FileStat>> {
  const { install } = session.workspace.parts
  const stats = new Map<string, FileStat>()
  for (const log of session.family?.launch.logs ?? []) {
    const stat = await install.files.stat(log)
    if (stat) stats.set(log, stat)
  }
  return stats
}

/** Logs that the game wrote in this run, their last part. */
async function writtenLogs(session: Session, before: ReadonlyMap<string, FileStat>): Promise<LaunchReport['logs']> {
  const { install } = session.workspace.parts
  const logs: { file: string; text: string }[] = []
  for (const [log, stat] of await logStats(session)) {
    const old = before.get(log)
    if (old && old.modified === stat.modified && old.size === stat.size) continue
    const offset = Math.max(0, stat.size - LOG_SHOWN)
    logs.push({ file: stat.path, text: decodeText(await install.files.read(log, { offset, length: LOG_SHOWN }), 'cp1251') })
  }
  return logs
}
