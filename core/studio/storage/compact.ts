import { compacted } from '../../edit'
import type { Workspace } from '../entries/workspace'

/** A journal that would keep more than this part of its lines is left as it is. */
const WORTH = 0.75

/**
 * Makes the journal compact where that saves a quarter of it; false where it does not. Every step of history stays. The short one
 * is played back and compared before it takes the place of the long one. Only for who holds the lock.
 */
export async function compact(workspace: Workspace): Promise<boolean> {
  await workspace.sync()
  const commits = await workspace.commits()
  const short = compacted(commits)
  if (short.length > commits.length * WORTH || !(await workspace.tellsTheSame(short))) return false
  await workspace.rewrite(short)
  return true
}
