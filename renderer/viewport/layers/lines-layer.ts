import '@babylonjs/core/Engines/Extensions/engine.alpha'
import '@babylonjs/core/Engines/Extensions/engine.rawTexture'
import '@babylonjs/core/Meshes/thinInstanceMesh'
import { Buffer, VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { Constants } from '@babylonjs/core/Engines/constants'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import type { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture'
import { Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import { unitsPerPixel } from '../camera/camera'
import { drawnSegments, SEGMENT, segmentsOf, type Segments } from '../geometry/line-segments'
import type { Frame } from './frame'
import type { Layer, LayerItems, LinesLook } from './layer'
import { LINES_FRAGMENT, LINES_VERTEX } from './lines-shader'
import { recordTexture } from './record-texture'
import { SELECTION } from './region-layer'

/** Lines on the ground that are shorter, in CSS pixels where the camera looks at, are drawn only if they are loud. */
const LEAST_LENGTH = 3
/** Behind regions and their outlines. */
const FIRST_ORDER = 4
/** Colour of lines that no field colours, and of the rim of all: as the marks over the map. */
const PLAIN = new Vector4(1, 1, 1, 1)
const BELOW = new Vector4(16 / 255, 18 / 255, 22 / 255, 0.8)
/** Along the line from 0 to 1, across it to both sides. */
const CORNERS = [0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]

/** One item: a quad that is drawn once for each segment. */
interface Drawn {
  look: LinesLook
  readonly segments: Segments
  readonly mesh: Mesh
  readonly material: ShaderMaterial
  texture: RawTexture | undefined
  buffer: Buffer | undefined
  loud: number
  count: number
}

/** Lines over the ground and its regions: one draw call for each item, however many segments it has. */
export class LinesLayer implements Layer {
  /** By the positions of the item, which its colours do not change. */
  private readonly drawn = new Map<Float32Array, Drawn>()
  private hasGround = false
  private lift = 0

  constructor(private readonly scene: Scene) {}

  setItems(items: LayerItems | undefined): void {
    const map = items?.picker?.map
    this.hasGround = map?.terrain !== undefined
    this.lift = map?.sizes.lift[1] ?? 0
    if (!map) this.setLinesLooks([])
  }

  setLinesLooks(looks: readonly LinesLook[]): void {
    const wanted = new Set(looks.map(({ item }) => item.positions))
    for (const [positions, one] of this.drawn) {
      if (wanted.has(positions)) continue
      dispose(one)
      this.drawn.delete(positions)
    }
    for (const look of looks) {
      const known = this.drawn.get(look.item.positions)
      const one = known ?? this.make(look)
      const before = one.look
      one.look = look
      if (!known || before.records !== look.records || before.order !== look.order) this.fill(one)
      this.refresh(one)
    }
  }

  private make(look: LinesLook): Drawn {
    const { item } = look
    const material = new ShaderMaterial(
      'lines',
      this.scene,
      { vertexSource: LINES_VERTEX, fragmentSource: LINES_FRAGMENT },
      {
        attributes: ['position', 'lineFrom', 'lineTo'],
        samplers: look.records ? ['uRecords'] : [],
        needAlphaBlending: true,
        defines: look.records ? ['#define COLOURED'] : [],
        uniforms: [
          'uViewProjection',
          'uEye',
          'uForward',
          'uLift',
          'uScreen',
          'uPlain',
          'uBelow',
          'uSelection',
          'uUnits',
        ],
      },
    )
    material.backFaceCulling = false
    material.disableDepthWrite = true
    material.alphaMode = Constants.ALPHA_PREMULTIPLIED
    if (item.isOnGround !== true) material.depthFunction = Constants.ALWAYS
    const mesh = new Mesh('lines', this.scene)
    mesh.alwaysSelectAsActiveMesh = true
    mesh.doNotSyncBoundingInfo = true
    mesh.isPickable = false
    // What is compared lies lowest: most of it is the same as what is under it.
    mesh.alphaIndex = FIRST_ORDER + (item.isOnGround !== true ? 2 : item.compared ? 0 : 1)
    mesh.setVerticesBuffer(
      new VertexBuffer(this.scene.getEngine(), new Float32Array(CORNERS), 'position', { stride: 3, size: 3 }),
    )
    mesh.setIndices([0, 1, 2, 0, 2, 3])
    mesh.material = material
    const made = {
      look,
      segments: segmentsOf(item),
      mesh,
      material,
      texture: undefined,
      buffer: undefined,
      loud: 0,
      count: 0,
    }
    this.drawn.set(item.positions, made)
    return made
  }

  /** Sends the segments in the order of drawing. */
  private fill(one: Drawn): void {
    const { look, segments, mesh } = one
    const { records } = look
    const { data, loud, count } = records
      ? drawnSegments(
          segments,
          record => records.isHidden(record),
          record => records.isQuiet(record),
        )
      : { data: segments.data, loud: segments.count, count: segments.count }
    one.loud = loud
    one.count = count
    if (count === 0) return
    const before = one.buffer
    one.buffer = new Buffer(this.scene.getEngine(), data, false, SEGMENT, false, true)
    mesh.setVerticesBuffer(one.buffer.createVertexBuffer('lineFrom', 0, 3, SEGMENT, true))
    mesh.setVerticesBuffer(one.buffer.createVertexBuffer('lineTo', 3, 4, SEGMENT, true))
    before?.dispose()
  }

  /** Brings colours and states up to date. */
  private refresh(one: Drawn): void {
    const { records } = one.look
    if (!records) return
    const size = one.texture?.getSize()
    if (size?.height === records.height) one.texture?.update(records.pixels)
    else {
      one.texture?.dispose()
      one.texture = recordTexture(records, this.scene)
      one.material.setTexture('uRecords', one.texture)
    }
  }

  prepare(frame: Frame): void {
    const { lens, ratio } = frame
    const forward = new Vector3(...lens.axes.forward)
    const eye = new Vector4(...lens.eye, lens.view.isOrtho ? lens.view.distance : 0)
    for (const { look: of, segments, mesh, material, loud, count } of this.drawn.values()) {
      const isOnGround = of.item.isOnGround === true
      const isDense = segments.length / unitsPerPixel(lens.view, lens.size.height) < LEAST_LENGTH
      const seen = isOnGround && isDense ? loud : count
      mesh.setEnabled(seen > 0)
      mesh.forcedInstanceCount = seen
      if (seen === 0) continue
      material.setMatrix('uViewProjection', frame.viewProjection)
      material.setVector4('uEye', eye)
      material.setVector3('uForward', forward)
      material.setFloat('uLift', this.hasGround && isOnGround ? 1 : 0)
      material.setFloat('uUnits', this.lift)
      material.setVector3('uScreen', new Vector3(lens.size.width * ratio, lens.size.height * ratio, ratio))
      material.setVector4('uPlain', PLAIN)
      material.setVector4('uBelow', BELOW)
      material.setColor3('uSelection', SELECTION)
    }
  }

  dispose(): void {
    this.setLinesLooks([])
  }
}

function dispose({ mesh, material, texture, buffer }: Drawn): void {
  mesh.dispose()
  buffer?.dispose()
  texture?.dispose()
  material.dispose()
}
