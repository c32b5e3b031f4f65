import '@babylonjs/core/Meshes/thinInstanceMesh'
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import type { Matrix } from '@babylonjs/core/Maths/math.vector'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import type { InstancesItem } from '@areal-studio/core/format'
import { bakedModel, instanceMatrix } from '../scene/baked-model'
import { BARE, BARE_FRAGMENT } from './bare-mesh'

const VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 normal;
attribute vec4 world0;
attribute vec4 world1;
attribute vec4 world2;
attribute vec4 world3;
uniform mat4 uViewProjection;
varying vec3 vNormal;
void main() {
  mat4 world = mat4(world0, world1, world2, world3);
  vNormal = mat3(world) * normal;
  gl_Position = uViewProjection * (world * vec4(position, 1.0));
}`

/** The instances of an item as thin instances of lit meshes, one mesh for each model, and nothing else. */
export class BareInstances {
  private readonly meshes: readonly Mesh[]
  private readonly material: ShaderMaterial

  constructor(
    private readonly scene: Scene,
    item: InstancesItem,
  ) {
    this.material = new ShaderMaterial(
      BARE,
      scene,
      { vertexSource: VERTEX, fragmentSource: BARE_FRAGMENT },
      {
        attributes: ['position', 'normal', 'world0', 'world1', 'world2', 'world3'],
        uniforms: ['uViewProjection'],
        defines: ['#define INSTANCES'],
      },
    )
    this.material.backFaceCulling = false
    this.meshes = item.models.map((_, model) => this.meshOf(item, model))
  }

  private meshOf(item: InstancesItem, number: number): Mesh {
    const mesh = new Mesh(BARE, this.scene)
    mesh.alwaysSelectAsActiveMesh = true
    mesh.doNotSyncBoundingInfo = true
    mesh.material = this.material
    const model = item.models[number]
    if (!model) return mesh
    const { positions, normals, indices } = bakedModel(model, item.variants[number] ?? 0)
    const engine = this.scene.getEngine()
    mesh.setVerticesBuffer(new VertexBuffer(engine, positions, 'position', { stride: 3, size: 3 }))
    mesh.setVerticesBuffer(new VertexBuffer(engine, normals, 'normal', { stride: 3, size: 3 }))
    mesh.setIndices(indices)
    const instances = [...item.which.keys()].filter(instance => item.which[instance] === number)
    const matrices = new Float32Array(16 * instances.length)
    instances.forEach((instance, at) => {
      const rows = instanceMatrix(item, instance)
      for (let column = 0; column < 4; column++)
        for (let row = 0; row < 4; row++)
          matrices[16 * at + 4 * column + row] = row < 3 ? (rows[4 * row + column] ?? 0) : column < 3 ? 0 : 1
    })
    mesh.thinInstanceSetBuffer('matrix', matrices, 16, true)
    return mesh
  }

  show(isShown: boolean): void {
    for (const mesh of this.meshes) mesh.isVisible = isShown
  }

  prepare(viewProjection: Matrix): void {
    this.material.setMatrix('uViewProjection', viewProjection)
  }

  dispose(): void {
    for (const mesh of this.meshes) mesh.dispose()
    this.material.dispose()
  }
}
