import { computed, shallowRef } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import { isUnderWay, type QueryReport, type QueryScope, type StudioApi } from '@areal-studio/core/studio'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import { useLiveQuery, type Reach, type RefusedQuery } from './use-live-query'
import { useQueryRecipes } from './use-query-recipes'
import type { RecordRows } from './use-record-table'

interface Ran {
  readonly report: QueryReport
  readonly text: string
  readonly reach: Reach
  readonly isDry: boolean
  /** The store's count of commits when it was made. */
  readonly revision: number
}

/** The query of the table: read while it is typed, run dry, applied as one step, kept as a recipe. */
export function useQuery(rows: RecordRows) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const statement = shallowRef('')
  const reach = shallowRef<Reach>('entry')
  const ran = shallowRef<Ran>()
  const refused = shallowRef<RefusedQuery>()
  const isBusy = shallowRef(false)
  const { live, matchingNow } = useLiveQuery(statement, reach, refused, rows)

  function scopeNow(): QueryScope | undefined {
    if (reach.value === 'all') return {}
    const entry = selection.entry
    if (entry === null) return undefined
    return reach.value === 'rows' ? { entry, records: rows.rows.value } : { entry }
  }

  async function run(isDry: boolean): Promise<void> {
    const text = statement.value
    const scope = scopeNow()
    if (!scope || text.trim() === '' || isBusy.value) return
    isBusy.value = true
    try {
      const ask = (studio: StudioApi): Promise<QueryReport> => studio.query(text, scope, { dryRun: isDry })
      const report = await (isDry ? workspace.settled().then(() => ask(workspace.studio)) : workspace.act(ask))
      ran.value = { report, text, reach: reach.value, isDry, revision: workspace.revision }
    } catch (error) {
      if (error instanceof StudioError && error.code.startsWith('query.'))
        refused.value = { text, code: error.code, params: error.params }
      else workspace.refuse(error)
    } finally {
      isBusy.value = false
    }
  }

  async function stop(): Promise<void> {
    const job = workspace.jobs.findLast(other => isUnderWay(other) && other.words.code === 'job.query')
    if (job) await workspace.attempt(() => workspace.studio.cancel(job.id))
  }

  /** Records of the table that a dry run would change: marked in their rows. */
  const marked = computed<ReadonlySet<number>>(() => {
    const file = ran.value?.isDry ? ran.value.report.files.find(one => one.entry === selection.entry) : undefined
    if (!file || ran.value?.report.array !== rows.array.value) return new Set()
    return new Set(file.changes.flatMap(change => [...change.records]))
  })

  return {
    statement,
    reach,
    live,
    matchingNow,
    ran,
    isBusy,
    marked,
    ...useQueryRecipes(statement, reach),
    stop,
    dryRun: () => run(true),
    apply: () => run(false),
    /** Edits followed the dry run: its result is outdated. */
    isStale: computed(() => ran.value !== undefined && ran.value.isDry && ran.value.revision !== workspace.revision),
    close: (): void => {
      ran.value = undefined
    },
  }
}

export type TableQuery = ReturnType<typeof useQuery>
