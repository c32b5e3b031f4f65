import type { Json } from '../json/json-text'
import { own, setOwn } from '../model/own'
import { isFields, type Fields } from './leaf'
import type { Counts, InnerCount } from './operations'

/** The length that decides about a count: of the first array that is given, if it is not empty for another reason. */
export function lengthCounted(
  { siblings }: Counts,
  isConditional: (sibling: string) => boolean,
  lengthOf: (sibling: string) => number | undefined,
): number | undefined {
  for (const sibling of siblings) {
    const length = lengthOf(sibling)
    if (length !== undefined && (length > 0 || !isConditional(sibling))) return length
  }
  return undefined
}

/**
 * A record with the counts within its fields that it leaves out, and with those that `isOpen` lets follow their arrays.
 * `lengthOf` is the length of the array at a path within the record. Counts of arrays that are not given are unchanged.
 */
export function withInnerCounts(
  value: Fields,
  inner: readonly InnerCount[],
  lengthOf: (path: readonly string[]) => number | undefined,
  isOpen: (path: readonly string[], name: string, given: number) => boolean,
): Fields {
  let counted = value
  for (const { field, steps, counts, conditional } of inner) {
    const pathOf = (sibling: string, record: number | undefined): readonly string[] => {
      const [array = '', ...rest] = sibling.split('/')
      return record === undefined ? [array] : [array, String(record), ...rest]
    }
    const completed = (
      holder: unknown,
      path: readonly string[],
      [step = '', ...rest]: readonly string[],
      record?: number,
    ): unknown => {
      if (!isFields(holder)) return holder
      const given = own(holder, step)
      if (rest.length > 0) return withField(holder, step, completed(given, [...path, step], rest, record))
      const length = lengthCounted(
        counts,
        sibling => conditional.has(sibling),
        sibling => lengthOf(pathOf(sibling, record)),
      )
      if (length === undefined) return holder
      const isKept = given !== undefined && !(typeof given === 'number' && isOpen(path, step, given))
      return isKept ? holder : withField(holder, step, length / counts.per)
    }
    const present = own(counted, field)
    if (!counts.isParallel) counted = withField(counted, field, completed(present, [field], steps))
    else if (Array.isArray(present))
      counted = withField(
        counted,
        field,
        present.map((holder: unknown, k) => completed(holder, [field, String(k)], steps, k)),
      )
  }
  return counted
}

function withField(record: Fields, name: string, value: unknown): Fields {
  if (own(record, name) === value) return record
  const changed: Record<string, unknown> = {}
  for (const [field, present] of Object.entries(record)) setOwn(changed, field, present)
  setOwn(changed, name, value)
  return changed
}

/** Records of the array at a path within a value, or bytes of a run; undefined where there is neither. */
export function lengthAt(value: unknown, path: readonly string[]): number | undefined {
  let at = value
  for (const step of path) at = Array.isArray(at) ? at[Number(step)] : isFields(at) ? own(at, step) : undefined
  return Array.isArray(at) || at instanceof Uint8Array ? at.length : undefined
}

/** The same of a value in JSON. */
export function lengthInJson(json: Json, path: readonly string[]): number | undefined {
  let at: Json | undefined = json
  for (const step of path) at = at instanceof Map ? at.get(step) : Array.isArray(at) ? at[Number(step)] : undefined
  if (typeof at === 'string') return at.startsWith('hex:') ? Math.ceil((at.length - 4) / 2) : undefined
  return Array.isArray(at) ? at.length : undefined
}
