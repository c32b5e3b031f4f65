import { isRecord, parseJson, StudioError } from '../../format'
import type { LaunchProfile } from '../api/launch'
import type { Host } from '../api/host'
import { ownFolder } from '../install/own-folder'
import type { Session } from '../entries/session'
import { fromText, toText } from '../../format/text-bytes'

/** In the user's data, because a project file must not declare itself trusted. */
const FILE = 'trusted-launch.json'
const MOST = 500

/** One launch profile that the user allowed. */
interface Trusted {
  /** Folder of the workspace, absolute. */
  readonly workspace: string
  /** Digest of the profile: a changed profile needs new consent. */
  readonly digest: string
}

/** Identifies exactly these commands in this workspace. */
const digestOf = (host: Host, workspace: string, profile: LaunchProfile): string => {
  const { executable, arguments: words, folder, environment, wrapper, before, after } = profile
  const variables = Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))
  return host.hash(fromText(JSON.stringify([workspace, executable, words, folder, variables, wrapper, before, after])))
}

/**
 * Whether the user allowed this profile. A workspace in the user's own data was made on this computer and needs no
 * question.
 */
export async function isTrusted({ host, workspace }: Session, profile: LaunchProfile): Promise<boolean> {
  const { folder } = workspace.parts
  if (host.isInside((await host.resolve(host.userData)).path, (await host.resolve(folder)).path)) return true
  const digest = digestOf(host, folder, profile)
  return (await allTrusted(host)).some(one => one.workspace === folder && one.digest === digest)
}

/** Records that the user allowed this profile; only until the program ends where the user's data cannot be written. */
export async function trust(session: Session, profile: LaunchProfile): Promise<void> {
  if (await isTrusted(session, profile)) return
  const {
    host,
    workspace: {
      parts: { folder },
    },
  } = session
  const next: readonly Trusted[] = [
    { workspace: folder, digest: digestOf(host, folder, profile) },
    ...(await allTrusted(host)).filter(one => one.workspace !== folder),
  ]
  try {
    await (await ownFolder(host, host.userData)).write(
      FILE,
      fromText(`${JSON.stringify({ version: 1, trusted: next.slice(0, MOST) }, null, 2)}\n`),
    )
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
  }
}

/**
 * Throws StudioError `launch.untrusted` with the exact commands and the digest of the profile, unless the user allowed
 * it before or `allowed` is that digest, so that only commands that were shown run.
 */
export async function guardTrust(
  session: Session,
  profile: LaunchProfile,
  command: readonly string[],
  allowed: string | undefined,
): Promise<void> {
  if (await isTrusted(session, profile)) return
  const {
    host,
    workspace: {
      parts: { folder },
    },
  } = session
  const digest = digestOf(host, folder, profile)
  if (allowed !== digest)
    throw new StudioError('launch.untrusted', { path: folder, commands: printCommands(profile, command), digest })
  await trust(session, profile)
}

async function allTrusted(host: Host): Promise<readonly Trusted[]> {
  const files = await ownFolder(host, host.userData)
  const json = (await files.stat(FILE)) ? parseJson(toText(await files.read(FILE))) : undefined
  const list: unknown = isRecord(json) ? json['trusted'] : undefined
  return Array.isArray(list) ? list.flatMap((one: unknown) => readTrusted(one) ?? []) : []
}

function readTrusted(one: unknown): Trusted | undefined {
  if (!isRecord(one)) return undefined
  const { workspace, digest } = one
  return typeof workspace === 'string' && typeof digest === 'string' ? { workspace, digest } : undefined
}

/** One line for each command in their order, preceded by the folder and the variables. */
function printCommands({ folder, environment, before, after }: LaunchProfile, command: readonly string[]): string {
  const variables = Object.entries(environment).map(([name, value]) => printWord(`${name}=${value}`))
  const place = folder === '' ? [] : [`cd ${printWord(folder)}`]
  return [...place, ...variables, ...[...before, command, ...after].map(words => words.map(printWord).join(' '))].join(
    '\n',
  )
}

/** Quoted where it could be read as several words; control and format characters by their numbers. */
function printWord(word: string): string {
  const shown = word.replaceAll(/\p{C}/gu, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
  return shown === '' || /[\s"']/.test(shown) ? `"${shown.replaceAll('"', '\\"')}"` : shown
}
