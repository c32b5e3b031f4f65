import { computed, type Ref } from 'vue'
import { isPartial, type Replica } from '../state/replica'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import { contentsOf, ownerAt, type OwnerRow } from './owner'

/** The rows of an archive that the byte at the caret belongs to, and the way to open them. */
export function useOwner(replica: Readonly<Ref<Replica | undefined>>, caret: Readonly<Ref<number>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const contents = computed(() => {
    const codec = replica.value?.format?.archive
    return replica.value && codec && !isPartial(replica.value)
      ? contentsOf(codec, replica.value.image.bytes)
      : undefined
  })
  const at = computed(() => contents.value && ownerAt(contents.value, caret.value))

  /** Opens a row at the byte; of a row that is stored encoded at its first one. */
  async function open({ row, offset }: OwnerRow): Promise<void> {
    const archive = replica.value?.image.entry
    const listed = archive === undefined ? undefined : await workspace.attempt(() => workspace.studio.list(archive))
    const found = listed?.filter(({ state }) => state !== 'removed')[row]
    if (!found || selection.entry !== archive) return
    selection.select({ entry: found.path, ...(offset !== undefined && { range: [offset, 1] }) }, 'owner')
  }

  return { at, open }
}
