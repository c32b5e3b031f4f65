import { computed, reactive, shallowRef, watch, type Ref } from 'vue'
import type { MeshItem } from '@areal-studio/core/format'
import { remember, remembered } from '../../state/remembered'
import { useSelection } from '../../state/selection.store'
import { drawnNodes, isEmptyNode, isHead, piecesIn, piecesOf, posedBounds, variantOf } from '../scene/mesh-scene'
import type { ShownModel } from '../scene/shown-model'
import { usePlayback } from './playback'
import { nextKey } from './track-keys'
import { useMeshSelection } from './use-mesh-selection'
import { useNodeHiding } from './use-node-hiding'

export const SHADINGS = ['textured', 'material', 'plain'] as const
export type Shading = (typeof SHADINGS)[number]
/** What is laid over a model. */
export const MARKS = ['floor', 'lights', 'bounds', 'sockets', 'points', 'bones', 'names'] as const
export type Mark = (typeof MARKS)[number]

/** Shared, so that nothing is drawn again where there was none and is none. */
const NONE: readonly number[] = []
const KEPT = 'model'
const FIRST: readonly Mark[] = ['floor', 'lights', 'bounds']

/** How models are shown; kept for the next start. */
export interface ModelChoices {
  shading: Shading
  readonly marks: Set<Mark>
  isListOpen: boolean
  isTracksOpen: boolean
  isInPlace: boolean
}

function modelChoices(): ModelChoices {
  const kept = remembered(KEPT)
  const found: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const { marks } = found
  const choices: ModelChoices = reactive({
    shading: SHADINGS.find(one => one === found['shading']) ?? 'textured',
    marks: new Set(Array.isArray(marks) ? MARKS.filter(one => marks.includes(one)) : FIRST),
    isListOpen: found['isListOpen'] !== false,
    isTracksOpen: found['isTracksOpen'] !== false,
    isInPlace: found['isInPlace'] === true,
  })
  watch(choices, () => remember(KEPT, { ...choices, marks: [...choices.marks] }), { deep: true })
  return choices
}

/** The state of the model view: what is shown of the model, at which time, and what of it is selected. */
export function useModelView(model: Readonly<Ref<ShownModel>>, isVisible: Readonly<Ref<boolean>>) {
  const selection = useSelection()
  const choices = modelChoices()
  const item = computed<MeshItem>(() => model.value.item)
  const values = shallowRef<readonly number[]>([])
  const hovered = shallowRef<number>()
  const frames = computed(() => item.value.animation?.frames ?? 1)
  const playback = usePlayback({ last: computed(() => frames.value - 1), isVisible })
  const second = shallowRef(0)
  const share = shallowRef(0)

  const { selected, select, selectNode, selectHit, forget } = useMeshSelection(item)
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
  const pose = computed<Float32Array>(() => {
    const { animation, nodes } = item.value
    const sampler = model.value.sampler
    if (!animation || !sampler) return nodes.rest
    return sampler(animation, {
      time: playback.time.value,
      isInPlace: choices.isInPlace,
      ...(share.value > 0 && { second: second.value, share: share.value }),
    })
  })
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
    pose,
    bounds,
    frames,
    playback,
    second,
    share,
    hovered,
    hidden,
    selected,
    outlined,
    /** How many nodes draw something in a variant. */
    drawnIn: (which: number): number => drawnNodes(item.value, which),
    isEmpty: (node: number): boolean => isEmptyNode(item.value, node),
    /** Whether a node represents its record, see `isHead`. */
    isHead: (node: number): boolean => isHead(item.value, node),
    selectNode,
    selectHit,
    selectKey,
    stepKey,
    clear: (): void => selection.select({ entry: item.value.nodes.entry, path: null }, 'viewport'),
    ...hiding,
    setVariant(...chosen: readonly number[]): void {
      values.value = chosen
    },
    setShare(next: number): void {
      share.value = next
    },
    /** Takes the present time as the second one. */
    setSecond(): void {
      second.value = playback.time.value
    },
  }
}
export type ModelView = ReturnType<typeof useModelView>
