import type { SurfaceItem } from '@areal-studio/core/format'
import { groundNormals, liftsOver, raised } from './region-mesh'
import { dot, project, rayAt, subtract, type Lens, type Ray, type Vec } from '../camera/camera'
import type { LodMode } from '../scene/map-options'
import { anchorOf, pointAt, ringOf, type MapScene } from '../scene/map-scene'
import type { PlacedRecord } from '../scene/placed-scene'
import { GroundPicker, RegionPicker } from './layer-pickers'
import { pickPlaced, type PlacedHit, type PlacedSeen } from './placed-picker'
import type { TerrainLevels } from './terrain-mesh'

/** What lies under the pointer. */
export interface Picked {
  readonly point: Vec
  /** From the eye, along the ray. */
  readonly distance: number
  readonly record: number | undefined
  /** The face of the ground. */
  readonly face?: number
  /** The placed record there, drawn over the region. */
  readonly placed?: PlacedRecord
}
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const MOST_FRAMED = 2000
/** Half a side of the ground round an anchor that is framed at least, world units. */
const LEAST_FRAMED = 5

/** Finds what is under a pixel or inside a frame: what each layer has there, and which of them is drawn over the other. */
export class MapPicker {
  /** The scene as it is drawn: regions that lie under the ground are raised to it. */
  readonly map: MapScene
  /** The regions as they are stored, wherever the ground lies. */
  readonly stored: SurfaceItem | undefined
  readonly levels: TerrainLevels | undefined
  /** How far each region is drawn above itself, so that the ground does not cover it. */
  readonly lifts: Float32Array
  readonly normalAt: (x: number, y: number) => readonly [number, number, number]
  private readonly ground: GroundPicker | undefined
  private readonly regions: RegionPicker | undefined
  private isGroundShown = true

  constructor(given: MapScene) {
    this.stored = given.regions
    const { terrain, tiles } = given
    const ground = (this.ground = terrain && new GroundPicker(terrain, tiles))
    this.levels = ground?.levels
    const regions =
      given.regions && ground && given.sizes.storey === undefined
        ? raised(given.regions, (x, y) => ground.heightAt(x, y))
        : given.regions
    this.map = { ...given, regions }
    this.normalAt = groundNormals(ground?.grid, terrain, triangle => ground?.isNear(triangle) ?? false)
    this.lifts =
      regions && ground
        ? liftsOver(regions, given.sizes.lift, (x, y) => ground.grid.heightAt(x, y))
        : new Float32Array()
    this.regions = regions && new RegionPicker(regions, this.lifts, given.sizes.storey)
  }

  /** Sets whether the ground is drawn. A hidden ground is not picked and covers nothing; heights are still read from it. */
  showGround(isShown: boolean): void {
    this.isGroundShown = isShown
  }

  /** The place, the region and the placed record under a canvas pixel. What is hidden lets through. */
  at(
    lens: Lens,
    x: number,
    y: number,
    lod: LodMode,
    isHidden: (record: number) => boolean,
    seen?: PlacedSeen,
  ): Picked | undefined {
    const surface = this.surfaceAt(lens, x, y, lod, isHidden)
    const hit = seen && pickPlaced(seen, lens, x, y)
    // What lies on the surface is drawn a little above it.
    const isLine = hit?.item.kind === 'lines'
    const reach = (isLine ? this.map.sizes.lift[1] : 0) + (surface?.distance ?? Infinity)
    return hit && (hit.isOver || hit.distance <= reach) ? placedOver(surface, hit) : surface
  }

  private surfaceAt(
    lens: Lens,
    x: number,
    y: number,
    lod: LodMode,
    isHidden: (record: number) => boolean,
  ): Picked | undefined {
    const ray = rayAt(lens, x, y)
    const ground = this.isGroundShown ? this.ground?.pick(ray, { lens, lod, isHidden }) : undefined
    const region = this.regions?.pick(ray, { isHidden })
    const isOver = region && region.distance <= (ground?.distance ?? Infinity) + this.reach(ray, region.record)
    // What is drawn above itself is on the ground that is seen.
    const place = ground ?? (isOver ? region : undefined)
    return (
      place && {
        point: place.point,
        distance: place.distance,
        record: isOver ? region.record : undefined,
        ...(ground && { face: ground.record }),
      }
    )
  }

