import { encode, type Bytes } from '../../../layout'
import { modelPose } from '../model/animation'
import { transform } from '../../../format/matrix'
import { NONE, NO_LIGHTMAP, attr3Of, modelKind } from '../model/model-chunks'
import { writeTracks, type TrackKey, type WrittenTracks } from '../model/tracks'
import { writeArchive } from '../nres/nres-pack'
import { boundsOf, linked, normalOf, type Face, type Triangle, type Vec3 } from './solids'

/** What a node draws, by its slot word: `state * 5 + level of detail` (parkan 6.3). */
type Drawn = Readonly<Record<number, readonly Face[]>>

/** One node of a sample model. */
export interface Part {
  readonly name: string
  /** Bits of its flags (parkan 6.3). */
  readonly flags?: number
  /** Number of the parent; the first part has none. */
  readonly parent?: number
  readonly drawn: Drawn
  readonly track: readonly TrackKey[]
}

export const still = (position: Vec3): readonly TrackKey[] => [{ time: 0, position, rotation: [1, 0, 0, 0] }]

const wall = (...corners: Vec3[]): Face => ({ corners, material: 0 })
const slope = (...corners: Vec3[]): Face => ({ corners, material: 1 })

/** Four walls up to a height; walls are material 0. */
export function walls(x: number, y: number, high: number): readonly Face[] {
  return [
    wall([-x, -y, 0], [x, -y, 0], [x, -y, high], [-x, -y, high]),
    wall([x, y, 0], [-x, y, 0], [-x, y, high], [x, y, high]),
    wall([x, -y, 0], [x, y, 0], [x, y, high], [x, -y, high]),
    wall([-x, y, 0], [-x, -y, 0], [-x, -y, high], [-x, y, high]),
  ]
}

/** A house: four walls and a roof of two slopes. Walls are material 0, the roof is material 1. */
export function houseModel(width: number, depth: number, high: number): Bytes {
  const [x, y, roof] = [width / 2, depth / 2, high * 1.45]
  const faces = [
    wall([-x, -y, 0], [x, -y, 0], [x, -y, high], [-x, -y, high]),
    wall([x, y, 0], [-x, y, 0], [-x, y, high], [x, y, high]),
    wall([x, -y, 0], [x, y, 0], [x, y, high], [x, 0, roof], [x, -y, high]),
    wall([-x, y, 0], [-x, -y, 0], [-x, -y, high], [-x, 0, roof], [-x, y, high]),
    slope([-x, -y, high], [x, -y, high], [x, 0, roof], [-x, 0, roof]),
    slope([x, y, high], [-x, y, high], [-x, 0, roof], [x, 0, roof]),
  ]
  return modelOf([{ name: 'Root_TM', drawn: { 0: faces }, track: still([0, 0, 0]) }])
}

/** A rock or a tree top: a pyramid on a square. */
export function rockModel(radius: number, high: number): Bytes {
  return modelOf([{ name: 'Root_TM', drawn: { 0: pyramid(radius, high, 0) }, track: still([0, 0, 0]) }])
}

export function pyramid(radius: number, high: number, material: number): readonly Face[] {
  const ring: Vec3[] = [
    [radius, 0, 0],
    [0, radius, 0],
    [-radius, 0, 0],
    [0, -radius, 0],
  ]
  return ring.map((corner, at) => ({ corners: [corner, ring[(at + 1) % 4] ?? corner, [0, 0, high]], material }))
}

/** A blade of the wind wheel, seen from both sides. */
const blade = (corners: readonly Vec3[]): readonly Face[] => [
  { corners, material: 1 },
  { corners: corners.toReversed(), material: 1 },
]

/**
 * A wind mill of three nodes: a root that draws nothing, the tower, and a wheel that turns once in 40 frames. Whole and
 * destroyed, each near and far.
 */
