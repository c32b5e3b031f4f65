import type { Matrix } from '@babylonjs/core/Maths/math.vector'
import type { Bounds, Lens } from '../camera/camera'
import type { MapLook } from '../scene/map-theme'

/** What the drawing needs to know of one frame. */
export interface Frame {
  readonly viewProjection: Matrix
  readonly lens: Lens
  readonly look: MapLook
  /** Device pixels per CSS pixel. */
  readonly ratio: number
  readonly bounds: Bounds
}
