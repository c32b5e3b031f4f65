import { shelfOf } from '../../../format/shelf.fixture'
import { parameterValues, type Outcome, type ParameterValues } from '../../../format'
import type { Bytes, Splice } from '../../../layout'
import { MW3_FORMATS } from '../mw3-formats'
import { WORLD_OPERATIONS } from './operations'

/** The outcome of an operation on a world. Throws StudioError as the operation does. */
export async function operated(
  world: Bytes,
  id: string,
  records: readonly number[],
  given: ParameterValues = {},
): Promise<Outcome & { readonly splices: readonly Splice[] }> {
  const operation = WORLD_OPERATIONS.find(one => one.id === id)
  if (!operation) throw new Error(id)
  const entry = shelfOf(MW3_FORMATS, { 'gamez.zbd': world }).open('gamez.zbd')
  const parameters = parameterValues(operation.parameters ?? [], given)
  const outcome = await operation.run(entry, { parameters, records, step: () => Promise.resolve() })
  return { ...outcome, splices: outcome.edits[0]?.splices ?? [] }
}
