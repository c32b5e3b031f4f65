import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Words } from '@areal-studio/core/format'
import { usePanes, type PaneId } from './panes.store'
import { useWorkspace } from './workspace.store'

export const HELP_SECTIONS = ['panes', 'fields', 'words', 'messages'] as const
export type HelpSection = (typeof HELP_SECTIONS)[number]

/** An error or a problem with its params; `code` is a whole catalogue key: `refusal.edit.stale`. */
export type HelpMessage = Words

/** What the help shows: a section, and in it one pane, field (`material.name`) or message. */
interface HelpPlace {
  readonly section: HelpSection
  readonly pane?: PaneId
  readonly field?: string
  readonly message?: HelpMessage
}

/** State of the help, which any pane can open; the help itself is loaded when it is first shown. */
export const useHelp = defineStore('help', () => {
  const place = shallowRef<HelpPlace>({ section: 'panes' })
  /** Shown as a dialog over the start page, which has no panes. */
  const isDialog = ref(false)
  /** Step of the tour, from 0; null when it is not running. */
  const step = ref<number | null>(null)
  /** Increased when the help should take the focus. */
  const wanted = ref(0)

  /** `explained`: the pane that is explained, which the help must not cover. */
  function open(next: HelpPlace, explained?: PaneId): void {
    place.value = next
    wanted.value++
    if (useWorkspace().isOpen) usePanes().show('help', explained)
    else isDialog.value = true
  }
  return {
    place,
    isDialog,
    step,
    wanted,
    open,
    explain: (message: HelpMessage) => open({ section: 'messages', message }),
  }
})
