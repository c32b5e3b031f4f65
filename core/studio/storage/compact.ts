import { compacted } from '../../edit'
import type { Workspace } from '../entries/workspace'

/** A journal that would keep more than this share of its lines is not compacted. */
const WORTH = 0.75

/**
 * Compacts the journal where that saves a quarter of it; false where it does not. Every step of history stays. The
 * short journal is replayed and compared before it replaces the long one. The caller must hold the lock.
 */
export async function compact(workspace: Workspace): Promise<boolean> {
  await workspace.sync()
  const commits = await workspace.commits()
  const short = compacted(commits)
  if (short.length > commits.length * WORTH || !(await workspace.tellsTheSame(short))) return false
  await workspace.rewrite(short)
  return true
}
