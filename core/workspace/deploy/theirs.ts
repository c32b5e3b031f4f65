import { difference } from '../../edit'
import { printPath, StudioError } from '../../format'
import type { Bytes } from '../../layout'
import type { Patch } from '../../patch'
import { applyPatch } from '../share/apply-patch'
import { Canonical } from '../entries/canonical'
import { backupPath, readBackup } from '../entries/copies'
import type { DeployedFile, Deployment } from './deployed'
import { Draft, fileView } from '../entries/draft'
import { dropPacked, oursOf, rebase, type Outsider } from '../journal/rebase'
import { filePatch } from '../share/patch'
import type { Session } from '../session'
import { States } from '../entries/states'
import type { Workspace } from '../workspace'

/** Files by what was said of them. `mine` are those whose edits have to be made to stand on an original again. */
interface Answered {
  readonly merged: readonly string[]
  readonly mine: readonly string[]
  readonly reloaded: readonly string[]
}

interface Taking {
  readonly own: Deployment | undefined
  /** Called with their files among ours, and where nothing comes of it with what was before. */
  readonly adopt: (deployment: Deployment | undefined) => Promise<void>
  /** What follows once nothing stands against it any more. */
  readonly finish: () => Promise<unknown>
}

/**
 * Settles what another program changed in files that we edited. Over an original that a deploy keeps, theirs counts as one of ours:
 * the edits stand on that original again. Of any other file, and of one that is reloaded, theirs is the original from here on and
 * the edits are put onto it. What is merged is told from the original that the edits were made on, and is a step of history; a field
 * that is as we have it is no conflict. Throws StudioError `deploy.no-base` for a file whose original was not kept or, to be merged,
 * whose rows came or went, `deploy.conflicts` where both changed one field otherwise: then nothing is taken over.
 */
export async function takeTheirs(session: Session, { merged, mine, reloaded }: Answered, { own, adopt, finish }: Taking): Promise<void> {
  const { workspace } = session
  const { install, store, host, folder } = workspace.parts
  const patches: Patch[] = []
  const taken: DeployedFile[] = []
  const outsiders: Outsider[] = []
  for (const file of [...merged, ...mine, ...reloaded]) {
    const record = own?.files.find(one => one.path === file)
    const original = record ? record.pristine ?? undefined : await keptOriginal(workspace, file)
    const theirs = await install.present(file)
    const isAdded = !record && workspace.parts.hashes.of(file) === undefined
    if (merged.includes(file) ? original === undefined || !theirs : original === undefined && !isAdded) throw new StudioError('deploy.no-base', { file })
    const before = original === undefined ? undefined : await readBackup(store, original, host.hash, file)
    if (original !== undefined && theirs && record && !reloaded.includes(file)) taken.push({ path: file, pristine: original, deployed: [host.hash(theirs)] })
    else outsiders.push({ file, original, ours: (await oursOf(workspace, file, before)).payload(), theirs })
    const patch = before && theirs && merged.includes(file) && patchTo(session, file, before, theirs)
    if (merged.includes(file) && !patch) throw new StudioError('deploy.no-base', { file })
    if (patch) patches.push(patch)
  }
  if (taken.length > 0) await adopt(withTheirs(own ?? { workspace: folder, state: 'done', files: [] }, taken))
  const rebased = outsiders.length > 0 ? await rebase(workspace, outsiders) : undefined
  try {
    await workspace.reload()
    await guardMerge(session, patches)
  } catch (error) {
    await adopt(own)
    await rebased?.takeBack()
    await workspace.reload()
    throw error
  }
  rebased?.tell()
  await dropPacked(workspace, outsiders.map(({ file }) => file))
  try {
    for (const patch of patches) await applyPatch(session, patch, { dryRun: false })
    await finish()
  } catch (error) {
    await adopt(own)
    await workspace.reload()
    throw error
  }
}

async function guardMerge(session: Session, patches: readonly Patch[]): Promise<void> {
  for (const patch of patches) {
    const { misses } = await applyPatch(session, patch, { dryRun: true })
    const [first] = misses
    if (first) throw new StudioError('deploy.conflicts', { n: misses.length, file: patch.title, path: `${first.entry} ${first.path}` }, first.entry)
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
