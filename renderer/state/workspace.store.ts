import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Commit } from '@areal-studio/core/edit'
import type { Found, OutsideKind, Port, StudioApi, StudioEvents, WorkspaceInfo } from '@areal-studio/core/studio'
import type { ConnectionState } from './client'
import { createWay, type Way } from './connection'
import { loadFamilies } from './families'
import { createGestures } from './gesture'
import { attempt, dismiss, notices, notify, refuse } from './notices'
import { createProofs } from './proofs'
import { createReplicas } from './replicas'
import { useSelection } from './selection.store'
import { useText } from './settings.store'
import { useAnnotations } from './workspace-annotations'
import { useEdits, useSelectionMoves } from './workspace-edits'
import { useLists } from './workspace-lists'
import { useReported } from './workspace-reported'

/** Milliseconds without a call after which the first screen counts as loaded; and the longest wait for that. */
const FIRST_SCREEN = { rest: 250, most: 10_000 } as const

/** Messages about files that another program changed; local changes need none. */
const OUTSIDE_WORDS: Partial<Record<OutsideKind, string>> = {
  changed: 'ui.outside',
  come: 'ui.outside.come',
  gone: 'ui.outside.gone',
}

/** The parts of an open workspace, each of one subject. `studio` throws before the window is connected. */
function useParts(studio: () => StudioApi) {
  const selection = useSelection()
  const reported = useReported()
  const { info } = reported
  const replicas = createReplicas(studio, entry => {
    selection.rebase(entry, same => same)
  })
  const moves = useSelectionMoves(replicas)
  return {
    ...{ selection, reported, replicas, moves },
    lists: useLists(info, studio),
    annotations: useAnnotations(studio),
    edits: useEdits({ info, studio, replicas }, moves),
    proving: createProofs({
      ask: files => attempt(() => studio().prove(files)),
      workspace: () => info.value?.workspace,
    }),
    /** Increased by every commit, pack, deploy and open, for whatever depends on the whole install. */
    revision: shallowRef(0),
  }
}

type Parts = ReturnType<typeof useParts>

/** Forgets everything of the install that was open. */
function clear({ replicas, proving, lists, reported, annotations, selection }: Parts): void {
  replicas.clear()
  proving.clear()
  lists.clear()
  reported.clear()
  annotations.reload()
  selection.clear()
}

/** Proves and checks all of an install, once the first screen makes no more calls. */
async function examine(
  { reported, proving, lists }: Parts,
  asked: WorkspaceInfo,
  rested: () => Promise<void> | undefined,
): Promise<void> {
  await rested()
  if (reported.info.value?.workspace !== asked.workspace) return
  void proving.prove()
  void lists.check()
}

