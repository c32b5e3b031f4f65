import { computed, shallowRef, watch, type Ref } from 'vue'
import { useSelection } from '../../state/selection.store'
import { drawnNodes, isEmptyNode, isHead, piecesIn, piecesOf, posedBounds, variantOf } from '../scene/mesh-scene'
import type { ShownModel } from '../scene/shown-model'
import type { Scenes } from '../scene/use-scenes'
import { useModelTime } from './use-model-time'
import { modelChoices } from './model-choices'
import { nextKey } from './track-keys'
import { useKeyAdding } from './use-key-adding'
import { useMeshSelection } from './use-mesh-selection'
import { useNodeHiding } from './use-node-hiding'
import { usePosing } from './use-posing'
import { useReading } from './use-reading'

/** Shared, so that nothing is drawn again where there was none and is none. */
const NONE: readonly number[] = []

/** The state of the model view: what is shown of the model, at which time, and what of it is selected. */
export function useModelView(
  model: Readonly<Ref<ShownModel>>,
  isVisible: Readonly<Ref<boolean>>,
  scenes: Pick<Scenes, 'paints'>,
) {
  const selection = useSelection()
  const choices = modelChoices()
  const { item, setReading } = useReading(model)
  const values = shallowRef<readonly number[]>([])
  const hovered = shallowRef<number>()
  const times = useModelTime({ item, choices, isVisible, scenes })
  const { playback, second, share } = times

  const { selected, select, forget, ...selecting } = useMeshSelection(item)
  const { hidden, ...hiding } = useNodeHiding(item, selected)

  // Another model, not the same one after an edit.
  watch(
    () => item.value.nodes.entry,
    () => {
      values.value = []
      forget()
      hidden.clear()
      hovered.value = undefined
      playback.goTo(0)
      second.value = share.value = 0
    },
  )

  const variant = computed(() => variantOf(item.value, values.value))
  const isHidden = (node: number): boolean => hidden.has(node)
  const pieces = computed(() => piecesIn(item.value, variant.value, isHidden))
  const posing = usePosing({ item, model, choices, times, selected })
  /** Of the pose at rest: the camera does not follow the movement. */
  const bounds = computed(() => posedBounds(item.value, item.value.nodes.rest, pieces.value))

  const outlined = computed<readonly number[]>(() => {
    const { node } = selected.value
    const found = node === undefined ? NONE : piecesOf(item.value, pieces.value, node)
    return found.length === 0 ? NONE : found
  })

  function stepKey(by: 1 | -1): void {
    const next = nextKey(item.value, selected.value, playback.time.value, by)
    if (next !== undefined) selectKey(next)
  }
  function selectKey(key: number): void {
    const { keys } = item.value.animation ?? {}
    if (!keys) return
    playback.goTo(keys.times[key] ?? 0)
    select(keys, key)
  }

  return {
    item,
    choices,
    values,
    variant,
    pieces,
    ...posing,
    bounds,
    setReading,
    ...times,
    hovered,
    hidden,
    selected,
    outlined,
    /** How many nodes draw something in a variant. */
    drawnIn: (which: number): number => drawnNodes(item.value, which),
    isEmpty: (node: number): boolean => isEmptyNode(item.value, node),
    /** Whether a node represents its record, see `isHead`. */
    isHead: (node: number): boolean => isHead(item.value, node),
    ...selecting,
    selectKey,
    stepKey,
    ...useKeyAdding({ item, selected, playback, select }),
    clear(): void {
      forget()
      selection.select({ entry: item.value.nodes.entry, path: null }, 'viewport')
    },
    ...hiding,
    setVariant(...chosen: readonly number[]): void {
      values.value = chosen
    },
  }
}
export type ModelView = ReturnType<typeof useModelView>
