import { encode, type Bytes, type Value } from '../../../layout'
import { BASE, CONTROL_POINTS, DAMAGE } from '../parts/parts'
import { modelOf, pyramid, raised, still, walls } from './models'
import type { Face, Vec3 } from './solids'

// A building with everything that belongs to one: light map, ways, control points, damage and outlines.

const [X, Y, HIGH] = [9, 7, 5]
const RUIN = walls(X, Y, 1.5)

const WHOLE = [
  [0, 1],
  [1, 1],
  [1, 0],
  [0, 0],
] as const
/** Panes before the front wall, which is seen through them. */
const WINDOWS: readonly Face[] = [-6, 1].map(x => ({
  corners: [
    [x, -Y - 0.6, 1],
    [x + 5, -Y - 0.6, 1],
    [x + 5, -Y - 0.6, 4],
    [x, -Y - 0.6, 4],
  ],
  uvs: WHOLE,
  material: 2,
}))
/** Two crossed squares of light on a corner of the roof. */
const BEACON: readonly Face[] = [
  [1.5, 0],
  [0, 1.5],
].map(([dx = 0, dy = 0]) => ({
  corners: [
    [X - dx, Y - dy, HIGH],
    [X + dx, Y + dy, HIGH],
    [X + dx, Y + dy, HIGH + 3],
    [X - dx, Y - dy, HIGH + 3],
  ],
  uvs: WHOLE,
  material: 3,
}))

const hallPoint = (position: Vec3, flags: number): object => ({ position, flags, node: 1 })
/** A way that both walkers and flyers can take (parkan 6.14). */
const hallWay = (start: number, end: number): object => ({
  start,
  end,
  unk_8: 0,
  for_walkers: 1,
  unk_16: [0, 0, 0],
  for_flyers: 1,
  unk_32: [0, 0],
})
const probe = (position: Vec3): object => ({
  piece: 1,
  position,
  direction: [0, 0, -1],
  color: [0.8, 0.8, 0.7, 1],
  intensity: 1,
})

/** A bunker of three nodes: a root that draws nothing, the walls whole and destroyed, the socket of its gun. */
export const bunkerModel = (): Bytes =>
  modelOf(
    [
      { name: 'Root_TM', drawn: {}, track: still([0, 0, 0]) },
      {
        name: 'hall',
        parent: 0,
        drawn: {
          0: [...walls(X, Y, HIGH), ...pyramid(X, 2, 1).map(face => raised(face, HIGH)), ...WINDOWS, ...BEACON],
          1: walls(X, Y, HIGH),
          5: RUIN,
        },
        track: still([0, 0, 0]),
      },
      { name: 'Base_m1o1', parent: 1, drawn: {}, track: still([0, 0, HIGH + 2]) },
    ],
    {
      probes: [probe([0, 0, 3]), probe([4, 0, 3])],
      hall_vertices: [
        hallPoint([0, -2 * Y, 0], 0x10000020),
        hallPoint([0, -Y, 0], 0x10000000),
        hallPoint([0, 0, 0], 0x10000048),
      ],
      hall_links: [hallWay(0, 1), hallWay(1, 2)],
    },
  )

/** A gun of two nodes: a root that draws nothing, and the barrel. */
export const gunModel = (): Bytes =>
  modelOf([
    { name: 'Root_TM', drawn: {}, track: still([0, 0, 0]) },
    { name: 'barrel', parent: 0, drawn: { 0: walls(0.5, 3, 0.6), 5: walls(0.5, 1, 0.4) }, track: still([0, 2, 0]) },
  ])

const point = (flags: number, node: number, position: Vec3): Value => ({
  flags,
  node,
  carrier: node,
  position,
  vector: [0, 0, 1],
})

/** Points where smoke rises and the gun fires (parkan 9.5). */
export const bunkerPoints = (): Bytes =>
  encode(
    CONTROL_POINTS,
    { points: [point(0, 1, [0, 0, HIGH]), point(0, 2, [0, 3, 0.5])], names: ['smoke', 'muzzle'] },
    '',
  ).bytes

/** Hit points of a number of nodes; the second goes off with an explosion (parkan 9.5). */
export const damageOf = (nodes: number): Bytes =>
  encode(
    DAMAGE,
    {
      nodes: Array.from({ length: nodes }, (_, node) => ({
        flags: 0,
        durability: node === 1 ? 900 : -1,
        density: 1,
        explosion: node === 1 ? { archive: 'effects.rlb', name: 'blast.exp' } : { archive: '', name: '' },
      })),
    },
    '',
  ).bytes

/** A closed ring around the middle, counter-clockwise. */
const ring = (x: number, y: number): readonly Vec3[] => [
  [-x, -y, 0],
  [x, -y, 0],
  [x, y, 0],
  [-x, y, 0],
  [-x, -y, 0],
]

/** The floor, whose corners are the first ones of the walls' triangles, and the room around (parkan 9.5). */
export const bunkerOutlines = (): Bytes =>
  encode(
    BASE,
    {
      inner: [{ points: ring(X, Y), triangles: [0, 4, 2, 6], corners: [0, 0, 0, 0] }],
      outer: [{ corner_count: 4, points: ring(X + 4, Y + 4) }],
    },
    '',
  ).bytes
