import { computed, type Ref } from 'vue'
import type { MeshItem, RecordArray, Words } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import type { MeshSelection } from '../scene/mesh-scene'
import { copiedKey, newKey, removableKey, type NewKey } from './key-adding'
import type { Playback } from './playback'

interface Sources {
  readonly item: Readonly<Ref<MeshItem>>
  readonly selected: Readonly<Ref<MeshSelection>>
  readonly playback: Playback
  select(of: RecordArray, record: number): void
}

/**
 * Adding a key for the selected node at the present frame, with its pose there or with that of the selected key, and
 * deleting the selected key; each is one step of undo.
 */
export function useKeyAdding({ item, selected, playback, select }: Sources) {
  const workspace = useWorkspace()
  const frame = computed(() => Math.round(playback.time.value))
  const adding = computed(() => newKey(item.value, selected.value, frame.value))
  const copying = computed(() => copiedKey(item.value, selected.value, frame.value))
  const removable = computed(() => removableKey(item.value, selected.value))

  const operate = async (entry: string, operation: string, record: number, parameters = {}): Promise<boolean> => {
    await workspace.settled()
    const given = { records: [record], parameters, dryRun: false }
    return (await workspace.attempt(() => workspace.studio.operate(entry, operation, given))) !== undefined
  }

  /** Runs the operation of a new key on a record, and selects the key. */
  async function make(one: NewKey | Words, record: number | undefined): Promise<void> {
    const { keys } = item.value.animation ?? {}
    if ('code' in one || !keys || record === undefined) return
    playback.goTo(one.frame)
    const { entry, operation, parameter } = one.adding
    if (await operate(entry, operation, record, { [parameter]: one.frame })) select(keys, one.key)
  }

  const addKey = (): Promise<void> => make(adding.value, selected.value.node)
  const copyKey = (): Promise<void> => make(copying.value, selected.value.key)

  async function removeKey(): Promise<void> {
    const [key, { keys }] = [removable.value, item.value.animation ?? {}]
    if (key === undefined || keys?.removal === undefined) return
    await operate(keys.entry, keys.removal, key)
  }

  return { adding, copying, frame, removable, addKey, copyKey, removeKey }
}
