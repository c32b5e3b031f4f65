import { useDebounceFn } from '@vueuse/core'
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { Problem } from '@areal-studio/core/format'
import type { FileChange, HistoryStep, StudioApi, WorkspaceInfo } from '@areal-studio/core/studio'
import { attempt } from './notices'
import { usePanes } from './panes.store'

const CHECK_REST = 300
const LIST_REST = 60
const HIDDEN_REST = 400
const LISTING_PANES = ['changes', 'history', 'deploy'] as const

/** What the studio lists about the open workspace: problems, changes, history. Refreshed after commits. */
export function useLists(info: ShallowRef<WorkspaceInfo | null>, studio: () => StudioApi) {
  const panes = usePanes()
  const problems = shallowRef<readonly Problem[]>([])
  const isChecked = shallowRef(false)
  const changes = shallowRef<readonly FileChange[]>([])
  const history = shallowRef<readonly HistoryStep[]>([])

  async function check(): Promise<void> {
    const found = await attempt(() => studio().check())
    if (!found) return
    problems.value = found
    isChecked.value = true
  }

  async function readNow(): Promise<void> {
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
  const refreshSoon = useDebounceFn(() => attempt(readNow), LIST_REST, { maxWait: LIST_REST * 5 })
  const refreshLater = useDebounceFn(() => attempt(readNow), HIDDEN_REST)
  const isListed = (): boolean => LISTING_PANES.some(pane => panes.isVisible(pane))
  /** Lists that are hidden are refreshed when the edits pause. */
  const refreshLists = (): unknown => (isListed() ? refreshSoon() : refreshLater())
  watch(isListed, isSeen => {
    if (isSeen) void refreshSoon()
  })
  const checkSoon = useDebounceFn(check, CHECK_REST)

  function clear(): void {
    problems.value = []
    isChecked.value = false
    changes.value = []
    history.value = []
  }

  return {
    ...{ problems, isChecked, changes, history, check, checkSoon, refreshLists, refreshSoon, clear },
    /** Reads changes and history now; an error is shown. */
    refreshNow: () => attempt(readNow),
  }
}
