import '@babylonjs/core/Engines/Extensions/engine.alpha'
import { VertexBuffer } from '@babylonjs/core/Buffers/buffer'
import { Constants } from '@babylonjs/core/Engines/constants'
import type { RawTexture2DArray } from '@babylonjs/core/Materials/Textures/rawTexture2DArray'
import { ShaderMaterial } from '@babylonjs/core/Materials/shaderMaterial'
import { Color3 } from '@babylonjs/core/Maths/math.color'
import { Vector2, Vector3, Vector4 } from '@babylonjs/core/Maths/math.vector'
import { Mesh } from '@babylonjs/core/Meshes/mesh'
import type { Scene } from '@babylonjs/core/scene'
import { own } from '@areal-studio/core/layout'
import { unitsPerPixel } from '../camera/camera'
import { SUN } from '../scene/map-theme'
import type { Frame } from './frame'
import { MESH_FRAGMENT, MESH_VERTEX } from './mesh-shader'
import { setSkyLight, SKY_UNIFORMS } from './sky-light'

const SELECTION = new Color3(0x4c / 255, 0x8d / 255, 1)
const ATTRIBUTES = ['position', 'normal', 'uv', 'part', 'tint']
const UNIFORMS = [
  'uViewProjection',
  'uChosen',
  'uScreen',
  'uLight',
  'uEye',
  'uForward',
  'uSelection',
  'uShade',
  ...SKY_UNIFORMS,
]

/** Additions to the shader of models. */
interface Additions {
  readonly attributes?: readonly string[]
  readonly samplers?: readonly string[]
  readonly defines: readonly string[]
}

/** Materials of models: of opaque triangles, of translucent ones, which are drawn after them, and of the outline of selected ones. */
export function modelMaterials(
  name: string,
  scene: Scene,
  pictures: RawTexture2DArray,
  { attributes = [], samplers = [], defines }: Additions,
): readonly [solid: ShaderMaterial, translucent: ShaderMaterial, outline: ShaderMaterial] {
  const make = (suffix: string, also: readonly string[]): ShaderMaterial => {
    const material = new ShaderMaterial(
      `${name}${suffix}`,
      scene,
      { vertexSource: MESH_VERTEX, fragmentSource: MESH_FRAGMENT },
      {
        attributes: [...ATTRIBUTES, ...attributes],
        samplers: ['uPaints', ...samplers],
        uniforms: UNIFORMS,
        defines: [...defines, ...also],
        needAlphaBlending: suffix === TRANSLUCENT,
      },
    )
    material.backFaceCulling = false
    material.setTexture('uPaints', pictures)
    return material
  }
  const translucent = make(TRANSLUCENT, ['#define TRANSLUCENT'])
  translucent.disableDepthWrite = true
  translucent.alphaMode = Constants.ALPHA_PREMULTIPLIED
  return [make('', []), translucent, make(' outline', ['#define OUTLINE'])]
}
const TRANSLUCENT = ' translucent'

/** A mesh that is always drawn and never picked, with vertex buffers by attribute. */
export function modelMesh(
  name: string,
  scene: Scene,
  material: ShaderMaterial,
  buffers: Readonly<Record<string, Float32Array>>,
): Mesh {
  const mesh = new Mesh(name, scene)
  mesh.alwaysSelectAsActiveMesh = true
  mesh.doNotSyncBoundingInfo = true
  mesh.isPickable = false
  mesh.material = material
  setBuffers(mesh, buffers)
  return mesh
}

const SIZES: Readonly<Record<string, number>> = { uv: 2, tint: 4 }

/** Replaces vertex buffers. */
export function setBuffers(mesh: Mesh, buffers: Readonly<Record<string, Float32Array>>): void {
  const engine = mesh.getScene().getEngine()
  for (const [kind, data] of Object.entries(buffers)) {
    const size = own(SIZES, kind) ?? 3
    mesh.setVerticesBuffer(new VertexBuffer(engine, data, kind, { stride: size, size }))
  }
}

/** Sets the uniforms of one frame. */
export function prepareModels(
  materials: readonly ShaderMaterial[],
  frame: Frame,
  {
    chosen,
    shade,
  }: {
    /** Selected node, selected record and what is under the pointer, see `MESH_VERTEX`; -1: none. */
    readonly chosen: readonly [node: number, record: number, hovered: number]
    /** How it is shaded, and whether its normals are known, see `MESH_FRAGMENT`. */
    readonly shade: readonly [shading: number, hasNormals: number]
  },
): void {
  const { lens, ratio, viewProjection, look } = frame
  const pixel = unitsPerPixel(lens.view, lens.size.height, 1) / ratio
  for (const material of materials) {
    material.setMatrix('uViewProjection', viewProjection)
    material.setVector4('uEye', new Vector4(...lens.eye, lens.view.isOrtho ? lens.view.distance : 0))
    material.setVector3('uForward', new Vector3(...lens.axes.forward))
    material.setVector4('uLight', new Vector4(...SUN, look.ambient))
    material.setVector4('uChosen', new Vector4(...chosen, pixel))
    material.setVector3('uScreen', new Vector3(lens.size.width * ratio, lens.size.height * ratio, ratio))
    material.setVector2('uShade', new Vector2(...shade))
    material.setColor3('uSelection', SELECTION)
    setSkyLight(material, frame)
  }
}
