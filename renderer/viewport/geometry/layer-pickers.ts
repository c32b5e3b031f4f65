import type { CellsItem, SurfaceItem } from '@areal-studio/core/format'
import { dot, subtract, type Lens, type Ray, type Vec } from '../camera/camera'
import type { LodMode } from '../scene/map-options'
import { TriangleGrid } from './picking'
import { storeyOf } from './storeys'
import { cameraTile, isDrawn, terrainLevels, type TerrainLevels } from './terrain-mesh'

/** What is drawn of a layer, and the position of the eye. */
export interface PickHow {
  readonly lens: Lens
  readonly lod: LodMode
  isHidden(record: number): boolean
}
interface LayerHit {
  readonly record: number
  readonly point: Vec
  /** From the eye, along the ray. */
  readonly distance: number
}

/** Finds records of one layer of the map, on the same triangles that are drawn. */
interface LayerPicker {
  /** The nearest record that the ray meets; what is hidden lets through. */
  pick(ray: Ray, how: PickHow): LayerHit | undefined
}

const NEAR = 0

/** The ground: of each place the level of detail that is drawn counts. */
export class GroundPicker implements LayerPicker {
  readonly levels: TerrainLevels
  readonly grid: TriangleGrid

  constructor(
    private readonly item: SurfaceItem,
    private readonly tiles: CellsItem | undefined,
  ) {
    this.grid = new TriangleGrid(item.positions, item.indices)
    this.levels = terrainLevels(item, tiles)
  }

  pick(ray: Ray, { lens, lod }: PickHow): LayerHit | undefined {
    const camera = cameraTile(this.tiles, lens.eye[0], lens.eye[1])
    const hit = this.grid.pick(ray, triangle => isDrawn(this.levels, triangle, lod, camera))
    return hit && { record: this.item.records[hit.triangle] ?? 0, point: hit.point, distance: hit.distance }
  }

  /** Height of the near ground; undefined beside it. */
  heightAt(x: number, y: number): number | undefined {
    return this.grid.heightAt(x, y, this.isNear)
  }

  readonly isNear = (triangle: number): boolean => this.levels.lods[triangle] === NEAR
}

/** The regions over the ground. */
export class RegionPicker implements LayerPicker {
  private found: TriangleGrid | undefined

  /** `lifts`: how far above itself each of them is drawn. `storey`: see `SceneSizes`. */
  constructor(
    private readonly item: SurfaceItem,
    private readonly lifts: Float32Array,
    private readonly storey?: number,
  ) {}

  pick(ray: Ray, { isHidden }: Pick<PickHow, 'isHidden'>): LayerHit | undefined {
    const hit = this.grid.pick(ray, triangle => !isHidden(this.recordOf(triangle)))
    return hit && { record: this.recordOf(hit.triangle), point: hit.point, distance: hit.distance }
  }

  /** Every region that a ray meets, nearest first. */
  through(ray: Ray, isHidden: (record: number) => boolean): number[] {
    const found: number[] = []
    for (;;) {
      const hit = this.pick(ray, { isHidden: record => found.includes(record) || isHidden(record) })
      if (!hit) return found
      found.push(hit.record)
    }
  }

  /**
   * Regions that a circle in the ground plane touches, in ascending order, without a radius the highest one in its middle;
   * where storeys lie over each other those of the storey of the place.
   */
  around(place: Vec, radius: number, isHidden: (record: number) => boolean): number[] {
    const [x, y, z] = place
    const accepts = (triangle: number): boolean => !isHidden(this.recordOf(triangle))
    if (!(radius > 0)) {
      const top = this.storey === undefined ? this.grid.top(x, y, accepts) : this.grid.nearest(x, y, z, accepts)
      return top < 0 ? [] : [this.recordOf(top)]
    }
    const found = new Set<number>()
    this.grid.around(x, y, radius, triangle => {
      if (accepts(triangle)) found.add(this.recordOf(triangle))
    })
    const onStorey = this.storey === undefined ? found : storeyOf(this.item, this.grid, found, place, this.storey)
    return [...onStorey].sort((a, b) => a - b)
  }

  /** Whether another region hides a point of one. */
  isCovered(ray: Ray, record: number, point: Vec, isHidden: (record: number) => boolean): boolean {
    const hit = this.pick(ray, { isHidden })
    if (!hit || hit.record === record) return false
    const far = dot(subtract(point, ray.origin), ray.direction)
    return hit.distance < far - this.reach(ray, record)
  }

  /** How far behind the ground a region may lie along a ray and still be drawn over it: as the shader lifts it. */
  reach(ray: Ray, record: number): number {
    return (this.lifts[record] ?? 0) / Math.max(0.22, Math.abs(ray.direction[2])) + 0.01
  }

  /** Made when first needed, so that a map opens sooner. */
  private get grid(): TriangleGrid {
    return (this.found ??= new TriangleGrid(this.item.positions, this.item.indices))
  }

  private recordOf(triangle: number): number {
    return this.item.records[triangle] ?? 0
  }
}
