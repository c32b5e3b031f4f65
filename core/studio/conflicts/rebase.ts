import { addEntry, type Change, type Commit, type Edit, type Packed } from '../../edit'
import { filePath, printPath } from '../../format'
import type { Bytes } from '../../layout'
import { keepCopy } from '../install/copies'
import { Canonical } from '../entries/canonical'
import { Draft } from '../entries/draft'
import { movesTo } from '../entries/moves'
import { States } from '../entries/states'
import { overlayPath } from '../changes/changes'
import type { Workspace } from '../entries/workspace'
import { replay } from '../entries/replay'

/** A file that another program changed while it has local edits. */
export interface Outsider {
  readonly file: string
  /** Hash of the original of the edits, of which a copy is kept; undefined where they add the file. */
  readonly original: string | undefined
  /** Undefined where there is none: then no step is added. */
  readonly local: Bytes | undefined
  /** Undefined where it was deleted. */
  readonly external: Bytes | undefined
}

/**
 * Packs that contain the file with this hash, the last one first; if the file stayed unpacked, its edits may be newer.
 */
export async function packsOf(workspace: Workspace, file: string, packed: string): Promise<readonly Packed[]> {
  const isOf = (commit: Commit): commit is Packed =>
    commit.kind === 'packed' && commit.files.some(({ path, hash }) => path === file && hash === packed)
  return (await workspace.commits()).filter(isOf).reverse()
}

/** A file's original with the local edits, or with those up to this revision; undefined where they do not fit it. */
export async function localDraft(
  workspace: Workspace,
  file: string,
  original: Bytes | undefined,
  until = Infinity,
): Promise<Draft | undefined> {
  const all = await workspace.commits()
  const commits = all
    .filter(({ revision }) => revision <= until)
    .map(commit => keeping(commit, edit => filePath(edit.entry) === file))
  const sources = new Map([[file, original]])
  const { states, conflicts } = replay(commits, workspace.formats, sources, () => new Map())
  return conflicts.has(file) ? undefined : new Draft(states, workspace.formats, sources)
}

/** Done, but not announced yet. */
export interface Rebased {
  tell(): void
  /** Restores the previous journal. */
  takeBack(): Promise<void>
}

/**
 * Rebases the local edits of files that another program changed: the external bytes become the original, and all edits
 * of such a file become one step that makes the local version from the external one, or from nothing. The journal is
 * replaced in one write; the old journal and the external files are kept as copies, so no step is lost. The caller must
 * hold the lock.
 */
export async function rebase(workspace: Workspace, outsiders: readonly Outsider[]): Promise<Rebased> {
  const { journal, store, host, hashes } = workspace.parts
  await workspace.sync()
  const before = await workspace.commits()
  const settled = new Map<string, string | undefined>()
  for (const { file, external } of outsiders)
    settled.set(file, external && (await keepCopy(store, external, host.hash)))
  await keepCopy(store, await journal.text(), host.hash)
  const stripped = before.map(commit =>
    keeping(
      commit,
      edit => !settled.has(filePath(edit.entry)),
      path => !settled.has(path),
    ),
  )
  const steps: Change[] = []
  for (const outsider of outsiders) {
    const step = stepOf(workspace, outsider, workspace.history.revision + steps.length + 1)
    if (step) steps.push(step)
  }
  await workspace.rewrite([...stripped, ...steps])
  await hashes.adopt(settled)
  return {
    tell: () => {
      workspace.onOutside([...settled.keys()], 'ours')
      for (const step of steps) workspace.onCommit(step)
    },
    takeBack: async () => {
      await hashes.adopt(new Map(outsiders.map(({ file, original }) => [file, original])))
      await workspace.rewrite(before)
    },
  }
}

/** Records the original of files whose journal was rewritten, if the process ended before that was recorded. */
export async function noteRebased({ history, parts: { hashes, install } }: Workspace): Promise<void> {
  const rebased = new Map(
    history.steps
      .filter(({ label }) => label.code === REBASED || label.code === MADE_ANEW)
      .map(({ label: { params } }) => [String(params['file']), String(params['hash'])]),
  )
  for (const [file, hash] of rebased) {
    if ((hashes.of(file) ?? '') !== hash && ((await install.presentHash(file)) ?? '') === hash)
      await hashes.adopt(new Map([[file, hash || undefined]]))
  }
}

/** Removes packed files of another original, so that deploy does not use them. */
export async function dropPacked({ parts: { store }, written }: Workspace, files: readonly string[]): Promise<void> {
  for (const file of files) {
    written.delete(overlayPath(file))
    if (await store.stat(overlayPath(file))) await store.remove(overlayPath(file))
  }
}

/** A commit with some of its edits; one without any left keeps its number and its place in history. */
function keeping(commit: Commit, isKept: (edit: Edit) => boolean, isPacked = (_: string): boolean => true): Commit {
  if (commit.kind === 'packed')
    return {
      ...commit,
      files: commit.files.filter(({ path }) => isPacked(path)),
      ...(commit.aside && { aside: commit.aside.filter(isPacked) }),
    }
  return { ...commit, transaction: { ...commit.transaction, edits: commit.transaction.edits.filter(isKept) } }
}

function stepOf(workspace: Workspace, { file, local, external }: Outsider, revision: number): Change | undefined {
  if (!local) return undefined
  const draftBefore = new Draft(new States(), workspace.formats, new Map([[file, external]]))
  const draft = draftBefore.copy()
  const canonical = new Canonical(draft, revision - 1, archive => workspace.nextId(archive))
  const entry = printPath({ file, steps: [] })
  const edit = external
    ? { entry, base: 0, splices: [{ offset: 0, removed: external, inserted: local }] }
    : addEntry(entry, 0, {}, local)
  const code = external ? REBASED : MADE_ANEW
  const edits = canonical
    .run({ label: { code, params: {} }, edits: [edit] })
    .map(one => withMoves(one, draftBefore, draft))
  if (edits.length === 0) return undefined
  const hash = external ? workspace.parts.host.hash(external) : ''
  return {
    kind: 'edit',
    revision,
    transaction: { label: { code, params: { file, hash } }, edits },
    time: workspace.parts.host.now(),
  }
}

/** An edit with the records that it adds to an entry of both sides or removes from it. */
function withMoves(edit: Edit, before: Draft, after: Draft): Edit {
  const [old, now] = [before.view(edit.entry), after.view(edit.entry)]
  const moves = old?.isReadable === true && now?.isReadable === true ? movesTo(old, now.payload(), now.attributes) : []
  return moves.length > 0 ? { ...edit, moves } : edit
}

/**
 * Labels of a step that makes the local version from the external one, and of one that makes it from nothing, because
 * the file was deleted.
 */
const REBASED = 'label.rebased'
const MADE_ANEW = 'label.made-anew'
