import type { Value } from '../../../layout'
import { Model, ModelLight } from '../gamez/models'
import { POINTER, record } from './records'

type Point = readonly [x: number, y: number, z: number]

/** A face: its corners, texture coordinates of the corners, its colour and its material. */
interface Face {
  readonly corners: readonly number[]
  readonly uvs?: readonly (readonly [u: number, v: number])[]
  readonly color: Point
  readonly material: number
}
export interface SampleModel {
  readonly vertices: readonly Point[]
  readonly normals: readonly Point[]
  readonly faces: readonly Face[]
}

const WHITE: Point = [255, 255, 255]
const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const

/** Square ground of that half width, its texture repeated. */
export const ground = (half: number, material: number): SampleModel => ({
  vertices: [
    [-half, 0, -half],
    [-half, 0, half],
    [half, 0, half],
    [half, 0, -half],
  ],
  normals: [[0, 1, 0]],
  faces: [{ corners: [0, 1, 2, 3], uvs: SQUARE.map(([u, v]) => [u * 8, v * 8] as const), color: WHITE, material }],
})

const BOX = [
  [0, 1, 2, 3],
  [4, 7, 6, 5],
  [0, 4, 5, 1],
  [1, 5, 6, 2],
  [2, 6, 7, 3],
  [3, 7, 4, 0],
] as const

/** A box on the ground, every side with the whole texture. */
export function box(width: number, height: number, depth: number, material: number): SampleModel {
  const [x, z] = [width / 2, depth / 2]
  const ring = (y: number): readonly Point[] => [
    [-x, y, -z],
    [x, y, -z],
    [x, y, z],
    [-x, y, z],
  ]
  return {
    vertices: [...ring(0), ...ring(height)],
    normals: [
      [0, -1, 0],
      [0, 1, 0],
      [0, 0, -1],
      [1, 0, 0],
      [0, 0, 1],
      [-1, 0, 0],
    ],
    faces: BOX.map(corners => ({ corners, uvs: SQUARE, color: WHITE, material })),
  }
}

/** A pyramid without texture, for the far view of a building. */
export const pyramid = (width: number, height: number, material: number): SampleModel => ({
  vertices: [...box(width, 0, width, 0).vertices.slice(0, 4), [0, height, 0]],
  normals: [],
  faces: [0, 1, 2, 3].map(side => ({
    corners: [side, (side + 1) % 4, 4],
    color: [90 + 40 * side, 90, 80],
    material,
  })),
})

/** Bits of `polygons[].flags` (mw3 6.5). */
const NO_FLAGS = { show_backface: 0, triangle_strip: 0, unk_11: 0 }
const present = (list: readonly unknown[]): number => (list.length > 0 ? POINTER : 0)

/** Fields of a used model slot. Its counts follow its data. */
export function modelSlot(model: SampleModel, uses: number): Value {
  const { vertices, normals, faces } = model
  const size = Math.max(...vertices.flat().map(Math.abs))
  return {
    ...record(Model, {
      flags: 3,
      parent_count: uses,
      polygon_count: faces.length,
      vertex_count: vertices.length,
      normal_count: normals.length,
      polygons_ptr: POINTER,
      vertices_ptr: POINTER,
      normals_ptr: present(normals),
      bbox_diag: size,
    }),
    link: 0,
  }
}

/** The data behind a used model slot. Face k has normal k. */
export function modelData({ vertices, normals, faces }: SampleModel): Value {
  const hasNormals = normals.length > 0 ? 1 : 0
  return {
    vertices,
    normals,
    morphs: [],
    lights: [],
    light_arrays: [],
    polygons: faces.map(({ corners, uvs = [], material }) => ({
      flags: { ...NO_FLAGS, corners: corners.length, normals: hasNormals },
      priority: 0,
      vertex_indices_ptr: POINTER,
      normal_indices_ptr: present(normals),
      uvs_ptr: present(uvs),
      vertex_colors_ptr: POINTER,
      unk_ptr: POINTER,
      material_index: material,
      zone_set: 0xffffff00,
    })),
    polygon_arrays: faces.map(({ corners, uvs = [], color }, face) => ({
      vertex_indices: corners,
      normal_indices: hasNormals === 1 ? corners.map(() => Math.min(face, normals.length - 1)) : [],
      uvs,
      vertex_colors: corners.map(() => color),
    })),
  }
}

/** A model that is a lamp only (mw3 6.2). */
export const lampSlot = (): Value => ({
  ...record(Model, { flags: 0, parent_count: 1, light_count: 1, lights_ptr: POINTER }),
  link: 0,
})
export const lampData = (): Value => ({
  vertices: [],
  normals: [],
  morphs: [],
  lights: [
    record(ModelLight, {
      vertex_count: 1,
      color: [255, 220, 160],
      vertices_ptr: POINTER,
      field_48: 50,
      field_52: 150,
      field_56: 2.55,
      field_64: 5,
      field_68: 30,
      field_72: 5000,
    }),
  ],
  light_arrays: [{ vertices: [[0, 6, 0]] }],
  polygons: [],
  polygon_arrays: [],
})

/** The data of a free slot. */
export const noModelData = (): Value => ({
  vertices: [],
  normals: [],
  morphs: [],
  lights: [],
  light_arrays: [],
  polygons: [],
  polygon_arrays: [],
})
