import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Change, Commit, EntryPath, Label } from '@areal-studio/core/edit'
import type { Problem } from '@areal-studio/core/format'
import {
  NO_NAMES,
  type ByteMark,
  type Dictionary,
  type FileChange,
  type Found,
  type HistoryStep,
  type Job,
  type OutsideKind,
  type Port,
  type StudioApi,
  type StudioEvents,
  type WorkspaceInfo,
} from '@areal-studio/core/studio'
import type { ConnectionState } from './client'
import { hasDrafts } from './drafts'
import { createGestures } from './gesture'
import { dismiss, newsAmong, notices, notify, refuse } from './notices'
import { readOnlyRefusal } from './read-only'
import { followPresses } from './row-press'
import { assignTargets, createOutbox, type Edits, type Made, type Outbox, type Target } from './outbox'
import { createProofs } from './proofs'
import { createReplicas } from './replicas'
import { usePanes } from './panes.store'
import { rebaseSelected } from './rebase-selection'
import { changedBy, completed } from './selected-nodes'
import { useSelection } from './selection.store'
import { useText } from './settings.store'
import { createWay, type Way } from './connection'

const CHECK_REST = 300
const LIST_REST = 60
const HIDDEN_REST = 400
const LISTING_PANES = ['changes', 'history', 'deploy'] as const
const GAME_OUTPUT_KEPT = 200_000
/** Milliseconds without a call after which the first screen counts as loaded; and the longest wait for that. */
const FIRST_SCREEN = { rest: 250, most: 10_000 } as const

/** Messages about files that another program changed; local changes need none. */
const OUTSIDE_WORDS: Partial<Record<OutsideKind, string>> = {
  changed: 'ui.outside',
  come: 'ui.outside.come',
  gone: 'ui.outside.gone',
}

