import type { SurfaceItem } from '@areal-studio/core/format'
import { groundNormals, liftsOver, raised } from './region-mesh'
import { dot, project, rayAt, subtract, type Lens, type Ray, type Vec } from '../camera/camera'
import type { LodMode } from '../scene/map-options'
import { anchorOf, pointAt, ringOf, type MapScene } from '../scene/map-scene'
import { TriangleGrid, type Hit } from './picking'
import { cameraTile, isDrawn, terrainLevels, type TerrainLevels } from './terrain-mesh'

/** What lies under the pointer. */
export interface Picked {
  readonly point: Vec
  /** From the eye, along the ray. */
  readonly distance: number
  readonly record: number | undefined
  /** The face of the ground. */
  readonly face?: number
}
export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const NEAR = 0
const MOST_FRAMED = 2000
/** Half a side of the ground round an anchor that is framed at least, world units. */
const LEAST_FRAMED = 5

/** Finds what is under a pixel or inside a frame, on the same triangles that are drawn. */
export class MapPicker {
  readonly levels: TerrainLevels | undefined
  /** How far each region is drawn above itself, so that the ground does not cover it. */
  readonly lifts: Float32Array
  readonly normalAt: (x: number, y: number) => readonly [number, number, number]
  private readonly ground: TriangleGrid | undefined
  private found: TriangleGrid | undefined

  /** The scene as it is drawn: regions that lie under the ground are raised to it. */
  readonly map: MapScene

  /** The regions as they are stored, wherever the ground lies. */
  readonly stored: SurfaceItem | undefined

  constructor(given: MapScene) {
    this.stored = given.regions
    const { terrain, tiles } = given
    this.ground = terrain && new TriangleGrid(terrain.positions, terrain.indices)
    this.levels = terrain && terrainLevels(terrain, tiles)
    const isNear = (t: number): boolean => this.levels?.lods[t] === NEAR
    const regions = given.regions && this.ground ? raised(given.regions, (x, y) => this.heightAt(x, y)) : given.regions
    this.map = { ...given, regions }
    this.normalAt = groundNormals(this.ground, terrain, isNear)
    this.lifts =
      regions && this.ground
        ? liftsOver(regions, given.sizes.lift, (x, y) => this.ground?.heightAt(x, y))
        : new Float32Array()
  }

  /** The regions for rays; made when first asked for, so that a map opens sooner. */
  private get surface(): TriangleGrid | undefined {
    const { regions } = this.map
    return (this.found ??= regions && new TriangleGrid(regions.positions, regions.indices))
  }

  /** The place and the region under a canvas pixel. Hidden regions let through. */
  at(lens: Lens, x: number, y: number, lod: LodMode, isHidden: (record: number) => boolean): Picked | undefined {
    const ray = rayAt(lens, x, y)
    const ground = this.groundAlong(ray, lens, lod)
    const records = this.map.regions?.records
    const region = this.surface?.pick(ray, t => !isHidden(records?.[t] ?? 0))
    const record = records?.[region?.triangle ?? 0] ?? 0
    if (region && region.distance <= (ground?.distance ?? Infinity) + this.reach(ray, record)) {
      return {
        point: ground?.point ?? region.point,
        distance: ground?.distance ?? region.distance,
        record,
        ...this.faceOf(ground),
      }
    }
    return ground && { point: ground.point, distance: ground.distance, record: undefined, ...this.faceOf(ground) }
  }

  /** Every region under a pixel, nearest first: for drilling through what overlaps. */
  through(lens: Lens, x: number, y: number, isHidden: (record: number) => boolean): number[] {
    const ray = rayAt(lens, x, y)
    const records = this.map.regions?.records
    const found: number[] = []
    for (;;) {
      const hit = this.surface?.pick(ray, t => !found.includes(records?.[t] ?? 0) && !isHidden(records?.[t] ?? 0))
      const record = hit && records?.[hit.triangle]
      if (record === undefined) return found
      found.push(record)
    }
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
      if (isThrough || this.isSeen(lens, record, anchor, seen, lod)) found.push(record)
    }
    return found
  }

  /** Regions that a circle in the ground plane touches, in ascending order; without a radius the one in its middle. */
  around(x: number, y: number, radius: number, isHidden: (record: number) => boolean): number[] {
    const records = this.map.regions?.records
    const { surface } = this
    if (!records || !surface) return []
    if (!(radius > 0)) {
      const top = surface.top(x, y, t => !isHidden(records[t] ?? 0))
      return top < 0 ? [] : [records[top] ?? 0]
    }
    const found = new Set<number>()
    surface.around(x, y, radius, t => {
      if (!isHidden(records[t] ?? 0)) found.add(records[t] ?? 0)
    })
    return [...found].sort((a, b) => a - b)
  }

  /** Whether no hill stands before a point of a region. */
  isSeen(
    lens: Lens,
    record: number,
    point: Vec,
    seen: { readonly x: number; readonly y: number },
    lod: LodMode,
  ): boolean {
    const ray = rayAt(lens, seen.x, seen.y)
    const ground = this.groundAlong(ray, lens, lod)
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

  /** Points that stand for the whole map when it is framed. */
  outermost(): Vec[] {
    const positions = (this.map.terrain ?? this.map.regions)?.positions ?? new Float32Array()
    const count = Math.floor(positions.length / 3)
    const step = Math.max(1, Math.floor(count / MOST_FRAMED))
    const { min, max } = this.map.bounds
    const level = (x: number, y: number): Vec => [x, y, this.heightAt(x, y) ?? min[2]]
    const corners = [level(min[0], min[1]), level(min[0], max[1]), level(max[0], min[1]), level(max[0], max[1])]
    return [...corners, ...Array.from({ length: Math.ceil(count / step) }, (_, i) => pointAt(positions, i * step))]
  }

  heightAt(x: number, y: number): number | undefined {
    return this.ground?.heightAt(x, y, t => this.levels?.lods[t] === NEAR)
  }

  private groundAlong(ray: Ray, lens: Lens, lod: LodMode) {
    const camera = cameraTile(this.map.tiles, lens.eye[0], lens.eye[1])
    const { levels } = this
    return this.ground?.pick(ray, t => !levels || isDrawn(levels, t, lod, camera))
  }

  private faceOf(ground: Hit | undefined): { readonly face?: number } {
    const face = ground && this.map.terrain?.records[ground.triangle]
    return face === undefined ? {} : { face }
  }

  /** How far behind the ground a region may lie along a ray and still be drawn over it: as the shader lifts it. */
  private reach(ray: Ray, record: number): number {
    return (this.lifts[record] ?? 0) / Math.max(0.22, Math.abs(ray.direction[2])) + 0.01
  }
}