export function millModel(): Bytes {
  const r = Math.SQRT1_2
  const tower = [...walls(2, 2, 10), ...pyramid(3, 2, 1).map(face => raised(face, 10))]
  const up = blade([
    [-0.4, 0, 0],
    [0.4, 0, 0],
    [0.7, 0, 6],
    [-0.7, 0, 6],
  ])
  const across = blade([
    [0, 0, -0.4],
    [6, 0, -0.7],
    [6, 0, 0.7],
    [0, 0, 0.4],
  ])
  const turns: readonly (readonly [number, number, number, number])[] = [
    [1, 0, 0, 0],
    [r, 0, r, 0],
    [0, 0, 1, 0],
    [-r, 0, r, 0],
    [-1, 0, 0, 0],
  ]
  return modelOf([
    { name: 'Root_TM', drawn: {}, track: still([0, 0, 0]) },
    {
      name: 'tower',
      parent: 0,
      drawn: { 0: tower, 1: walls(2, 2, 11), 5: walls(2.4, 2.4, 3), 6: walls(2.4, 2.4, 2.5) },
      track: still([0, 0, 0]),
    },
    {
      name: 'wheel',
      parent: 1,
      drawn: { 0: [...up, ...across], 1: up, 5: across, 6: across },
      track: turns.map((rotation, at) => ({ time: 10 * at, position: [0, -2.5, 9], rotation })),
    },
  ])
}

export const raised = ({ corners, ...face }: Face, by: number): Face => ({
  ...face,
  corners: corners.map(([x, y, z]) => [x, y, z + by]),
})

/** Records of the chunks as they grow, slot by slot. */
interface Tables {
  readonly slots: object[]
  readonly positions: Vec3[]
  readonly normals: object[]
  readonly uvs: object[]
  readonly indices: number[]
  readonly triangles: object[]
  readonly batches: object[]
  /** Row of the light map that all batches have, if any. */
  readonly lightmap: number
}

/** The bit of a batch that is drawn with a light map (parkan 6.6). */
const LIT = 0x2000
const packed = (part: number, one: number): number => Math.round(part * one) + 0
/** Texture coordinates are words that wrap around (parkan 3.5). */
const word = (value: number): number => (Math.round(value) << 16) >> 16

/** Adds what one slot draws: its vertices, and a batch for each material. */
function addSlot(tables: Tables, faces: readonly Face[]): void {
  const base_vertex = tables.positions.length
  const points = faces.flatMap(face => face.corners)
  const triangles: Triangle[] = []
  let first = 0
  for (const face of faces) {
    for (let corner = 2; corner < face.corners.length; corner++)
      triangles.push({ corners: [first, first + corner - 1, first + corner], face })
    first += face.corners.length
    const [nx, ny, nz] = normalOf(face)
    for (const [corner, [x, y, z]] of face.corners.entries()) {
      const [u, v] = face.uvs?.[corner] ?? [(x + y) / 16, -z / 16]
      tables.positions.push([x, y, z])
      tables.normals.push({ nx: packed(nx, 127), ny: packed(ny, 127), nz: packed(nz, 127), nw: 0 })
      tables.uvs.push({ u: word(u * 1024), v: word(v * 1024) })
    }
  }
  const materials = [...new Set(faces.map(face => face.material))]
  const ordered = materials.flatMap(material => triangles.filter(({ face }) => face.material === material))
  const box = boundsOf(points)
  const [dx, dy, dz] = box.size
  tables.slots.push({
    tri_start: tables.triangles.length,
    tri_count: ordered.length,
    batch_start: tables.batches.length,
    batch_count: materials.length,
    aabb_min: box.least,
    aabb_max: box.most,
    sphere_center: box.centre,
    sphere_radius: box.radius,
    base_area: dx * dy,
    volume: dx * dy * dz,
    unk_56: [0, 0, 0],
  })
  for (const material of materials) {
    const indices = ordered.filter(({ face }) => face.material === material).flatMap(({ corners }) => [...corners])
    tables.batches.push({
      flags: tables.lightmap === NO_LIGHTMAP ? 0 : LIT,
      material,
      lightmap: tables.lightmap,
      room: NONE,
      index_count: indices.length,
      index_start: tables.indices.length,
      vertex_count: indices.reduce((most, index) => Math.max(most, index), -1) + 1,
      base_vertex,
    })
    for (const index of indices) tables.indices.push(index)
  }
  for (const record of linked(ordered, points, tables.triangles.length)) tables.triangles.push(record)
}

/** What only buildings have: a light map with its probes, and the ways through them (parkan 6.8, 6.14). */
export interface Indoors {
  readonly probes: readonly object[]
  readonly hall_vertices: readonly object[]
  readonly hall_links: readonly object[]
}

