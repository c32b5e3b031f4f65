import { describe, expect, it } from 'vitest'
import type { KeyPlacing, MeshItem } from '@areal-studio/core/format'
import { meshItem } from '../scene/mesh.fixture'
import { keyAssignments, keyAt, movedKey, withKey, type PlacedKey } from './key-change'

const UNIT = 0x7fff
const placing = (order: KeyPlacing['order'], isConjugate: boolean): KeyPlacing => ({
  position: ['position/x', 'position/y', 'position/z'],
  positions: 'positions',
  rotation: ['rotation/a', 'rotation/b', 'rotation/c', 'rotation/d'],
  rotations: 'rotations',
  order,
  unit: UNIT,
  isConjugate,
})

type Three = readonly [number, number, number]
type Rows = readonly [Three, Three, Three]
/** A turn about an axis of the world as three rows: counter-clockwise, seen from its end. */
function turnRows(axis: 'x' | 'y' | 'z', angle: number): Rows {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  if (axis === 'x')
    return [
      [1, 0, 0],
      [0, c, -s],
      [0, s, c],
    ]
  return axis === 'y'
    ? [
        [c, 0, s],
        [0, 1, 0],
        [-s, 0, c],
      ]
    : [
        [c, -s, 0],
        [s, c, 0],
        [0, 0, 1],
      ]
}
const times = (a: Rows, b: Rows): Rows => {
  const at = (row: Three, k: number): number =>
    row[0] * (b[0][k] ?? 0) + row[1] * (b[1][k] ?? 0) + row[2] * (b[2][k] ?? 0)
  const row = (one: Three): Three => [at(one, 0), at(one, 1), at(one, 2)]
  return [row(a[0]), row(a[1]), row(a[2])]
}
/** The turn of a unit quaternion, as three rows. */
const rowsOf = ([w, x, y, z]: readonly [number, number, number, number]): Rows => [
  [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
  [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
]

/** The arm of the fixture with keys, below a body that is turned. */
function armed(order: KeyPlacing['order'], isConjugate: boolean, body: Rows): MeshItem {
  const item = meshItem()
  const rotations = new Int16Array(4 * 6)
  for (let key = 0; key < 6; key++) rotations[4 * key + order[0]] = UNIT
  // The third key of the arm: a turn of 60 degrees about an axis between all three.
  const part = Math.round((UNIT * 0.5) / Math.sqrt(3))
  order.forEach((place, k) => (rotations[4 * 4 + place] = k === 0 ? Math.round(UNIT * Math.sqrt(0.75)) : part))
  const rest = item.nodes.rest.slice()
  body.forEach((row, k) => rest.set(row, 12 + 4 * k))
  const { animation } = item
  if (!animation?.keys) throw new Error('no keys')
  return {
    ...item,
    nodes: { ...item.nodes, rest },
    animation: {
      ...animation,
      columns: { positions: Float32Array.from({ length: 18 }, (_, k) => k), rotations },
      keys: { ...animation.keys, placing: placing(order, isConjugate) },
    },
  }
}
function keyOf(item: MeshItem): PlacedKey {
  const one = keyAt(item, { node: 2, key: 4 }, 2)
  if (!one) throw new Error('no key')
  return one
}
/** The turn of the arm in the world, by stored numbers. */
function armTurn({ nodes }: MeshItem, { order, isConjugate }: KeyPlacing, numbers: readonly number[]): Rows {
  const [w = 0, x = 0, y = 0, z = 0] = order.map(place => (numbers[place] ?? 0) / UNIT)
  const sign = isConjugate ? -1 : 1
  const row = (k: number): Three => [
    nodes.rest[12 + 4 * k] ?? 0,
    nodes.rest[13 + 4 * k] ?? 0,
    nodes.rest[14 + 4 * k] ?? 0,
  ]
  return times([row(0), row(1), row(2)], rowsOf([w, sign * x, sign * y, sign * z]))
}
const isNear = (a: readonly (readonly number[])[], b: readonly (readonly number[])[], within: number): void =>
  a.forEach((row, at) => row.forEach((value, k) => expect(Math.abs(value - (b[at]?.[k] ?? NaN))).toBeLessThan(within)))

describe('the key of a node', () => {
  const item = armed([0, 1, 2, 3], true, turnRows('z', 0))
  it('is the selected one while its own time is shown, else that of the time', () => {
    expect(keyAt(item, { node: 2, key: 4 }, 2)?.key).toBe(4)
    expect(keyAt(item, { node: 2, key: 4 }, 1)).toBeUndefined()
    expect(keyAt(item, { node: 2 }, 10)?.key).toBe(5)
    expect(keyAt(item, { node: 2 }, 3)).toBeUndefined()
  })
  it('is the only one of a node at any time, and none where the item cannot place keys', () => {
    expect(keyAt(item, { node: 1 }, 7)?.key).toBe(1)
    expect(keyAt(item, { node: 9 }, 0)).toBeUndefined()
    expect(keyAt(item, {}, 0)).toBeUndefined()
    expect(keyAt(meshItem(), { node: 1 }, 0)).toBeUndefined()
  })
})

describe.each([
  ['w first', [0, 1, 2, 3], true],
  ['w last', [3, 0, 1, 2], true],
  ['as it is', [0, 1, 2, 3], false],
] as const)('a key stored %s', (_, order, isConjugate) => {
  const body = times(turnRows('z', 0.7), turnRows('x', -1.1))
  const item = armed(order, isConjugate, body)
  const one = keyOf(item)

  it('moves its node along the axes of the world below a turned parent', () => {
    const { position, rotation } = movedKey(one, item, item.nodes.rest, { by: [1, -2, 3] })
    const by = position.map((value, k) => value - (12 + k))
    const world = body.map(row => row.reduce((sum, value, k) => sum + value * (by[k] ?? 0), 0))
    isNear([world], [[1, -2, 3]], 1e-5)
    expect(rotation).toEqual([16, 17, 18, 19].map(k => one.animation.columns['rotations']?.[k]))
  })

  it.each(['x', 'y', 'z'] as const)('turns its node around %s of the world, counter-clockwise', axis => {
    const before = Array.from(one.animation.columns['rotations']?.slice(16, 20) ?? [])
    const { position, rotation } = movedKey(one, item, item.nodes.rest, { by: [0, 0, 0], turn: { axis, angle: 0.4 } })
    expect(position).toEqual([12, 13, 14])
    const wanted = times(turnRows(axis, 0.4), armTurn(item, one.placing, before))
    isNear(armTurn(item, one.placing, rotation), wanted, 3e-4)
  })

  it('is written as the fields that change alone, and shown with them', () => {
    const after = movedKey(one, item, item.nodes.rest, { by: [0, 0, 0], turn: { axis: 'z', angle: 0.1 } })
    const changes = keyAssignments(one, after)
    expect(changes.every(({ path }) => path.startsWith('keys/4/rotation/'))).toBe(true)
    expect(changes.length).toBeGreaterThan(0)
    const { columns } = withKey(one, after)
    expect(Array.from(columns['rotations']?.slice(16, 20) ?? [])).toEqual(after.rotation)
    expect(columns['rotations']?.slice(0, 16)).toEqual(one.animation.columns['rotations']?.slice(0, 16))
    expect(keyAssignments(one, movedKey(one, item, item.nodes.rest, { by: [0, 0, 0] }))).toEqual([])
  })
})

it('a parent without extent, and numbers that are not finite, move nothing', () => {
  const item = armed([0, 1, 2, 3], true, [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ])
  const one = keyOf(item)
  expect(movedKey(one, item, item.nodes.rest, { by: [1, 2, 3] }).position).toEqual([12, 13, 14])
  const { rotation } = movedKey(one, item, item.nodes.rest, { by: [0, 0, 0], turn: { axis: 'x', angle: 1 } })
  expect(rotation.every(Number.isFinite)).toBe(true)
})
