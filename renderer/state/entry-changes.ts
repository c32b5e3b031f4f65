import { computed, type Ref } from 'vue'
import { HEAD_SIZE } from '@areal-studio/core/format'
import { sameBytes } from '@areal-studio/core/edit'
import { document, locate, type Bytes, type Document, type Node } from '@areal-studio/core/layout'
import { changedRanges, overlaps, type Ranges } from '../value/ranges'
import type { Replica } from './replica'

/** What edits changed in an entry: its pristine document, the byte ranges and nodes that differ from it. Nothing while hidden. */
export function useEntryChanges(
  replica: Readonly<Ref<Replica | undefined>>,
  pristine: Readonly<Ref<Bytes | undefined>>,
  isVisible: Readonly<Ref<boolean>>,
) {
  const before = computed(() =>
    isVisible.value && replica.value && pristine.value ? pristineDocument(replica.value, pristine.value) : undefined,
  )
  const changed = computed<Ranges>(() =>
    isVisible.value && replica.value && pristine.value ? changedRanges(pristine.value, replica.value.image.bytes) : [],
  )

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
    /** The declared record over the pristine bytes. */
    before,
    /** Bytes that differ from the pristine ones. */
    changed,
    /** Whether a node's bytes differ from the pristine ones. */
    isEdited: (node: Node): boolean =>
      overlaps(changed.value, node.offset, node.offset + node.size) && !isAsBefore(node),
  }
}

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
