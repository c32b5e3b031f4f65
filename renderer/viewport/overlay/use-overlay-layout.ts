import { useElementSize } from '@vueuse/core'
import { computed, reactive, ref, useTemplateRef, type Ref } from 'vue'
import { useSettings } from '../../state/settings.store'
import type { Insets, Size } from '../camera/camera'
import type { mapChoices } from '../scene/map-options'
import { insetsOf, isRoomy, partsSeen, roomOfCompass, roomOfLegends, type Room, type StagePart } from './overlay-layout'

interface Sources {
  readonly size: Readonly<Ref<Size>>
  readonly choices: ReturnType<typeof mapChoices>
  /** The active tool has a panel. */
  hasTool(): boolean
  hasSelection(): boolean
}

/** What is seen over the map, by the room that it has and how large the words in it came out: those of `tool-corner`, `facts-corner` and `legend-corner`. */
export function useStageParts({ size, choices, hasTool, hasSelection }: Sources) {
  const settings = useSettings()
  /** In a small map the legend is folded until the user opens it there. */
  const isSmallLegendOpen = ref(false)
  const isLegendOpen = computed({
    get: () => (isRoomy(size.value) ? choices.isLegendOpen : isSmallLegendOpen.value),
    set: open => {
      if (isRoomy(size.value)) choices.isLegendOpen = open
      else isSmallLegendOpen.value = open
    },
  })
  const roomOf = (corner: string): Room =>
    reactive(useElementSize(useTemplateRef<HTMLElement>(corner), undefined, { box: 'border-box' }))
  const [tool, facts, legend] = [roomOf('tool-corner'), roomOf('facts-corner'), roomOf('legend-corner')]
  const gizmo = computed(() => settings.gizmo / 100)
  const parts = computed(() =>
    partsSeen({
      size: size.value,
      gizmo: gizmo.value,
      legend,
      tool: hasTool() ? tool : undefined,
      facts: isRoomy(size.value) || !hasSelection() ? facts : undefined,
    }),
  )
  return {
    isLegendOpen,
    parts,
    insets: (): Insets => insetsOf(size.value, parts.value, isLegendOpen.value),
    taken: computed(() => [...parts.value.values()]),
    /** Its size is measured also while it has no room. */
    shownIf: (part: StagePart): { readonly visibility?: 'hidden' } =>
      parts.value.has(part) ? {} : { visibility: 'hidden' },
    roomOfLegends: computed(() => roomOfLegends(size.value, parts.value.get('tool'), facts)),
    roomOfCompass: computed(() => roomOfCompass(size.value, gizmo.value)),
  }
}
