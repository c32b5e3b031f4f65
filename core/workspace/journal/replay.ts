import { fold, History, type Commit, type Edit } from '../../edit'
import { filePath, StudioError, type Format } from '../../format'
import { Draft, type Sources } from '../entries/draft'
import type { Marks } from '../entries/marks'
import { States } from '../entries/states'

export interface Replayed {
  readonly states: States
  readonly packedMarks: ReadonlyMap<string, Marks>
  readonly presentMarks: ReadonlyMap<string, Marks>
  /** Files whose edits do not fit their pristine image: nothing of them is applied, nothing is lost. */
  readonly conflicts: ReadonlySet<string>
}

/** The states that a journal makes of the pristine images, and what they were at the last pack. */
export function replay(
  commits: readonly Commit[], formats: readonly Format[], sources: Sources, marks: (states: States) => ReadonlyMap<string, Marks>,
): Replayed {
  const conflicts = new Set<string>()
  for (;;) {
    const result = replayWithout(commits, formats, sources, marks, conflicts)
    if (typeof result !== 'string') return result
    conflicts.add(result)
  }
}

/** The file that does not fit, or the result. A file found out is left out whole: half of its edits would be neither old nor new. */
function replayWithout(
  commits: readonly Commit[], formats: readonly Format[], sources: Sources, marks: (states: States) => ReadonlyMap<string, Marks>,
  conflicts: ReadonlySet<string>,
): Replayed | string {
  const draft = new Draft(new States(), formats, sources, true)
  const lastPack = commits.findLastIndex(commit => commit.kind === 'packed')
  const before = fold(commits.slice(0, lastPack + 1)).inEffect()
  const after = lastPack < 0 ? fold(commits).inEffect() : commits.slice(lastPack + 1).flatMap(commit => (commit.kind === 'packed' ? [] : [commit.transaction]))
  const misfit = applyAll(draft, before.flatMap(one => one.edits), conflicts)
  if (misfit !== undefined) return misfit
  const packedMarks = marks(draft.finish())
  const second = applyAll(draft, after.flatMap(one => one.edits), conflicts)
  if (second !== undefined) return second
  const states = draft.finish()
  return { states, packedMarks, presentMarks: marks(states), conflicts }
}

function applyAll(draft: Draft, edits: readonly Edit[], conflicts: ReadonlySet<string>): string | undefined {
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
export const filesOf = (commits: readonly Commit[]): readonly string[] =>
  [...new Set(commits.flatMap(commit => (commit.kind === 'packed' ? [] : commit.transaction.edits.map(edit => filePath(edit.entry)))))]

/** The commits that continue each other; the loser of two writers is left out. */
export function continuing(commits: readonly Commit[]): readonly Commit[] {
  const history = new History()
  return commits.filter(commit => {
    const isNext = history.accepts(commit)
    if (isNext) history.push(commit, { offset: 0, size: 0 })
    return isNext
  })
}
