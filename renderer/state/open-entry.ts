import { computed, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { HEAD_SIZE, StudioError } from '@areal-studio/core/format'
import { sameBytes } from '@areal-studio/core/edit'
import { document, locate, type Bytes, type Document, type Node } from '@areal-studio/core/layout'
import { changedRanges, overlaps, type Ranges } from '../value/ranges'
import { readOnlyRefusal } from './read-only'
import type { ProofResult } from '@areal-studio/core/studio'
import { isPartial, type Replica } from './replica'
import { useSelection } from './selection.store'
import { useText } from './settings.store'
import { useWorkspace } from './workspace.store'

/**
 * none: nothing is selected; loading; failed: it could not be read; gone: an undo or another program removed it; ready.
 */
export type OpenState = 'none' | 'loading' | 'failed' | 'gone' | 'ready'

/** The current entry, read when a visible pane needs it, with its bytes before any edit. */
export function useOpenEntry(isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const text = useText()
  const readOnly = useReadOnlyWords()
  const trouble = shallowRef<'failed' | 'gone'>()
  const pristine = shallowRef<Bytes>()
  const replica = computed(() => (selection.entry === null ? undefined : workspace.replica(selection.entry)))
  const entryDocument = computed(() => (isVisible.value ? replica.value?.document : undefined))
  const before = computed(() =>
    isVisible.value && replica.value && pristine.value ? pristineDocument(replica.value, pristine.value) : undefined,
  )
  const changed = computed<Ranges>(() =>
    isVisible.value && replica.value && pristine.value ? changedRanges(pristine.value, replica.value.image.bytes) : [],
  )
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

  /** The replica of the pristine bytes; another one after the whole entry was read again. */
  let origin: Replica['pristine'] | undefined
  watch(
    () => [selection.entry, isVisible.value, replica.value?.pristine, workspace.revision] as const,
    async ([entry, visible, present], old) => {
      const isSame = old?.[0] === entry
      if (!isSame) {
        pristine.value = origin = undefined
        trouble.value = undefined
      }
      if (entry === null || !visible || (present && present === origin)) return
      if (trouble.value === 'failed' && isSame && old[1]) return
      const loaded = await load(entry)
      if (!loaded || selection.entry !== entry) return
      origin = loaded.pristine
      if (isPartial(loaded)) return // its original is read as it is looked at, too
      const bytes = await workspace.attempt(() => loaded.pristine())
      if (selection.entry === entry && bytes) pristine.value = bytes
    },
    { immediate: true },
  )

  /** Undefined where it cannot be read; requested again for an entry that undo restores. */
  async function load(entry: string): Promise<Replica | undefined> {
    try {
      const loaded = await workspace.load(entry)
      if (selection.entry === entry) trouble.value = undefined
      return loaded
    } catch (error) {
      if (selection.entry !== entry) return undefined
      const isGone = error instanceof StudioError && error.code === 'entry.missing'
      trouble.value = isGone ? 'gone' : 'failed'
      if (!isGone) workspace.refuse(error)
      return undefined
    }
  }

  /**
   * If bytes were inserted or removed, everything between counts as changed; a node at the same path may be unchanged.
   */
  function isAsBefore(node: Node): boolean {
    const now = replica.value?.image.bytes
    const old = before.value
    if (!now || !old || old.bytes.length === now.length) return false
    const same = locate(old, node.path)
    return (
      same !== undefined &&
      sameBytes(
        now.subarray(node.offset, node.offset + node.size),
        old.bytes.subarray(same.offset, same.offset + same.size),
      )
    )
  }

  return {
    replica,
    state,
    pristine,
    /** The declared record over the present bytes; undefined for plain bytes and while the pane is hidden. */
    document: entryDocument,
    /** The same over the pristine bytes. */
    before,
    /** Bytes that differ from the pristine ones. */
    changed,
    /** Whether a node's bytes differ from the pristine ones. */
    isEdited: (node: Node): boolean =>
      overlaps(changed.value, node.offset, node.offset + node.size) && !isAsBefore(node),
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

const made = new WeakMap<Bytes, Document | null>()

/** The document of the pristine bytes, created once for all panes; undefined where there are none. */
export function pristineDocument(replica: Replica, bytes: Bytes): Document | undefined {
  const known = made.get(bytes)
  if (known !== undefined) return known ?? undefined
  const layout =
    bytes.length === 0
      ? undefined
      : replica.format?.layout?.({ ...replica.image.info, size: bytes.length, head: bytes.subarray(0, HEAD_SIZE) })
  const fresh = layout ? document(layout, bytes) : null
  made.set(bytes, fresh)
  return fresh ?? undefined
}

/** The reason for the user why nothing can be edited; '' where it can. */
export function useReadOnlyWords(): ComputedRef<string> {
  const text = useText()
  const workspace = useWorkspace()
  return computed(() => {
    const refusal = readOnlyRefusal(workspace.info)
    return refusal ? text.say(`refusal.${refusal.code}`, refusal.params) : ''
  })
}
