import { shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import type { Pictures } from '@areal-studio/core/format'
import type { Bytes } from '@areal-studio/core/layout'
import { isCurrent, openedOf, seenAt } from '../state/entry-reader'
import { isPartial, type Replica } from '../state/replica'
import { useWorkspace } from '../state/workspace.store'

interface Sources {
  readonly replica: Readonly<Ref<Replica | undefined>>
  /** Its bytes before any edit, where they differ. */
  readonly before: Readonly<Ref<Bytes | undefined>>
  readonly isVisible: Readonly<Ref<boolean>>
}

/**
 * The pictures of an entry while the pane is visible: undefined while it is read, null where it has none. After an edit the
 * old ones stay until the new ones are there.
 */
export function usePictures({ replica, before, isVisible }: Sources) {
  const workspace = useWorkspace()
  const bytes = (): Bytes | undefined => replica.value?.image.bytes
  return {
    present: usePicturesIn(bytes),
    /** Those before any edit; undefined where there was none. */
    original: usePicturesIn(() => before.value),
  }

  function usePicturesIn(source: () => Bytes | undefined): Readonly<ShallowRef<Pictures | null | undefined>> {
    const found = shallowRef<Pictures | null>()
    let shown: { readonly entry: EntryPath; readonly bytes: Bytes } | undefined
    /** Entries that colours were borrowed from, and the change that they were read after. */
    let [read, number] = [new Set<EntryPath>(), 0]
    watch([replica, source, isVisible, () => workspace.lastChange], take, { immediate: true })
    return found

    function take(): void {
      const own = replica.value
      const wanted = source()
      if (!own || !wanted || own.image.entry !== shown?.entry) found.value = undefined
      if (!own || !wanted || !isVisible.value) {
        if (!wanted) shown = undefined
        return
      }
      const { entry } = own.image
      if (shown?.bytes === wanted && shown.entry === entry && isCurrent(seenAt(number, read), workspace)) return
      const next = (shown = { entry, bytes: wanted })
      ;[read, number] = [new Set(), workspace.lastChange.number]
      const made = decoded(own, wanted, read)
      if (!(made instanceof Promise)) found.value = made
      else
        void made.then(pictures => {
          if (shown === next) found.value = pictures
        })
    }
  }

  /** Null where there are none, or they cannot be read. */
  function decoded(own: Replica, wanted: Bytes, read: Set<EntryPath>): Pictures | null | Promise<Pictures | null> {
    const { format } = own
    if (!format?.pictures || isPartial(own)) return null
    const refused = (error: unknown): null => {
      workspace.refuse(error)
      return null
    }
    try {
      const opened = openedOf(workspace, own, read)
      read.delete(own.image.entry) // its bytes are compared by themselves
      const made = format.pictures(wanted, opened)
      return made instanceof Promise ? made.catch(refused) : made
    } catch (error) {
      return refused(error)
    }
  }
}
