import { guardRoots } from '../install/roots'
import {
  joined,
  redoOf,
  undoOf,
  type Change,
  type Edit,
  type EntryPath,
  type Label,
  type Packed,
  type Revision,
  type Step,
  type Transaction,
} from '../../edit'
import { filePath, StudioError } from '../../format'
import { Canonical } from './canonical'
import type { Draft } from './draft'
import { hashStates } from './digests'
import { guardSize } from './large-file'
import type { JobRun } from '../jobs/jobs'
import type { Workspace } from './workspace'

/** Attempts to append to the journal, because other processes may be faster. */
const ATTEMPTS = 8

/** Kind of the change; a revert is recorded as an edit. */
type Act = Change['kind'] | 'revert'
type Make = () => Transaction | undefined | Promise<Transaction | undefined>

/**
 * Commits a transaction. Edits by field and in hex are equal here: edits by field of an unproved entry are refused
 * earlier, where they are computed (`edit.not-editable`). Where nothing would change, nothing is written and the change
 * has no edits. The job around it can be stopped until the journal has it. Throws StudioError where the edits do not
 * fit.
 */
export async function commitTransaction(workspace: Workspace, transaction: Transaction, job?: JobRun): Promise<Change> {
  const made = await change(workspace, 'edit', () => spelled(workspace, transaction), { job })
  return (
    made ?? {
      kind: 'edit',
      revision: workspace.history.revision,
      transaction: { label: transaction.label, edits: [] },
      time: workspace.parts.host.now(),
    }
  )
}

/** Restores the pristine image of an entry with everything in it. Null where it is pristine already. */
export function revertEntry(workspace: Workspace, entry: EntryPath, label: Label): Promise<Change | null> {
  return change(workspace, 'revert', () => ({
    label,
    edits: [{ entry, base: workspace.history.revision, splices: [] }],
  }))
}

/** Undoes the last step in effect; null where there is none. */
export function undoLast(workspace: Workspace): Promise<Change | null> {
  return change(workspace, 'undo', () => step(workspace, workspace.history.toUndo, undoOf))
}

/** Redoes the step that was undone last; null where there is none. */
export function redoNext(workspace: Workspace): Promise<Change | null> {
  return change(workspace, 'redo', () => step(workspace, workspace.history.toRedo, redoOf))
}

/** Redoes a step whose parent is the last step in effect, on any branch. */
export function redoStep(workspace: Workspace, revision: Revision): Promise<Change | null> {
  return change(workspace, 'redo', () => step(workspace, workspace.history.redoable(revision), redoOf), {
    redone: revision,
  })
}

async function step(
  workspace: Workspace,
  made: Step | undefined,
  act: (transaction: Transaction, base: Revision) => Transaction,
): Promise<Transaction | undefined> {
  return made && act(await transactionOf(workspace, made), workspace.history.revision)
}

/** The transaction of a step; an old one is read from the journal. Throws StudioError `history.unreadable`. */
export async function transactionOf(
  { parts: { journal } }: Workspace,
  { transaction, places }: Step,
): Promise<Transaction> {
  if (transaction) return transaction
  const read = await Promise.all(places.map(place => journal.transactionAt(place)))
  return read.reduce(joined)
}

/**
 * Records a pack in the journal: afterwards nothing is dirty except the files left `aside`. Throws StudioError
 * `workspace.busy`.
 */
export async function notePacked(
  workspace: Workspace,
  files: Packed['files'],
  aside: readonly string[],
): Promise<Packed> {
  const {
    history,
    parts: { host, journal, folder },
  } = workspace
  const packed: Packed = {
    kind: 'packed',
    revision: history.revision + 1,
    files,
    ...(aside.length > 0 && { aside }),
    time: host.now(),
  }
  const place = await journal.append(packed)
  if (!place) throw new StudioError('workspace.busy', { path: folder })
  workspace.takePacked(packed, place)
  return packed
}

/** Result of edits, in a private draft. Throws StudioError where they cannot be made. */
export async function tryEdits(
  workspace: Workspace,
  edits: readonly Edit[],
): Promise<{ readonly draft: Draft; readonly edits: readonly Edit[] }> {
  const canonical = await rehearse(
    workspace,
    edits.map(edit => filePath(edit.entry)),
  )
  return { draft: canonical.draft, edits: canonical.run({ label: { code: 'label.edit', params: {} }, edits }) }
}

