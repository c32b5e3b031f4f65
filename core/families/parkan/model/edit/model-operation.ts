import { difference, type Edit } from '../../../../edit'
import type { Bytes } from '../../../../layout'
import type { Operation, OperationRun, Outcome } from '../../../../format'
import { modelOf, type Model } from './model-edit'
import { editsBeside } from './parts-beside'
import { rearranged, type Overrides } from './rearrange'
import type { Arrangements } from './renumber'

/** What an operation does to a model, and what the user is shown about it. */
export interface ModelChange extends Pick<Outcome, 'records' | 'counts'> {
  readonly tables: Arrangements
  readonly overrides?: Overrides
  readonly notices?: Outcome['notices']
}

interface ModelOperation extends Omit<Operation, 'run' | 'initial'> {
  /** Code of the label of the step. */
  readonly code: string
  /** Throws StudioError where it cannot be done. */
  change(model: Model, given: OperationRun): ModelChange
}

export const outcomeOf = (
  { entry }: Model,
  code: string,
  edits: readonly Edit[],
  { records, counts, notices = [] }: Pick<ModelChange, 'records' | 'counts' | 'notices'>,
): Outcome => ({ label: { code, params: { name: entry.name } }, edits, records, notices, counts })

/** The edits that give chunks these bytes, of the length that they have. */
export const chunkEdits = ({ chunks }: Model, changed: ReadonlyMap<number, Bytes>): readonly Edit[] =>
  [...changed].flatMap(([type, bytes]) => {
    const entry = chunks.get(type)?.entry
    const splices = entry ? difference(entry.bytes, bytes) : []
    return entry && splices.length > 0 ? [{ entry: entry.path, base: 0, splices }] : []
  })

/** An operation that puts the records of a model in another order, with the entries beside it that name them. */
export const modelOperation = ({ change, code, ...declared }: ModelOperation): Operation => ({
  ...declared,
  async run(entry, given) {
    const model = await modelOf(entry)
    const { tables, overrides, ...summary } = change(model, given)
    const edits = [...rearranged(model, tables, overrides), ...(await editsBeside(model, tables))]
    return outcomeOf(model, code, edits, summary)
  },
})
