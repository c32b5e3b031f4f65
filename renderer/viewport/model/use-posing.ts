import { computed, shallowRef, watch, type Ref } from 'vue'
import type { MeshAnimation, MeshItem } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import type { MeshSelection } from '../scene/mesh-scene'
import type { ShownModel } from '../scene/shown-model'
import { keyAssignments, keyAt, movedKey, withKey, type KeyMove, type PlacedKey } from './key-change'
import type { ModelChoices } from './model-choices'
import type { useModelTime } from './use-model-time'

interface Sources {
  readonly item: Readonly<Ref<MeshItem>>
  readonly model: Readonly<Ref<ShownModel>>
  readonly choices: Pick<ModelChoices, 'isInPlace' | 'hasHandles'>
  readonly times: Pick<ReturnType<typeof useModelTime>, 'playback' | 'second' | 'share'>
  readonly selected: Readonly<Ref<MeshSelection>>
}

/** The pose of a model at the present time, and the key that its handles move and turn. */
export function usePosing({ item, model, choices, times, selected }: Sources) {
  const workspace = useWorkspace()
  const { playback, second, share } = times
  /** How far the handles have moved the key; undefined: it is shown as it is stored. */
  const handled = shallowRef<KeyMove>()
  /** The selected key, or that of the selected node, while its own pose is shown. */
  const key = computed<PlacedKey | undefined>(() =>
    choices.hasHandles && share.value === 0 && !playback.isPlaying.value
      ? keyAt(item.value, selected.value, playback.time.value)
      : undefined,
  )
  watch([() => item.value.nodes.entry, () => key.value?.key], () => {
    handled.value = undefined
  })

  const poseOf = (animation: MeshAnimation | undefined): Float32Array => {
    const { sampler } = model.value
    if (!animation || !sampler) return item.value.nodes.rest
    return sampler(animation, {
      time: playback.time.value,
      isInPlace: choices.isInPlace,
      ...(share.value > 0 && { second: second.value, share: share.value }),
    })
  }
  const stored = computed(() => poseOf(item.value.animation))
  const moved = (one: PlacedKey, move: KeyMove) => movedKey(one, item.value, stored.value, move)
  const pose = computed<Float32Array>(() =>
    key.value && handled.value ? poseOf(withKey(key.value, moved(key.value, handled.value))) : stored.value,
  )

  /** Writes a moved key, as one step of undo. */
  async function commitKey(move: KeyMove): Promise<void> {
    const { keys } = item.value.animation ?? {}
    const changes = key.value ? keyAssignments(key.value, moved(key.value, move)) : []
    if (keys && changes.length > 0) await workspace.assignAll(keys.entry, changes)
  }
  return { pose, key, handled, commitKey }
}