  /** Every region under a pixel, nearest first: for drilling through what overlaps. */
  through(lens: Lens, x: number, y: number, isHidden: (record: number) => boolean): number[] {
    return this.regions?.through(rayAt(lens, x, y), isHidden) ?? []
  }

  /** Regions whose anchor is seen in a part of the canvas, in order; `isThrough`: also those that a hill hides. */
  inside(
    lens: Lens,
    holds: (x: number, y: number) => boolean,
    lod: LodMode,
    isHidden: (record: number) => boolean,
    isThrough = false,
  ): number[] {
    const item = this.map.regions
    if (!item) return []
    const found: number[] = []
    for (let record = 0; record < item.recordCount; record++) {
      const anchor = isHidden(record) ? undefined : anchorOf(item, record)
      const seen = anchor && project(lens, anchor)
      if (!anchor || !seen || !holds(seen.x, seen.y)) continue
      if (isThrough || this.isSeen(lens, record, anchor, seen, lod, isHidden)) found.push(record)
    }
    return found
  }

  /**
   * Regions that a circle in the ground plane touches, in ascending order, without a radius the one in its middle; where
   * storeys lie over each other those of the storey of the place.
   */
  around(place: Vec, radius: number, isHidden: (record: number) => boolean): number[] {
    return this.regions?.around(place, radius, isHidden) ?? []
  }

  /** Whether no hill and no upper storey hides a point of a region. */
  isSeen(
    lens: Lens,
    record: number,
    point: Vec,
    seen: { readonly x: number; readonly y: number },
    lod: LodMode,
    isHidden: (record: number) => boolean = () => false,
  ): boolean {
    const ray = rayAt(lens, seen.x, seen.y)
    const ground = this.isGroundShown ? this.ground?.pick(ray, { lens, lod, isHidden: () => false }) : undefined
    if (this.map.sizes.storey !== undefined && this.regions?.isCovered(ray, record, point, isHidden) === true)
      return false
    return !ground || ground.distance + this.reach(ray, record) >= dot(subtract(point, ray.origin), ray.direction)
  }

  /** Corners of regions, for framing them, and some ground round their anchors: an outline may be one point, or none. */
  cornersOf(records: Iterable<number>): Vec[] {
    const item = this.map.regions
    if (!item) return []
    return [...records].flatMap(record => {
      const [x, y, z] = anchorOf(item, record) ?? [NaN, NaN, NaN]
      return [
        ...ringOf(item, record),
        [x - LEAST_FRAMED, y - LEAST_FRAMED, z],
        [x + LEAST_FRAMED, y + LEAST_FRAMED, z],
      ] satisfies Vec[]
    })
  }

  /** Points that bound the whole map, to frame it. */
  outermost(): Vec[] {
    const [first] = this.map.placed
    const positions = (this.map.terrain ?? this.map.regions ?? first)?.positions ?? new Float32Array()
    const count = Math.floor(positions.length / 3)
    const step = Math.max(1, Math.floor(count / MOST_FRAMED))
    const { min, max } = this.map.bounds
    const level = (x: number, y: number): Vec => [x, y, this.heightAt(x, y) ?? min[2]]
    const corners = [level(min[0], min[1]), level(min[0], max[1]), level(max[0], min[1]), level(max[0], max[1])]
    return [...corners, ...Array.from({ length: Math.ceil(count / step) }, (_, i) => pointAt(positions, i * step))]
  }

  heightAt(x: number, y: number): number | undefined {
    return this.ground?.heightAt(x, y)
  }

  private reach(ray: Ray, record: number): number {
    return this.regions?.reach(ray, record) ?? 0
  }
}

/** A placed record in front of the surface: it hides the region, and the place is its own where no ground is behind it. */
const placedOver = (surface: Picked | undefined, { item, record, point, distance }: PlacedHit): Picked => ({
  point: surface?.point ?? point,
  distance: surface?.distance ?? distance,
  record: undefined,
  ...(surface?.face !== undefined && { face: surface.face }),
  placed: { item, record },
})
