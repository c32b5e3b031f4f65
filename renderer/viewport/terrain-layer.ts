import '@babylonjs/core/Engines/Extensions/engine.alpha'
import '@babylonjs/core/Engines/Extensions/engine.rawTexture'
import { Constants } from '@babylonjs/core/Engines/constants'
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { Color3 } from '@babylonjs/core/Maths/math.color'
import { Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector'
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import type { GridItem } from '@areal-studio/core/format'
import { GRAIN_SIZE, grainPixels } from './grain'
import { SUN } from './map-look'
import type { MapPicker } from './map-picker'
import type { MapScene } from './map-scene'
import type { Frame } from './scene-view'
import { cameraTile, terrainBuffers, type LodMode } from './terrain-mesh'
import { TERRAIN_FRAGMENT, TERRAIN_VERTEX } from './terrain-shader'

export interface TerrainOptions {
  readonly lod: LodMode
  /** `relief` by height, `material` by the first material byte in false colours. */
  readonly ground: 'relief' | 'material'
  readonly hasWires: boolean
  readonly hasContours: boolean
  readonly hasTiles: boolean
  readonly hasCells: boolean
}

const UNIFORMS = ['uViewProjection', 'uLod', 'uEye', 'uForward', 'uBackground', 'uRamp', 'uLight', 'uHeights', 'uRadius', 'uGround', 'uTiles', 'uCells', 'uLine']

/** The ground, one draw call. */
export class TerrainLayer {
  private readonly material: ShaderMaterial
  private mesh: Mesh | undefined
  private heights: readonly [low: number, high: number] = [0, 1]
  private map: MapScene | undefined
  private picker: MapPicker | undefined

  constructor(private readonly scene: Scene) {
    this.material = new ShaderMaterial('ground', scene, { vertexSource: TERRAIN_VERTEX, fragmentSource: TERRAIN_FRAGMENT },
      { attributes: ['position', 'normal', 'tile'], uniforms: UNIFORMS, samplers: ['uGrain'] })
    this.material.backFaceCulling = false
    const grain = RawTexture.CreateRGBATexture(grainPixels(), GRAIN_SIZE, GRAIN_SIZE, scene, true, false, Constants.TEXTURE_TRILINEAR_SAMPLINGMODE)
    grain.wrapU = grain.wrapV = Constants.TEXTURE_WRAP_ADDRESSMODE
    this.material.setTexture('uGrain', grain)
  }

  setMap(picker: MapPicker | undefined): void {
    const map = picker?.map
    this.mesh?.dispose()
    this.mesh = undefined
    this.map = map
    this.picker = picker
    if (!map?.terrain || !picker?.levels) return
    const buffers = terrainBuffers(map.terrain, picker.levels, map.terrain.fields['material_low'])
    if (buffers.vertexCount === 0) return
    this.heights = usualHeights(map.terrain.positions)
    const mesh = new Mesh('ground', this.scene)
    const engine = this.scene.getEngine()
    mesh.isUnIndexed = true
    mesh.alwaysSelectAsActiveMesh = true
    mesh.doNotSyncBoundingInfo = true
    mesh.isPickable = false
    mesh.setVerticesBuffer(new VertexBuffer(engine, buffers.positions, 'position', { stride: 3, size: 3 }))
    mesh.setVerticesBuffer(new VertexBuffer(engine, buffers.normals, 'normal', { stride: 3, size: 3 }))
    mesh.setVerticesBuffer(new VertexBuffer(engine, buffers.tiles, 'tile', { stride: 4, size: 4 }))
    mesh.material = this.material
    this.mesh = mesh
  }

  prepare(frame: Frame, options: TerrainOptions): void {
    const { map, material } = this
    if (!map) return
    const { lens, look, bounds } = frame
    const hasFar = this.picker?.levels?.hasFar ?? false
    const tile = cameraTile(map.tiles, lens.eye[0], lens.eye[1])
    const height = bounds.max[2] - bounds.min[2]
    material.setMatrix('uViewProjection', frame.viewProjection)
    material.setVector3('uLod', new Vector3(!hasFar ? 0 : options.lod === 'auto' ? -1 : options.lod, ...tile))
    material.setVector4('uEye', new Vector4(...lens.eye, lens.view.isOrtho ? 1 : 0))
    material.setVector3('uForward', new Vector3(...lens.axes.forward))
    material.setColor3('uBackground', new Color3(...look.background))
    material.setArray3('uRamp', look.ramp.flat())
    material.setVector4('uLight', new Vector4(...SUN, look.ambient))
    material.setVector2('uHeights', new Vector2(...this.heights))
    material.setFloat('uRadius', Math.hypot(bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]) / 2)
    material.setVector4('uGround', new Vector4(options.ground === 'material' ? 1 : 0, options.hasWires ? 1 : 0,
      options.hasContours ? roundStep(height / 24) : 0, 0))
    material.setVector4('uTiles', gridVector(options.hasTiles ? map.tiles : undefined))
    material.setVector4('uCells', gridVector(options.hasCells ? map.cells : undefined))
    material.setVector4('uLine', new Vector4(...look.line[0], look.line[1]))
  }
}

const gridVector = (grid: GridItem | undefined): Vector4 =>
  grid ? new Vector4(grid.origin[0], grid.origin[1], grid.step[0], grid.step[1]) : Vector4.Zero()

/** 1, 2 or 5 times a power of ten, not below. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-3)))
  return power * ([1, 2, 5, 10].find(step => step * power >= least) ?? 10)
}

/** Heights between which nearly all of the ground lies: single peaks do not take the tints from the rest. */
function usualHeights(positions: Float32Array): readonly [number, number] {
  const heights = new Float32Array(Math.floor(positions.length / 3))
  for (let i = 0; i < heights.length; i++) heights[i] = positions[3 * i + 2] ?? 0
  const sorted = heights.filter(Number.isFinite).sort()
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return [at(0.02), Math.max(at(0.97), at(0.02) + 1e-3)]
}
