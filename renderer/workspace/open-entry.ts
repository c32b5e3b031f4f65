import { computed, shallowRef, watch, type Ref } from 'vue'
import { document, type Bytes, type Document, type Node } from '@areal-studio/core/layout'
import { changedRanges, overlaps, type Ranges } from '../value/ranges'
import { isPartial, type Replica } from './replica'
import { useSelection } from './selection.store'
import { useWorkspace } from './workspace.store'

/** none: nothing is selected; loading; failed: it could not be read; ready. */
export type OpenState = 'none' | 'loading' | 'failed' | 'ready'

/** The entry that is looked at, read when a visible pane needs it, with its bytes before any edit. */
export function useOpenEntry(isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const hasFailed = shallowRef(false)
  const pristine = shallowRef<Bytes>()
  const replica = computed(() => (selection.entry === null ? undefined : workspace.replica(selection.entry)))
  const entryDocument = computed(() => (isVisible.value ? replica.value?.document : undefined))
  const before = computed(() => (isVisible.value && replica.value && pristine.value
    ? pristineDocument(replica.value, pristine.value) : undefined))
  const changed = computed<Ranges>(() => (isVisible.value && replica.value && pristine.value
    ? changedRanges(pristine.value, replica.value.image.bytes) : []))
  const state = computed<OpenState>(() => {
    if (selection.entry === null) return 'none'
    if (replica.value) return 'ready'
    return hasFailed.value ? 'failed' : 'loading'
  })

  watch(() => [selection.entry, isVisible.value] as const, async ([entry, visible], old) => {
    if (old?.[0] !== entry) pristine.value = undefined
    if (entry === null || !visible) return
    hasFailed.value = false
    const loaded = await workspace.attempt(() => workspace.load(entry))
    if (selection.entry !== entry) return
    if (!loaded) {
      hasFailed.value = true
      return
    }
    if (isPartial(loaded)) return // its original is read as it is looked at, too
    const bytes = await workspace.attempt(() => loaded.pristine())
    if (selection.entry === entry) pristine.value = bytes
  }, { immediate: true })

  return {
    replica, state, pristine,
    /** The declared record over the present bytes; undefined for plain bytes and while the pane is hidden. */
    document: entryDocument,
    /** The same over the bytes before any edit. */
    before,
    /** Bytes that differ from those before any edit. */
    changed,
    /** Whether a node's bytes differ from those before any edit. */
    isEdited: (node: Node): boolean => overlaps(changed.value, node.offset, node.offset + node.size),
    /** Whether fields of the entry may be changed: it is declared and proved. */
    canEdit: computed(() => entryDocument.value?.isWhole === true && isEditable(replica.value)
      && workspace.proofs.get(selection.entry ?? '')?.result !== 'unproved'),
  }
}

const isEditable = (replica: Replica | undefined): boolean => replica?.image.isEditable ?? false

const made = new WeakMap<Bytes, Document | null>()

/** The document of the bytes before any edit, made once for all panes. */
export function pristineDocument(replica: Replica, bytes: Bytes): Document | undefined {
  const known = made.get(bytes)
  if (known !== undefined) return known ?? undefined
  const layout = replica.format?.layout?.({ ...replica.image.info, size: bytes.length, head: bytes.subarray(0, 16) })
  const fresh = layout ? document(layout, bytes) : null
  made.set(bytes, fresh)
  return fresh ?? undefined
}
