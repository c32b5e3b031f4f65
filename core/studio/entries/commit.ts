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

/** Other processes may be faster at the journal; so often it is tried again. */
const ATTEMPTS = 8

/** What the user does: a revert is noted as an edit. */
type Act = Change['kind'] | 'revert'
type Make = () => Transaction | undefined | Promise<Transaction | undefined>

/**
 * Field edits and hex edits are the same splices here, on purpose: what an edit was computed from would only be its maker's word.
 * That no field is edited of an entry that cannot be proved is held by those who compute field edits (`edit.not-editable`).
 * Where nothing would change, nothing is written and the change has no edits. A job that it is a part of may be stopped until it is
 * in the journal. Throws StudioError where it cannot be made.
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

/** Takes an entry, with all that is in it, back to the pristine image. Null where it is that already. */
export function revertEntry(workspace: Workspace, entry: EntryPath, label: Label): Promise<Change | null> {
  return change(workspace, 'revert', () => ({
    label,
    edits: [{ entry, base: workspace.history.revision, splices: [] }],
  }))
}

/** Takes the last step in effect back; null where there is none. */
export function undoLast(workspace: Workspace): Promise<Change | null> {
  return change(workspace, 'undo', () => step(workspace, workspace.history.toUndo, undoOf))
}

/** Does the step again that was undone last; null where there is none. */
export function redoNext(workspace: Workspace): Promise<Change | null> {
  return change(workspace, 'redo', () => step(workspace, workspace.history.toRedo, redoOf))
}

/** Does a step again that was made on what is in effect, whichever branch it lies on. */
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

/** What a step did; an old one is read back from the journal. Throws StudioError `history.unreadable`. */
export async function transactionOf(
  { parts: { journal } }: Workspace,
  { transaction, places }: Step,
): Promise<Transaction> {
  if (transaction) return transaction
  const read = await Promise.all(places.map(place => journal.transactionAt(place)))
  return read.reduce(joined)
}

/** Notes a pack in the journal: from here on nothing is dirty, but for the files that were left `aside`. Throws StudioError `workspace.busy`. */
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

/** What edits would make, in a draft that nobody else sees. Throws StudioError where they cannot be made. */
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

/** A draft of these files that nobody else sees, for edits that build on each other. */
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
  /** The step that is done again. */
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

/** Those of the files that nothing of the draft changes any more. */
function pristineIn({ states }: Draft, files: readonly string[]): readonly string[] | undefined {
  const found = [...new Set(files)].filter(file => states.pathsOf(file).size === 0)
  return found.length > 0 ? found : undefined
}

/** The edits as the journal holds them, applied to the draft. Throws StudioError. */
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
