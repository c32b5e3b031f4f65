import '@babylonjs/core/Engines/Extensions/engine.rawTexture'
import { Constants } from '@babylonjs/core/Engines/constants'
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture'
import type { RawTexture2DArray } from '@babylonjs/core/Materials/Textures/rawTexture2DArray'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { Color3 } from '@babylonjs/core/Maths/math.color'
import { Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector'
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import type { CellsItem, Paint, SurfaceItem } from '@areal-studio/core/format'
import { unitsPerPixel, type Bounds, type Lens } from '../camera/camera'
import { GRAIN_SIZE, grainPixels } from './grain'
import { isSoftware } from '../scene/software'
import { SUN } from '../scene/map-theme'
import type { MapPicker } from '../geometry/map-picker'
import type { Ground, LodMode } from '../scene/map-options'
import type { MapScene } from '../scene/map-scene'
import { roundStep } from '../scene/round-step'
import { missingPaint } from './missing-paint'
import { pictureTexture, sharesTexture } from './picture-texture'
import type { Frame, MapOptions } from './frame'
import type { Layer, LayerItems } from './layer'
import {
  cameraTile,
  neededIndices,
  sharedBuffers,
  terrainBuffers,
  wholeTriangles,
  type SharedBuffers,
} from '../geometry/terrain-mesh'
import { blendSet, TABLE_WIDTH } from '../geometry/blend-maps'
import { paintBuffers, paintSet, type PaintSet } from '../geometry/terrain-paint'
import { setSkyLight, SKY_UNIFORMS } from './sky-light'
import { TERRAIN_FRAGMENT, TERRAIN_VERTEX } from './terrain-shader'
import type { FaceFilter } from '../scene/face-filter'
import { groundTint } from '../geometry/terrain-tint'

const UNIFORMS = [
  'uViewProjection',
  'uLod',
  'uEye',
  'uForward',
  'uBackground',
  'uRamp',
  'uLight',
  'uHeights',
  'uRadius',
  'uGround',
  'uTiles',
  'uCells',
  'uLine',
  'uFine',
  'uSquares',
  ...SKY_UNIFORMS,
]

/** The ground with its water, one draw call. */
export class TerrainLayer implements Layer {
  private readonly ground: ShaderMaterial
  private mesh: Mesh | undefined
  /** Without data per triangle: drawn instead of the other where none of that is shown. */
  private plainMesh: Mesh | undefined
  private plainIndices: Uint32Array = new Uint32Array(0)
  /** Level of detail and tile that the plain mesh holds the triangles of. */
  private plainFor = ''
  private hasOver = false
  private hasDetail = false
  private hasBlends = false
  private triangles: Uint32Array = new Uint32Array(0)
  private heights: readonly [low: number, high: number] = [0, 1]
  private map: MapScene | undefined
  private picker: MapPicker | undefined
  private table: readonly Paint[] | undefined
  private paints: PaintSet | undefined
  /** Shares of the layers, and which layers they are of. */
  private blends: { readonly shares: RawTexture2DArray; readonly layers: RawTexture } | undefined
  private tinted: { readonly ground: Ground; readonly filter: FaceFilter; readonly isThere: boolean } | undefined
  private pictures: RawTexture2DArray

  constructor(private readonly scene: Scene) {
    const grain = RawTexture.CreateRGBATexture(
      grainPixels(),
      GRAIN_SIZE,
      GRAIN_SIZE,
      scene,
      true,
      false,
      isSoftware() ? Constants.TEXTURE_BILINEAR_SAMPLINGMODE : Constants.TEXTURE_TRILINEAR_SAMPLINGMODE,
    )
    grain.wrapU = grain.wrapV = Constants.TEXTURE_WRAP_ADDRESSMODE
    this.pictures = pictureTexture([new Uint8Array(4)], 1, scene)
    this.ground = this.material(grain)
  }

  private material(grain: RawTexture): ShaderMaterial {
    const material = new ShaderMaterial(
      'ground',
      this.scene,
      { vertexSource: TERRAIN_VERTEX, fragmentSource: TERRAIN_FRAGMENT },
      {
        attributes: ['position', 'normal', 'tile', 'paint', 'uv', 'detail', 'tint', 'blend', 'shade'],
        uniforms: UNIFORMS,
        samplers: ['uGrain', 'uPaints', 'uShares', 'uBlend'],
      },
    )
    material.backFaceCulling = false
    material.setTexture('uGrain', grain)
    material.setTexture('uPaints', this.pictures)
    return material
  }

  setItems(items: LayerItems | undefined): void {
    const { picker } = items ?? {}
    const map = picker?.map
    this.mesh?.dispose()
    this.plainMesh?.dispose()
    this.mesh = this.plainMesh = undefined
    this.triangles = new Uint32Array(0)
    this.map = map
    this.picker = picker
    this.tinted = undefined
    if (!map?.terrain || !picker?.levels) return
    this.triangles = wholeTriangles(map.terrain)
    if (this.triangles.length === 0) return
    this.heights = usualHeights(map.terrain.positions)
  }

  dispose(): void {
    this.setItems(undefined)
    this.forgetBlends()
    this.pictures.dispose()
    this.ground.dispose()
  }

  private meshWith(name: string, { positions, normals, tiles }: Omit<SharedBuffers, 'indices'>): Mesh {
    const engine = this.scene.getEngine()
    const mesh = this.meshOf(name)
    mesh.setVerticesBuffer(new VertexBuffer(engine, positions, 'position', { stride: 3, size: 3 }))
    mesh.setVerticesBuffer(new VertexBuffer(engine, normals, 'normal', { stride: 3, size: 3 }))
    mesh.setVerticesBuffer(new VertexBuffer(engine, tiles, 'tile', { stride: 3, size: 3 }))
    return mesh
  }

  /** Each of the two meshes is made when first drawn, so that a map opens sooner. */
  private plain(): Mesh | undefined {
    const item = this.map?.terrain
    const levels = this.picker?.levels
    if (this.plainMesh || !item || !levels || this.triangles.length === 0) return this.plainMesh
    const shared = sharedBuffers(item, levels, this.triangles)
    this.plainMesh = this.meshWith('plain ground', shared)
    this.plainMesh.isUnIndexed = false
    this.plainIndices = shared.indices
    this.plainFor = ''
    return this.plainMesh
  }

  private told(): Mesh | undefined {
    const item = this.map?.terrain
    const levels = this.picker?.levels
    if (this.mesh || !item || !levels || this.triangles.length === 0) return this.mesh
    this.mesh = this.meshWith('ground', terrainBuffers(item, levels))
    this.lay()
    return this.mesh
  }

  /** What the ground is painted with, by row; undefined while that is not known. */
  setPaints(table: readonly Paint[] | undefined): void {
    this.table = table
    this.paints = table && paintSet(table, missingPaint)
    this.lay()
  }

  private meshOf(name: string): Mesh {
    const mesh = new Mesh(name, this.scene)
    mesh.isUnIndexed = true
    mesh.alwaysSelectAsActiveMesh = true
    mesh.doNotSyncBoundingInfo = true
    mesh.isPickable = false
    mesh.material = this.ground
    return mesh
  }

  /** Applies the paints to the present ground. */
  private lay(): void {
    const { mesh, paints } = this
    const item = this.map?.terrain
    if (!mesh || !item || !paints) return
    const engine = this.scene.getEngine()
    const found = paintBuffers(item, this.triangles, paints)
    mesh.setVerticesBuffer(new VertexBuffer(engine, found.paints, 'paint', { stride: 4, size: 4 }))
    mesh.setVerticesBuffer(new VertexBuffer(engine, found.uvs, 'uv', { stride: 3, size: 3 }))
    if (found.details) mesh.setVerticesBuffer(new VertexBuffer(engine, found.details, 'detail', { stride: 2, size: 2 }))
    if (found.blends) mesh.setVerticesBuffer(new VertexBuffer(engine, found.blends, 'blend', { stride: 3, size: 3 }))
    if (found.shades) mesh.setVerticesBuffer(new VertexBuffer(engine, found.shades, 'shade', BYTES))
    this.hasOver = found.hasOver
    this.hasDetail = found.details !== undefined
    this.setBlends(item, paints)
    // After all rows are known: one that the table lacks adds a picture of its number.
    this.pictures.dispose()
    this.pictures = pictureTexture(paints.layers, paints.size, this.scene)
    this.ground.setTexture('uPaints', this.pictures)
  }

  /** Brings the maps that blend the paints to the canvas, where the ground has some. */
  private setBlends(item: SurfaceItem, paints: PaintSet): void {
    this.forgetBlends()
    const set = blendSet(item, this.table ?? [], paints)
    this.hasBlends = set !== undefined
    if (!set) return
    const layers = RawTexture.CreateRGBATexture(
      set.table,
      TABLE_WIDTH,
      set.recordCount,
      this.scene,
      false,
      false,
      Constants.TEXTURE_NEAREST_SAMPLINGMODE,
      Constants.TEXTURETYPE_FLOAT,
    )
    this.blends = { shares: sharesTexture(set.pictures, set.side, this.scene), layers }
    this.ground.setTexture('uShares', this.blends.shares)
    this.ground.setTexture('uBlend', layers)
    this.ground.setVector2('uSquares', new Vector2(set.columns, set.cell))
  }

  private forgetBlends(): void {
    this.blends?.shares.dispose()
    this.blends?.layers.dispose()
    this.blends = undefined
  }

  /** Colours over the ground: computed again only where their data has changed. */
  private tint({ ground, filter }: MapOptions): boolean {
    const { tinted } = this
    const item = this.map?.terrain
    if (!item || this.triangles.length === 0) return false
    if (tinted?.ground === ground && tinted.filter === filter) return tinted.isThere
    const colours = groundTint(item, this.triangles, ground, filter)
    if (colours) this.told()?.setVerticesBuffer(new VertexBuffer(this.scene.getEngine(), colours, 'tint', BYTES))
    this.tinted = { ground, filter, isThere: colours !== undefined }
    return colours !== undefined
  }

  prepare(frame: Frame): void {
    const { options } = frame
    if (!this.map) return
    if (!options.hasGround) {
      this.plainMesh?.setEnabled(false)
      this.mesh?.setEnabled(false)
      return
    }
    const isPainted = options.ground === 'textured' && this.paints !== undefined
    const isTinted = this.tint(options)
    const isPlain = !isPainted && !isTinted && !options.hasWires
    if (isPlain) this.choosePlain(frame.lens, options.lod)
    else this.told()
    const isLined = options.hasTiles || options.hasCells || options.hasContours || options.hasWires
    const fine = fineness(frame)
    const material = this.ground
    material.setFloat('uFine', fine)
    material.setDefine('GRAINED', fine * distanceTo(frame.bounds, frame.lens) < 1)
    material.setDefine('PAINTED', isPainted)
    material.setDefine('BLENDED', isPainted && this.hasBlends)
    material.setDefine('LAYERED', this.hasOver)
    material.setDefine('DETAILED', this.hasDetail)
    material.setDefine('TINTED', isTinted)
    material.setDefine('LINED', isLined)
    material.setDefine('WIRES', options.hasWires)
    setSkyLight(material, frame)
    this.plainMesh?.setEnabled(isPlain)
    this.mesh?.setEnabled(!isPlain)
    this.fill(material, frame)
  }

  /** Brings to the plain mesh what is seen from here, where that has changed. */
  private choosePlain({ eye }: Lens, lod: LodMode): void {
    const levels = this.picker?.levels
    const mesh = this.plain()
    if (!mesh || !levels) return
    const tile = cameraTile(this.map?.tiles, eye[0], eye[1])
    const wanted = lod === 'auto' ? `${tile[0]} ${tile[1]}` : `${lod}`
    if (wanted === this.plainFor) return
    this.plainFor = wanted
    mesh.setIndices(neededIndices(levels, this.triangles, this.plainIndices, lod, tile))
  }

  private fill(material: ShaderMaterial, frame: Frame): void {
    const { map } = this
    if (!map) return
    const { lens, look, bounds, options } = frame
    const hasFar = this.picker?.levels?.hasFar ?? false
    const tile = cameraTile(map.tiles, lens.eye[0], lens.eye[1])
    const height = bounds.max[2] - bounds.min[2]
    material.setMatrix('uViewProjection', frame.viewProjection)
    material.setVector3('uLod', new Vector3(!hasFar ? 0 : options.lod === 'auto' ? -1 : options.lod, ...tile))
    material.setVector4('uEye', new Vector4(...lens.eye, lens.view.isOrtho ? Math.max(1, lens.view.distance) : 0))
    material.setVector3('uForward', new Vector3(...lens.axes.forward))
    material.setColor3('uBackground', new Color3(...look.background))
    material.setArray3('uRamp', look.ramp.flat())
    material.setVector4('uLight', new Vector4(...SUN, look.ambient))
    material.setVector2('uHeights', new Vector2(...this.heights))
    material.setFloat('uRadius', Math.hypot(bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]) / 2)
    material.setVector4('uGround', new Vector4(0, 0, options.hasContours ? roundStep(height / 24) : 0, 0))
    material.setVector4('uTiles', gridVector(options.hasTiles ? map.tiles : undefined))
    material.setVector4('uCells', gridVector(options.hasCells ? map.cells : undefined))
    material.setVector4('uLine', new Vector4(...look.line[0], look.line[1]))
  }
}

