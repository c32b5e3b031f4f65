import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { SubjectItem } from '@areal-studio/core/studio'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/** The map, mission or model that the selected entry belongs to. */
export const useOpenSubject = defineStore('subject', () => {
  const workspace = useWorkspace()
  const selection = useSelection()
  const subject = shallowRef<SubjectItem | null>(null)

  watch(
    () => [workspace.info?.workspace, selection.entry] as const,
    async ([open, entry]) => {
      // An entry that cannot be named belongs to no subject; the pane that shows it reports why.
      const found =
        open === undefined || entry === null ? null : await workspace.studio.subjectOf(entry).catch(() => null)
      if (open === workspace.info?.workspace && entry === selection.entry) subject.value = found
    },
    { immediate: true, flush: 'sync' },
  )

  return { subject }
})
