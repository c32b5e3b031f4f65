import { computed, shallowRef, watch, type Ref } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { Pictures } from '@areal-studio/core/format'
import type { Replica } from '../state/replica'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'

interface Sources {
  readonly replica: Readonly<Ref<Replica | undefined>>
  /** Its bytes differ from the pristine ones. */
  readonly isEdited: Readonly<Ref<boolean>>
  readonly isVisible: Readonly<Ref<boolean>>
}

/**
 * The pictures of the selected entry while the pane is visible, decoded by the studio: undefined while they are read,
 * null where the entry has none. They are requested together with its bytes, not after them. After an edit the old ones
 * stay until the new ones are there.
 */
export function usePictures({ replica, isEdited, isVisible }: Sources) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const present = shallowRef<Pictures | null>()
  const original = shallowRef<Pictures | null>()
  let shown: EntryPath | null = null
  let asked = 0
  const hasPictures = computed(() => replica.value?.format?.pictures !== undefined)
  /** Known once the bytes are there. */
  const hasNone = computed(() => replica.value !== undefined && !hasPictures.value)
  /** A palette in another entry: any edit may have changed it. */
  const isBorrowing = computed(
    () => present.value?.levels[0]?.kind === 'palette' && present.value.palette === undefined,
  )

  const changedAt = computed(() =>
    selection.entry === null || !workspace.lastChange ? 0 : workspace.changedAt(selection.entry),
  )

  watch(
    () =>
      [
        ...[selection.entry, isVisible.value, hasNone.value, changedAt.value],
        ...[isEdited.value, isBorrowing.value && workspace.revision],
      ] as const,
    () => void read(),
    { immediate: true },
  )

  async function read(): Promise<void> {
    const { entry } = selection
    const own = ++asked
    if (entry !== shown) {
      present.value = original.value = undefined
      shown = entry
    }
    if (entry === null || !isVisible.value) return
    if (hasNone.value) {
      present.value = null
      return
    }
    const [now, before] = await Promise.all([
      picturesOf(entry, 'present'),
      isEdited.value ? picturesOf(entry, 'pristine') : null,
    ])
    if (own !== asked) return
    present.value = now
    original.value = before
  }

  /** Null where there are none, or they cannot be read: of an entry that cannot be read its bytes report that. */
  async function picturesOf(entry: EntryPath, of: 'present' | 'pristine'): Promise<Pictures | null> {
    try {
      return await workspace.studio.pictures(entry, { of })
    } catch (error) {
      if (replica.value) workspace.refuse(error)
      return null
    }
  }

  return { present, original, hasPictures }
}
