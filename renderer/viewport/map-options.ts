import { reactive, watch } from 'vue'
import { remember, remembered } from '../workspace/remembered'
import type { LodMode } from './terrain-mesh'

export type Overlay =
  | 'fills' | 'outlines' | 'patterns' | 'links' | 'edited' | 'problems' | 'numbers' | 'tiles' | 'cells' | 'contours' | 'wires' | 'solid'
export const OVERLAYS: readonly Overlay[] = [
  'fills', 'outlines', 'patterns', 'links', 'edited', 'problems', 'numbers', 'tiles', 'cells', 'contours', 'wires', 'solid',
]

/** Relief by height, textures of the materials, or a false colour for each material. */
export type Ground = 'relief' | 'textured' | 'material'
/** In the order of the choice. */
export const GROUNDS: readonly Ground[] = ['relief', 'textured', 'material']

/** How the map is shown; kept for the next start. */
export interface MapChoices {
  field: string
  lod: LodMode
  ground: Ground
  readonly overlays: Set<Overlay>
  isLegendOpen: boolean
  isListOpen: boolean
}

const KEPT = 'viewport'
const FIRST: readonly Overlay[] = ['fills', 'outlines', 'patterns', 'links', 'edited', 'problems']

/** The choices of the last start, or the first ones. */
export function mapChoices(): MapChoices {
  const kept = remembered(KEPT)
  const found: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const overlays = Array.isArray(found['overlays']) ? OVERLAYS.filter(one => Array.isArray(found['overlays']) && found['overlays'].includes(one)) : FIRST
  const choices: MapChoices = reactive({
    field: found['field'] === 'logic_flag' ? 'logic_flag' : 'class_id',
    lod: found['lod'] === 0 || found['lod'] === 1 ? found['lod'] : 'auto',
    ground: GROUNDS.find(ground => ground === found['ground']) ?? 'relief',
    overlays: new Set(overlays),
    isLegendOpen: found['isLegendOpen'] !== false,
    isListOpen: found['isListOpen'] === true,
  })
  watch(choices, () => remember(KEPT, { ...choices, overlays: [...choices.overlays] }), { deep: true })
  return choices
}
