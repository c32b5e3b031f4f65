import '@babylonjs/core/Meshes/thinInstanceMesh'
import type { RawTexture2DArray } from '@babylonjs/core/Materials/Textures/rawTexture2DArray'
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import type { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import type { EntryPath, InstancesItem } from '@areal-studio/core/format'
import { rowPaints, type RowPaint } from '../geometry/model-paint'
import { paintSet } from '../geometry/terrain-paint'
import { bakedModel, BOX, instanceMatrix, type BakedModel } from '../scene/baked-model'
import type { Frame } from './frame'
import type { Layer, LayerItems, PaintTables, PlacedLook } from './layer'
import { missingPaint } from './missing-paint'
import { modelMaterials, modelMesh, prepareModels, setBuffers } from './model-mesh'
import { pictureTexture } from './picture-texture'
import { TEXELS_PER_RECORD } from './record-look'

/** Colour of a box in place of what is missing. */
const MISSING = [0xe5 / 255, 0x48 / 255, 0x4d / 255] as const
const MARK_SELECTED = 2
const MARK_HOVERED = 1

/** Pixels along a side of their pictures: models of a map are small on the screen. */
const PICTURE_SIZE = 128

/** A model with all its instances: one draw call, one for translucent triangles, one for the outline of the selected ones. */
interface Placed {
  readonly model: BakedModel
  /** Entry of the nodes of the model; undefined for boxes. */
  readonly entry: EntryPath | undefined
  readonly instances: Uint32Array
  readonly isBox: boolean
  readonly solid: Mesh
  /** Made when there is something translucent. */
  glass: Mesh | undefined
  readonly outline: Mesh
  readonly matrices: Float32Array
  readonly looks: Float32Array
  readonly chosenMatrices: Float32Array
  readonly chosenLooks: Float32Array
}

/** Draws models of placed records with hardware instancing: one draw call for all instances of a model. */
export class InstancesLayer implements Layer {
  private readonly solid: ShaderMaterial
  private readonly translucent: ShaderMaterial
  private readonly outline: ShaderMaterial
  private pictures: RawTexture2DArray
  private tables: PaintTables | undefined
  private placed: readonly Placed[] = []
  /** What `placed` was made for: columns of records change in place. */
  private which: Int32Array | undefined
  private look: PlacedLook | undefined
  private isChanged = false

  constructor(private readonly scene: Scene) {
    this.pictures = pictureTexture([new Uint8Array(4)], 1, scene)
    ;[this.solid, this.translucent, this.outline] = modelMaterials('instances', scene, this.pictures, {
      attributes: ['look'],
      defines: ['#define PLACED'],
    })
  }

  /** Another scene: nothing is drawn until the look of its records is known. */
  setItems(_: LayerItems | undefined): void {
    this.setPlacedLook(undefined)
  }

  setPlacedLook(look: PlacedLook | undefined): void {
    this.look = look
    this.isChanged = true
    if (this.which === look?.item.which) return
    for (const one of this.placed) for (const mesh of meshesOf(one)) mesh.dispose()
    this.which = look?.item.which
    this.placed = look ? this.make(look.item) : []
    this.lay()
  }

  setPlacedPaints(tables: PaintTables | undefined): void {
    if (this.tables === tables) return
    this.tables = tables
    this.lay()
  }

  /** Gives each vertex its paint and the colour of its material. */
  private lay(): void {
    const { tables, placed } = this
    if (placed.length === 0) return
    const used = [...new Set(placed.flatMap(({ entry }) => entry ?? []))].filter(entry => tables?.has(entry))
    const set =
      used.length > 0
        ? paintSet(
            used.flatMap(entry => tables?.get(entry) ?? []),
            missingPaint,
            PICTURE_SIZE,
          )
        : undefined
    const firsts = new Map<EntryPath, number>()
    let first = 0
    for (const entry of used) {
      firsts.set(entry, first)
      first += tables?.get(entry)?.length ?? 0
    }
    for (const one of placed) {
      const table = one.entry === undefined ? undefined : tables?.get(one.entry)
      this.paint(one, rowPaints(table, table && set, firsts.get(one.entry ?? '')))
    }
    // After all rows are known: one that the tables lack adds a picture of its number.
    if (set) {
      this.pictures.dispose()
      this.pictures = pictureTexture(set.layers, set.size, this.scene)
      for (const material of this.materials()) material.setTexture('uPaints', this.pictures)
    }
    this.isChanged = true
  }

  private materials(): readonly ShaderMaterial[] {
    return [this.solid, this.translucent, this.outline]
  }

  /** Sets the paints of a model, and divides its triangles into opaque and translucent ones. */
  private paint(one: Placed, of: (row: number) => RowPaint): void {
    const { model } = one
    const parts = new Float32Array(model.positions.length)
    const tints = new Float32Array((4 * model.positions.length) / 3)
    const isTranslucent = new Uint8Array(model.rows.length)
    model.rows.forEach((row, vertex) => {
      const found = of(row)
      parts.set([0, 0, found.paint], 3 * vertex)
      tints.set(found.tint, 4 * vertex)
      isTranslucent[vertex] = Number(found.isTranslucent)
    })
    const glass = model.indices.filter(vertex => isTranslucent[vertex] === 1)
    if (glass.length > 0) one.glass ??= this.meshOf('translucent instances', this.translucent, model)
    else one.glass?.dispose()
    if (glass.length === 0) one.glass = undefined
    for (const mesh of meshesOf(one)) setBuffers(mesh, { part: parts, tint: tints })
    one.solid.setIndices(glass.length > 0 ? model.indices.filter(vertex => isTranslucent[vertex] === 0) : model.indices)
    one.glass?.setIndices(glass)
  }

  refreshRecords(): void {
    this.isChanged = true
  }

  private make(item: InstancesItem): readonly Placed[] {
    const byModel = new Map<number, number[]>()
    item.which.forEach((model, instance) => {
      const own = byModel.get(model) ?? []
      own.push(instance)
      byModel.set(model, own)
    })
    return Array.from(byModel, ([number, instances]) => {
      const found = item.models[number]
      const model = found ? bakedModel(found, item.variants[number] ?? 0) : BOX
      return {
        model,
        entry: found?.nodes.entry,
        instances: Uint32Array.from(instances),
        isBox: !found,
        solid: this.meshOf('instances', this.solid, model),
        glass: undefined,
        outline: this.meshOf('instances outline', this.outline, model),
        matrices: new Float32Array(16 * instances.length),
        looks: new Float32Array(4 * instances.length),
        chosenMatrices: new Float32Array(16 * instances.length),
        chosenLooks: new Float32Array(4 * instances.length),
      }
    })
  }

  private meshOf(name: string, material: ShaderMaterial, model: BakedModel): Mesh {
    const mesh = modelMesh(name, this.scene, material, {
      position: model.positions,
      normal: model.normals,
      uv: model.uvs,
    })
    mesh.setIndices(model.indices)
    mesh.thinInstanceRegisterAttribute('look', 4)
    mesh.setEnabled(false)
    return mesh
  }

  prepare(frame: Frame): void {
    const { look } = this
    if (!look || this.placed.length === 0) return
    if (this.isChanged) for (const one of this.placed) fill(one, look)
    this.isChanged = false
    prepareModels(this.materials(), frame, { chosen: [-1, -1, -1], shade: [this.tables ? 2 : 1, 1] })
  }

  dispose(): void {
    this.setPlacedLook(undefined)
    this.pictures.dispose()
    for (const material of this.materials()) material.dispose()
  }
}

const meshesOf = ({ solid, glass, outline }: Placed): readonly Mesh[] =>
  glass ? [solid, glass, outline] : [solid, outline]

const MATRIX = new Float32Array(12)

/** Fills the buffers with matrices and colours of the visible instances, and those of the outline with the selected ones. */
function fill(one: Placed, { item, records, hovered }: PlacedLook): void {
  let [count, chosen] = [0, 0]
  for (const instance of one.instances) {
    const record = item.records[instance] ?? 0
    if (records.isHidden(record)) continue
    const matrix = instanceMatrix(item, instance, MATRIX)
    const isSelected = records.isSelected(record)
    const mark = isSelected ? MARK_SELECTED : hovered === record ? MARK_HOVERED : 0
    const at = 4 * TEXELS_PER_RECORD * record
    const rgb = one.isBox ? MISSING : [0, 1, 2].map(k => (records.pixels[at + k] ?? 0) / 255)
    put(one.matrices, one.looks, count++, matrix, rgb, mark)
    if (isSelected) put(one.chosenMatrices, one.chosenLooks, chosen++, matrix, rgb, mark)
  }
  send(one.solid, one.matrices, one.looks, count)
  if (one.glass) send(one.glass, one.matrices, one.looks, count)
  send(one.outline, one.chosenMatrices, one.chosenLooks, chosen)
}

/** Columns of a matrix, as the shader reads them, and the look of an instance. */
function put(
  matrices: Float32Array,
  looks: Float32Array,
  at: number,
  m: Float32Array,
  rgb: readonly number[],
  mark: number,
): void {
  for (let column = 0; column < 4; column++) {
    matrices[16 * at + 4 * column] = m[column] ?? 0
    matrices[16 * at + 4 * column + 1] = m[4 + column] ?? 0
    matrices[16 * at + 4 * column + 2] = m[8 + column] ?? 0
    matrices[16 * at + 4 * column + 3] = column === 3 ? 1 : 0
  }
  looks.set([rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0, mark], 4 * at)
}

function send(mesh: Mesh, matrices: Float32Array, looks: Float32Array, count: number): void {
  mesh.setEnabled(count > 0)
  if (count === 0) return
  mesh.thinInstanceSetBuffer('matrix', matrices.slice(0, 16 * count), 16, true)
  mesh.thinInstanceSetBuffer('look', looks.slice(0, 4 * count), 4, true)
}
