import { computed, shallowRef, watch, type Ref } from 'vue'
import type { MeshAnimation, MeshItem, PoseTime } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import type { MeshSelection } from '../scene/mesh-scene'
import type { ShownModel } from '../scene/shown-model'
import { keyAssignments, keyAt, movedKey, withKey, type KeyMove, type PlacedKey } from './key-change'
import type { ModelChoices } from './model-choices'
import { nodePath } from './node-path'
import type { Ghost } from './pose-ghosts'
import type { useModelTime } from './use-model-time'

interface Sources {
  readonly item: Readonly<Ref<MeshItem>>
  readonly model: Readonly<Ref<ShownModel>>
  readonly choices: Pick<ModelChoices, 'isInPlace' | 'hasHandles' | 'marks'>
  readonly times: Pick<ReturnType<typeof useModelTime>, 'playback' | 'second' | 'share'>
  readonly selected: Readonly<Ref<MeshSelection>>
}

const NO_GHOSTS: readonly Ghost[] = []

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

  const sample = (animation: MeshAnimation | undefined, time: PoseTime): Float32Array => {
    const { sampler } = model.value
    return animation && sampler ? sampler(animation, { ...time, isInPlace: choices.isInPlace }) : item.value.nodes.rest
  }
  const poseOf = (animation: MeshAnimation | undefined): Float32Array =>
    sample(animation, {
      time: playback.time.value,
      ...(share.value > 0 && { second: second.value, share: share.value }),
    })
  const stored = computed(() => poseOf(item.value.animation))
  const moved = (one: PlacedKey, move: KeyMove) => movedKey(one, item.value, stored.value, move)
  const shown = computed(() =>
    key.value && handled.value ? withKey(key.value, moved(key.value, handled.value)) : item.value.animation,
  )
  const pose = computed<Float32Array>(() => (shown.value === item.value.animation ? stored.value : poseOf(shown.value)))
  const ghosts = computed<readonly Ghost[]>(() => {
    if (!choices.marks.has('ghosts') || playback.isPlaying.value) return NO_GHOSTS
    if (pose.value !== stored.value) return [{ of: 'stored', pose: stored.value }]
    if (share.value === 0) return NO_GHOSTS
    const { animation } = item.value
    return [
      { of: 'first', pose: sample(animation, { time: playback.time.value }) },
      { of: 'second', pose: sample(animation, { time: second.value }) },
    ]
  })
  /** Where the selected node is over the animation, with the key as the handles have moved it. */
  const path = computed(() => {
    const { node } = selected.value
    if (!choices.marks.has('path') || node === undefined || !shown.value) return undefined
    return nodePath(item.value, node, shown.value, sample)
  })

  /** Writes a moved key, as one step of undo. */
  async function commitKey(move: KeyMove): Promise<void> {
    const { keys } = item.value.animation ?? {}
    const changes = key.value ? keyAssignments(key.value, moved(key.value, move)) : []
    if (keys && changes.length > 0) await workspace.assignAll(keys.entry, changes)
  }
  return { pose, ghosts, path, key, handled, commitKey }
}
