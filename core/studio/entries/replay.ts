import { fold, History, type Commit, type Edit, type Packed, type Transaction } from '../../edit'
import { filePath, StudioError, type Format } from '../../format'
import { Draft, type Sources } from './draft'
import type { Marks } from './digests'
import { States } from './states'

/** Result of a replay. */
export interface Replayed {
  readonly states: States
  readonly packedMarks: ReadonlyMap<string, Marks>
  readonly presentMarks: ReadonlyMap<string, Marks>
  /** Files whose edits do not fit their pristine image: none of them is applied, none is lost. */
  readonly conflicts: ReadonlySet<string>
}

type MarksOf = (states: States) => ReadonlyMap<string, Marks>

/**
 * States that the journal gives with the pristine images, now and at the last pack. `without`: files that are conflicts
 * anyway.
 */
export function replay(
  commits: readonly Commit[],
  formats: readonly Format[],
  sources: Sources,
  marks: MarksOf,
  without: ReadonlySet<string> = new Set(),
): Replayed {
  const replayed =
    (without.size === 0 ? replayAll(commits, formats, sources, marks) : undefined) ??
    replayInEffect(commits, formats, sources, marks, without)
  const { aside = [] } = commits.findLast(isPack) ?? {}
  if (aside.length === 0) return replayed
  const packedMarks = new Map(replayed.packedMarks)
  for (const file of aside) {
    const at = commits.findLastIndex(commit => isPack(commit) && commit.aside?.includes(file) !== true)
    const edits = countingEdits(fold(commits.slice(0, at + 1)).inEffect()).filter(edit => filePath(edit.entry) === file)
    const [states] = fitting(edits, formats, sources, replayed.conflicts)
    packedMarks.set(file, marks(states).get(file) ?? new Map())
  }
  return { ...replayed, packedMarks }
}

const isPack = (commit: Commit): commit is Packed => commit.kind === 'packed'

/** The same steps, without edits that left their file equal to the original. */
export function countingSteps(steps: readonly Transaction[]): readonly Transaction[] {
  const from = new Map<string, number>()
  for (const [i, { pristine = [] }] of steps.entries()) for (const file of pristine) from.set(file, i + 1)
  if (from.size === 0) return steps
  return steps.map((step, i) => ({
    ...step,
    edits: step.edits.filter(({ entry }) => i >= (from.get(filePath(entry)) ?? 0)),
  }))
}

const countingEdits = (steps: readonly Transaction[]): readonly Edit[] =>
  countingSteps(steps).flatMap(({ edits }) => edits)

/** Whether a step was undone or redone that left a file equal to the original: only a replay gives the state then. */
export const isTurned = (commit: Commit): boolean =>
  commit.kind !== 'packed' && commit.kind !== 'edit' && commit.transaction.pristine !== undefined

/** In one pass: the state at the last pack, then every commit after it. Undefined where one does not fit. */
function replayAll(
  commits: readonly Commit[],
  formats: readonly Format[],
  sources: Sources,
  marks: MarksOf,
): Replayed | undefined {
  const lastPack = commits.findLastIndex(commit => commit.kind === 'packed')
  const before = fold(commits.slice(0, lastPack + 1)).inEffect()
  const after =
    lastPack < 0
      ? fold(commits).inEffect()
      : commits.slice(lastPack + 1).flatMap(commit => (commit.kind === 'packed' ? [] : [commit.transaction]))
  if (commits.slice(lastPack + 1).some(isTurned)) return undefined
  const conflicts = new Set<string>()
  const atPack = new Draft(new States(), formats, sources, true)
  if (applyAll(atPack, countingEdits(before), conflicts) !== undefined) return undefined
  const states = atPack.finish()
  const packedMarks = marks(states)
  for (const { pristine = [] } of after) for (const file of pristine) states.clear(file)
  const present = new Draft(states, formats, sources, true)
  if (applyAll(present, countingEdits(after), conflicts) !== undefined) return undefined
  present.finish()
  return { states, packedMarks, presentMarks: marks(states), conflicts }
}

/**
 * The states now and at the last pack, each computed on its own, because a step that was undone need not fit. A file
 * with an edit in effect that does not fit is left out whole: half of its edits would be neither the old nor the new
 * state.
 */
function replayInEffect(
  commits: readonly Commit[],
  formats: readonly Format[],
  sources: Sources,
  marks: MarksOf,
  without: ReadonlySet<string>,
): Replayed {
  const lastPack = commits.findLastIndex(commit => commit.kind === 'packed')
  const [present, conflicts] = fitting(countingEdits(fold(commits).inEffect()), formats, sources, without)
  const [packed] = fitting(countingEdits(fold(commits.slice(0, lastPack + 1)).inEffect()), formats, sources, conflicts)
  return { states: present, packedMarks: marks(packed), presentMarks: marks(present), conflicts }
}

/** States of these edits, and the files that are left out: the given ones and those with an edit that does not fit. */
function fitting(
  edits: readonly Edit[],
  formats: readonly Format[],
  sources: Sources,
  without: ReadonlySet<string>,
): readonly [States, ReadonlySet<string>] {
  const conflicts = new Set(without)
  for (;;) {
    const draft = new Draft(new States(), formats, sources, true)
    const misfit = applyAll(draft, edits, conflicts)
    if (misfit === undefined) return [draft.finish(), conflicts]
    conflicts.add(misfit)
  }
}

/** Applies the edits; returns the first file with one that does not fit. */
export function applyAll(draft: Draft, edits: readonly Edit[], conflicts: ReadonlySet<string>): string | undefined {
  for (const edit of edits) {
    const file = filePath(edit.entry)
    if (conflicts.has(file)) continue
    try {
      draft.apply(edit)
    } catch (error) {
      if (error instanceof StudioError) return file
      throw error
    }
  }
  return undefined
}

/** Files that they edit. */
export const filesOf = (commits: readonly Commit[]): readonly string[] => [
  ...new Set(
    commits.flatMap(commit =>
      commit.kind === 'packed' ? [] : commit.transaction.edits.map(edit => filePath(edit.entry)),
    ),
  ),
]

/** The commits that form one chain; of two writers the loser is left out. */
export function continuing(commits: readonly Commit[]): readonly Commit[] {
  const history = new History()
  return commits.filter(commit => {
    const isNext = history.accepts(commit)
    if (isNext) history.push(commit, { offset: 0, size: 0 })
    return isNext
  })
}
