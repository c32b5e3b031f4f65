import { posix, win32 } from 'node:path'
import type { Recent } from '../service/host-api'

/** The name under which Windows knows the program; the shortcuts that the installer makes carry it too. */
export const APP_ID = 'studio.areal'
/** As many as Windows shows. */
const SHOWN = 10
/** Windows leaves out an item with a longer description. */
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

/** What the system does with the list: the jump list of Windows, the dock menu of macOS. Others have none. */
export interface Desktop {
  readonly platform: NodeJS.Platform
  /** What starts the studio, and the words that stand before a path. */
  readonly program: string
  readonly words: readonly string[]
  /** Items that the user took out of the jump list; one of them would keep the whole list from being shown. */
  removed(): readonly { readonly args?: string }[]
  setJumpList(items: readonly JumpItem[]): void
  setDockMenu(items: readonly DockItem[]): void
  open(path: string): void
  forget(path: string): Promise<unknown>
}

/**
 * Shows what was opened last where the system lists such things; pinned ones come first, as they are given. What the user took out of
 * the jump list is forgotten here too.
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

/** The folder tells installs of one game apart. */
function labelOf({ path, title }: Recent, platform: NodeJS.Platform): string {
  const name = (platform === 'win32' ? win32 : posix).basename(path) || path
  return title === '' ? name : `${name} – ${title}`
}

const argsOf = ({ words }: Desktop, path: string): string => [...words, path].map(quoted).join(' ')

/** As Windows takes command lines apart: a backslash before a quote is doubled; a path holds no quote. */
const quoted = (word: string): string => `"${word.replace(/\\+$/, '$&$&')}"`