/** A private draft of these files, for edits that build on each other. */
export async function rehearse(workspace: Workspace, files: readonly string[]): Promise<Canonical> {
  return canonicalOn(workspace, await workspace.draftOf(files))
}

const canonicalOn = (workspace: Workspace, draft: Draft): Canonical =>
  new Canonical(draft, workspace.history.revision, archive => workspace.nextId(archive))

const spelled = (workspace: Workspace, { edits, ...rest }: Transaction): Transaction => ({
  ...rest,
  edits: edits.map(edit => ({ ...edit, entry: workspace.canonical(edit.entry) })),
})

interface Way {
  /** The step that is redone. */
  readonly redone?: Revision
  readonly job?: JobRun | undefined
}

async function change(workspace: Workspace, act: Act, make: Make, way: Way = {}): Promise<Change | null> {
  workspace.guardWritable()
  return workspace.parts.lock.hold('edit', () => changeLocked(workspace, act, make, way))
}

async function changeLocked(workspace: Workspace, act: Act, make: Make, { redone, job }: Way): Promise<Change | null> {
  const { host, hashes, install, journal, folder } = workspace.parts
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await workspace.sync()
    const transaction = await make()
    if (!transaction) return null
    guardRoots(transaction.edits.map(edit => edit.entry))
    const files = transaction.edits.map(edit => filePath(edit.entry))
    const seen = job && ((name: string): void => job.passed(0, name))
    job?.counted(transaction.edits.length)
    for (const { entry } of transaction.edits) {
      seen?.(entry)
      await guardSize(workspace, entry)
    }
    await workspace.noticeOutside(files, seen)
    const draft = await workspace.draftOf(files, { seen })
    const edits = await accepted(workspace, act, transaction, draft, job)
    await hashStates(host, draft.states, edits) // takes long for a large entry, and every window waits for this thread
    if (edits.length === 0 && (act === 'edit' || act === 'revert')) return null // a step may have none left: it is undone all the same
    const { pristine: _claimed, ...given } = transaction
    const isStep = act === 'undo' || act === 'redo'
    const pristine = isStep ? transaction.pristine : pristineIn(draft, files)
    const made: Change = {
      kind: act === 'revert' ? 'edit' : act,
      revision: workspace.history.revision + 1,
      transaction: { ...given, edits, ...(pristine && { pristine }) },
      time: host.now(),
      ...(redone !== undefined && { step: redone }),
    }
    await hashes.remember(draft.sources, bytes => workspace.hash(bytes), {
      isUnedited: file => !isStep && workspace.states.pathsOf(file).size === 0 && !install.record(file),
      guard: () => job?.guard(),
    })
    const place = await journal.append(made)
    if (!place) continue
    await workspace.takeChange(made, place, draft)
    return made
  }
  throw new StudioError('workspace.busy', { path: folder })
}

/** Those of the files that are unchanged in the draft. */
function pristineIn({ states }: Draft, files: readonly string[]): readonly string[] | undefined {
  const found = [...new Set(files)].filter(file => states.pathsOf(file).size === 0)
  return found.length > 0 ? found : undefined
}

/** The edits in the form of the journal, applied to the draft. Throws StudioError. */
async function accepted(
  workspace: Workspace,
  act: Act,
  { edits, pristine }: Transaction,
  draft: Draft,
  job?: JobRun,
): Promise<readonly Edit[]> {
  for (const { entry } of edits) workspace.guardConflict(entry)
  if (act === 'undo' && pristine) return edits // what is in effect then need not fit: the replay says it
  if (act === 'undo' || act === 'redo') {
    for (const edit of edits) draft.apply(edit)
    return edits
  }
  const canonical = canonicalOn(workspace, draft)
  if (act === 'edit') {
    for (const edit of edits) workspace.guardBase(edit)
    job?.counted(edits.length)
    for (const edit of edits) {
      await job?.step(edit.entry)
      canonical.perform(edit)
    }
    return canonical.edits
  }
  for (const { entry } of edits) canonical.revert(entry)
  return canonical.edits
}
