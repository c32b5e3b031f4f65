import { StudioError } from '../../format'
import { noteRebased } from './rebase'
import type { Session } from '../entries/session'
import type { Seen, Workspace } from '../entries/workspace'
import { MARKER } from '../install/deployed'
import { refreshState } from './install-state'

/**
 * Watches a folder: calls back with changed paths relative to it, with `/`; returns an unsubscribe function. Own writes
 * are reported, too. `isShallow`: the folder and what lies directly in it only.
 */
export type Watch = (
  folder: string,
  changed: (paths: readonly string[]) => void,
  options?: { readonly isShallow: boolean },
) => () => void

/**
 * Finds changes by other processes and programs. `seen` is called with folders and files in progress; throw to abort.
 */
export async function look(workspace: Workspace, seen?: Seen): Promise<void> {
  const { isReadOnly, install } = workspace.parts
  await workspace.sync()
  await install.refresh(seen)
  if (!isReadOnly) await noteRebased(workspace)
  await workspace.noticeOutside(undefined, seen)
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Set(others)
  return names.filter(name => !left.has(name))
}

/**
 * Checks files that another program may have changed. Content decides: a file rewritten with the same bytes, or
 * deployed from here, is not reported; nor is a file that was never read.
 */
export async function lookAgain(session: Session, paths: readonly string[]): Promise<void> {
  const { workspace } = session
  const { install, hashes } = workspace.parts
  const before = session.info()
  const files = paths.filter(
    path => path.toLowerCase() !== MARKER && hashes.of(install.spelling(path) ?? path) === undefined,
  )
  const known = new Map(files.map(file => [file, install.knownHash(file)]))
  const namesBefore = install.names
  try {
    await workspace.sync()
    if (paths.length > 0) await install.refresh()
    const changed: string[] = []
    for (const [file, hash] of known) {
      const now = hash === undefined ? undefined : await install.presentHash(file)
      if (now !== undefined && now !== hash && !install.record(file)?.deployed.includes(now))
        changed.push(install.spelling(file) ?? file)
    }
    await workspace.noticeOutside()
    if (changed.length > 0) workspace.onOutside(changed, 'changed')
    const isForeign = (file: string): boolean => hashes.of(file) === undefined && !install.record(file)
    const come = without(install.names, namesBefore).filter(file => isForeign(file) && !workspace.conflicts.has(file))
    const gone = without(namesBefore, install.names).filter(isForeign)
    if (come.length > 0) workspace.onOutside(come, 'come')
    if (gone.length > 0) workspace.onOutside(gone, 'gone')
    await refreshState(session)
  } catch (error) {
    if (!(error instanceof StudioError)) throw error // the folder is gone for the moment: the next look says so
  }
  if (JSON.stringify(session.info()) !== JSON.stringify(before)) session.announce()
}
