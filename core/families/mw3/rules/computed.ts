import type { Edit } from '../../../edit'
import { StudioError, type Opened, type Problem } from '../../../format'
import { assignAll, document, locate, type Assigned, type Document } from '../../../layout'
import { GAMEZ } from '../gamez/gamez'
import { objectMatrix } from './derived-floats'

type Fix = NonNullable<Problem['fix']>

const ID = 'mw3.computed'

/** Repair of a float that follows from others; none where they are not finite. */
export const computed = (path: string, value: number): Fix | undefined =>
  Number.isFinite(value) ? { id: ID, params: { path, value } } : undefined

/** Repair of the matrix of an object from its angles and its scale; its translation is kept. */
export const computedMatrix = (path: string): Fix => ({ id: ID, params: { path } })

/** The edit of a repair of a GameZ file. Throws StudioError `repair.unknown`. */
export function repairGamez(entry: Opened, { id, params: { path, value } }: Fix): readonly Edit[] {
  const opened = document(GAMEZ, entry.bytes)
  if (id !== ID || typeof path !== 'string' || !opened.isWhole) throw new StudioError('repair.unknown', { id })
  const assigned = typeof value === 'number' ? [{ path, value }] : matrixAt(opened, path)
  return [{ entry: entry.path, base: 0, splices: assignAll(opened, assigned).splices }]
}

function matrixAt(opened: Document, path: string): readonly Assigned[] {
  const object = locate(opened, path)?.parent
  const numbers = (field: string): readonly number[] => {
    const value = object?.childNamed(field)?.value
    return Array.isArray(value) ? value.map(Number) : []
  }
  const cells = objectMatrix(numbers('rotate'), numbers('scale'))
  return cells.map((value, cell) => ({ path: `${path}/${cell}`, value }))
}
