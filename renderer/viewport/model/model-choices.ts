import { reactive, watch } from 'vue'
import { remember, remembered } from '../../state/remembered'

export const SHADINGS = ['textured', 'material', 'plain'] as const
export type Shading = (typeof SHADINGS)[number]
/** What is laid over a model. */
export const MARKS = [
  'floor',
  'lights',
  'bounds',
  'hull',
  'sockets',
  'points',
  'bones',
  'names',
  'ghosts',
  'path',
] as const
export type Mark = (typeof MARKS)[number]

/** What the list beside a model has. */
export const LISTS = ['nodes', 'materials'] as const
export type List = (typeof LISTS)[number]

const KEPT = 'model'
const FIRST: readonly Mark[] = ['floor', 'lights', 'bounds', 'ghosts', 'path']

/** How models are shown; kept for the next start. */
export interface ModelChoices {
  shading: Shading
  readonly marks: Set<Mark>
  isListOpen: boolean
  list: List
  isTracksOpen: boolean
  isInPlace: boolean
  /** Handles that move and turn the selected key. */
  hasHandles: boolean
}

/** The choices of the last start, or the first ones. */
export function modelChoices(): ModelChoices {
  const kept = remembered(KEPT)
  const found: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const { marks } = found
  const choices: ModelChoices = reactive({
    shading: SHADINGS.find(one => one === found['shading']) ?? 'textured',
    marks: new Set(Array.isArray(marks) ? MARKS.filter(one => marks.includes(one)) : FIRST),
    isListOpen: found['isListOpen'] !== false,
    list: LISTS.find(one => one === found['list']) ?? 'nodes',
    isTracksOpen: found['isTracksOpen'] !== false,
    isInPlace: found['isInPlace'] === true,
    hasHandles: found['hasHandles'] !== false,
  })
  watch(choices, () => remember(KEPT, { ...choices, marks: [...choices.marks] }), { deep: true })
  return choices
}
