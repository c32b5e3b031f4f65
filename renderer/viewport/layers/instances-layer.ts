import '@babylonjs/core/Meshes/thinInstanceMesh'
import type { RawTexture2DArray } from '@babylonjs/core/Materials/Textures/rawTexture2DArray'
import type { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import type { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import type { InstancesItem } from '@areal-studio/core/format'
import { styleOf } from '../../palette/palette'
import { bakedModel, BOX, instanceMatrix, type BakedModel } from '../scene/baked-model'
import type { Frame } from './frame'
import type { Layer, LayerItems, PlacedLook } from './layer'
import { modelMaterials, modelMesh, prepareModels } from './model-mesh'
import { pictureTexture } from './picture-texture'
import { TEXELS_PER_RECORD } from './record-look'

/** Colour of a box in place of what is missing. */
const MISSING = [0xe5 / 255, 0x48 / 255, 0x4d / 255] as const
const MARK_SELECTED = 2
const MARK_HOVERED = 1

/** A model with all its instances: one draw call, and one more for the outline of the selected ones. */
interface Placed {
  readonly model: BakedModel
  readonly instances: Uint32Array
  readonly isBox: boolean
  readonly solid: Mesh
  readonly outline: Mesh
  readonly matrices: Float32Array
  readonly looks: Float32Array
  readonly chosenMatrices: Float32Array
  readonly chosenLooks: Float32Array
}

/** Draws models of placed records with hardware instancing: one draw call for all instances of a model. */
export class InstancesLayer implements Layer {
  private readonly solid: ShaderMaterial
  private readonly outline: ShaderMaterial
  private readonly pictures: RawTexture2DArray
  private placed: readonly Placed[] = []
  /** What `placed` was made for: columns of records change in place. */
  private which: Int32Array | undefined
  private look: PlacedLook | undefined
  private isChanged = false

  constructor(private readonly scene: Scene) {
    this.pictures = pictureTexture([new Uint8Array(4)], 1, scene)
    ;[this.solid, this.outline] = modelMaterials('instances', scene, this.pictures, {
      attributes: ['look'],
      defines: ['#define PLACED'],
    })
  }

  /** Another scene: nothing is drawn until the look of its records is known. */
  setItems(_: LayerItems | undefined): void {
    this.setPlacedLook(undefined)
  }

  /** They are no surface of the map. */
  surface(): undefined {
    return undefined
  }

  setPlacedLook(look: PlacedLook | undefined): void {
    this.look = look
    this.isChanged = true
    if (this.which === look?.item.which) return
    for (const one of this.placed) for (const mesh of [one.solid, one.outline]) mesh.dispose()
    this.which = look?.item.which
    this.placed = look ? this.make(look.item) : []
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
        instances: Uint32Array.from(instances),
        isBox: !found,
        solid: this.meshOf('instances', this.solid, model),
        outline: this.meshOf('instances outline', this.outline, model),
        matrices: new Float32Array(16 * instances.length),
        looks: new Float32Array(4 * instances.length),
        chosenMatrices: new Float32Array(16 * instances.length),
        chosenLooks: new Float32Array(4 * instances.length),
      }
    })
  }

  private meshOf(name: string, material: ShaderMaterial, model: BakedModel): Mesh {
    const [parts, tints] = [new Float32Array(model.positions.length), new Float32Array(model.positions.length)]
    model.rows.forEach((row, vertex) => {
      const { rgb } = styleOf(row + 1, 'material')
      parts.set([0, 0, -1], 3 * vertex)
      tints.set([rgb[0] / 255, rgb[1] / 255, rgb[2] / 255], 3 * vertex)
    })
    const mesh = modelMesh(name, this.scene, material, {
      position: model.positions,
      normal: model.normals,
      uv: model.uvs,
      part: parts,
      tint: tints,
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
    prepareModels([this.solid, this.outline], frame, { chosen: [-1, -1, -1], shade: [1, 1] })
  }

  dispose(): void {
    this.setPlacedLook(undefined)
    this.pictures.dispose()
    this.solid.dispose()
    this.outline.dispose()
  }
}

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
