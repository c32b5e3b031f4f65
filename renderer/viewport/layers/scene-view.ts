import { Camera } from '@babylonjs/core/Cameras/camera'
import { Engine } from '@babylonjs/core/Engines/engine'
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector'
import { Scene } from '@babylonjs/core/scene'
import type { Paint, SurfaceItem } from '@areal-studio/core/format'
import { RegionLayer } from './region-layer'
import { BareMesh } from './bare-mesh'
import {
  depthRange,
  eyeOf,
  HOME,
  lensOf,
  projectionMatrix,
  viewMatrix,
  type Lens,
  type Size,
  type View,
} from '../camera/camera'
import type { Frame, MapOptions } from './frame'
import type { Layer } from './layer'
import type { MapLook } from '../scene/map-theme'
import type { MapScene } from '../scene/map-scene'
import type { MapPicker } from '../geometry/map-picker'
import type { RecordLook } from './record-look'
import { isSoftware } from '../scene/software'
import { TerrainLayer } from './terrain-layer'

/** A camera that shows what our own matrices say. */
class GivenCamera extends Camera {
  given = Matrix.Identity()
  override _getViewMatrix(): Matrix {
    return this.given
  }
}

const MOST_RATIO = 2

/**
 * The map on one canvas: one draw call of ground, one of fills, one of outlines. Draws only when something has changed
 * and somebody can see it.
 */
export class SceneView {
  private readonly engine: Engine
  private readonly scene: Scene
  private readonly camera: GivenCamera
  /** In the order of drawing: the first lies lowest. */
  private readonly layers: readonly Layer[]
  private map: MapScene | undefined
  private size: Size = { width: 1, height: 1 }
  private view: View = HOME
  private viewProjection = Matrix.Identity()
  private waiting = 0
  private isHidden = false
  private isDisposed = false
  private isLost = false

  /** Throws where the machine gives no WebGL 2. `drawn` is called after each frame, for what is laid over it. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private look: MapLook,
    private options: MapOptions,
    private readonly drawn: (lens: Lens) => void,
    lost: (isLost: boolean) => void,
  ) {
    const isSmooth = !isSoftware()
    this.engine = new Engine(canvas, isSmooth, {
      alpha: false,
      stencil: false,
      preserveDrawingBuffer: false,
      antialias: isSmooth,
      audioEngine: false,
      disableWebGL2Support: false,
      doNotHandleContextLost: false,
      adaptToDeviceRatio: false,
      powerPreference: 'high-performance',
    })
    if (this.engine.webGLVersion < 2) {
      this.engine.dispose()
      throw new Error('no WebGL 2')
    }
    // A frame drawn once must be drawn whole: shaders are not compiled in the background.
    delete this.engine.getCaps().parallelShaderCompile
    this.engine.onContextLostObservable.add(() => {
      this.isLost = true
      lost(true)
    })
    this.engine.onContextRestoredObservable.add(() => {
      this.isLost = false
      lost(false)
      this.invalidate()
    })
    this.scene = new Scene(this.engine, {
      useGeometryUniqueIdsMap: false,
      useMaterialMeshMap: false,
      useClonedMeshMap: false,
    })
    this.scene.autoClear = true
    this.scene.skipPointerMovePicking = true
    this.scene.detachControl()
    this.camera = new GivenCamera('eye', Vector3.Zero(), this.scene)
    this.layers = [new TerrainLayer(this.scene), new RegionLayer(this.scene)]
  }

  /** Puts other items on the canvas; `records` says how each region looks. */
  setItems(picker: MapPicker | undefined, records: RecordLook | undefined): void {
    this.map = picker?.map
    for (const layer of this.layers) layer.setItems(picker && { picker, records })
    this.invalidate()
  }

  /** What the ground is painted with, by level of detail. */
  setPaints(tables: readonly (readonly Paint[])[] | undefined): void {
    for (const layer of this.layers) layer.setPaints?.(tables)
    this.invalidate()
  }

  /** Colours, hidden ones or selected ones have changed: sends the records' texels again. */
  refreshRecords(): void {
    for (const layer of this.layers) layer.refreshRecords?.()
    this.invalidate()
  }

  setView(view: View): void {
    this.view = view
    this.invalidate()
  }

  setLook(look: MapLook): void {
    this.look = look
    this.invalidate()
  }

  setOptions(options: MapOptions): void {
    this.options = options
    this.invalidate()
  }

  /** CSS pixels. */
  resize(size: Size): void {
    if (size.width < 1 || size.height < 1) return
    this.size = size
    this.engine.setHardwareScalingLevel(1 / this.ratio())
    this.engine.setSize(Math.round(size.width * this.ratio()), Math.round(size.height * this.ratio()))
    this.renderNow()
  }

  /** A hidden view draws nothing; what changed meanwhile is drawn when it is seen again. */
  setHidden(isHidden: boolean): void {
    this.isHidden = isHidden
    if (isHidden && this.waiting) {
      cancelAnimationFrame(this.waiting)
      this.waiting = 0
    }
    if (!isHidden) this.invalidate()
  }

