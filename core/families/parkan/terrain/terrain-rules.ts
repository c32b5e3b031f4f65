import type { Opened } from '../../../format'
import { rangeOf, strideOf, type FieldPath, type Infer } from '../../../layout'
import type { Report } from '../../../format/report'
import { KNOWN_FLAGS, SECOND_MATERIAL, edgeClasses } from './face-masks'
import {
  BATCH_START,
  FaceListEntry,
  LandOpacity,
  LandPosition,
  LandSlot,
  NONE,
  SLOTS_HEADER,
  TerrainFace,
  TileNode,
} from './land-mesh'
import {
  chunkBytes,
  faceListOf,
  facesOf,
  NODE_WORDS,
  nodesOf,
  opacityOf,
  positionsOf,
  recordsIn,
  slotsOf,
  type Faces,
  type Nodes,
  type Slots,
} from './land-table'

/** Class of an edge without neighbour. */
const NO_EDGE = 3

/** Material rows that both wear tables of the map hold; undefined where neither is known. */
type MaterialRows = (entry: Opened) => Promise<number | undefined>

/** Rules of 3.12 for one chunk; what it refers to is looked up beside it. Chunks without rules of their own have none. */
export async function checkChunk(
  entry: Opened,
  type: number,
  report: Report,
  materialRows: MaterialRows,
): Promise<void> {
  if (type === 1) checkNodes(entry, await chunkBytes(entry, 2), report)
  if (type === 2) checkSlots(entry, await chunkBytes(entry, 21), await chunkBytes(entry, 1), report)
  if (type === 3) checkPositions(entry, report)
  if (type === 14) checkOpacity(entry, report)
  if (type === 11) checkFaceList(entry, await chunkBytes(entry, 21), await chunkBytes(entry, 2), report)
  if (type !== 21) return
  const faces = facesOf(entry.bytes)
  const positions = await chunkBytes(entry, 3)
  if (faces) checkFaces(faces, positions && positionsOf(positions), await materialRows(entry), report)
}

function checkNodes(entry: Opened, slotBytes: Uint8Array | undefined, report: Report): void {
  const nodes = nodesOf(entry.bytes)
  // Of a slot table that is cut, nothing can be said about the numbers that name its slots.
  if (
    !nodes ||
    !slotBytes ||
    slotBytes.length < SLOTS_HEADER ||
    (slotBytes.length - SLOTS_HEADER) % strideOf(LandSlot) !== 0
  )
    return
  const slots = recordsIn(2, slotBytes.length)
  for (let node = 0; node < nodes.count; node++) {
    for (let word = 0; word < NODE_WORDS; word++) {
      const slot = nodes.words[NODE_WORDS * node + word] ?? NONE
      const name = wordName(word)
      const place = { path: `nodes/${node}/${name}`, range: rangeOf(strideOf(TileNode) * node, TileNode, name) }
      if (slot !== NONE && slot >= slots) report.error('terrain.node-slot', { node, word, slot, count: slots }, place)
      else if (word === 5 && slot === NONE) report.error('terrain.node-lod1-missing', { node }, place)
      else if (word === 5 && slot === 0xff) report.warning('terrain.node-lod1-255', { node }, place)
    }
  }
}

const NAMED_WORDS = ['hdr0', 'hdr1', 'hdr2', 'hdr3', 'slot_lod0', 'slot_lod1'] as const
const wordName = (word: number): FieldPath<Infer<typeof TileNode>> =>
  NAMED_WORDS[word] ?? `slots/${word - NAMED_WORDS.length}`

function checkSlots(
  entry: Opened,
  faceBytes: Uint8Array | undefined,
  nodeBytes: Uint8Array | undefined,
  report: Report,
): void {
  const slots = slotsOf(entry.bytes)
  if (!slots) return
  const faces = faceBytes && recordsIn(21, faceBytes.length)
  for (let slot = 0; slot < slots.count; slot++) {
    const at = SLOTS_HEADER + strideOf(LandSlot) * slot
    const from = slots.tri_start[slot] ?? 0
    const count = slots.tri_count[slot] ?? 0
    if (faces !== undefined && from + count > faces) {
      report.error(
        'terrain.slot-range',
        { slot, from, count, faces },
        { path: `slots/${slot}/tri_start`, range: rangeOf(at, LandSlot, 'tri_start', 'tri_count') },
      )
    }
    checkBox(slots, slot, at, report)
  }
  const nodes = nodeBytes && nodesOf(nodeBytes)
  if (nodes) checkExtents(slots, nodes, report)
}

