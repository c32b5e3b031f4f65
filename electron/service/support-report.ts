import { homedir, hostname, release, type, userInfo, version } from 'node:os'
import type { WorkspaceInfo } from '@areal-studio/core/studio'
import type { HostInfo } from './host-api'
import type { Log } from './log'

const LINES = 200
/** Shorter names would match inside other words. */
const SHORTEST = 3

/** Names and folders of the user, and the placeholder for each in a report. */
interface Private {
  readonly words: string
  readonly shown: string
}

/**
 * The text that a user may send with a defect: version, system, graphics, what is open and the last lines of the log.
 * Folders, names of the user and of the machine are masked; of the game it contains only the number of files.
 */
export function supportReport(host: HostInfo, graphics: string, project: WorkspaceInfo | null, log: Log): string {
  const versions = Object.entries(host.versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
  const secrets = [
    ...(project
      ? [
          { words: project.install, shown: '<game>' },
          { words: project.workspace, shown: '<workspace>' },
        ]
      : []),
    { words: host.path, shown: '<asked>' },
    { words: host.userData, shown: '<data>' },
    ...ownNames(),
  ]
  const text = [
    `Areal Studio ${host.version} (${host.kind})`,
    `${host.platform}, ${versions}`,
    `System: ${systemWords()}`,
    `Graphics: ${graphics.replaceAll(/\s+/g, ' ') || 'none'}`,
    projectLine(project),
    '',
    `Last ${LINES} lines of the log:`,
    ...log.last(LINES),
  ].join('\n')
  return masked(text, secrets)
}

/** Name, release and version of the operating system. */
const systemWords = (): string => `${type()} ${release()} (${version()})`

const projectLine = (project: WorkspaceInfo | null): string =>
  project === null
    ? 'Nothing is open'
    : `Open: ${project.family}, ${project.fileCount} files, ${project.changed} changed, ${project.unpacked} not packed`

function ownNames(): Private[] {
  return [
    { words: homedir(), shown: '<home>' },
    { words: userName(), shown: '<user>' },
    { words: hostname(), shown: '<machine>' },
  ]
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

/**
 * Masks known names and paths, the longest first; then quoted absolute paths, and whatever else looks like a home
 * folder.
 */
export function masked(text: string, secrets: readonly Private[]): string {
  const all = secrets
    .flatMap(({ words, shown }) => spellings(words).map(spelling => ({ spelling, shown })))
    .sort((a, b) => b.spelling.length - a.spelling.length)
  return all
    .reduce((clean, { spelling, shown }) => clean.replaceAll(wholeWords(spelling), shown), text)
    .replaceAll(/"(?:[a-z]:)?[\\/][^"\n]*"/gi, '"<path>"')
    .replaceAll(/((?:[a-z]:[\\/]+users|\/home|\/users)[\\/]+)[^\\/\s"'<>|]+/gi, '$1<user>')
}

/** Spellings of a path: of Windows, in addresses and inside quoted text. */
const spellings = (words: string): string[] =>
  [
    ...new Set([
      words,
      words.replaceAll('\\', '/'),
      words.replaceAll('/', '\\'),
      words.replaceAll('\\', '\\\\'),
      encodeURI(words),
    ]),
  ].filter(one => one.length >= SHORTEST)

/** Not inside a longer word: a user named `art` is not part of `start`. */
function wholeWords(words: string): RegExp {
  const plain = words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`, 'giu')
}
