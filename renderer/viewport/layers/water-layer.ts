import '@babylonjs/core/Engines/Extensions/engine.alpha'
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { Constants } from '@babylonjs/core/Engines/constants'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { Vector4 } from '@babylonjs/core/Maths/math.vector'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import { waterBuffers } from '../geometry/water-mesh'
import type { Frame } from './frame'
import type { Layer, LayerItems } from './layer'

/** Opacity seen from above; at a grazing angle more of the water and less of the ground below is seen. */
const OPACITY = 0.55

const VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 colour;
uniform mat4 uViewProjection;
varying vec3 vColour;
varying vec3 vWorld;
void main() {
  vColour = colour;
  vWorld = position;
  gl_Position = uViewProjection * vec4(position, 1.0);
}`

const FRAGMENT = /* glsl */ `
precision highp float;
uniform vec4 uEye;
uniform float uOpacity;
varying vec3 vColour;
varying vec3 vWorld;
void main() {
  float up = uEye.w > 0.5 ? 1.0 : abs(normalize(uEye.xyz - vWorld).z);
  gl_FragColor = vec4(vColour, mix(0.85, uOpacity, clamp(up, 0.0, 1.0)));
}`

/** Water over the ground in the colours of its records, one draw call; the ground below is seen through it. */
export class WaterLayer implements Layer {
  private readonly material: ShaderMaterial
  private mesh: Mesh | undefined

  constructor(private readonly scene: Scene) {
    this.material = new ShaderMaterial(
      'water',
      scene,
      { vertexSource: VERTEX, fragmentSource: FRAGMENT },
      {
        attributes: ['position', 'colour'],
        uniforms: ['uViewProjection', 'uEye', 'uOpacity'],
        needAlphaBlending: true,
      },
    )
    this.material.backFaceCulling = false
    this.material.alphaMode = Constants.ALPHA_COMBINE
    // Records of regions below it are seen, too.
    this.material.disableDepthWrite = true
  }

  setItems(items: LayerItems | undefined): void {
    this.mesh?.dispose()
    this.mesh = undefined
    const item = items?.picker?.map.water
    const buffers = item && waterBuffers(item)
    if (!buffers || buffers.positions.length === 0) return
    const engine = this.scene.getEngine()
    const mesh = new Mesh('water', this.scene)
    mesh.isUnIndexed = true
    mesh.alwaysSelectAsActiveMesh = true
    mesh.doNotSyncBoundingInfo = true
    mesh.isPickable = false
    mesh.alphaIndex = 0
    mesh.material = this.material
    mesh.setVerticesBuffer(new VertexBuffer(engine, buffers.positions, 'position', { stride: 3, size: 3 }))
    mesh.setVerticesBuffer(new VertexBuffer(engine, buffers.colours, 'colour', { stride: 3, size: 3 }))
    this.mesh = mesh
  }

  prepare({ viewProjection, lens, options }: Frame): void {
    this.mesh?.setEnabled(options.hasWater)
    if (!this.mesh || !options.hasWater) return
    this.material.setMatrix('uViewProjection', viewProjection)
    this.material.setVector4('uEye', new Vector4(...lens.eye, lens.view.isOrtho ? 1 : 0))
    this.material.setFloat('uOpacity', OPACITY)
  }

  dispose(): void {
    this.setItems(undefined)
    this.material.dispose()
  }
}