const BOUNDS = [
  ['aabb_min', 3],
  ['aabb_max', 3],
  ['sphere_center', 3],
  ['sphere_radius', 1],
] as const

function checkBox(slots: Slots, slot: number, at: number, report: Report): void {
  let isFinite = true
  for (const [field, words] of BOUNDS) {
    if (slots[field].subarray(words * slot, words * (slot + 1)).every(Number.isFinite)) continue
    report.error(
      'terrain.slot-not-finite',
      { slot, field },
      { path: `slots/${slot}/${field}`, range: rangeOf(at, LandSlot, field) },
    )
    isFinite = false
  }
  const isTurned = [0, 1, 2].some(
    axis => (slots.aabb_min[3 * slot + axis] ?? 0) > (slots.aabb_max[3 * slot + axis] ?? 0),
  )
  if (isFinite && isTurned)
    report.error(
      'terrain.slot-box',
      { slot },
      { path: `slots/${slot}/aabb_min`, range: rangeOf(at, LandSlot, 'aabb_min', 'aabb_max') },
    )
}

const extent = (slots: Slots, slot: number, axis: number): number =>
  (slots.aabb_max[3 * slot + axis] ?? 0) - (slots.aabb_min[3 * slot + axis] ?? 0)

/** The game takes the size of every tile from slot 0 (parkan 3.3). */
function checkExtents(slots: Slots, nodes: Nodes, report: Report): void {
  for (const axis of [0, 1]) {
    const first = extent(slots, 0, axis)
    const others = Array.from(nodes.slot_lod0).filter(slot => slot > 0 && slot < slots.count)
    const different = others.filter(
      slot => Math.abs(extent(slots, slot, axis) - first) > Math.max(0.01, Math.abs(first) * 1e-3),
    )
    if (!Number.isFinite(first) || different.length * 2 <= others.length) continue
    const params = { axis: axis === 0 ? 'X' : 'Y', size: Number(first.toPrecision(6)), n: different.length }
    report.warning('terrain.slot-extent', params, {
      path: 'slots/0/aabb_min',
      range: rangeOf(SLOTS_HEADER, LandSlot, 'aabb_min', 'aabb_max'),
    })
  }
}

function checkPositions(entry: Opened, report: Report): void {
  const positions = positionsOf(entry.bytes)
  for (let at = 0; at < positions.length; at++) {
    if (Number.isFinite(positions[at])) continue
    const vertex = Math.floor(at / 3)
    const axis = 'xyz'.charAt(at % 3)
    report.error(
      'terrain.position-not-finite',
      { vertex },
      { path: `positions/${vertex}/${axis}`, range: rangeOf(strideOf(LandPosition) * vertex, LandPosition, axis) },
    )
  }
}

const listPlace = (at: number, field?: 'key' | 'flags') => {
  const stride = strideOf(FaceListEntry)
  return {
    path: field ? `face_list/${at}/${field}` : `face_list/${at}`,
    range: field ? rangeOf(stride * at, FaceListEntry, field) : ([stride * at, stride] as const),
  }
}

/** The opacity of the second material is a part of 1 (parkan 3.5). */
function checkOpacity(entry: Opened, report: Report): void {
  const stride = strideOf(LandOpacity)
  opacityOf(entry.bytes).forEach((opacity, vertex) => {
    if (opacity >= 0 && opacity <= 1) return
    const place = { path: `aux_14/${vertex}`, range: [stride * vertex, stride] as const }
    report.warning('terrain.opacity', { vertex, opacity: Number(opacity.toPrecision(6)) }, place)
  })
}

