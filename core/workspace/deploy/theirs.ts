import { difference } from '../../edit'
import { printPath, StudioError } from '../../format'
import type { Bytes } from '../../layout'
import type { Patch } from '../../patch'
import { applyPatch } from '../share/apply-patch'
import { Canonical } from '../entries/canonical'
import { backupPath, readBackup, type DeployedFile, type Deployment } from './deployed'
import { Draft, fileView } from '../entries/draft'
import { pack } from '../pack/pack'
import { filePatch } from '../share/patch'
import type { Session } from '../session'
import { States } from '../entries/states'
import type { Workspace } from '../workspace'

/** Files by what was said of them; of those whose edits are not packed, where mine is to win, nothing is taken over. */
interface Answered {
  readonly merged: readonly string[]
  readonly mine: readonly string[]
}

/**
 * Takes over by field what another program changed in files that we edited, as steps of history, and packs. It is told from the
 * original of each file, which the first edit or deploy kept; a field that is as we have it is no conflict. Throws StudioError
 * `deploy.no-base` for a file whose original was not kept or whose rows came or went, `deploy.conflicts` where both changed one
 * field otherwise: then nothing is taken over. `adopt` is called with their files among ours, so that the edits stand on the originals again until that
 * is deployed, and where nothing comes of it with what was before.
 */
export async function takeTheirs(session: Session, own: Deployment | undefined, { merged, mine }: Answered, adopt: (deployment: Deployment | undefined) => void): Promise<void> {
  const { workspace } = session
  const { install, store, host } = workspace.parts
  const patches: Patch[] = []
  const taken: DeployedFile[] = []
  for (const file of [...merged, ...mine]) {
    const isNoted = own?.files.some(one => one.path === file) === true
    if (!isNoted && !workspace.conflicts.has(file)) continue // never deployed, and the edits stand on their file already: packing is all
    const original = isNoted ? own.files.find(one => one.path === file)?.pristine : await keptOriginal(workspace, file)
    const theirs = await install.present(file)
    if (original === null || original === undefined || !theirs) throw new StudioError('deploy.no-base', { file })
    taken.push({ path: file, pristine: original, deployed: [host.hash(theirs)] })
    if (mine.includes(file)) continue
    const patch = patchTo(session, file, await readBackup(store, original, host.hash, file), theirs)
    if (!patch) throw new StudioError('deploy.no-base', { file })
    patches.push(patch)
  }
  adopt(withTheirs(own ?? { workspace: workspace.parts.folder, state: 'done', files: [] }, taken))
  try {
    await workspace.reload()
    for (const patch of patches) {
      const { misses } = await applyPatch(session, patch, { dryRun: true })
      const [first] = misses
      if (first) throw new StudioError('deploy.conflicts', { n: misses.length, file: patch.title, path: `${first.entry} ${first.path}` }, first.entry)
    }
    for (const patch of patches) await applyPatch(session, patch, { dryRun: false })
    await pack(session)
  } catch (error) {
    adopt(own)
    await workspace.reload()
    throw error
  }
}

/** The record with their files among those that we put there. */
function withTheirs(own: Deployment, taken: readonly DeployedFile[]): Deployment {
  const of = (path: string): readonly string[] => taken.find(one => one.path === path)?.deployed ?? []
  const fresh = taken.filter(one => !own.files.some(other => other.path === one.path))
  return { ...own, files: [...own.files.map(one => ({ ...one, deployed: [...of(one.path), ...one.deployed] })), ...fresh] }
}

/** Hash of what the edits of a file were made on, where a copy of that is kept: versions before this one kept none. */
export async function keptOriginal({ parts: { hashes, store } }: Workspace, file: string): Promise<string | undefined> {
  const hash = hashes.of(file)
  return hash !== undefined && (await store.stat(backupPath(hash))) ? hash : undefined
}

/** What makes their file of the original; undefined where their file cannot be told apart by entries, as with rows that came or went. */
function patchTo(session: Session, file: string, original: Bytes, theirs: Bytes): Patch | undefined {
  const path = printPath({ file, steps: [] })
  const draft = new Draft(new States(), session.workspace.formats, new Map([[file, original]]))
  const before = fileView(new States(), session.workspace.formats, file, original)
  try {
    new Canonical(draft, 0, () => 0).run({ label: { code: 'label.edit', params: {} }, edits: [{ entry: path, base: 0, splices: difference(original, theirs) }] })
  } catch (error) {
    if (error instanceof StudioError) return undefined
    throw error
  }
  const after = draft.view(path)
  return before && after && filePatch(session, file, before, after)
}
