/** A node, in its parent's space; translation in world units, rotation as x, y, z, w of length 1. */
export interface GltfNode {
  readonly name: string
  /** Number of a node before it; -1 for none. */
  readonly parent: number
  readonly translation?: readonly number[]
  readonly rotation?: readonly number[]
}

/** Triangles of one material at a node: three vertex numbers each, all below the number of vertices. */
export interface GltfPart {
  readonly node: number
  readonly material: string
  readonly indices: Uint32Array
}

/** What a GLB is written from; world units, Z up. Everything is finite. */
export interface GltfScene {
  readonly name: string
  /** xyz per vertex, in the space of the nodes that use it. */
  readonly positions: Float32Array
  /** Unit vectors, xyz per vertex. */
  readonly normals?: Float32Array
  /** Texture coordinates in repeats, two per vertex. */
  readonly uvs?: Float32Array
  readonly nodes: readonly GltfNode[]
  readonly parts: readonly GltfPart[]
}

/** One primitive as a file has it, in the space of its node. */
export interface ReadPart {
  /** Name of its node. */
  readonly node: string
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