/** The faces of each slot are listed within its range, each once, in the order in which they are drawn (parkan 3.7). */
function checkFaceList(
  entry: Opened,
  faceBytes: Uint8Array | undefined,
  slotBytes: Uint8Array | undefined,
  report: Report,
): void {
  const list = faceListOf(entry.bytes)
  if (!list) return
  const faces = faceBytes && recordsIn(21, faceBytes.length)
  const isHome = slotRanges(slotBytes, list.count)
  const seen = new Set<number>()
  const wrong: number[] = []
  let isKnown = true
  for (let at = 0; at < list.count; at++) {
    const key = list.key[at] ?? 0
    if (faces !== undefined && key >= faces) {
      report.error('terrain.face-list-key', { at, key, faces }, listPlace(at, 'key'))
      isKnown = false
    } else if (seen.has(key) || !isHome(at, key)) wrong.push(at)
    seen.add(key)
  }
  const [first] = wrong
  if (first !== undefined)
    report.warning('terrain.face-list-order', { n: wrong.length, at: first }, listPlace(first, 'key'))
  checkPrefix(list.key, list.flags, report)
  const table = faceBytes && facesOf(faceBytes)
  // Faces out of place tear runs by that alone.
  if (table && isKnown && first === undefined) checkRuns(list.key, list.flags, table, report)
}

/** Whether a face belongs to the slot that lists it at that place; without slots every face does. */
function slotRanges(slotBytes: Uint8Array | undefined, count: number): (at: number, face: number) => boolean {
  const slots = slotBytes && slotsOf(slotBytes)
  if (!slots) return () => true
  const slotAt = new Int32Array(count).fill(-1)
  for (let slot = 0; slot < slots.count; slot++) {
    const from = slots.tri_start[slot] ?? 0
    slotAt.fill(slot, from, from + (slots.tri_count[slot] ?? 0))
  }
  return (at, face) => slotAt[at] === slotAt[face]
}

/** A batch is a run of faces with one pair of materials: another pair starts another batch (parkan 3.7). */
function checkRuns(key: Uint16Array, flags: Uint16Array, faces: Faces, report: Report): void {
  const pairOf = (at: number): number => {
    const face = key[at] ?? 0
    return 256 * (faces.material_low[face] ?? 0) + (faces.material_high[face] ?? 0)
  }
  for (let at = 1; at < key.length; at++) {
    if (((flags[at] ?? 0) & BATCH_START) !== 0 || pairOf(at) === pairOf(at - 1)) continue
    report.warning('terrain.face-list-run', { at, face: key[at] ?? 0 }, listPlace(at, 'flags'))
  }
}

/** The first two entries of every map of the game are 0x00580000 and 0x00480001 (parkan 3.7). */
function checkPrefix(key: Uint16Array, flags: Uint16Array, report: Report): void {
  const right = [
    [0, 0x58],
    [1, 0x48],
  ] as const
  const at = right.findIndex(([k, f], i) => i < key.length && (key[i] !== k || flags[i] !== f))
  if (at >= 0) report.warning('terrain.face-list-prefix', { at }, listPlace(at))
}

type FaceField = keyof Infer<typeof TerrainFace>
const CORNERS = ['i0', 'i1', 'i2'] as const
const NEIGHBOURS = ['n0', 'n1', 'n2'] as const
const faceRange = (face: number, field: FaceField, last?: FaceField) =>
  rangeOf(strideOf(TerrainFace) * face, TerrainFace, field, last)
const facePlace = (face: number, field: FaceField) => ({
  path: `faces/${face}/${field}`,
  range: faceRange(face, field),
})

function checkFaces(faces: Faces, positions: Float32Array | undefined, rows: number | undefined, report: Report): void {
  const vertices = positions && positions.length / 3
  for (let face = 0; face < faces.count; face++) {
    const isWhole = checkCorners(faces, face, vertices, report)
    if (isWhole && positions && isFlat(faces, face, positions)) {
      report.warning('terrain.face-flat', { face }, { path: `faces/${face}`, range: faceRange(face, 'i0', 'i2') })
    }
    checkNeighbours(faces, face, positions, report)
    checkLinks(faces, face, report)
    const odd = ((faces.flags[face] ?? 0) & ~KNOWN_FLAGS) >>> 0
    if (odd !== 0) {
      report.warning('terrain.face-flags', { face, bits: `0x${odd.toString(16)}` }, facePlace(face, 'flags'))
    }
    if (rows !== undefined) checkMaterial(faces, face, rows, report)
  }
}

