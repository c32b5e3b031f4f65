import type { InstallState } from '../api/workspace'
import { isForeign, packedHashes } from '../changes/changes'
import type { Session } from '../entries/session'
import type { Workspace } from '../entries/workspace'

/** Computes the state of the game again: original, deployed, older (the overlay is newer), foreign or missing. */
export async function refreshState(session: Session, seen?: (file: string) => void): Promise<void> {
  session.state = await stateOf(session.workspace, seen)
}

async function stateOf(workspace: Workspace, seen?: (file: string) => void): Promise<InstallState> {
  const {
    install,
    isMissing,
    deployment: { own, other, doubtful },
  } = workspace.parts
  if (isMissing) return 'missing'
  if (other || doubtful) return 'foreign'
  const packed = packedHashes(workspace)
  for (const file of new Set([...packed.keys(), ...(own?.files ?? []).map(record => record.path)])) {
    seen?.(file)
    if (await isForeign(workspace, install, file, await install.presentHash(file))) return 'foreign'
  }
  if (!own || own.files.length + packed.size === 0) return 'original'
  if (own.files.length !== packed.size) return 'older'
  for (const [file, hash] of packed) {
    seen?.(file)
    if ((await install.presentHash(file)) !== hash) return 'older'
  }
  return 'deployed'
}