/** Four bytes per vertex that are read as 0 to 1. */
const BYTES = { stride: 4, size: 4, type: VertexBuffer.UNSIGNED_BYTE, normalized: true }

/** World units on one pixel beyond which the grain is too fine to be seen. */
const GRAIN_UNITS = 3

/** Pixels of the grain's limit for each unit of distance: 1 where the grain has faded. */
const fineness = ({ lens, ratio }: Frame): number =>
  unitsPerPixel(lens.view, lens.size.height, 1) / (lens.view.isOrtho ? lens.view.distance : 1) / ratio / GRAIN_UNITS

/** Distance of the nearest point of the box; in a parallel view everything is as far as the target. */
function distanceTo({ min, max }: Bounds, { eye, view }: Lens): number {
  if (view.isOrtho) return view.distance
  return Math.hypot(...eye.map((at, axis) => Math.max(0, (min[axis] ?? at) - at, at - (max[axis] ?? at))))
}

const gridVector = (grid: CellsItem | undefined): Vector4 =>
  grid ? new Vector4(grid.origin[0], grid.origin[1], grid.step[0], grid.step[1]) : Vector4.Zero()

/** Heights between which nearly all of the ground lies: single peaks do not take the tints from the rest. */
function usualHeights(positions: Float32Array): readonly [number, number] {
  const heights = new Float32Array(Math.floor(positions.length / 3))
  for (let i = 0; i < heights.length; i++) heights[i] = positions[3 * i + 2] ?? 0
  const sorted = heights.filter(Number.isFinite).sort()
  const at = (part: number): number => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  return [at(0.02), Math.max(at(0.97), at(0.02) + 1e-3)]
}
