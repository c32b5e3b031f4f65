import { defineStore } from 'pinia'
import { computed, shallowRef, type ShallowRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import { takeDrafts } from './drafts'
import { openedEntries, type Range, type Selected } from './opened-entries'

export type { Range, Selected } from './opened-entries'

/** A selection requested by a pane. Leaving out `paths` selects `path` alone; leaving out `range` takes the node's. */
export interface Selecting {
  readonly entry: EntryPath
  readonly path?: string | null
  readonly paths?: readonly string[]
  readonly range?: Range | null
}

const NOTHING: Selected = { entry: null, path: null, paths: [], range: null, source: '' }
const RECENT = 32
const BACK = 100

/** One selection shared by every pane. It is never an undo step. */
export const useSelection = defineStore('selection', () => {
  const selected = shallowRef<Selected>(NOTHING)
  const recent = shallowRef<readonly EntryPath[]>([])
  const back = shallowRef<readonly Selected[]>([])
  const forward = shallowRef<readonly Selected[]>([])
  let complete = (selection: Selected): Selected => selection
  let moves = 0

  function put(next: Selected): void {
    selected.value = complete(next)
    const entry = next.entry
    if (entry !== null) tabs.follow({ ...selected.value, entry })
    if (entry && recent.value[0] !== entry) {
      recent.value = [entry, ...recent.value.filter(other => other !== entry)].slice(0, RECENT)
    }
  }

  function select(selecting: Selecting, from: string): void {
    const paths = selecting.paths ?? (typeof selecting.path === 'string' ? [selecting.path] : [])
    const path = selecting.path === undefined ? (paths.at(-1) ?? null) : selecting.path
    takeDrafts()
    if (from !== 'undo') moves++
    const before = selected.value
    if (before.entry !== null && (before.entry !== selecting.entry || before.path !== path)) {
      back.value = [...back.value.slice(-BACK), before]
      forward.value = []
    }
    put({ entry: selecting.entry, path, paths, range: selecting.range ?? null, source: from })
  }

  const tabs = openedEntries({ selected, recent, select })

  /** Replaces the selection by the last one of a stack, and puts it onto the other stack. */
  function travel(from: ShallowRef<readonly Selected[]>, onto: ShallowRef<readonly Selected[]>): void {
    const to = from.value.at(-1)
    if (!to) return
    takeDrafts()
    moves++
    from.value = from.value.slice(0, -1)
    onto.value = [...onto.value, selected.value]
    put({ ...to, source: 'back' })
  }

  /** Updates the selection and both stacks after records or bytes of an entry have moved; adds nothing to them. */
  function rebase(entry: EntryPath, moved: (selection: Selected) => Selected): void {
    const rebased = (selection: Selected): Selected => (selection.entry === entry ? moved(selection) : selection)
    back.value = back.value.map(rebased)
    forward.value = forward.value.map(rebased)
    if (selected.value.entry === entry) selected.value = complete(moved(selected.value))
    tabs.rebase(entry, moved)
  }

  function clear(): void {
    selected.value = NOTHING
    recent.value = []
    tabs.restore([])
    back.value = []
    forward.value = []
  }

  return {
    entry: computed(() => selected.value.entry),
    path: computed(() => selected.value.path),
    paths: computed(() => selected.value.paths),
    range: computed(() => selected.value.range),
    source: computed(() => selected.value.source),
    selected,
    recent,
    opened: tabs.opened,
    canGoBack: computed(() => back.value.length > 0),
    canGoForward: computed(() => forward.value.length > 0),
    select,
    open: tabs.open,
    close: tabs.close,
    step: tabs.step,
    restore: tabs.restore,
    clear,
    rebase,
    goBack: (): void => travel(back, forward),
    goForward: (): void => travel(forward, back),
    /** Number of selections by the user, without those of undo. */
    moves: (): number => moves,
    /** Sets how to fill in the range of a path and the path of a range; called by the workspace store. */
    completeWith(fill: (selection: Selected) => Selected): void {
      complete = fill
    },
  }
})
