import { knownFamily } from '../../format'
import { mergePatches, type Conflict } from '../../patch'
import type { Mod } from '../api/opening'
import { Session } from '../entries/session'
import { openWorkspace } from '../opening/open'
import { makePatch } from './patch'

/**
 * Fields that the open mod and another one change differently. The other mod is opened read-only, beside the open one.
 */
export async function conflictsWith(session: Session, mod: Mod): Promise<readonly Conflict[]> {
  const { host, workspace } = session
  const { root, only, families } = workspace.parts
  const known = families.map(family => knownFamily(family))
  const other = await openWorkspace(host, known, only === undefined ? root : host.join(root, only), {
    workspace: mod.folder,
  })
  const theirs = await makePatch(new Session(host, other, () => undefined), mod.name)
  return mergePatches(await makePatch(session, ''), theirs, () => undefined).conflicts
}
