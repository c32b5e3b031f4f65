import { computed, type Ref } from 'vue'
import type { MeshItem, RecordArray } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import type { MeshSelection } from '../scene/mesh-scene'
import { newKey, removableKey } from './key-adding'
import type { Playback } from './playback'

interface Sources {
  readonly item: Readonly<Ref<MeshItem>>
  readonly selected: Readonly<Ref<MeshSelection>>
  readonly playback: Playback
  select(of: RecordArray, record: number): void
}

/** Adding a key for the selected node at the present frame, and deleting the selected key; each is one step of undo. */
export function useKeyAdding({ item, selected, playback, select }: Sources) {
  const workspace = useWorkspace()
  const frame = computed(() => Math.round(playback.time.value))
  const adding = computed(() => newKey(item.value, selected.value, frame.value))
  const removable = computed(() => removableKey(item.value, selected.value))

  const operate = async (entry: string, operation: string, record: number, parameters = {}): Promise<boolean> => {
    await workspace.settled()
    const given = { records: [record], parameters, dryRun: false }
    return (await workspace.attempt(() => workspace.studio.operate(entry, operation, given))) !== undefined
  }

  async function addKey(): Promise<void> {
    const [one, { keys }] = [adding.value, item.value.animation ?? {}]
    if ('code' in one || !keys) return
    playback.goTo(one.frame)
    const { entry, operation, parameter } = one.adding
    if (await operate(entry, operation, one.node, { [parameter]: one.frame })) select(keys, one.key)
  }

  async function removeKey(): Promise<void> {
    const [key, { keys }] = [removable.value, item.value.animation ?? {}]
    if (key === undefined || keys?.removal === undefined) return
    await operate(keys.entry, keys.removal, key)
  }

  return { adding, frame, removable, addKey, removeKey }
}
