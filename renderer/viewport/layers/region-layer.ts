import '@babylonjs/core/Engines/Extensions/engine.alpha'
import '@babylonjs/core/Engines/Extensions/engine.rawTexture'
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { Constants } from '@babylonjs/core/Engines/constants'
import { Engine } from '@babylonjs/core/Engines/engine'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture'
import { Color3 } from '@babylonjs/core/Maths/math.color'
import { Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import {
  averageSide,
  fillBuffers,
  markedIndices,
  outlineBuffers,
  seenIndices,
  type FillBuffers,
} from '../geometry/region-mesh'
import { REGION_FRAGMENT, REGION_VERTEX, OUTLINE_FRAGMENT, OUTLINE_VERTEX } from './region-shader'
import { SUN } from '../scene/map-theme'
import { PATTERN_LAYERS, patternPixels, patternSide } from './pattern-tiles'
import { SentLook, type RecordLook } from './record-look'
import { recordTexture } from './record-texture'
import type { Frame } from './frame'
import type { Layer, LayerItems } from './layer'

/** Colour of what is selected. */
export const SELECTION = new Color3(0x4c / 255, 0x8d / 255, 1)
const EDITED = new Color3(1, 0xc8 / 255, 0x3d / 255)
/** Regions whose sides are shorter, in CSS pixels at the point that the camera looks at, have no outlines: nothing else would be seen. */
const LEAST_SIDE = 3
/** Triangles of fills, loud and quiet ones, but those of hidden records. */
const ALL = 'all'
const SHARED = ['uViewProjection', 'uEye', 'uForward', 'uLift', 'uScreen', 'uPattern']

/** The regions over the ground: one draw call of fills, one of outlines, one more where some are highlighted. */
export class RegionLayer implements Layer {
  private readonly fill: ShaderMaterial
  private readonly line: ShaderMaterial
  private readonly markedLine: ShaderMaterial
  private fills: Mesh | undefined
  private outlines: Mesh | undefined
  private marked: Mesh | undefined
  private sides: Int32Array = new Int32Array(0)
  private filled: FillBuffers | undefined
  /** What the triangles of the fills were chosen by; undefined: they are to be chosen again. */
  private filledFor: string | undefined
  private records: RecordLook | undefined
  private sent: SentLook | undefined
  private texture: RawTexture | undefined
  private patterns: RawTexture | undefined
  private side = 1
  private hasGround = false
  /** Whether some outlines are left out. */
  private hasHidden = false

  constructor(private readonly scene: Scene) {
    this.fill = transparent(
      new ShaderMaterial(
        'regions',
        scene,
        { vertexSource: REGION_VERTEX, fragmentSource: REGION_FRAGMENT },
        {
          attributes: ['position', 'ground'],
          samplers: ['uRecords', 'uPatterns'],
          needAlphaBlending: true,
          uniforms: [...SHARED, 'uHovered', 'uLight', 'uFill', 'uSelection', 'uTile'],
        },
      ),
    )
    this.line = outlineMaterial('outlines', scene)
    this.markedLine = outlineMaterial('marked', scene)
    this.markedLine.setDefine('MARKED', true)
  }

  setItems(items: LayerItems | undefined): void {
    const { picker, records } = items ?? {}
    const map = picker?.map
    this.fills?.dispose()
    this.outlines?.dispose()
    this.marked?.dispose()
    this.fills = this.outlines = this.marked = undefined
    this.records = records
    this.makeTexture()
    const item = map?.regions
    if (!item || !records || !picker) return
    this.hasGround = map.terrain !== undefined
    this.side = averageSide(item)
    const fill = fillBuffers(item, picker.lifts, picker.normalAt)
    this.filled = fill
    this.filledFor = undefined
    if (fill.indices.length > 0) {
      this.fills = this.mesh(
        'regions',
        1,
        [
          ['position', fill.positions, 3],
          ['ground', fill.ground, 4],
        ],
        this.fill,
        fill.indices,
      )
    }
    const outline = outlineBuffers(item, picker.lifts)
    if (outline.edgeCount === 0) return
    const lines = [
      ['position', outline.corners, 3],
      ['edgeFrom', outline.from, 4],
      ['edgeTo', outline.to, 4],
    ] as const
    this.outlines = this.mesh('outlines', 2, lines, this.line, outline.indices)
    this.marked = this.mesh('marked', 3, lines, this.markedLine, new Uint32Array(0))
    this.sides = outline.sides
    this.hasHidden = false
    this.marked.setIndices(markedIndices(this.sides, record => records.isMarked(record)))
    this.markHidden()
  }

  refreshRecords(): void {
    const { records, sent, texture } = this
    if (!records || !sent || !texture) return
    const { row, rows, isHidden, isQuiet, isMarked } = sent.change()
    if (rows === 0) return
    const pixels = records.pixels.subarray(4 * records.width * row, 4 * records.width * (row + rows))
    const internal = texture.getInternalTexture()
    const engine = this.scene.getEngine()
    if (internal && engine instanceof Engine) engine.updateTextureData(internal, pixels, 0, row, records.width, rows)
    if (isHidden || (isQuiet && this.filledFor !== ALL)) this.filledFor = undefined
    if (isHidden) this.markHidden()
    if (isMarked) this.marked?.setIndices(markedIndices(this.sides, record => records.isMarked(record)))
  }

  dispose(): void {
    this.setItems(undefined)
    this.patterns?.dispose()
    for (const material of [this.fill, this.line, this.markedLine]) material.dispose()
  }

  /** Leaves out outlines between hidden records. */
  private markHidden(): void {
    const { records } = this
    if (!records) return
    const lines = markedIndices(this.sides, record => !records.isHidden(record))
    const isWhole = lines.length === this.sides.length * 3
    if (!isWhole || this.hasHidden) this.outlines?.setIndices(lines)
    this.hasHidden = !isWhole
  }

  /** Sends the triangles that are seen: most of every map is of the quiet class, which leaves the ground as it is. */
  private chooseFills(hovered: number, isQuietSeen: boolean): void {
    const { records, filled, fills } = this
    if (!records || !filled || !fills) return
    const isSeen = (record: number): boolean =>
      !records.isHidden(record) && (isQuietSeen || record === hovered || !records.isQuiet(record))
    const wanted = isQuietSeen ? ALL : hovered >= 0 && records.isQuiet(hovered) ? `loud and ${hovered}` : 'loud'
    if (wanted === this.filledFor) return
    this.filledFor = wanted
    fills.setIndices(seenIndices(filled, isSeen))
  }

  prepare(frame: Frame): void {
    const { lens, look, ratio, options } = frame
    const quiet = this.hasGround ? look.fill[1] : 0.35
    this.chooseFills(options.hovered ?? -1, quiet > 0 || options.isSolid)
    this.fills?.setEnabled((options.hasFills || options.isSolid) && this.fills.getTotalIndices() > 0)
    this.marked?.setEnabled(!options.isSolid && this.marked.getTotalIndices() > 0)
    const forward = new Vector3(...lens.axes.forward)
    const eye = new Vector4(...lens.eye, lens.view.isOrtho ? lens.view.distance : 0)
    const pixelsPerUnit = lens.size.height / (2 * Math.tan(lens.view.fov / 2))
    const isDense = (this.side * pixelsPerUnit) / lens.view.distance < LEAST_SIDE
    this.outlines?.setEnabled(options.hasOutlines && !options.isSolid && !isDense)
    for (const material of [this.fill, this.line, this.markedLine]) {
      material.setMatrix('uViewProjection', frame.viewProjection)
      material.setVector4('uEye', eye)
      material.setVector3('uForward', forward)
      material.setFloat('uLift', this.hasGround ? 1 : 0)
      material.setVector3('uScreen', new Vector3(lens.size.width * ratio, lens.size.height * ratio, ratio))
      material.setVector4('uPattern', new Vector4(look.pattern[0], look.pattern[1], this.side * pixelsPerUnit, 0))
    }
    this.fill.setFloat('uHovered', options.hovered ?? -1)
    this.fill.setVector4('uLight', new Vector4(...SUN, look.ambient))
    this.fill.setColor3('uSelection', SELECTION)
    const loud = this.hasGround ? look.fill[0] : 0.85
    this.fill.setVector4('uFill', new Vector4(loud, quiet, options.isSolid ? 1 : 0, 0))
    this.preparePatterns(ratio, options.hasPatterns && !options.isSolid && this.fills?.isEnabled() === true)
    this.markedLine.setVector3('uShow', new Vector3(0, options.hasEdited ? 1 : 0, options.isCrowded ? 0.65 : 1))
    this.markedLine.setColor3('uSelection', SELECTION)
    this.markedLine.setColor3('uEdited', EDITED)
    this.line.setVector4('uCore', new Vector4(...look.outline, 1))
    this.line.setVector4('uUnder', new Vector4(...look.under[0], look.under[1]))
    this.line.setVector3('uFade', new Vector3(...look.fade))
  }

  /** The patterns are redrawn where a pixel has another size. */
  private preparePatterns(ratio: number, isShown: boolean): void {
    this.fill.setDefine('PATTERNED', isShown)
    if (!isShown) return
    const side = patternSide(ratio)
    if (this.patterns?.getSize().width !== side) {
      this.patterns?.dispose()
      this.patterns = RawTexture.CreateRTexture(
        patternPixels(side),
        side,
        side * PATTERN_LAYERS,
        this.scene,
        false,
        false,
        Constants.TEXTURE_NEAREST_SAMPLINGMODE,
        Constants.TEXTURETYPE_UNSIGNED_BYTE,
      )
      this.fill.setTexture('uPatterns', this.patterns)
    }
    this.fill.setVector2('uTile', new Vector2(side, 1 / side))
  }

  private makeTexture(): void {
    this.texture?.dispose()
    const { records } = this
    this.sent = records && new SentLook(records)
    this.texture = records && recordTexture(records, this.scene)
    if (!this.texture) return
    this.fill.setTexture('uRecords', this.texture)
    this.line.setTexture('uRecords', this.texture)
    this.markedLine.setTexture('uRecords', this.texture)
  }

  private mesh(
    name: string,
    order: number,
    buffers: readonly (readonly [string, Float32Array, number])[],
    material: ShaderMaterial,
    indices: Uint32Array,
  ): Mesh {
    const mesh = new Mesh(name, this.scene)
    mesh.alwaysSelectAsActiveMesh = true
    mesh.doNotSyncBoundingInfo = true
    mesh.isPickable = false
    mesh.alphaIndex = order
    for (const [kind, data, size] of buffers) {
      mesh.setVerticesBuffer(new VertexBuffer(this.scene.getEngine(), data, kind, { stride: size, size }))
    }
    mesh.setIndices(indices)
    mesh.material = material
    return mesh
  }
}

const outlineMaterial = (name: string, scene: Scene): ShaderMaterial =>
  transparent(
    new ShaderMaterial(
      name,
      scene,
      { vertexSource: OUTLINE_VERTEX, fragmentSource: OUTLINE_FRAGMENT },
      {
        attributes: ['position', 'edgeFrom', 'edgeTo'],
        samplers: ['uRecords'],
        needAlphaBlending: true,
        uniforms: [...SHARED, 'uCore', 'uUnder', 'uFade', 'uShow', 'uSelection', 'uEdited'],
      },
    ),
  )

function transparent(material: ShaderMaterial): ShaderMaterial {
  material.backFaceCulling = false
  material.disableDepthWrite = true
  material.alphaMode = Constants.ALPHA_PREMULTIPLIED
  return material
}