  /** Asks for one frame. */
  invalidate(): void {
    if (this.waiting || this.isHidden || this.isDisposed) return
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0
      this.renderNow()
    })
  }

  lens(): Lens {
    return lensOf(this.view, this.size)
  }

  renderNow(): void {
    if (this.isDisposed || this.isLost) return
    // This is the frame that was asked for.
    cancelAnimationFrame(this.waiting)
    this.waiting = 0
    const lens = this.lens()
    this.drawScene(lens)
    this.drawn(lens)
  }

  private drawScene(lens: Lens): void {
    const bounds = this.map?.bounds ?? { min: [0, 0, 0], max: [1, 1, 1] }
    const [near, far] = depthRange(this.view, bounds)
    this.camera.given = Matrix.FromArray(viewMatrix(this.view))
    this.camera.freezeProjectionMatrix(Matrix.FromArray(projectionMatrix(this.view, this.size, near, far)))
    const viewProjection = this.camera.given.multiply(this.camera.getProjectionMatrix())
    this.viewProjection = viewProjection
    const eye = eyeOf(this.view)
    this.camera.position.set(...eye)
    const frame: Frame = { viewProjection, lens, look: this.look, ratio: this.ratio(), bounds, options: this.options }
    this.scene.clearColor.set(...this.look.background, 1)
    for (const layer of this.layers) layer.prepare(frame)
    this.engine.beginFrame()
    this.scene.render(true, true)
    this.engine.endFrame()
  }

  /** Red, green, blue of a canvas pixel (CSS), drawn anew and read at once. */
  pixel(x: number, y: number): [number, number, number] {
    this.renderNow()
    return this.read(x, y)
  }

  private read(x: number, y: number): [number, number, number] {
    const gl = this.canvas.getContext('webgl2')
    const rgba = new Uint8Array(4)
    const ratio = this.ratio()
    gl?.readPixels(
      Math.floor(x * ratio),
      gl.drawingBufferHeight - 1 - Math.floor(y * ratio),
      1,
      1,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      rgba,
    )
    return [rgba[0] ?? 0, rgba[1] ?? 0, rgba[2] ?? 0]
  }

  /**
   * Milliseconds of frames of the whole map and of its triangles as one bare mesh, by turns: each from the order to the
   * pixel that can be read; of the bare one without what is laid over the map. For the bench.
   */
  compare(runs: number): { readonly full: number[]; readonly bare: number[] } {
    const surfaces = this.layers.flatMap(layer => layer.surface() ?? [])
    const bare = new BareMesh(this.scene, surfaces)
    const layers = this.scene.meshes.filter(mesh => mesh.name !== 'bare')
    const found = { full: [] as number[], bare: [] as number[] }
    for (let run = 0; run < 2 * runs; run++) {
      const isBare = run % 2 === 1
      bare.show(isBare)
      for (const mesh of layers) mesh.isVisible = !isBare
      const start = performance.now()
      bare.prepare(this.viewProjection)
      if (isBare) this.drawScene(this.lens())
      else this.renderNow()
      this.read(0, 0)
      found[isBare ? 'bare' : 'full'].push(performance.now() - start)
    }
    for (const mesh of layers) mesh.isVisible = true
    bare.dispose()
    return found
  }

  /** Draws surfaces as one bare mesh, made for this frame, and reads it: what the bench compares the opening of a map with. */
  drawBare(surfaces: readonly SurfaceItem[]): void {
    const layers = this.scene.meshes.filter(mesh => mesh.isVisible)
    const bare = new BareMesh(this.scene, surfaces)
    for (const mesh of layers) mesh.isVisible = false
    bare.prepare(this.viewProjection)
    this.drawScene(this.lens())
    this.read(0, 0)
    for (const mesh of layers) mesh.isVisible = true
    bare.dispose()
    this.invalidate()
  }

  /** Draw calls of a frame drawn now, counted where WebGL takes them. */
  drawCalls(): number {
    const gl = this.canvas.getContext('webgl2')
    if (!gl) return 0
    let count = 0
    for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const) {
      const draw: unknown = gl[name]
      if (typeof draw !== 'function') continue
      Object.defineProperty(gl, name, {
        configurable: true,
        value: (...given: unknown[]) => {
          count++
          Reflect.apply(draw, gl, given)
        },
      })
    }
    this.renderNow()
    for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'])
      Reflect.deleteProperty(gl, name)
    return count
  }

  dispose(): void {
    this.isDisposed = true
    if (this.waiting) cancelAnimationFrame(this.waiting)
    for (const layer of this.layers) layer.dispose()
    this.scene.dispose()
    this.engine.dispose()
  }

  private ratio(): number {
    return Math.min(MOST_RATIO, window.devicePixelRatio || 1)
  }
}
