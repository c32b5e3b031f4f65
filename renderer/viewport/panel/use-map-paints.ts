import { computed, watch, type Ref } from 'vue'
import type { InstancesItem } from '@areal-studio/core/format'
import type { MapPicker } from '../geometry/map-picker'
import { missingNames } from '../geometry/terrain-paint'
import type { SceneView } from '../layers/scene-view'
import { usePaints, usePlacedPaints } from '../scene/use-paints'
import type { Scenes } from '../scene/use-scenes'
import type { Ground } from '../scene/map-options'

interface Sources {
  readonly scenes: Pick<Scenes, 'paints'>
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  readonly scene: Readonly<Ref<SceneView | undefined>>
  readonly ground: Readonly<Ref<Ground>>
  readonly isVisible: Readonly<Ref<boolean>>
  /** Placed records that are drawn as models. */
  readonly objects: Readonly<Ref<InstancesItem | undefined>>
  /** Rings and flags show what colours the objects: these have their textures then, on any ground. */
  readonly hasRings: Readonly<Ref<boolean>>
}

/** Loads the textures of the ground and of the placed objects while they are shown, and lists the missing ones. */
export function useMapPaints({ scenes, picker, scene, ground, isVisible, objects, hasRings }: Sources) {
  const hasModels = computed(() => isVisible.value && (ground.value === 'textured' || hasRings.value))
  const isTextured = computed(() => ground.value === 'textured' && isVisible.value)
  const paints = usePaints(
    scenes,
    computed(() => picker.value?.map.terrain?.entry),
    isTextured,
  )
  const placedPaints = usePlacedPaints(scenes, objects, hasModels)
  watch(
    [placedPaints, hasModels, scene],
    ([tables, wanted, made]) => made?.setPlacedPaints(wanted ? tables : undefined),
    { immediate: true },
  )
  watch([paints, scene], ([table, made]) => made?.setPaints(table), { immediate: true })
  return {
    missingPaints: computed(() =>
      missingNames([
        ...((isTextured.value && paints.value) || []),
        ...(hasModels.value ? [...(placedPaints.value?.values() ?? [])].flat() : []),
      ]),
    ),
    /** Whether a part of the ground has a substitute colour instead of its texture. */
    hasFalseColours: computed(
      () => ground.value === 'textured' && paints.value?.some(({ picture, standIn }) => !picture && standIn) === true,
    ),
  }
}
