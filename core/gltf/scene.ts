/** A node, in its parent's space; translation in world units, rotation as x, y, z, w of length 1. */
export interface GltfNode {
  readonly name: string
  /** Number of a node before it; -1 for none. */
  readonly parent: number
  readonly translation?: readonly number[]
  readonly rotation?: readonly number[]
  /** Instead of translation and rotation: 16 numbers, column after column, the last row 0 0 0 1. */
  readonly matrix?: readonly number[]
  /** Numbers and texts that other programs show beside it. */
  readonly extras?: Readonly<Record<string, number | string>>
  /** Of a node without parent: the number of its scene; absent: 0. */
  readonly scene?: number
}

/** Triangles of one material at a node: three vertex numbers each, all below the number of vertices. */
export interface GltfPart {
  readonly node: number
  readonly material: string
  readonly indices: Uint32Array
}

/** How a material looks where more is known than its name. */
export interface GltfMaterial {
  readonly name: string
  /** A PNG file. The same object is written once. */
  readonly png?: Uint8Array
  /** Pixels whose alpha is below a half are not drawn. */
  readonly isMasked?: boolean
  /** Red, green, blue from 0 to 1; absent: white. */
  readonly colour?: readonly number[]
  readonly extras?: GltfNode['extras']
}

/** Places of a node over time; between two times they are interpolated, rotations along the shorter way. */
export interface GltfTrack {
  readonly node: number
  /** Seconds, ascending, at least one. */
  readonly times: Float32Array
  /** xyz at each time. */
  readonly translations: Float32Array
  /** x, y, z, w of length 1 at each time. */
  readonly rotations: Float32Array
}

/** Numbers of the values that vertices are stored with, where several vertices have one; by vertex. */
export interface SharedValues {
  readonly positions?: Uint32Array
  readonly normals?: Uint32Array
  readonly uvs?: Uint32Array
}

/** What a GLB is written from; world units. Everything is finite. */
export interface GltfScene {
  readonly name: string
  /** xyz per vertex, in the space of the nodes that use it. */
  readonly positions: Float32Array
  /** Unit vectors, xyz per vertex. */
  readonly normals?: Float32Array
  /** Texture coordinates in repeats, two per vertex. */
  readonly uvs?: Float32Array
  /** Absent: every vertex has values of its own. */
  readonly shared?: SharedValues
  /** Y is up; absent: Z. */
  readonly isYUp?: boolean
  readonly nodes: readonly GltfNode[]
  readonly parts: readonly GltfPart[]
  /** Materials of `parts` that have more than a name. */
  readonly materials?: readonly GltfMaterial[]
  readonly tracks?: readonly GltfTrack[]
  /** Names of the scenes, the one that is shown first; absent: one. */
  readonly scenes?: readonly string[]
}

/** One primitive as a file has it, in the space of its node. */
export interface ReadPart {
  /** Name of its node. */
  readonly node: string
  /** Number of its scene. */
  readonly scene: number
  /** Name of its material. */
  readonly material?: string
  /** From the space of the node to that of the file: 16 numbers, column after column. */
  readonly matrix: readonly number[]
  readonly positions: Float32Array
  readonly normals?: Float32Array
  readonly uvs?: Float32Array
  /** Vertex numbers as they were written; undefined where the program that wrote the file has dropped them. */
  readonly numbers?: Float32Array
  readonly indices: Uint32Array
}

/** Why a file is refused. */
export interface GltfFault {
  readonly code: 'mesh.not-glb' | 'mesh.extension' | 'mesh.quantised' | 'mesh.unsupported' | 'mesh.cut'
  readonly params: Readonly<Record<string, string | number>>
}
