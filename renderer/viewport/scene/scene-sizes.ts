import type { SceneSizes, SurfaceItem } from '@areal-studio/core/format'
import type { Bounds } from '../camera/camera'

/** Extent in world units for which the numbers below are right. */
const USUAL = 1500
const LIFT = [1, 40] as const
const AREAS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]

/** Sizes of drawings and tools in a scene: those that an item declares, else computed from its extent. */
export function sizesOf(surfaces: readonly SurfaceItem[], { min, max }: Bounds): SceneSizes {
  const declared = surfaces.find(item => item.sizes)?.sizes
  if (declared) return declared
  const extent = Math.max(max[0] - min[0], max[1] - min[1], 1e-3)
  const unit = extent / USUAL
  return { lift: [LIFT[0] * unit, LIFT[1] * unit], brush: extent, areas: AREAS.map(area => rounded(area * unit ** 2)) }
}

/** To two figures: an area class is a title in the legend. */
const rounded = (value: number): number => Number(value.toPrecision(2))
