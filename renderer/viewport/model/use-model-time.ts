import { computed, shallowRef, type Ref } from 'vue'
import type { MeshItem } from '@areal-studio/core/format'
import { longestPeriod, movingRows, phasesAt, type ShownPhases } from '../geometry/paint-phases'
import { usePaints } from '../scene/use-paints'
import type { Scenes } from '../scene/use-scenes'
import { FIRST_RATE, usePlayback } from './playback'
import type { ModelChoices } from './model-choices'

interface Sources {
  readonly item: Readonly<Ref<MeshItem>>
  readonly choices: Pick<ModelChoices, 'shading' | 'isListOpen' | 'list'>
  readonly isVisible: Readonly<Ref<boolean>>
  readonly scenes: Pick<Scenes, 'paints'>
}

/** The time of a model, its paints, and which of their phases is shown then. */
export function useModelTime({ item, choices, isVisible, scenes }: Sources) {
  const frames = computed(() => item.value.animation?.frames ?? 1)
  const paints = usePaints(
    scenes,
    computed(() => item.value.nodes.entry),
    computed(
      () => isVisible.value && (choices.shading === 'textured' || (choices.isListOpen && choices.list === 'materials')),
    ),
    { hasPhases: true },
  )
  const moving = computed(() => movingRows(paints.value ?? [], item.value))
  const rate = shallowRef(FIRST_RATE)
  /** Without an animation the timeline is as long as the longest of its materials. */
  const last = computed(() =>
    frames.value > 1
      ? frames.value - 1
      : Math.ceil((longestPeriod(paints.value ?? [], moving.value) * rate.value) / 1000),
  )
  const playback = usePlayback({ last, isVisible, rate })
  const phases = computed<ShownPhases>(before =>
    phasesAt(paints.value ?? [], moving.value, (playback.elapsed.value / rate.value) * 1000, before),
  )
  const second = shallowRef(0)
  const share = shallowRef(0)
  return {
    paints,
    /** Phase of each paint that changes. */
    phases,
    playback,
    frames,
    second,
    share,
    setShare(next: number): void {
      share.value = next
    },
    /** Takes the present time as the second one. */
    setSecond(): void {
      second.value = playback.time.value
    },
  }
}
