import { computed, type ComputedRef, type Ref } from 'vue'
import type { ProofResult } from '@areal-studio/core/studio'
import { useEntryChanges } from './entry-changes'
import { usePristineBytes } from './pristine-bytes'
import { readOnlyRefusal } from './read-only'
import type { Replica } from './replica'
import { useSelection } from './selection.store'
import { useText } from './settings.store'
import { useWorkspace } from './workspace.store'

/**
 * none: nothing is selected; loading; failed: it could not be read; gone: it was deleted by an undo or another program;
 * ready.
 */
export type OpenState = 'none' | 'loading' | 'failed' | 'gone' | 'ready'

/** The current entry, read when a visible pane needs it, with its bytes before any edit. */
export function useOpenEntry(isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const text = useText()
  const readOnly = useReadOnlyWords()
  const replica = computed(() => (selection.entry === null ? undefined : workspace.replica(selection.entry)))
  const { trouble, pristine } = usePristineBytes(replica, isVisible)
  const entryDocument = computed(() => (isVisible.value ? replica.value?.document : undefined))
  const changes = useEntryChanges(replica, pristine, isVisible)
  const canEdit = computed(
    () =>
      entryDocument.value?.isWhole === true &&
      isEditable(replica.value) &&
      !isLocked(workspace.proofs.get(selection.entry ?? '')?.result),
  )
  /** Another program changed its file: it is locked for that reason, not for a missing proof. */
  const isUnresolved = computed(() =>
    workspace.unresolved.some(({ params }) => params['file'] === selection.entry?.split('!')[0]),
  )
  const state = computed<OpenState>(() => {
    if (selection.entry === null) return 'none'
    if (replica.value) return 'ready'
    return trouble.value ?? 'loading'
  })

  return {
    replica,
    state,
    pristine,
    /** The declared record over the present bytes; undefined for plain bytes and while the pane is hidden. */
    document: entryDocument,
    ...changes,
    /** Whether fields of the entry can be edited: it is declared and proved. */
    canEdit,
    /** The reason for the user why they cannot; '' where they can. */
    locked: computed(() =>
      canEdit.value ? '' : readOnly.value || text.say(isUnresolved.value ? 'ui.pane.unresolved' : 'ui.pane.read-only'),
    ),
  }
}

const isLocked = (proof: ProofResult | undefined): boolean => proof === 'unproved' || proof === 'unreadable'
const isEditable = (replica: Replica | undefined): boolean => replica?.image.isEditable ?? false

/** The reason for the user why nothing can be edited; '' where it can. */
export function useReadOnlyWords(): ComputedRef<string> {
  const text = useText()
  const workspace = useWorkspace()
  return computed(() => {
    const refusal = readOnlyRefusal(workspace.info)
    return refusal ? text.say(`refusal.${refusal.code}`, refusal.params) : ''
  })
}
