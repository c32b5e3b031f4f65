import { refDebounced } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { StudioError } from '@areal-studio/core/format'
import { EVERY_ENTRY, OPEN_ENTRY, queryRecipe, recipeQuery } from '@areal-studio/core/patch'
import { checkQuery, parseQuery, runQuery } from '@areal-studio/core/query'
import { isUnderWay, type QueryReport, type QueryScope, type Recipe, type StudioApi } from '@areal-studio/core/studio'
import { useSelection } from '../state/selection.store'
import { useShare } from '../state/share.store'
import { useWorkspace } from '../state/workspace.store'
import type { RecordRows } from './use-record-table'

/** rows: those that the table shows; entry: all of its records; all: every entry that has such records. */
export type Reach = 'rows' | 'entry' | 'all'
export const REACHES: readonly Reach[] = ['rows', 'entry', 'all']

/** What is known of a statement while it is typed. */
type Live =
  | { readonly state: 'empty' }
  | { readonly state: 'fine'; readonly matching: number | undefined; readonly sets: boolean }
  | { readonly state: 'wrong'; readonly code: string; readonly params: Readonly<Record<string, string | number>> }

interface Ran {
  readonly report: QueryReport
  readonly text: string
  readonly reach: Reach
  readonly isDry: boolean
  /** The store's count of commits when it was made. */
  readonly revision: number
}

const REST = 200

/** The query of the table: read while it is typed, run dry, applied as one step, kept as a recipe. */
export function useQuery(rows: RecordRows) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const share = useShare()
  const statement = shallowRef('')
  const reach = shallowRef<Reach>('entry')
  const ran = shallowRef<Ran>()
  const failed = shallowRef<{
    readonly text: string
    readonly code: string
    readonly params: Readonly<Record<string, string | number>>
  }>()
  const isBusy = shallowRef(false)
  const recipes = shallowRef<readonly Recipe[]>([])
  const rested = refDebounced(statement, REST)

  const live = computed<Live>(() => {
    const words = rested.value
    if (words.trim() === '') return { state: 'empty' }
    if (failed.value?.text === words) return { state: 'wrong', code: failed.value.code, params: failed.value.params }
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
        failed.value = { text, code: error.code, params: error.params }
      else workspace.refuse(error)
    } finally {
      isBusy.value = false
    }
  }

  async function stop(): Promise<void> {
    const job = workspace.jobs.findLast(other => isUnderWay(other) && other.words.code === 'job.query')
    if (job) await workspace.attempt(() => workspace.studio.cancel(job.id))
  }

  async function readRecipes(): Promise<void> {
    recipes.value = (await workspace.attempt(() => workspace.studio.recipes())) ?? []
  }

  /** Records of the table that a dry run would change: marked in their rows. */
  const marked = computed<ReadonlySet<number>>(() => {
    const file = ran.value?.isDry ? ran.value.report.files.find(one => one.entry === selection.entry) : undefined
    if (!file || ran.value?.report.array !== rows.array.value) return new Set()
    return new Set(file.changes.flatMap(change => [...change.records]))
  })

  /** Records of the table for which the statement holds. */
  function matchingNow(): Uint32Array {
    const table = rows.table.value
    const query = live.value.state === 'fine' ? parseQuery(statement.value) : undefined
    if (!table || query?.array !== table.array) return new Uint32Array(0)
    return runQuery({ ...query, sets: [] }, table, reach.value === 'rows' ? { records: rows.rows.value } : {}).matching
  }

  return {
    statement,
    reach,
    live,
    matchingNow,
    ran,
    isBusy,
    recipes,
    marked,
    stop,
    readRecipes,
    dryRun: () => run(true),
    apply: () => run(false),
    /** Edits followed the dry run: its result is outdated. */
    isStale: computed(() => ran.value !== undefined && ran.value.isDry && ran.value.revision !== workspace.revision),
    close: (): void => {
      ran.value = undefined
    },
    saveRecipe: async (name: string): Promise<void> => {
      const recipe: Recipe = {
        name,
        text: queryRecipe(name, reach.value === 'all' ? EVERY_ENTRY : OPEN_ENTRY, statement.value),
      }
      recipes.value = (await workspace.attempt(() => workspace.studio.saveRecipe(recipe))) ?? recipes.value
    },
    /** One that has the name already gives way. */
    renameRecipe: async (recipe: Recipe, name: string): Promise<void> => {
      if (name === recipe.name) return
      recipes.value =
        (await workspace.attempt(async () => {
          await workspace.studio.saveRecipe({ name, text: recipe.text })
          return workspace.studio.forgetRecipe(recipe.name)
        })) ?? recipes.value
    },
    forgetRecipe: async (name: string): Promise<void> => {
      recipes.value = (await workspace.attempt(() => workspace.studio.forgetRecipe(name))) ?? recipes.value
    },
    /**
     * Puts a query into the bar, to be read and run; a recipe that is more than a query is offered like one from a
     * file.
     */
    useRecipe: async (recipe: Recipe): Promise<void> => {
      const found = recipeQuery(recipe.text)
      if (!found) return share.offerRecipe(recipe, selection.entry ?? undefined)
      statement.value = found.query
      reach.value = found.where === EVERY_ENTRY ? 'all' : 'entry'
    },
    nameNow: computed(
      () => recipes.value.find(recipe => recipeQuery(recipe.text)?.query === statement.value.trim())?.name,
    ),
  }
}

export type TableQuery = ReturnType<typeof useQuery>
