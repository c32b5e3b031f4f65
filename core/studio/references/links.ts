import type { EntryPath } from '../../edit'
import { isWithin } from '../../layout'
import type { EntryReferences, ReferenceLink } from '../api/references'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import { linkOf, Names } from './names'
import { recordsNamed, recordUsers } from './record-references'
import { referenceIndex, referencesOfView } from './reference-index'

/**
 * What an entry names and who names it, in the present install. `path`: what fields at or below this node of the entry
 * name, records by number as well, and who names the record that the node is in. With a direction the other one is not
 * looked for. Throws StudioError `entry.missing`.
 */
export async function referencesOfEntry(
  session: Session,
  entry: EntryPath,
  path = '',
  direction?: 'uses' | 'usedBy',
): Promise<EntryReferences> {
  const { workspace } = session
  const view = await workspace.need(workspace.canonical(entry))
  const names = new Names(workspace)
  const uses = direction === 'usedBy' ? [] : await usesOf(session, names, view, path)
  const { links, more } = direction === 'uses' ? NO_USERS : await usersOf(session, names, view, path)
  return { entry: view.path, name: view.name, uses, usedBy: links, ...(more > 0 && { more }) }
}

const NO_USERS = { links: [], more: 0 } as const

async function usesOf(session: Session, names: Names, view: View, path: string): Promise<readonly ReferenceLink[]> {
  const own = referencesOfView(session.workspace, view).filter(one => isWithin(one.path, path))
  const links = await Promise.all(own.map(one => names.link(one)))
  const named = links.filter(({ to }, at) => to !== null || !own[at]?.isOptional)
  if (path === '') return named
  const records = await recordsNamed(session, view, path)
  // A field that names an entry for one of its records is listed with that.
  const isListed = (one: ReferenceLink): boolean =>
    records.some(other => other.path === one.path && other.to === one.to)
  return [...named.filter(one => !isListed(one)), ...records]
}

async function usersOf(session: Session, names: Names, view: View, path: string) {
  if (path !== '') return recordUsers(session, view, path)
  const known = await names.of(view)
  const others = known ? await referenceIndex(session).to(known) : []
  return { links: others.map(one => linkOf(known ? { ...one, name: known } : one, view.path)), more: 0 }
}