/** The open workspace: replicas of open entries, commits in both directions, and what the studio reports about them. */
export const useWorkspace = defineStore('workspace', () => {
  const info = shallowRef<WorkspaceInfo | null>(null)
  const problems = shallowRef<readonly Problem[]>([])
  const isChecked = shallowRef(false)
  const changes = shallowRef<readonly FileChange[]>([])
  const history = shallowRef<readonly HistoryStep[]>([])
  const jobs = shallowRef<readonly Job[]>([])
  const gameOutput = shallowRef('')
  /** Files that wait for a choice between the local and the external version, as notices. */
  const unresolved = computed(() => info.value?.notices.filter(({ code }) => code.startsWith('notice.pristine-')) ?? [])
  /** The file whose question is to be opened. */
  const resolving = shallowRef<string | null>(null)
  function resolveFirst(): void {
    resolving.value = String(unresolved.value[0]?.params['file'] ?? '') || null
  }
  /** The last event about files that changed while they have local edits. */
  const outside = shallowRef<StudioEvents['outside']>({ files: [], kind: 'ours' })
  /** The modder's names of values, bits and fields; see dictionary.store. */
  const dictionary = shallowRef<Dictionary>(NO_NAMES)
  /** Bookmarks of all entries. */
  const marks = shallowRef<readonly ByteMark[]>([])
  const isConnected = shallowRef(true)
  /** The host was started again and does not know this page. */
  const isRefused = shallowRef(false)
  /** Increased by every commit, pack, deploy and open, for whatever depends on the whole install. */
  const revision = shallowRef(0)
  const foundHandlers = new Set<(found: Found) => void>()
  const selection = useSelection()
  const panes = usePanes()
  const text = useText()
  let api: StudioApi | undefined
  let outbox: Outbox | undefined
  const sending = ref(0)
  let way: Way | undefined
  let lastRevision = -1

  const studio = (): StudioApi => {
    if (!api) throw new Error('the workspace has no port yet')
    return api
  }
  const proving = createProofs({
    ask: files => attempt(() => studio().prove(files)),
    workspace: () => info.value?.workspace,
  })
  const replicas = createReplicas(studio, entry => {
    selection.rebase(entry, same => same)
  })

  /** Connects this window to a studio. Called once, before anything is shown. `keys`: target of key events. */
  function attach(port: Port, keys: Pick<EventTarget, 'addEventListener'> = new EventTarget()): void {
    way = createWay(port, isConnected, recover)
    api = way.studio
    outbox = createOutbox({
      replica: entry => replicas.get(entry),
      commit: transaction => studio().commit(transaction),
      receive,
      gestures: createGestures(keys),
      recovered: () => way?.ready() ?? Promise.resolve(),
    })
    keys.addEventListener('focus', () => {
      if (info.value) void refreshSoon()
    }) // another program, the command line, may have been at work
    port.listen('commit', receive)
    port.listen('info', next => {
      if (info.value?.workspace === next.workspace) info.value = next
      else void opened(next)
    })
    port.listen('proof', proving.take)
    port.listen('job', job => {
      jobs.value = [...jobs.value.filter(other => other.id !== job.id), job].slice(-50)
    })
    port.listen('found', found => {
      for (const handler of foundHandlers) handler(found)
    })
    port.listen('dictionary', takeDictionary)
    port.listen('marks', takeMarks)
    port.listen('outside', news => {
      const { files, kind } = news
      outside.value = news
      const code = OUTSIDE_WORDS[kind]
      if (code) notify({ code, params: { n: files.length, file: files[0] ?? '' } }, 'warning')
      void refreshAll()
      void proving.prove(files)
    })
    port.listen('gameOutput', ({ text: said }) => {
      gameOutput.value = (gameOutput.value + said).slice(-GAME_OUTPUT_KEPT)
    })
  }

  watch(info, (now, before) => {
    if (!now || before?.workspace !== now.workspace) return // `opened` tells all of them
    for (const words of newsAmong(now.notices, before.notices)) notify(words, 'warning')
  })

  /** Events were missed, or the host was restarted: opens the same install and reads everything again. */
  async function recover(fresh: StudioApi): Promise<void> {
    jobs.value = []
    const before = info.value
    if (!before) return
    const present = await fresh.info()
    const now =
      present?.workspace === before.workspace
        ? present
        : await fresh.open(before.install, { workspace: before.workspace })
    lastRevision = now.revision
    info.value = now
    await replicas.reloadAll(fresh)
    revision.value++
    void refreshLists()
    void refreshDictionary(fresh)
    void refreshMarks(fresh)
    void check()
  }

  async function refreshDictionary(from: StudioApi = studio()): Promise<void> {
    const found = await attempt(() => from.dictionary())
    if (found) dictionary.value = found
  }
  const takeDictionary = (next: Dictionary): void => {
    dictionary.value = next
  }

  async function refreshMarks(from: StudioApi = studio()): Promise<void> {
    const found = await attempt(() => from.marks())
    if (found) marks.value = found
  }
  const takeMarks = (next: readonly ByteMark[]): void => {
    marks.value = next
  }

  async function opened(next: WorkspaceInfo): Promise<void> {
    info.value = next
    lastRevision = next.revision
    replicas.clear()
    problems.value = []
    isChecked.value = false
    proving.clear()
    changes.value = []
    history.value = []
    gameOutput.value = ''
    outside.value = { files: [], kind: 'ours' }
    dictionary.value = NO_NAMES
    void refreshDictionary()
    marks.value = []
    void refreshMarks()
    selection.clear()
    for (const words of next.notices) if (words.code !== 'notice.install-missing') notify(words, 'warning') // a bar says that one as long as it holds
    revision.value++
    refreshLists()
    void examine(next)
  }

  /** Proof and check of all start once the first screen makes no more calls. */
  async function examine(asked: WorkspaceInfo): Promise<void> {
    await way?.rested(FIRST_SCREEN.rest, FIRST_SCREEN.most)
    if (info.value?.workspace !== asked.workspace) return
    void proving.prove()
    void check()
  }

  /** Opens an install; an error is shown as a notification, and false returned. */
  async function open(folder: string, workspace?: string): Promise<boolean> {
    const before = info.value?.workspace
    const next = await attempt(() => studio().open(folder, workspace === undefined ? undefined : { workspace }))
    if (!next) return false
    if (before === next.workspace || info.value?.workspace !== next.workspace) await opened(next) // else its event came before the answer
    return true
  }

  /** Shows the start page; nothing is closed on disk. */
  function leave(): void {
    info.value = null
    replicas.clear()
    selection.clear()
  }

  /** Shows what the studio has open already: a reloaded page, a second window, `npm start`. */
  async function resume(known?: WorkspaceInfo): Promise<void> {
    const present = known ?? (await attempt(() => studio().info()))
    if (present && (info.value?.workspace !== present.workspace || lastRevision < present.revision))
      await opened(present)
  }

  /** Runs anything that may throw; an error is shown, and undefined returned. */
  async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run()
    } catch (error) {
      refuse(error)
      return undefined
    }
  }

  /** Applies a commit, own or external: the only way in which bytes change here. */
  function receive(commit: Commit): void {
    if (commit.revision <= lastRevision) return
    lastRevision = commit.revision
    if (commit.kind !== 'packed') {
      replicas.take(commit)
      followMoves(commit)
    }
    revision.value++
    refreshLists()
    if (commit.kind !== 'packed') checkSoon()
  }

  function followMoves(change: Change): void {
    for (const edit of change.transaction.edits) {
      followPresses(edit)
      selection.rebase(edit.entry, selected => rebaseSelected(selected, edit, replicas.get(edit.entry)?.document))
    }
  }

  selection.completeWith(selected => {
    const whole = selected.entry === null ? undefined : replicas.get(selected.entry)?.document
    return whole ? completed(selected, whole) : selected
  })

  async function submit(label: Label | null, edits: Edits): Promise<boolean> {
    const locked = readOnlyRefusal(info.value)
    if (locked) {
      refuse(locked)
      return false
    }
    sending.value++
    try {
      await outbox?.send(label, edits)
      return true
    } catch (error) {
      refuse(error)
      return false
    } finally {
      sending.value--
    }
  }

  async function assignAll(entry: EntryPath, targets: readonly Target[], label: Label | null = null): Promise<boolean> {
    const replica = replicas.get(entry) ?? (await attempt(() => replicas.load(entry)))
    if (!replica) return false
    return submit(label, () => [assignTargets(replicas.get(entry) ?? replica, targets)])
  }

  /** Runs a change by the studio itself between the edits. Throws its errors. */
  async function act<T extends Made>(run: (studio: StudioApi) => Promise<T>): Promise<T> {
    if (!outbox) throw new Error('the workspace has no port yet')
    return outbox.act(() => run(studio()))
  }

  async function step(direction: 'undo' | 'redo'): Promise<void> {
    const before = selection.moves()
    const commit = await attempt(() => act(api => api[direction]()))
    if (!commit || commit.kind === 'packed') return
    if (selection.moves() === before && !hasDrafts()) await selectChanged(commit)
  }

  /** Selects what an undo changed, unless the user selected something else before the reply. */
  async function selectChanged(change: Change): Promise<void> {
    const edit = change.transaction.edits.find(other => other.attributes?.after !== null)
    if (!edit) return
    const whole = (await attempt(() => replicas.load(edit.entry)))?.document
    selection.select(whole ? changedBy(edit, whole) : { entry: edit.entry }, 'undo')
  }

  async function check(): Promise<void> {
    const found = await attempt(() => studio().check())
    if (!found) return
    problems.value = found
    isChecked.value = true
  }

  async function refreshNow(): Promise<void> {
    if (!info.value) return
    const [nextInfo, nextChanges, nextHistory] = await Promise.all([
      studio().info(),
      studio().changes(),
      studio().history(),
    ])
    if (nextInfo) info.value = nextInfo
    changes.value = nextChanges
    history.value = nextHistory
  }
  const refreshSoon = useDebounceFn(() => attempt(refreshNow), LIST_REST, { maxWait: LIST_REST * 5 })
  const refreshLater = useDebounceFn(() => attempt(refreshNow), HIDDEN_REST)
  /** Lists that are hidden are refreshed when the edits pause. */
  const refreshLists = (): unknown =>
    LISTING_PANES.some(pane => panes.isVisible(pane)) ? refreshSoon() : refreshLater()
  watch(
    () => LISTING_PANES.some(pane => panes.isVisible(pane)),
    isSeen => {
      if (isSeen) void refreshSoon()
    },
  )
  const checkSoon = useDebounceFn(check, CHECK_REST)

  /** Reads everything again after an external change. */
  async function refreshAll(): Promise<void> {
    const present = await attempt(() => studio().info())
    if (!present) return
    lastRevision = Math.max(lastRevision, present.revision)
    await replicas.reloadAll()
    revision.value++
    await attempt(refreshNow)
    void check()
  }

  return {
    info,
    problems,
    isChecked,
    proofs: proving.proofs,
    changes,
    history,
    jobs,
    gameOutput,
    outside,
    unresolved,
    resolving,
    resolveFirst,
    dictionary,
    marks,
    isConnected,
    isRefused,
    revision,
    notices,
    takeDictionary,
    takeMarks,
    text,
    /** The studio itself, for calls that this store does not wrap. */
    studio: computed(studio),
    isOpen: computed(() => info.value !== null),
    /** Work that the opening of an install starts is still running. */
    isBusy: computed(() => !isChecked.value || jobs.value.some(job => job.state === 'running')),
    /** Calls with changes are pending. */
    isSending: computed(() => sending.value > 0),
    /** A step can be undone, or is pending: undo waits for it. */
    canUndo: computed(() => info.value?.canUndo === true || sending.value > 0),
    attach,
    open,
    /** Receives progress of searches of all windows. */
    onFound(handler: (found: Found) => void): void {
      foundHandlers.add(handler)
    },
    /** To be called by the port when the connection is lost or restored. */
    setConnected: async (state: ConnectionState): Promise<void> => {
      isRefused.value = state === 'refused'
      await way?.changed(state)
    },
    resume,
    leave,
    attempt,
    act,
    replica: replicas.get,
    load: replicas.load,
    receive,
    /**
     * Commits edits, one transaction, after those sent before. Edits given as a function are computed then. Label null
     * names the change by its fields, the same words in every pane. Returns false where it was refused.
     */
    submit,
    /** One transaction that sets the value of every node. */
    assignAll,
    undo: () => step('undo'),
    redo: () => step('redo'),
    check,
    prove: proving.prove,
    refreshLists,
    refreshAll,
    settled: async (): Promise<unknown> => outbox?.settled(),
    notify,
    refuse,
    dismiss,
  }
})
