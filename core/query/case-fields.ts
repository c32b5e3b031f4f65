import { SCALAR_SIZE, type ScalarName } from '../layout'
import type { TableField } from './table-field'

/**
 * Columns of a layout of several cases: a column for each name. `isTotal`: every tag has a case. A column is optional
 * where not every case has it, or a tag may have none; numbers of several types are one column of mixed numbers,
 * numbers and texts one that shows both and cannot be set.
 */
export function caseFields(cases: readonly (readonly TableField[])[], isTotal: boolean): readonly TableField[] {
  const byName = new Map<string, TableField[]>()
  for (const fields of cases)
    for (const field of fields) {
      if (field.computed !== undefined) continue
      const known = byName.get(field.name)
      if (known) known.push(field)
      else byName.set(field.name, [field])
    }
  return [...byName.values()].flatMap(fields => merged(fields, isTotal && fields.length === cases.length))
}

function merged(fields: readonly TableField[], isEverywhere: boolean): readonly TableField[] {
  const [first] = fields
  if (!first) return []
  const isSame = (key: 'kind' | 'scalar' | 'at'): boolean => fields.every(field => field[key] === first[key])
  if (isEverywhere && isSame('kind') && isSame('scalar') && isSame('at')) return [first]
  const { at: _, scalar: __, ...unplaced } = first
  const one: TableField = { ...unplaced, ...(!isEverywhere && { isOptional: true }) }
  if (isSame('kind') && isSame('scalar')) return [{ ...one, ...(first.scalar && { scalar: first.scalar }) }]
  const scalars = fields.flatMap(({ scalar }) => scalar ?? [])
  if (scalars.length < fields.length || scalars.some(scalar => scalar === 'f64' || SCALAR_SIZE[scalar] > 4))
    return [{ ...one, kind: 'text', control: 'bytes', fixed: 'mixed' }]
  const isFloat = scalars.includes('f32')
  return [{ ...one, isMixed: true, kind: isFloat ? 'float' : 'whole', scalar: isFloat ? 'f64' : largest(scalars) }]
}

const largest = (scalars: readonly ScalarName[]): ScalarName =>
  scalars.reduce((one, other) => (SCALAR_SIZE[other] > SCALAR_SIZE[one] ? other : one))
