import { refDebounced } from '@vueuse/core'
import { computed, type Ref } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import { checkQuery, parseQuery, runQuery } from '@areal-studio/core/query'
import type { RecordRows } from './use-record-table'

/** rows: those that the table shows; entry: all of its records; all: every entry that has such records. */
export type Reach = 'rows' | 'entry' | 'all'
export const REACHES: readonly Reach[] = ['rows', 'entry', 'all']

/** What is known of a statement while it is typed. */
type Live =
  | { readonly state: 'empty' }
  | { readonly state: 'fine'; readonly matching: number | undefined; readonly sets: boolean }
  | { readonly state: 'wrong'; readonly code: string; readonly params: Readonly<Record<string, string | number>> }

/** A statement that the studio refused. */
export interface RefusedQuery {
  readonly text: string
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

const REST_MS = 200

/** Reads the statement while it is typed: what is wrong with it, or how many records of the table match. */
export function useLiveQuery(
  statement: Readonly<Ref<string>>,
  reach: Readonly<Ref<Reach>>,
  refused: Readonly<Ref<RefusedQuery | undefined>>,
  rows: RecordRows,
) {
  const rested = refDebounced(statement, REST_MS)

  const live = computed<Live>(() => {
    const words = rested.value
    if (words.trim() === '') return { state: 'empty' }
    if (refused.value?.text === words) return { state: 'wrong', code: refused.value.code, params: refused.value.params }
    try {
      const query = parseQuery(words)
      const table = rows.table.value
      if (!table || table.array !== query.array)
        return { state: 'fine', matching: undefined, sets: query.sets.length > 0 }
      checkQuery(query, table)
      const records = reach.value === 'rows' ? { records: rows.rows.value } : {}
      const matching = runQuery({ ...query, sets: [] }, table, records).matching.length
      return { state: 'fine', matching: reach.value === 'all' ? undefined : matching, sets: query.sets.length > 0 }
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return { state: 'wrong', code: error.code, params: error.params }
    }
  })

  /** Records of the table for which the statement holds. */
  function matchingNow(): Uint32Array {
    const table = rows.table.value
    const query = live.value.state === 'fine' ? parseQuery(statement.value) : undefined
    if (!table || query?.array !== table.array) return new Uint32Array(0)
    return runQuery({ ...query, sets: [] }, table, reach.value === 'rows' ? { records: rows.rows.value } : {}).matching
  }

  return { live, matchingNow }
}
