import type { Json } from '../json/json-text'
import { own, setOwn } from '../model/own'
import { isFields, type Fields } from './leaf'
import type { InnerCount } from './operations'

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
  for (const { field, name, counts } of inner) {
    const { siblings, per, isParallel } = counts
    const [array = '', ...rest] = (siblings[0] ?? '').split('/')
    const completed = (record: unknown, path: readonly string[], length: number | undefined): unknown => {
      if (!isFields(record) || length === undefined) return record
      const given = own(record, name)
      if (given !== undefined && !(typeof given === 'number' && isOpen(path, name, given))) return record
      return withField(record, name, length / per)
    }
    const present = own(counted, field)
    if (!isParallel) counted = withField(counted, field, completed(present, [field], lengthOf([array])))
    else if (Array.isArray(present))
      counted = withField(
        counted,
        field,
        present.map((record: unknown, k) =>
          completed(record, [field, String(k)], lengthOf([array, String(k), ...rest])),
        ),
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
