import { reactive, watch } from 'vue'
import type { PlacedItem, SurfaceItem } from '@areal-studio/core/format'
import { palette, PALETTES } from '../../palette/palette'
import { remember, remembered } from '../../state/remembered'
import type { FaceFilter } from './face-filter'

export type LodMode = 'auto' | 0 | 1

export type Overlay =
  | 'fills'
  | 'outlines'
  | 'patterns'
  | 'links'
  | 'graph'
  | 'anchors'
  | 'normals'
  | 'edited'
  | 'original'
  | 'problems'
  | 'numbers'
  | 'classes'
  | 'tiles'
  | 'cells'
  | 'slots'
  | 'contours'
  | 'wires'
  | 'solid'
/** In the order of the choice: data of regions, then of the ground. */
export const OVERLAYS: readonly Overlay[] = [
  'fills',
  'outlines',
  'patterns',
  'solid',
  'numbers',
  'classes',
  'anchors',
  'normals',
  'links',
  'graph',
  'edited',
  'original',
  'problems',
  'tiles',
  'cells',
  'slots',
  'contours',
  'wires',
]

/**
 * Relief by height, textures of the materials, a false colour for each material, unit normals, slope, and the bytes of the
 * microtexture mapping and of the auxiliary stream as red, green and blue.
 */
export type Ground = 'relief' | 'textured' | 'material' | 'normals' | 'slope' | 'micro' | 'aux'
/** In the order of the choice. */
export const GROUNDS: readonly Ground[] = ['relief', 'textured', 'material', 'normals', 'slope', 'micro', 'aux']

/** Those whose colours are values. */
export const FALSE_COLOURS: ReadonlySet<Ground> = new Set<Ground>(['material', 'normals', 'slope', 'micro', 'aux'])

/** How the map is shown; kept for the next start. */
export interface MapChoices {
  /** The field that colours placed records. */
  placedField: string
  /** Layers of placed records that the user has shown or hidden, by title. */
  readonly layers: Map<string, boolean>
  /** The field that colours; of a map that has no such field, or '', the first one does. */
  field: string
  lod: LodMode
  /** Undefined until the user has chosen: as the ground declares, see `shownGround`. */
  ground: Ground | undefined
  /** Faces that are marked; not kept for the next start. */
  filter: FaceFilter
  readonly overlays: Set<Overlay>
  isLegendOpen: boolean
  /** The panel of a tool shows its first line only. */
  isToolFolded: boolean
  isListOpen: boolean
  /** Title of the layer that is listed; '' is what the map is about. */
  listed: string
}

const KEPT = 'viewport'
/** Part of a map that is shown or hidden as a whole. */
type MapLayer = Pick<PlacedItem, 'title' | 'isHiddenAtFirst'>
/** Where a map has placed records the regions are a layer of their own. */
export const REGIONS: MapLayer = { title: 'regions', isHiddenAtFirst: true }

/** The sky of a scene with its light, and the fog: values are read best in the studio's own light. */
export const SKY: MapLayer = { title: 'sky', isHiddenAtFirst: true }
export const FOG: MapLayer = { title: 'fog', isHiddenAtFirst: true }

/** As the user has chosen, else as the ground declares. */
export const shownGround = (
  { ground }: Pick<MapChoices, 'ground'>,
  terrain: Pick<SurfaceItem, 'isPaintedAtFirst'> | undefined,
): Ground => ground ?? (terrain?.isPaintedAtFirst === true ? 'textured' : 'relief')

/** Whether a surface is shown: one without a switch always is. */
export const isSurfaceShown = (
  choices: Pick<MapChoices, 'layers'>,
  item: Pick<SurfaceItem, 'title'> | undefined,
): boolean => item?.title === undefined || isLayerShown(choices, { title: item.title })

/** As the user has chosen, else as the layer declares. */
export const isLayerShown = ({ layers }: Pick<MapChoices, 'layers'>, { title, isHiddenAtFirst }: MapLayer): boolean =>
  layers.get(title) ?? isHiddenAtFirst !== true

const FIRST: readonly Overlay[] = ['fills', 'outlines', 'patterns', 'links', 'edited', 'problems']

/** The choices of the last start, or the first ones. */
export function mapChoices(): MapChoices {
  const kept = remembered(KEPT)
  const found: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const overlays = Array.isArray(found['overlays'])
    ? OVERLAYS.filter(one => Array.isArray(found['overlays']) && found['overlays'].includes(one))
    : FIRST
  const layers = Object.entries(found['layers'] ?? {}).filter(
    (one): one is [string, boolean] => typeof one[1] === 'boolean',
  )
  const choices: MapChoices = reactive({
    field: typeof found['field'] === 'string' ? found['field'] : '',
    placedField: typeof found['placedField'] === 'string' ? found['placedField'] : '',
    layers: new Map(layers),
    lod: found['lod'] === 0 || found['lod'] === 1 ? found['lod'] : 'auto',
    ground: GROUNDS.find(ground => ground === found['ground']),
    filter: { required: 0, forbidden: 0 },
    overlays: new Set(overlays),
    isLegendOpen: found['isLegendOpen'] !== false,
    isToolFolded: found['isToolFolded'] === true,
    isListOpen: found['isListOpen'] === true,
    listed: typeof found['listed'] === 'string' ? found['listed'] : '',
  })
  palette.value = PALETTES.find(one => one === found['palette']) ?? palette.value
  watch(
    [choices, palette],
    () =>
      remember(KEPT, {
        ...choices,
        filter: undefined,
        palette: palette.value,
        overlays: [...choices.overlays],
        layers: Object.fromEntries(choices.layers),
      }),
    { deep: true },
  )
  return choices
}