/** A model as a complete NRes image, chunks in the retail order (parkan 6.1, 6.2). */
export function modelOf(parts: readonly Part[], indoors?: Indoors): Bytes {
  const tables: Tables = {
    slots: [],
    positions: [],
    normals: [],
    uvs: [],
    indices: [],
    triangles: [],
    batches: [],
    lightmap: indoors ? 0 : NO_LIGHTMAP,
  }
  const tracks = writeTracks(parts.map(part => part.track))
  const nodes = parts.map(({ flags = 0, parent, drawn }, node) => {
    const slots = Array.from({ length: 15 }, () => NONE)
    for (const [at, faces] of Object.entries(drawn)) {
      slots[Number(at)] = tables.slots.length
      addSlot(tables, faces)
    }
    return { flags, parent: parent ?? NONE, ...tracks.nodes[node], slots }
  })
  const { slots, positions, normals, uvs, indices, triangles, batches } = tables
  const extra_15 = positions.map(() => new Uint8Array(8))
  return writeArchive([
    chunk(1, { nodes }),
    chunk(2, { header: headerOf(parts, tracks), slots }),
    chunk(3, { positions }),
    chunk(4, { normals }),
    chunk(5, { uvs }),
    ...(indoors
      ? [chunk(18, { lightmap_uvs: positions.map(([x, y]) => ({ u: word(512 + x * 32), v: word(512 + y * 32) })) })]
      : []),
    chunk(15, { extra_15 }),
    ...(indoors
      ? [chunk(16, { extra_16: positions.map(() => ({ a: new Uint8Array(4), b: new Uint8Array(4) })) })]
      : []),
    chunk(13, { batches }),
    chunk(6, { indices }),
    chunk(7, { triangles }),
    chunk(8, { keys: tracks.keys }),
    chunk(19, { map: tracks.map }, tracks.frames),
    chunk(9, { node_names: parts.map(part => part.name) }),
    chunk(10, { strings: parts.map((_, node) => (node === 0 ? 'central' : '')) }),
    chunk(17, { hall_vertices: indoors?.hall_vertices ?? [], hall_links: indoors?.hall_links ?? [] }),
    ...(indoors ? [chunk(20, { probes: indoors.probes })] : []),
  ])
}

/** A row of the model; `attr1` is the number of its records. */
function chunk(type_id: number, value: object, attr2 = 0) {
  const layout = modelKind(type_id)?.layout(0)
  if (!layout) throw new TypeError(`a model has no chunk ${type_id}`)
  const { bytes, attributes } = encode(layout, value, '')
  const row = { name: `Res${type_id}`, type_id, attr2, attr3: attr3Of(type_id), ...attributes }
  return { attributes: row, payload: bytes }
}

/** Hull, sphere and axis of what is drawn first, whole and near, in its pose at frame 0 (parkan 6.4). */
function headerOf(parts: readonly Part[], tracks: WrittenTracks): object {
  const matrices = modelPose(
    {
      frames: tracks.frames,
      positions: Float32Array.from(tracks.keys.flatMap(key => [...key.position])),
      times: Float32Array.from(tracks.keys, key => key.time),
      rotations: Int16Array.from(tracks.keys.flatMap(key => [...key.rotation])),
      map: Uint16Array.from(tracks.map),
      parents: Uint16Array.from(parts, part => part.parent ?? NONE),
      mapStarts: Uint16Array.from(tracks.nodes, node => node.map_start),
      fallbacks: Uint16Array.from(tracks.nodes, node => node.fallback_key),
    },
    0,
  )
  const points = parts.flatMap(({ drawn }, node) => {
    const matrix = Array.from(matrices.subarray(12 * node, 12 * node + 12))
    return (drawn[0] ?? []).flatMap(({ corners }) => corners.map(([x, y, z]) => transform(matrix, x, y, z)))
  })
  const {
    least: [x0, y0, z0],
    most: [x1, y1, z1],
    centre,
    radius,
    size: [dx, dy],
  } = boundsOf(points)
  const ring = (z: number): Vec3[] => [
    [x0, y0, z],
    [x1, y0, z],
    [x1, y1, z],
    [x0, y1, z],
  ]
  return {
    hull: [...ring(z0), ...ring(z1)],
    sphere_center: centre,
    sphere_radius: radius,
    segment_a: [centre[0], centre[1], z0],
    segment_b: [centre[0], centre[1], z1],
    xy_radius: Math.sqrt(dx * dx + dy * dy) / 2,
  }
}
