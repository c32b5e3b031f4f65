import { apply, invertSplices } from '../../../edit'
import { parameterValues, type Opened, type Outcome, type ParameterValues } from '../../../format'
import type { Bytes } from '../../../layout'
import { formatOf, shelf } from '../opened.fixture'

/** Result of an operation on an entry in memory. */
export interface Operated {
  readonly outcome: Outcome
  /** The walkmesh after the operation. */
  readonly mesh: Bytes
}

/** Opens the walkmesh of a file, or of a row of it. */
export function meshIn(files: Readonly<Record<string, Bytes>>, file: string, row?: string): Opened {
  const all = shelf(files)
  const own = all.all(all.open(file))
  const within = row === undefined ? own : own.filter(({ name }) => name === row).flatMap(one => all.all(one))
  const found = within.find(({ name }) => name === 'ASWM')
  if (!found) throw new Error(`no walkmesh in ${file}`)
  return found
}

/** Runs an operation. Throws where undo does not restore the walkmesh. */
export async function operated(
  entry: Opened,
  id: string,
  records: readonly number[] = [],
  given: ParameterValues = {},
): Promise<Operated> {
  const operation = formatOf(entry)?.operations?.find(one => one.id === id)
  if (!operation) throw new Error(`no operation ${id}`)
  const outcome = await operation.run(entry, {
    parameters: parameterValues(operation.parameters ?? [], given),
    records,
    step: () => Promise.resolve(),
  })
  const splices = outcome.edits.find(edit => edit.entry === entry.path)?.splices ?? []
  const mesh = apply(entry.bytes, splices)
  if (Buffer.compare(apply(mesh, invertSplices(splices)), entry.bytes) !== 0) throw new Error('not undone')
  return { outcome, mesh }
}
