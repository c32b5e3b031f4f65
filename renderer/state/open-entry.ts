import { computed, onScopeDispose, watch, type ComputedRef, type Ref } from 'vue'
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

/**
 * The current entry, read when a visible pane needs it, with its bytes before any edit. `isFirst`: whether this pane shows an
 * entry before the others do, see `Replicas.first`.
 */
export function useOpenEntry(isVisible: Readonly<Ref<boolean>>, isFirst?: (replica: Replica) => boolean) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const text = useText()
  const readOnly = useReadOnlyWords()
  const replica = computed(() => {
    const { entry } = selection
    if (entry === null) return undefined
    const first = isFirst && workspace.arriving?.entry === entry ? workspace.arriving.replica : undefined
    return workspace.replica(entry) ?? first
  })
  if (isFirst)
    onScopeDispose(
      workspace.first(fresh => isVisible.value && fresh.entry === selection.entry && isFirst(fresh.replica)),
    )
  // Requested before anything is drawn that the selection changes, which takes longer than to read it.
  watch(
    () => selection.entry,
    entry => {
      if (entry !== null && isVisible.value) void workspace.load(entry).catch(() => undefined) // awaited below
    },
    { flush: 'sync' },
  )
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
