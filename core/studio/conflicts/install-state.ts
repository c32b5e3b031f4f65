import type { InstallState } from '../api/workspace'
import { isForeign, packDigest, packedHashes } from '../changes/changes'
import type { Session } from '../entries/session'
import type { Workspace } from '../entries/workspace'
import type { Deployment } from '../install/deployed'

/** Computes the state of the game again: original, deployed, older (the overlay is newer), foreign or missing. */
export async function refreshState(session: Session, seen?: (file: string) => void): Promise<void> {
  session.state = await stateOf(session.workspace, seen)
}

/** Whether a mod folder is as deployed, and was made from the last pack. */
async function isDeployed(workspace: Workspace, { source, files }: Deployment): Promise<boolean> {
  if (source !== packDigest(workspace)) return false
  for (const { path, deployed } of files)
    if ((await workspace.parts.install.presentHash(path)) !== deployed.at(-1)) return false
  return true
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
  if (own.source !== undefined) return (await isDeployed(workspace, own)) ? 'deployed' : 'older'
  if (own.files.length !== packed.size) return 'older'
  for (const [file, hash] of packed) {
    seen?.(file)
    if ((await install.presentHash(file)) !== hash) return 'older'
  }
  return 'deployed'
}
