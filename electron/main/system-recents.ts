import { posix, win32 } from 'node:path'
import type { Recent } from '../service/host-api'

/** The application id for Windows; the installer's shortcuts have the same one. */
export const APP_ID = 'studio.areal'
/** Number of items that Windows shows. */
const SHOWN = 10
/** Windows omits an item with a longer description. */
const LONGEST_DESCRIPTION = 260

interface JumpItem {
  readonly type: 'task'
  readonly title: string
  readonly description: string
  readonly program: string
  readonly args: string
  readonly iconPath: string
  readonly iconIndex: number
}
interface DockItem {
  readonly label: string
  readonly click: () => void
}

/** The system's list: the jump list of Windows, the dock menu of macOS. Others have none. */
export interface Desktop {
  readonly platform: NodeJS.Platform
  /** The program that starts the studio, and its arguments before the path. */
  readonly program: string
  readonly words: readonly string[]
  /** Items that the user removed from the jump list; with one of them in the list Windows shows none of it. */
  removed(): readonly { readonly args?: string }[]
  setJumpList(items: readonly JumpItem[]): void
  setDockMenu(items: readonly DockItem[]): void
  open(path: string): void
  forget(path: string): Promise<unknown>
}

/**
 * Shows the recent folders where the system has such a list; pinned ones first, in the given order. Items that the user
 * removed from the jump list are removed here, too.
 */
export async function showRecents(recents: readonly Recent[], desktop: Desktop): Promise<void> {
  const { platform } = desktop
  if (platform === 'darwin') {
    desktop.setDockMenu(
      recents
        .slice(0, SHOWN)
        .map(recent => ({ label: labelOf(recent, platform), click: () => desktop.open(recent.path) })),
    )
  } else if (platform === 'win32') {
    const removed = new Set(desktop.removed().map(item => item.args))
    const isRemoved = ({ path }: Recent): boolean => removed.has(argsOf(desktop, path))
    desktop.setJumpList(
      recents
        .filter(recent => !isRemoved(recent))
        .slice(0, SHOWN)
        .map(recent => jumpItem(desktop, recent)),
    )
    for (const { path } of recents.filter(isRemoved)) await desktop.forget(path)
  }
}

function jumpItem(desktop: Desktop, recent: Recent): JumpItem {
  const { program, platform } = desktop
  return {
    type: 'task',
    title: labelOf(recent, platform),
    description: recent.path.slice(0, LONGEST_DESCRIPTION),
    program,
    args: argsOf(desktop, recent.path),
    iconPath: program,
    iconIndex: 0,
  }
}

/** The folder distinguishes installs of one game. */
function labelOf({ path, title }: Recent, platform: NodeJS.Platform): string {
  const name = (platform === 'win32' ? win32 : posix).basename(path) || path
  return title === '' ? name : `${name} – ${title}`
}

const argsOf = ({ words }: Desktop, path: string): string => [...words, path].map(quoted).join(' ')

/** As Windows parses command lines: a backslash before a quote is doubled; a path contains no quote. */
const quoted = (word: string): string => `"${word.replace(/\\+$/, '$&$&')}"`
