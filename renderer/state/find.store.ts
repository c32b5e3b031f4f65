import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { StudioError, type Words } from '@areal-studio/core/format'
import type { CodePage } from '@areal-studio/core/layout'
import { FIND_KINDS, joinFound, type FindKind, type FindOptions, type FoundFile } from '@areal-studio/core/search'
import type { Found } from '@areal-studio/core/studio'
import { remember, remembered } from './remembered'
import { scopeOf } from './subject-scope'
import { useOpenSubject } from './subject.store'
import { useWorkspace } from './workspace.store'

interface PastSearch {
  readonly text: string
  readonly kind: FindKind
}

/** A search that was started: also where, if not in the whole install. */
interface Asked extends PastSearch {
  readonly where?: string
}

const KEPT = 'find-history'
const PAST_KEPT = 20

function kept(): readonly PastSearch[] {
  const past = remembered(KEPT)
  return Array.isArray(past) ? past.flatMap(one => pastOf(one)) : []
}

function pastOf(one: unknown): readonly PastSearch[] {
  if (typeof one !== 'object' || one === null || !('text' in one) || !('kind' in one) || typeof one.text !== 'string')
    return []
  const kind = FIND_KINDS.find(known => known === one.kind)
  return kind ? [{ text: one.text, kind }] : []
}

/** What is searched for, as the fields of the pane have it. */
function useQuestion() {
  const text = ref('')
  const kind = ref<FindKind>('text')
  const matchCase = ref(false)
  const whole = ref(false)
  const page = ref<CodePage | 'all'>('all')
  const opened = useOpenSubject()
  /** Search only in the open map, mission or model; the whole install where none is open. */
  const isWithin = ref(false)
  const scope = computed(() => (isWithin.value ? opened.subject : null))

  function options(): FindOptions {
    return {
      kind: kind.value,
      matchCase: matchCase.value,
      whole: whole.value,
      ...(page.value !== 'all' && { pages: [page.value] }),
      ...(scope.value && { within: scopeOf(scope.value) }),
    }
  }

  return { text, kind, matchCase, whole, page, isWithin, scope, options }
}

/** Past searches, the newest first; kept between sessions. */
function usePast() {
  const past = shallowRef<readonly PastSearch[]>(kept())

  function note(one: PastSearch): void {
    past.value = [one, ...past.value.filter(other => other.text !== one.text || other.kind !== one.kind)].slice(
      0,
      PAST_KEPT,
    )
    remember(KEPT, past.value)
  }

  return { past, note }
}

/** What a search has found so far. */
function useResults() {
  const state = shallowRef<Found['state'] | 'none'>('none')
  const files = shallowRef<readonly FoundFile[]>([])
  const progress = shallowRef({ looked: 0, total: 0, count: 0, isCut: false })
  const unread = shallowRef<readonly string[]>([])
  /** Why the search could not begin. */
  const refusal = shallowRef<Words | null>(null)
  /** The query of the results. */
  const asked = shallowRef<Asked | null>(null)

  function clear(): void {
    files.value = []
    unread.value = []
    progress.value = { looked: 0, total: 0, count: 0, isCut: false }
    refusal.value = null
    asked.value = null
    state.value = 'none'
  }

  function add(found: Found): void {
    if (found.files.length > 0) files.value = joinFound(files.value, found.files)
    if (found.state === 'running' && state.value !== 'running') unread.value = [] // they are searched again
    if (found.unread.length > 0) unread.value = [...unread.value, ...found.unread]
    progress.value = { looked: found.looked, total: found.total, count: found.count, isCut: found.isCut }
    state.value = found.state
  }

  return { state, files, progress, unread, refusal, asked, clear, add }
}

/** One search over the install: query, progress and results. It continues while its pane is closed. */
export const useFind = defineStore('find', () => {
  const workspace = useWorkspace()
  const { text, kind, scope, options, ...choices } = useQuestion()
  const { past, note } = usePast()
  const { state, asked, refusal, clear, add, ...results } = useResults()
  const revision = shallowRef(0)
  /** Increased when the field should take the focus. */
  const wanted = ref(0)
  /** Number of the present search. */
  const search = shallowRef<number>()
  /** Its job, while it runs. */
  let job: number | undefined
  /** Events that arrive before the number of the search is known; matched by it afterwards. */
  let early: Found[] | undefined
  /** The query changed before the studio returned the number of the search. */
  let isWaiting = false
  /** The search was stopped before that. */
  let isStopped = false

  workspace.onFound(found => {
    if (early) early.push(found)
    else if (found.search === search.value) take(found)
  })

  function take(found: Found): void {
    add(found)
    job = found.state === 'running' ? found.job : undefined
  }

  async function run(): Promise<void> {
    if (early) {
      isWaiting = true
      return
    }
    early = []
    await endJob()
    clear()
    state.value = 'running'
    isWaiting = isStopped = false
    revision.value = workspace.revision
    const question = { text: text.value, kind: kind.value }
    asked.value = { ...question, ...(scope.value && { where: scope.value.title }) }
    try {
      const id = await workspace.studio.find(question.text, options())
      job = id
      note(question)
      if (isStopped)
        await endJob() // already shown as stopped: its later events are ignored
      else {
        search.value = id
        for (const found of early) if (found.search === id) take(found)
      }
      early = undefined // later events are applied as they arrive
    } catch (error) {
      state.value = 'none'
      asked.value = null
      if (!(error instanceof StudioError)) throw error
      refusal.value = { code: error.code, params: error.params }
    } finally {
      early = undefined
    }
    if (isWaiting) await run()
  }

  async function cancel(): Promise<void> {
    isStopped = true
    if (early) state.value = 'cancelled' // the studio does not know of it yet, which may take a slow disk long
    await endJob()
  }

  async function endJob(): Promise<void> {
    const running = job
    job = undefined
    if (running !== undefined) await workspace.attempt(() => workspace.studio.cancel(running))
  }

  async function again(one: PastSearch): Promise<void> {
    text.value = one.text
    kind.value = one.kind
    await run()
  }

  return {
    search,
    ...{ text, kind, state, asked, refusal, past, ...choices, ...results },
    revision,
    wanted,
    run,
    cancel,
    clear,
    again,
  }
})
