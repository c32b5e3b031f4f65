import type { Bytes } from '../../../layout'
import { SHORT_TRACK, TRACK } from '../model/anm'
import { BON } from '../model/bon'
import { FIG8, LANES } from '../model/fig'
import { LNK } from '../model/lnk'
import { writeArchive } from '../res/res-pack'
import { bytesOf } from './bytes-of'

const CORNERS = 8

/** The eight corners of a box; a shape of more strength is wider, of more height taller (evil-islands 11.2). */
const BOX = Array.from({ length: 8 }, (_, k) => [k & 1, (k >> 1) & 1, (k >> 2) & 1] as const)

/** Two triangles on each side of a box, counter-clockwise from outside. */
const SIDES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const
const NORMALS = [
  [0, 0, -1],
  [0, 0, 1],
  [0, -1, 0],
  [0, 1, 0],
  [-1, 0, 0],
  [1, 0, 0],
] as const

/** Sides of a box for a corner of its shape. */
const sizeAt = (corner: number, [x, y, z]: readonly [number, number, number]): readonly number[] => [
  x * (corner & 1 ? 1.5 : 1),
  y * (corner & 2 ? 1.25 : 1),
  z * (corner & 4 ? 2 : 1),
]

/** A mesh of a box around its own origin. */
function boxMesh(size: readonly [number, number, number]): Bytes {
  const at = (vertex: number, axis: number, corner: number): number =>
    ((BOX[vertex]?.[axis] ?? 0) - (axis === 2 ? 0 : 0.5)) * (sizeAt(corner, size)[axis] ?? 0)
  const corners = Array.from({ length: CORNERS }, (_, k) => k)
  const lanes = <T>(make: (lane: number) => T): readonly T[] => Array.from({ length: LANES }, (_, k) => make(k))
  const positions = [0, 1].map(block =>
    [0, 1, 2].map(axis => corners.map(corner => lanes(lane => at(block * LANES + lane, axis, corner)))),
  )
  const normals = [0, 1].map(block =>
    [0, 1, 2, 3].map(part =>
      lanes(lane => (part === 3 ? 1 : (NORMALS[block * LANES + lane]?.[part] ?? (part === 2 ? 1 : 0)))),
    ),
  )
  const half = (corner: number): readonly number[] => sizeAt(corner, size).map(side => side / 2)
  return bytesOf(FIG8, {
    magic: 'FIG8',
    unk_28: 0,
    render_group: 18,
    texture_slot: 8,
    centers: corners.map(corner => [0, 0, half(corner)[2] ?? 0]),
    mins: corners.map(corner => half(corner).map(side => -side)),
    maxs: corners.map(half),
    radii: corners.map(corner => Math.fround(Math.hypot(...half(corner)))),
    positions: positions.map(block => block.map(axis => axis.map(lane => lane.map(Math.fround)))),
    normals,
    uvs: [0, 1, 2, 3].map(k => ({ u: k & 1, v: k >> 1 })),
    indices: SIDES.flatMap((_, side) => [0, 1, 2, 0, 2, 3].map(k => side * 4 + k)),
    components: SIDES.flatMap((vertices, side) =>
      vertices.map((position, k) => ({ position, normal: side, uv: [0, 1, 3, 2][k] ?? 0 })),
    ),
    morph_map: BOX.map((_, vertex) => ({ morph: vertex, vertex })),
  })
}

const offset = (x: number, y: number, z: number): Bytes =>
  bytesOf(BON, {
    offsets: Array.from({ length: CORNERS }, (_, corner) => [x, y, Math.fround(z * (corner & 4 ? 2 : 1))]),
  })

interface Part {
  readonly name: string
  readonly parent: string
  readonly size: readonly [number, number, number]
  readonly at: readonly [number, number, number]
}

const GUARD: readonly Part[] = [
  { name: 'hp', parent: '', size: [0.5, 0.25, 0.5], at: [0, 0, 0] },
  { name: 'bd', parent: 'hp', size: [0.5, 0.25, 0.75], at: [0, 0, 0.5] },
  { name: 'hd', parent: 'bd', size: [0.25, 0.25, 0.25], at: [0, 0, 0.75] },
]
const CHEST: readonly Part[] = [{ name: 'mesh', parent: '', size: [1, 0.5, 0.5], at: [0, 0, 0] }]

function modelRows(name: string, parts: readonly Part[]) {
  const none = { text: '', tail: '' }
  const link = bytesOf(LNK, {
    parts: parts.map(part => ({ name: part.name, parent: part.parent === '' ? none : part.parent })),
  })
  return [
    {
      name: `${name}.mod`,
      payload: writeArchive([
        ...parts.map(part => ({ name: part.name, payload: boxMesh(part.size) })),
        { name, payload: link },
      ]),
    },
    {
      name: `${name}.bon`,
      payload: writeArchive(parts.map(part => ({ name: part.name, payload: offset(...part.at) }))),
    },
  ]
}

const FRAMES = 4

/** A clip in which the parts turn to and fro; the body breathes. */
function clip(parts: readonly Part[]): Bytes {
  const angle = (frame: number): number => 0.25 * Math.sin((frame / FRAMES) * 2 * Math.PI)
  const frames = Array.from({ length: FRAMES }, (_, k) => k)
  const keys = {
    rotations: frames.map(k => [Math.fround(Math.cos(angle(k))), 0, 0, Math.fround(Math.sin(angle(k)))]),
    translations: frames.map(k => [0, 0, Math.fround(0.05 * (k % 2))]),
  }
  const breath = frames.flatMap(k => BOX.map(([, , z]) => [0, 0, Math.fround(0.01 * k * z)]))
  return writeArchive(
    parts.map(({ name }) => {
      const moving = { ...keys, morph_frame_count: FRAMES, morph_vertex_count: BOX.length, morphs: breath }
      const still = { ...keys, morph_frame_count: 0 }
      return { name, payload: name === 'bd' ? bytesOf(TRACK, moving) : bytesOf(SHORT_TRACK, still) }
    }),
  )
}

/** Models of the sample: a guard with animations, a chest. */
export const sampleFigures = (): Bytes =>
  writeArchive([
    ...modelRows('unsaguard', GUARD),
    { name: 'unsaguard.anm', payload: writeArchive(['cidle', 'cwalk'].map(name => ({ name, payload: clip(GUARD) }))) },
    ...modelRows('stsachest', CHEST),
  ])
