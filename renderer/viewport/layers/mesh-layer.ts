import '@babylonjs/core/Engines/Extensions/engine.rawTexture'
import { Constants } from '@babylonjs/core/Engines/constants'
import { RawTexture } from '@babylonjs/core/Materials/Textures/rawTexture'
import type { RawTexture2DArray } from '@babylonjs/core/Materials/Textures/rawTexture2DArray'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { Vector4 } from '@babylonjs/core/Maths/math.vector'
import type { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import type { MeshItem, Paint } from '@areal-studio/core/format'
import {
  farFirst,
  lightsOf,
  rowPaints,
  translucentParts,
  type RowPaint,
  type TranslucentPart,
} from '../geometry/model-paint'
import { verticesOfRows, withPhases, type ShownPhases } from '../geometry/paint-phases'
import { paintSet, type PaintSet } from '../geometry/terrain-paint'
import { cornersOfPiece, floorOf, paintRowOf } from '../scene/mesh-scene'
import { roundStep } from '../scene/round-step'
import type { Frame } from './frame'
import type { Layer, LayerItems, MeshLook } from './layer'
import { FLOOR_FRAGMENT, FLOOR_VERTEX } from './mesh-shader'
import { missingPaint } from './missing-paint'
import { modelMaterials, modelMesh, prepareModels, setBuffers } from './model-mesh'
import { pictureTexture } from './picture-texture'

/** Texels of a row of the texture of matrices; a node has three. */
const NODE_WIDTH = 1020
const SHADES = { plain: 0, material: 1, textured: 2 } as const

/** Models: one draw call of their opaque triangles, one of the translucent ones, one of the outline of what is selected, one of the floor plane. */
export class MeshLayer implements Layer {
  private readonly solid: ShaderMaterial
  private readonly translucent: ShaderMaterial
  private readonly outline: ShaderMaterial
  private readonly plane: ShaderMaterial
  private item: MeshItem | undefined
  private mesh: Mesh | undefined
  private glass: Mesh | undefined
  private chosen: Mesh | undefined
  private floor: Mesh | undefined
  private nodes: RawTexture | undefined
  private matrices: Float32Array = new Float32Array(0)
  private pictures: RawTexture2DArray
  private table: readonly Paint[] | undefined
  private look: MeshLook | undefined
  /** What the triangles that are drawn were chosen by. */
  private drawn:
    | { readonly pieces: readonly number[]; readonly outlined: readonly number[]; readonly isTextured: boolean }
    | undefined
  /** Translucent parts of the model, and those that are drawn, in order. */
  private parts: readonly TranslucentPart[] = []
  private glassDrawn: readonly TranslucentPart[] = []
  private hasLights = false
  /** Node, record and paint of each vertex, and its colour, as sent. */
  private codes: Float32Array = new Float32Array(0)
  private tints: Float32Array = new Float32Array(0)
  /** Vertices of the paints that change, what each phase of them looks like, and the phases that are sent. */
  private moving: ReadonlyMap<number, Uint32Array> = new Map()
  private paintOfPhase: (row: number, phase: number) => RowPaint | undefined = () => undefined
  private phases: ShownPhases | undefined

  constructor(private readonly scene: Scene) {
    this.pictures = pictureTexture([new Uint8Array(4)], 1, scene)
    ;[this.solid, this.translucent, this.outline] = modelMaterials('model', scene, this.pictures, {
      attributes: ['light'],
      samplers: ['uNodes'],
      defines: [`#define NODE_WIDTH ${NODE_WIDTH}`],
    })
    this.plane = new ShaderMaterial(
      'floor',
      scene,
      { vertexSource: FLOOR_VERTEX, fragmentSource: FLOOR_FRAGMENT },
      { attributes: ['position'], uniforms: ['uViewProjection', 'uFloor', 'uLine'], needAlphaBlending: true },
    )
    this.plane.backFaceCulling = false
    this.plane.disableDepthWrite = true
    this.plane.alphaMode = Constants.ALPHA_PREMULTIPLIED
  }

  setItems(items: LayerItems | undefined): void {
    for (const mesh of [this.mesh, this.glass, this.chosen]) mesh?.dispose()
    this.nodes?.dispose()
    this.mesh = this.glass = this.chosen = undefined
    this.parts = []
    this.nodes = undefined
    this.drawn = undefined
    const item = (this.item = items?.mesh)
    if (!item || item.indices.length === 0) return
    const height = Math.max(1, Math.ceil((3 * item.nodes.count) / NODE_WIDTH))
    this.matrices = new Float32Array(4 * NODE_WIDTH * height)
    this.nodes = new RawTexture(
      this.matrices,
      NODE_WIDTH,
      height,
      Constants.TEXTUREFORMAT_RGBA,
      this.scene,
      false,
      false,
      Constants.TEXTURE_NEAREST_SAMPLINGMODE,
      Constants.TEXTURETYPE_FLOAT,
    )
    for (const material of this.materials()) material.setTexture('uNodes', this.nodes)
    this.mesh = this.meshOf('model', this.solid, item)
    this.chosen = this.meshOf('model outline', this.outline, item)
    this.lay()
  }

  setMeshLook(look: MeshLook): void {
    this.look = look
  }

  setPaints(table: readonly Paint[] | undefined): void {
    this.table = table
    this.lay()
  }

  private meshOf(name: string, material: ShaderMaterial, item: MeshItem): Mesh {
    return modelMesh(name, this.scene, material, {
      position: item.positions,
      normal: item.normals ?? new Float32Array(item.positions.length),
      uv: item.painting?.uvs ?? new Float32Array((2 * item.positions.length) / 3),
    })
  }

  private materials(): readonly ShaderMaterial[] {
    return [this.solid, this.translucent, this.outline]
  }

  /** Gives each vertex its node, its record, and its paint and colour. */
  private lay(): void {
    const { item, table } = this
    const all = table && withPhases(table)
    const set = all && item?.painting ? paintSet(all.paints, missingPaint) : undefined
    if (!item || !this.mesh || !this.chosen) return
    const rowOf = paintRowOf(item)
    const paintOf = rowPaints(all?.paints, set)
    const [codes, tints] = [new Float32Array(item.positions.length), new Float32Array((4 * item.positions.length) / 3)]
    for (let piece = 0; piece < item.pieces.count; piece++) {
      const node = item.pieces.nodes[piece] ?? 0
      cornersOfPiece(item, piece).forEach((vertex, at) => {
        const triangle = (item.pieces.starts[piece] ?? 0) + Math.floor(at / 3)
        const record = item.records[triangle] ?? 0
        const { paint, tint } = paintOf(Math.max(0, rowOf(triangle)))
        codes.set([node, record, paint], 3 * vertex)
        tints.set(tint, 4 * vertex)
      })
    }
    this.hasLights = set !== undefined && item.painting?.lights !== undefined
    const lights = set && lightsOf(item, set)
    this.parts = set ? translucentParts(item, row => paintOf(Math.max(0, row))) : []
    this.glass ??= this.parts.length > 0 ? this.meshOf('translucent model', this.translucent, item) : undefined
    if (lights) for (const mesh of this.meshes()) setBuffers(mesh, { light: lights })
    this.codes = codes
    this.tints = tints
    this.moving = set && all ? verticesOfRows(item, new Set(all.first.keys())) : new Map<number, Uint32Array>()
    this.paintOfPhase = (row, phase) => {
      const first = all?.first.get(row)
      return first === undefined ? undefined : paintOf(first + phase)
    }
    this.phases = undefined
    this.sendPaints()
    this.sendPictures(set)
    this.drawn = undefined
    this.glassDrawn = []
  }

  /** After all rows are known: one that the table lacks adds a picture of its number. */
  private sendPictures(set: PaintSet | undefined): void {
    if (!set) return
    this.pictures.dispose()
    this.pictures = pictureTexture(set.layers, set.size, this.scene)
    for (const material of this.materials()) material.setTexture('uPaints', this.pictures)
  }

  private meshes(): readonly Mesh[] {
    return [this.mesh, this.glass, this.chosen].filter(mesh => mesh !== undefined)
  }

  private sendPaints(): void {
    for (const mesh of this.meshes()) setBuffers(mesh, { part: this.codes, tint: this.tints })
  }

  /** Sends the paints again where another phase of one is shown. */
  private showPhases(phases: ShownPhases): void {
    if (this.phases === phases) return
    let hasChanged = false
    for (const [row, vertices] of this.moving) {
      const phase = phases.get(row) ?? 0
      const look = phase === this.phases?.get(row) ? undefined : this.paintOfPhase(row, phase)
      if (!look) continue
      hasChanged = true
      for (const vertex of vertices) {
        this.codes[3 * vertex + 2] = look.paint
        this.tints[4 * vertex + 3] = look.tint[3]
      }
    }
    this.phases = phases
    if (hasChanged) this.sendPaints()
  }

  prepare(frame: Frame): void {
    const { look, item } = this
    this.prepareFloor(frame, look?.hasFloor === true && item !== undefined)
    if (!look || !item || !this.mesh || !this.chosen) return
    this.showPhases(look.phases)
    this.choose(item, look)
    this.sortGlass(look, frame)
    this.matrices.set(look.pose.subarray(0, 12 * item.nodes.count))
    this.nodes?.update(this.matrices)
    for (const material of [this.solid, this.translucent])
      material.setDefine('LIGHTMAPPED', this.hasLights && look.shading === 'textured' && look.hasLights)
    prepareModels(this.materials(), frame, {
      chosen: [look.node ?? -1, look.record ?? -1, hoveredOf(look)],
      shade: [SHADES[look.shading], item.normals ? 1 : 0],
    })
  }

  /** Sends the triangles that are drawn, where they have changed. */
  private choose(item: MeshItem, { pieces, outlined, shading }: MeshLook): void {
    const isTextured = shading === 'textured'
    const { drawn } = this
    if (drawn?.pieces !== pieces || drawn.isTextured !== isTextured)
      this.mesh?.setIndices(indicesOf(item, pieces, isTextured ? this.parts : []))
    if (drawn?.outlined !== outlined) this.chosen?.setIndices(indicesOf(item, outlined))
    this.drawn = { pieces, outlined, isTextured }
    this.mesh?.setEnabled(pieces.length > 0)
    this.chosen?.setEnabled(outlined.length > 0)
  }

  /** Sends the translucent triangles, the farthest first, where their order has changed. */
  private sortGlass({ pieces, pose, shading }: MeshLook, { lens }: Frame): void {
    const { glass, glassDrawn } = this
    if (!glass) return
    const shown = shading === 'textured' ? farFirst(this.parts, new Set(pieces), pose, lens.eye) : []
    glass.setEnabled(shown.length > 0)
    if (shown.length === glassDrawn.length && shown.every((part, at) => part === glassDrawn[at])) return
    this.glassDrawn = shown
    glass.setIndices(Uint32Array.from(shown.flatMap(part => part.indices)))
  }

  private prepareFloor({ bounds, look, viewProjection }: Frame, isShown: boolean): void {
    this.floor?.setEnabled(isShown)
    if (!isShown) return
    if (!this.floor) {
      const corners = Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0)
      this.floor = modelMesh('floor', this.scene, this.plane, { position: corners })
      this.floor.alphaIndex = 0
      this.floor.setIndices(Uint32Array.of(0, 1, 2, 0, 2, 3))
    }
    const { x, y, extent, reach } = floorOf(bounds)
    this.plane.setMatrix('uViewProjection', viewProjection)
    this.plane.setVector4('uFloor', new Vector4(x, y, reach, roundStep(extent / 12)))
    const isLight = look.background[0] > 0.5
    this.plane.setVector4('uLine', isLight ? new Vector4(0.2, 0.24, 0.3, 0.5) : new Vector4(0.62, 0.68, 0.78, 0.42))
  }

  dispose(): void {
    this.setItems(undefined)
    this.floor?.dispose()
    this.pictures.dispose()
    for (const material of [...this.materials(), this.plane]) material.dispose()
  }
}

/** As the shader has it: a node from 0 on, a record from -2 downward, -1 for none. */
const hoveredOf = ({ hovered, hoveredRecord }: MeshLook): number =>
  hoveredRecord === undefined ? (hovered ?? -1) : -2 - hoveredRecord

/** Corners of the triangles of pieces, without those of some parts. */
function indicesOf(item: MeshItem, pieces: readonly number[], without: readonly TranslucentPart[] = []): Uint32Array {
  // A vertex belongs to one piece and one record.
  const left = new Set(without.flatMap(part => part.indices))
  const parts = pieces.map(piece => {
    const corners = cornersOfPiece(item, piece)
    return left.size === 0 ? corners : corners.filter(vertex => !left.has(vertex))
  })
  const found = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    found.set(part, at)
    at += part.length
  }
  return found
}
