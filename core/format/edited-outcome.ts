import { assignedInSteps, editFrom, followed } from '../edit'
import type { Assignment, Document } from '../layout'
import type { Opened } from './format'
import type { Outcome } from './outcome'

/** What an operation did, apart from its edits. */
export interface OperationSummary {
  /** Code of the label of the step; its parameter `name` is the name of the entry. */
  readonly code: string
  readonly records: readonly number[]
  /** See `Outcome.array`. */
  readonly array?: string
  readonly counts: Outcome['counts']
  readonly notices?: Outcome['notices']
}

/** The outcome of assignments of which each is made on the result of those before it, with what follows from them. */
export function outcomeOfSteps(
  { path, name, bytes, attributes }: Opened,
  opened: Document,
  steps: readonly ((opened: Document) => Assignment)[],
  { code, counts, notices = [], ...where }: OperationSummary,
): Outcome {
  const edit = editFrom(
    { entry: path, revision: 0, bytes, attributes },
    followed(opened, assignedInSteps(opened, steps)),
  )
  return { label: { code, params: { name } }, edits: edit.splices.length > 0 ? [edit] : [], notices, counts, ...where }
}