/** Opening of installs, and commits of this window and of others: what replaces or changes the bytes shown. */
function useOpening(parts: Parts, studio: () => StudioApi, rested: () => Promise<void> | undefined) {
  const { reported, replicas, moves, lists, annotations, revision, selection } = parts
  const { info } = reported
  let lastRevision = -1
  /** How often the start page was shown; what was being opened before that is not shown any more. */
  let leaves = 0
  /** Of the install that was left for the start page, until another is opened. */
  let left: string | undefined

  /** Events were missed, or the host was restarted: opens the same install and reads everything again. */
  async function recover(fresh: StudioApi): Promise<void> {
    reported.jobs.value = []
    const before = info.value
    if (!before) return
    const own = leaves
    const present = await fresh.info()
    const now =
      present?.workspace === before.workspace
        ? present
        : await fresh.open(before.install, { workspace: before.workspace })
    if (own !== leaves) return
    lastRevision = now.revision
    info.value = now
    await replicas.reloadAll(fresh)
    revision.value++
    void lists.refreshLists()
    void annotations.refresh(fresh)
    void lists.check()
  }

  async function opened(next: WorkspaceInfo): Promise<void> {
    const own = leaves
    await loadFamilies(next.families)
    if (own !== leaves) return
    left = undefined
    info.value = next
    lastRevision = next.revision
    clear(parts)
    // A bar shows a missing install while it is missing.
    for (const words of next.notices) if (words.code !== 'notice.install-missing') notify(words, 'warning')
    revision.value++
    lists.refreshLists()
    void examine(parts, next, rested)
  }

  /** Opens an install; an error is shown as a notification, and false returned. */
  async function open(folder: string, workspace?: string): Promise<boolean> {
    left = undefined
    const own = leaves
    const before = info.value?.workspace
    const next = await attempt(() => studio().open(folder, workspace === undefined ? undefined : { workspace }))
    // The start page may have been shown after the event of this opening and before its reply.
    if (!next || own !== leaves) return next !== undefined
    if (before === next.workspace || info.value?.workspace !== next.workspace) await opened(next) // else its event arrived before the reply
    return true
  }

  /** Shows the start page; nothing is closed on disk. */
  function leave(): void {
    leaves++
    left = info.value?.workspace ?? left
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

  /** Applies a commit, own or external: the only way in which bytes change here. */
  function receive(commit: Commit): void {
    if (commit.revision <= lastRevision) return
    lastRevision = commit.revision
    if (commit.kind !== 'packed') {
      replicas.take(commit)
      moves.follow(commit)
    }
    revision.value++
    lists.refreshLists()
    if (commit.kind !== 'packed') lists.checkSoon()
  }

  /** Reads everything again after an external change. */
  async function refreshAll(): Promise<void> {
    const present = await attempt(() => studio().info())
    if (!present) return
    lastRevision = Math.max(lastRevision, present.revision)
    await replicas.reloadAll()
    revision.value++
    await lists.refreshNow()
    void lists.check()
  }

  const isLeft = ({ workspace }: WorkspaceInfo): boolean => workspace === left
  return { isLeft, opened, recover, open, leave, resume, receive, refreshAll }
}

/** Subscribes the parts to the events of the studio; `found` receives the progress of searches of all windows. */
function listen(
  port: Port,
  { reported, annotations, proving }: Parts,
  opening: ReturnType<typeof useOpening>,
  found: (found: Found) => void,
): void {
  port.listen('commit', opening.receive)
  port.listen('info', next => {
    const { info } = reported
    if (info.value?.workspace === next.workspace) info.value = next
    else if (!opening.isLeft(next)) void opening.opened(next)
  })
  port.listen('proof', proving.take)
  port.listen('job', reported.takeJob)
  port.listen('found', found)
  port.listen('dictionary', annotations.takeDictionary)
  port.listen('marks', annotations.takeMarks)
  port.listen('outside', (news: StudioEvents['outside']) => {
    const { files, kind } = news
    reported.outside.value = news
    const code = OUTSIDE_WORDS[kind]
    if (code) notify({ code, params: { n: files.length, file: files[0] ?? '' } }, 'warning')
    void opening.refreshAll()
    void proving.prove(files)
  })
  port.listen('gameOutput', reported.takeOutput)
}

/** The open workspace: replicas of open entries, commits in both directions, and what the studio reports about them. */
export const useWorkspace = defineStore('workspace', () => {
  let way: Way | undefined
  const studio = (): StudioApi => {
    if (!way) throw new Error('the workspace has no port yet')
    return way.studio
  }
  const isConnected = shallowRef(true)
  /** The host was started again and does not know this page. */
  const isRefused = shallowRef(false)
  const foundHandlers = new Set<(found: Found) => void>()
  const parts = useParts(studio)
  const { reported, lists, annotations, edits, replicas, proving, revision } = parts
  const opening = useOpening(parts, studio, () => way?.rested(FIRST_SCREEN.rest, FIRST_SCREEN.most))
  const { info, jobs, gameOutput, outside, unresolved, resolving, resolveFirst } = reported
  const { problems, isChecked, changes, history, check, refreshLists } = lists
  const { dictionary, marks, takeDictionary, takeMarks } = annotations

  /** Connects this window to a studio. Called once, before anything is shown. `keys`: target of key events. */
  function attach(port: Port, keys: Pick<EventTarget, 'addEventListener'> = new EventTarget()): void {
    way = createWay(port, isConnected, opening.recover)
    edits.begin({
      receive: opening.receive,
      gestures: createGestures(keys),
      recovered: () => way?.ready() ?? Promise.resolve(),
    })
    keys.addEventListener('focus', () => {
      if (info.value) void lists.refreshSoon()
    }) // another program, such as the command line, may have changed something
    listen(port, parts, opening, found => {
      for (const handler of foundHandlers) handler(found)
    })
  }

  return {
    ...{ info, jobs, gameOutput, outside, unresolved, resolving, resolveFirst },
    ...{ problems, isChecked, changes, history, check, refreshLists },
    ...{ dictionary, marks, takeDictionary, takeMarks },
    ...{ isConnected, isRefused, revision, notices, notify, refuse, dismiss, attempt },
    proofs: proving.proofs,
    prove: proving.prove,
    text: useText(),
    /** The studio itself, for calls that this store does not wrap. */
    studio: computed(studio),
    isOpen: computed(() => info.value !== null),
    /** Work that the opening of an install starts is still running. */
    isBusy: computed(() => !isChecked.value || jobs.value.some(job => job.state === 'running')),
    attach,
    open: opening.open,
    resume: opening.resume,
    leave: opening.leave,
    receive: opening.receive,
    refreshAll: opening.refreshAll,
    /** Receives progress of searches of all windows. */
    onFound(handler: (found: Found) => void): void {
      foundHandlers.add(handler)
    },
    /** To be called by the port when the connection is lost or restored. */
    setConnected: async (state: ConnectionState): Promise<void> => {
      isRefused.value = state === 'refused'
      await way?.changed(state)
    },
    replica: replicas.get,
    load: replicas.load,
    lastChange: replicas.lastChange,
    changedAt: replicas.changedAt,
    arriving: replicas.arriving,
    first: replicas.first,
    submit: edits.submit,
    assignAll: edits.assignAll,
    act: edits.act,
    undo: edits.undo,
    redo: edits.redo,
    isSending: edits.isSending,
    canUndo: edits.canUndo,
    settled: edits.settled,
  }
})
