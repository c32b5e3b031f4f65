import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { ReferenceLink, RenameReport } from '@areal-studio/core/studio'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/** Effect of a rename or a removal on references, for the dialog before it. */
export interface ReferenceQuestion {
  readonly act: 'rename' | 'remove'
  /** Names of the entries that are renamed or removed. */
  readonly names: readonly string[]
  readonly to: string
  /** Entries that are renamed together with the entry. */
  readonly along: RenameReport['entries']
  readonly follows: readonly ReferenceLink[]
  readonly breaks: RenameReport['breaks']
}

/** `all`: with the references; `alone`: the entry only, references break. */
export type ReferenceAnswer = 'all' | 'alone' | 'cancel'

/**
 * References between entries: navigation to the entry that a field names, and the dialog before a rename or a removal.
 */
export const useReferences = defineStore('references', () => {
  const workspace = useWorkspace()
  const selection = useSelection()
  const question = shallowRef<ReferenceQuestion | null>(null)
  let answered: (answer: ReferenceAnswer) => void = () => undefined

  function ask(asked: ReferenceQuestion): Promise<ReferenceAnswer> {
    answered('cancel')
    question.value = asked
    return new Promise(resolve => {
      answered = resolve
    })
  }

  function answer(given: ReferenceAnswer): void {
    question.value = null
    answered(given)
  }

  /** Selects the entry, or the record, that a field names. */
  async function jump(entry: EntryPath, path: string): Promise<void> {
    const found = await workspace.attempt(() => workspace.studio.references(entry, path, 'uses'))
    const link = found?.uses.find(({ to }) => to !== null) ?? found?.uses[0]
    if (!link) workspace.notify({ code: 'notice.names-nothing', params: {} })
    else if (link.to === null)
      workspace.notify({ code: 'notice.name-missing', params: { name: link.row ?? link.file, file: link.file } })
    else selection.select({ entry: link.to, ...(link.toPath !== undefined && { path: link.toPath }) }, 'references')
  }

  return {
    question,
    isAsked: computed({
      get: () => question.value !== null,
      set: open => {
        if (!open) answer('cancel')
      },
    }),
    ask,
    answer,
    jump,
  }
})
