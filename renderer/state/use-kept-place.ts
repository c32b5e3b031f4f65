import { watch } from 'vue'
import { locate } from '@areal-studio/core/layout'
import { keepPlace, keptPlace, type Tab } from './kept-place'
import { useEntryTabs } from './entry-tabs'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/** Keeps what is selected for the next start. Called once. */
export function followPlace(): void {
  const workspace = useWorkspace()
  const selection = useSelection()
  watch(
    () => selection.selected,
    ({ entry, path, paths, range, source }) => {
      const of = workspace.info?.workspace
      // What was selected by itself is none of the user's places: another window may know one.
      if (of !== undefined && entry !== null && source !== 'start') keepPlace(of, { entry, path, paths, range })
    },
  )
  const entries = useEntryTabs()
  watch(
    () => selection.opened,
    opened => {
      const of = workspace.info?.workspace
      if (of === undefined || opened.every(({ source }) => source === 'start')) return
      keepPlace(of, {
        tabs: opened.map(
          ({ entry, path, paths, range }): Tab => ({ entry, name: entries.nameOf(entry), path, paths, range }),
        ),
      })
    },
  )
}

/** Selects what was selected when the workspace was left; false where that is unknown or no longer there. */
export async function reopenPlace(): Promise<boolean> {
  const workspace = useWorkspace()
  const selection = useSelection()
  const of = workspace.info?.workspace
  const { entry, path, paths = [], range, tabs = [] } = of === undefined ? {} : keptPlace(of)
  if (selection.entry === null)
    selection.restore(tabs.map(tab => ({ path: null, paths: [], range: null, ...tab, entry: tab.entry })))
  if (entry === undefined) return false
  const replica = await workspace.load(entry).catch(() => undefined)
  if (!replica || workspace.info?.workspace !== of) return false
  if (selection.entry !== null) return true // something was chosen meanwhile
  const whole = replica.document
  const isThere = (one: string): boolean => whole !== undefined && locate(whole, one) !== undefined
  const found = paths.filter(isThere)
  if (typeof path === 'string' && isThere(path)) selection.select({ entry, path, paths: found }, 'start')
  else selection.select({ entry, ...(path === undefined && range ? { range } : {}) }, 'start')
  return true
}
