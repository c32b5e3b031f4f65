import type { Matrix } from '@babylonjs/core/Maths/math.vector'
import type { SkyLight } from '@areal-studio/core/format'
import type { Bounds, Lens } from '../camera/camera'
import type { FaceFilter } from '../scene/face-filter'
import type { Ground, LodMode } from '../scene/map-options'
import type { MapLook } from '../scene/map-theme'

/** Display options of the map; every layer reads its own. */
export interface MapOptions {
  readonly lod: LodMode
  readonly ground: Ground
  readonly filter: FaceFilter
  readonly hasGround: boolean
  readonly hasWater: boolean
  readonly hasWires: boolean
  readonly hasContours: boolean
  readonly hasTiles: boolean
  readonly hasCells: boolean
  readonly hasFills: boolean
  readonly hasOutlines: boolean
  readonly hasPatterns: boolean
  /** Full, exact colours: no pattern, no light, nothing mixed in. */
  readonly isSolid: boolean
  readonly hovered: number | undefined
  readonly hasEdited: boolean
  /** Many selected ones are outlined thinner. */
  readonly isCrowded: boolean
  /** The sky of the scene and its light; undefined: the background and the light of the theme. */
  readonly sky: SkyLight | undefined
}

/** Input of one frame. */
export interface Frame {
  readonly viewProjection: Matrix
  readonly lens: Lens
  readonly look: MapLook
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  readonly bounds: Bounds
  readonly options: MapOptions
}

/** Options where there is no map. */
export const NO_MAP: MapOptions = {
  lod: 'auto',
  ground: 'relief',
  filter: { required: 0, forbidden: 0 },
  hasGround: true,
  hasWater: true,
  hasWires: false,
  hasContours: false,
  hasTiles: false,
  hasCells: false,
  hasFills: false,
  hasOutlines: false,
  hasPatterns: false,
  isSolid: false,
  hovered: undefined,
  hasEdited: false,
  isCrowded: false,
  sky: undefined,
}
