import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { Vector3 } from '@babylonjs/core/Maths/math.vector'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import { SKY_COLOURS, SKY_DIRECTIONS, SKY_RINGS } from '@areal-studio/core/format'
import type { Frame } from './frame'
import type { Layer } from './layer'

/** One triangle that covers the canvas at the greatest depth. */
const CORNERS = Float32Array.of(-1, -1, 1, 3, -1, 1, -1, 3, 1)

const VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
uniform vec3 uForward;
/** Axes of the view, as long as half the picture at distance 1. */
uniform vec3 uRight;
uniform vec3 uUp;
varying vec3 vRay;
void main() {
  vRay = uForward + position.x * uRight + position.y * uUp;
  gl_Position = vec4(position, 1.0);
}`

const FRAGMENT = /* glsl */ `
precision highp float;
/** Directions of each ring from the horizon up, then the zenith. */
uniform vec3 uRings[${SKY_COLOURS}];
varying vec3 vRay;
vec3 ringAt(int ring, float around) {
  if (ring >= ${SKY_RINGS}) return uRings[${SKY_COLOURS - 1}];
  int from = int(floor(around)) % ${SKY_DIRECTIONS};
  int to = (from + 1) % ${SKY_DIRECTIONS};
  return mix(uRings[ring * ${SKY_DIRECTIONS} + from], uRings[ring * ${SKY_DIRECTIONS} + to], fract(around));
}
void main() {
  vec3 ray = normalize(vRay);
  float around = fract(atan(ray.y, ray.x) / 6.283185307 + 1.0) * ${SKY_DIRECTIONS}.0;
  float height = clamp(asin(clamp(ray.z, -1.0, 1.0)) / 1.570796327, 0.0, 1.0) * ${SKY_RINGS}.0;
  int ring = int(floor(height));
  gl_FragColor = vec4(mix(ringAt(ring, around), ringAt(ring + 1, around), fract(height)), 1.0);
}`

/** The sky behind everything: rings of colours in equal steps from the horizon to the zenith; below the horizon its colour. */
export class SkyLayer implements Layer {
  private readonly material: ShaderMaterial
  private mesh: Mesh | undefined

  constructor(private readonly scene: Scene) {
    this.material = new ShaderMaterial(
      'sky',
      scene,
      { vertexSource: VERTEX, fragmentSource: FRAGMENT },
      { attributes: ['position'], uniforms: ['uForward', 'uRight', 'uUp', 'uRings'] },
    )
    this.material.backFaceCulling = false
    this.material.disableDepthWrite = true
  }

  /** It is shown as the options of a frame say. */
  setItems(): void {}

  prepare({ lens, options: { sky } }: Frame): void {
    if (sky) this.mesh ??= this.made()
    this.mesh?.setEnabled(sky !== undefined)
    if (!sky) return
    const { axes, size, view } = lens
    // All rays of a parallel view are the same.
    const half = view.isOrtho ? 0 : Math.tan(view.fov / 2)
    this.material.setVector3('uForward', new Vector3(...axes.forward))
    this.material.setVector3('uRight', new Vector3(...axes.right).scale((half * size.width) / size.height))
    this.material.setVector3('uUp', new Vector3(...axes.up).scale(half))
    this.material.setArray3('uRings', [...sky.rings])
  }

  private made(): Mesh {
    const mesh = new Mesh('sky', this.scene)
    mesh.isUnIndexed = true
    mesh.alwaysSelectAsActiveMesh = true
    mesh.doNotSyncBoundingInfo = true
    mesh.isPickable = false
    mesh.material = this.material
    mesh.setVerticesBuffer(new VertexBuffer(this.scene.getEngine(), CORNERS, 'position', { stride: 3, size: 3 }))
    return mesh
  }

  dispose(): void {
    this.mesh?.dispose()
    this.material.dispose()
  }
}
