import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import type { Matrix } from '@babylonjs/core/Maths/math.vector'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import type { SurfaceItem } from '@areal-studio/core/format'
import { smoothNormals } from '../geometry/terrain-mesh'

const VERTEX = /* glsl */ `
precision highp float;
attribute vec3 position;
attribute vec3 normal;
uniform mat4 uViewProjection;
varying vec3 vNormal;
void main() { vNormal = normal; gl_Position = uViewProjection * vec4(position, 1.0); }`

/** Name of all that is drawn for comparison. */
export const BARE = 'bare'

export const BARE_FRAGMENT = /* glsl */ `
precision highp float;
varying vec3 vNormal;
void main() { gl_FragColor = vec4(vec3(0.3 + 0.6 * max(0.0, dot(normalize(vNormal), vec3(-0.52, 0.48, 0.71)))), 1.0); }`

/** The triangles of surfaces as one lit mesh and nothing else. */
export class BareMesh {
  private readonly mesh: Mesh
  private readonly material: ShaderMaterial

  constructor(scene: Scene, surfaces: readonly SurfaceItem[]) {
    this.material = new ShaderMaterial(
      BARE,
      scene,
      { vertexSource: VERTEX, fragmentSource: BARE_FRAGMENT },
      { attributes: ['position', 'normal'], uniforms: ['uViewProjection'] },
    )
    this.material.backFaceCulling = false
    this.mesh = new Mesh(BARE, scene)
    this.mesh.alwaysSelectAsActiveMesh = true
    const positions = joined(surfaces.map(item => item.positions))
    const indices = new Uint32Array(surfaces.reduce((sum, item) => sum + item.indices.length, 0))
    let at = 0
    let base = 0
    for (const item of surfaces) {
      indices.set(
        item.indices.map(index => index + base),
        at,
      )
      at += item.indices.length
      base += item.positions.length / 3
    }
    const engine = scene.getEngine()
    this.mesh.setVerticesBuffer(new VertexBuffer(engine, positions, 'position', { stride: 3, size: 3 }))
    this.mesh.setVerticesBuffer(
      new VertexBuffer(
        engine,
        joined(surfaces.map(item => item.normals ?? smoothNormals(item.positions, item.indices))),
        'normal',
        { stride: 3, size: 3 },
      ),
    )
    this.mesh.setIndices(indices)
    this.mesh.material = this.material
  }

  show(isShown: boolean): void {
    this.mesh.isVisible = isShown
  }

  prepare(viewProjection: Matrix): void {
    this.material.setMatrix('uViewProjection', viewProjection)
  }

  dispose(): void {
    this.mesh.dispose()
    this.material.dispose()
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
