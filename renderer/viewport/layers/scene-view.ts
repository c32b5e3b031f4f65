import { Camera } from '@babylonjs/core/Cameras/camera'
import { Engine } from '@babylonjs/core/Engines/engine'
import { Effect } from '@babylonjs/core/Materials/effect'
import { Matrix, Vector3 } from '@babylonjs/core/Maths/math.vector'
import { Scene } from '@babylonjs/core/scene'
import type { MeshItem, Paint } from '@areal-studio/core/format'
import { RegionLayer } from './region-layer'
import {
  depthRange,
  eyeOf,
  HOME,
  lensOf,
  projectionMatrix,
  viewMatrix,
  type Bounds,
  type Lens,
  type Size,
  type View,
} from '../camera/camera'
import type { Frame, MapOptions } from './frame'
import { InstancesLayer } from './instances-layer'
import type { Layer, LinesLook, MeshLook, PaintTables, PlacedLook } from './layer'
import { LinesLayer } from './lines-layer'
import type { MapLook } from '../scene/map-theme'
import type { MapScene } from '../scene/map-scene'
import type { MapPicker } from '../geometry/map-picker'
import type { RecordLook } from './record-look'
import { withFloor } from '../scene/mesh-scene'
import { isSoftware } from '../scene/software'
import { MeshLayer } from './mesh-layer'
import { SkyLayer } from './sky-layer'
import { TerrainLayer } from './terrain-layer'
import { WaterLayer } from './water-layer'

/** A camera with the view matrix that it is given. */
class GivenCamera extends Camera {
  given = Matrix.Identity()
  override _getViewMatrix(): Matrix {
    return this.given
  }
}

const MOST_RATIO = 2

// Shaders are few and always the same: the next scene needs those of this one, and linking them delays its first frame.
Effect.PersistentMode = true

/** Parts of a view. */
interface ViewParts {
  readonly scene: Scene
  /** Matrix of the last frame. */
  viewProjection(): Matrix
  /** Draws the scene without what is laid over the canvas. */
  drawScene(): void
  /** Reads one pixel back, which waits until the frame is drawn. */
  read(): void
}

/**
 * A map or a model on one canvas: one draw call of ground, one of water, one of fills, one of outlines. Draws only when something has changed
 * and the view is visible.
 */
export class SceneView {
  private readonly engine: Engine
  private readonly scene: Scene
  private readonly camera: GivenCamera
  /** In the order of drawing: the first lies lowest. */
  private readonly layers: readonly Layer[]
  private map: MapScene | undefined
  /** Box round the model, where one is shown. */
  private meshBounds: Bounds | undefined
  /** The box of all that is drawn with the model: nothing of it may be cut off before the eye. */
  private depthBounds: Bounds | undefined
  private size: Size = { width: 1, height: 1 }
  private view: View = HOME
  private viewProjection = Matrix.Identity()
  private waiting = 0
  private isHidden = false
  private isDisposed = false
  private isLost = false

  /** Throws where WebGL 2 is not available. `drawn` is called after each frame, for what is laid over it. */
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
    this.layers = [
      new SkyLayer(this.scene),
      new TerrainLayer(this.scene),
      new WaterLayer(this.scene),
      new RegionLayer(this.scene),
      new LinesLayer(this.scene),
      new InstancesLayer(this.scene),
      new MeshLayer(this.scene),
    ]
  }

  /** Puts other items on the canvas; `records` gives the look of each region. */
  setItems(picker: MapPicker | undefined, records: RecordLook | undefined): void {
    this.map = picker?.map
    for (const layer of this.layers) layer.setItems(picker && { picker, records })
    this.invalidate()
  }

  /** Puts a model on the canvas, in place of anything else. */
  setMesh(mesh: MeshItem | undefined): void {
    this.map = undefined
    for (const layer of this.layers) layer.setItems(mesh && { mesh })
    this.invalidate()
  }

  /** Pose, pieces and colours of the model, and the box round it in this pose. */
  setMeshLook(look: MeshLook, bounds: Bounds): void {
    this.meshBounds = bounds
    this.depthBounds = look.hasFloor ? withFloor(bounds) : bounds
    for (const layer of this.layers) layer.setMeshLook?.(look)
    this.invalidate()
  }

  /** Places, colours and states of placed records. */
  setPlacedLook(look: PlacedLook | undefined): void {
    for (const layer of this.layers) layer.setPlacedLook?.(look)
    this.invalidate()
  }

  /** Colours and states of the shown lines. */
  setLinesLooks(looks: readonly LinesLook[]): void {
    for (const layer of this.layers) layer.setLinesLooks?.(looks)
    this.invalidate()
  }

  /** What models of placed records are painted with. */
  setPlacedPaints(tables: PaintTables | undefined): void {
    for (const layer of this.layers) layer.setPlacedPaints?.(tables)
    this.invalidate()
  }

  /** What the ground or the model is painted with, by row. */
  setPaints(table: readonly Paint[] | undefined): void {
    for (const layer of this.layers) layer.setPaints?.(table)
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

  /** Requests one frame. */
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
    const bounds = this.map?.bounds ?? this.meshBounds ?? { min: [0, 0, 0], max: [1, 1, 1] }
    const [near, far] = depthRange(this.view, this.map ? bounds : (this.depthBounds ?? bounds))
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

  /** Returns when everything is drawn; a frame that was requested is drawn now. */
  finish(): void {
    if (this.waiting) this.renderNow()
    this.read(0, 0)
  }

  /** Red, green, blue of a canvas pixel (CSS) of a frame that is drawn now. */
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

  /** What measurements draw frames of their own with, see `bench/frames.ts`. */
  parts(): ViewParts {
    return {
      scene: this.scene,
      viewProjection: () => this.viewProjection,
      drawScene: () => this.drawScene(this.lens()),
      read: () => this.read(0, 0),
    }
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