function checkCorners(faces: Faces, face: number, vertices: number | undefined, report: Report): boolean {
  if (vertices === undefined) return false
  const corners = [faces.i0[face] ?? 0, faces.i1[face] ?? 0, faces.i2[face] ?? 0]
  corners.forEach((vertex, k) => {
    if (vertex < vertices) return
    report.error('terrain.face-vertex', { face, vertex, vertices }, facePlace(face, CORNERS[k] ?? 'i0'))
  })
  return corners.every(vertex => vertex < vertices)
}

function isFlat(faces: Faces, face: number, positions: Float32Array): boolean {
  const at = (vertex: number, axis: number): number => positions[3 * vertex + axis] ?? 0
  const [a, b, c] = [faces.i0[face] ?? 0, faces.i1[face] ?? 0, faces.i2[face] ?? 0]
  if (a === b || b === c || a === c) return true
  const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)]
  const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)]
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) < 1e-6
}

/** The flag of a second material is set where there is one (parkan 3.6), and each edge has its number in the neighbour. */
function checkLinks(faces: Faces, face: number, report: Report): void {
  const high = faces.material_high[face] ?? 0
  const isFlagged = ((faces.flags[face] ?? 0) & SECOND_MATERIAL) !== 0
  if (isFlagged !== (high !== 0xff)) {
    const place = facePlace(face, 'flags')
    report.warning('terrain.face-second', { face, material: high }, place)
  }
  const classes = edgeClasses(faces.edge_class[face] ?? 0)
  neighbours(faces, face).forEach((other, edge) => {
    const found = classes[edge] ?? NO_EDGE
    const back = other < faces.count ? neighbours(faces, other) : []
    if (other === NONE ? found === NO_EDGE : !back.includes(face) || back[found] === face) return
    const right = other === NONE ? NO_EDGE : back.indexOf(face)
    const place = facePlace(face, 'edge_class')
    report.warning('terrain.face-edge', { face, edge, found, right }, place)
  })
}

const neighbours = (faces: Faces, face: number): readonly number[] => [
  faces.n0[face] ?? NONE,
  faces.n1[face] ?? NONE,
  faces.n2[face] ?? NONE,
]

function checkNeighbours(faces: Faces, face: number, positions: Float32Array | undefined, report: Report): void {
  neighbours(faces, face).forEach((other, k) => {
    if (other === NONE) return
    if (other >= faces.count) {
      report.error(
        'terrain.face-neighbour',
        { face, other, faces: faces.count },
        facePlace(face, NEIGHBOURS[k] ?? 'n0'),
      )
      return
    }
    const back = neighbours(faces, other)
    if (back.includes(face) || back.some(n => n !== NONE && n >= faces.count)) return
    // Reported for the face that does not lead back: its link is missing.
    const edge = sharedEdge(faces, other, face, positions)
    const place =
      edge === undefined
        ? { path: `faces/${other}`, range: faceRange(other, 'n0', 'n2') }
        : facePlace(other, NEIGHBOURS[edge] ?? 'n0')
    report.warning('terrain.face-one-way', { face: other, other: face }, place)
  })
}

/** The slot without neighbour of a face whose edge both faces have; undefined where none fits. Vertices may be doubled. */
function sharedEdge(
  faces: Faces,
  face: number,
  other: number,
  positions: Float32Array | undefined,
): number | undefined {
  const free = neighbours(faces, face).flatMap((n, k) => (n === NONE ? [k] : []))
  if (free.length === 1) return free[0]
  const place = (vertex: number): string =>
    positions ? positions.subarray(3 * vertex, 3 * vertex + 3).join() : String(vertex)
  const corners = (of: number): string[] => [faces.i0[of] ?? 0, faces.i1[of] ?? 0, faces.i2[of] ?? 0].map(place)
  const theirs = corners(other)
  const ours = corners(face)
  return free.find(k => theirs.includes(ours[k] ?? '') && theirs.includes(ours[(k + 1) % 3] ?? ''))
}

function checkMaterial(faces: Faces, face: number, rows: number, report: Report): void {
  const low = faces.material_low[face] ?? 0
  const high = faces.material_high[face] ?? 0
  if (low >= rows)
    report.warning('terrain.face-material', { face, material: low, rows }, facePlace(face, 'material_low'))
  if (high !== 0xff && high >= rows) {
    report.warning('terrain.face-material', { face, material: high, rows }, facePlace(face, 'material_high'))
  }
}
